import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Writes scenarios/scenario.schema.json from the schema that scenario files are checked with. */

const root = path.resolve(import.meta.dirname, '..')
const file = path.join(root, 'scenarios', 'scenario.schema.json')

try {
  await writeFile(file, `${JSON.stringify(await scenarioSchema(), undefined, 2)}\n`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Bundled first, since Node reads no TypeScript by itself in every version that we support. */
async function scenarioSchema() {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-schema-'))
  const outfile = path.join(folder, 'json-schema.mjs')
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ['src/scenario/reading/json-schema.ts'],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'silent',
    })
    const { scenarioJsonSchema } = await import(pathToFileURL(outfile).href)
    return scenarioJsonSchema()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
