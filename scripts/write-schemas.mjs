import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { esbuildYaml } from './yaml-module.mjs'

/** Writes the JSON schemas for editors from the schemas that files are checked with. */

const root = path.resolve(import.meta.dirname, '..')

/** Where each stands, and the function that makes it. */
const schemas = [
  ['scenario.schema.json', 'src/scenario/reading/schema/schema.ts', 'scenarioJsonSchema'],
  ['sandgate.config.schema.json', 'src/runtime/config/config-schema.ts', 'configJsonSchema'],
]

try {
  for (const [file = '', source = '', name = ''] of schemas) {
    const text = `${JSON.stringify(await schemaFrom(source, name), undefined, 2)}\n`
    await writeFile(path.join(root, 'scenarios', file), text)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Bundled first, since Node reads no TypeScript by itself in every version that we support. */
async function schemaFrom(/** @type {string} */ source, /** @type {string} */ name) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-schema-'))
  const outfile = path.join(folder, 'json-schema.mjs')
  try {
    await build({
      absWorkingDir: root,
      entryPoints: [source],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'silent',
      plugins: [esbuildYaml()],
    })
    const made = await import(pathToFileURL(outfile).href)
    return made[name]()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
