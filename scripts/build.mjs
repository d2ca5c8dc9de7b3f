import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { publicTypes } from './public-types.mjs'
import { thirdPartyLicences } from './third-party-licences.mjs'
import { esbuildYaml } from './yaml-module.mjs'

/** Bundles src/ into dist/: the command line, the library, their shared chunks, types and licences. */

const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')

/** What a plain start must not load; each belongs behind a dynamic import. */
const lazyPackages = ['@faker-js/faker', 'yaml']

// Bundled CommonJS packages (commander, yaml) ask for Node's own modules through `require`.
const requireForCommonJs =
  "import { createRequire as sandgateRequire } from 'node:module'; const require = sandgateRequire(import.meta.url);"

try {
  await replaceDist(await buildFiles())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** All files of dist/ by absolute path. */
async function buildFiles() {
  const [{ outputFiles, metafile }, types] = await Promise.all([bundleSources(), declareTypes()])
  /** @type {Map<string, string>} */
  const files = new Map(outputFiles.map((file) => [file.path, file.text]))
  for (const [name, text] of types) files.set(path.join(dist, 'types', name), text)
  const licences = await thirdPartyLicences(metafile, root)
  return files.set(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), licences)
}

async function bundleSources() {
  const result = await build({
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    banner: { js: requireForCommonJs },
    // Of its CommonJS form, a dynamic import in the bundle would see no named exports.
    alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
    plugins: [esbuildYaml()],
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  for (const { text, location } of result.warnings) console.warn(location?.file ?? '', text)
  for (const entry of ['dist/cli.js', 'dist/index.js']) refuseEager(result.metafile, entry)
  return result
}

/** Throws if the entry loads a lazy package by static imports alone. */
function refuseEager(
  /** @type {import('esbuild').Metafile} */ metafile,
  /** @type {string} */ entry,
) {
  const loaded = new Set([entry])
  for (const file of loaded) {
    const output = metafile.outputs[file]
    for (const input of Object.keys(output?.inputs ?? {})) {
      const found = lazyPackages.find((name) => input.includes(`node_modules/${name}/`))
      if (found) throw new Error(`${entry} loads ${found} at start; import() it where it is used`)
    }
    for (const { kind, path: target } of output?.imports ?? []) {
      if (kind === 'import-statement') loaded.add(target)
    }
  }
}

/** The declarations that the library's users can reach, by their path below dist/types. */
async function declareTypes() {
  const emitted = await mkdtemp(path.join(tmpdir(), 'sandgate-types-'))
  try {
    await tsc('--project', 'tsconfig.build.json', '--outDir', emitted)
    return await publicTypes(path.join(emitted, 'src'))
  } finally {
    await rm(emitted, { recursive: true, force: true })
  }
}

/** @returns {Promise<void>} */
function tsc(/** @type {string[]} */ ...options) {
  const program = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...options], { cwd: root }, (error, stdout) => {
      if (error) reject(new Error(stdout || error.message))
      else resolve()
    })
  })
}

/** Leaves an unchanged file alone and removes strays last, so that a running sandbox keeps its chunks. */
async function replaceDist(/** @type {ReadonlyMap<string, string>} */ files) {
  for (const [file, text] of files) {
    const present = await readFile(file, 'utf8').catch(() => undefined)
    if (present === text) continue
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && !files.has(file)) await rm(file, { force: true })
  }
}
