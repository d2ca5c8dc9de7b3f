import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { publicTypes } from './public-types.mjs'
import { thirdPartyLicences } from './third-party-licences.mjs'
import { esbuildYaml } from './yaml-module.mjs'

/** Bundles src/ into dist/: the command line, the library, the lazy packages, types and licences. */

const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')

/** What a plain start must not load: a file each, reached by dynamic import alone. */
const lazyPackages = new Map([
  ['@faker-js/faker/locale/en_AU', 'lazy/faker'],
  ['yaml', 'lazy/yaml'],
])

// Bundled CommonJS packages (commander, yaml) ask for Node's own modules through `require`.
const requireForCommonJs =
  "import { createRequire as sandgateRequire } from 'node:module'; const require = sandgateRequire(import.meta.url);"

/** All files of dist/ by absolute path. */
async function buildFiles() {
  const [{ outputFiles, metafile }, types] = await Promise.all([bundleSources(), declareTypes()])
  /** @type {Map<string, string>} */
  const files = new Map(outputFiles.map((file) => [file.path, file.text]))
  for (const [name, text] of types) files.set(path.join(dist, 'types', name), text)
  const licences = await thirdPartyLicences(metafile, root)
  return files.set(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), licences)
}

/** @type {import('esbuild').BuildOptions & { metafile: true, write: false }} */
const common = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  banner: { js: requireForCommonJs },
  metafile: true,
  write: false,
  logLevel: 'silent',
}

/** One file for each entry: every further file of a start costs it a millisecond or two. */
async function bundleSources() {
  const [own, lazy] = await Promise.all([
    build({
      ...common,
      entryPoints: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
      minifyWhitespace: true,
      plugins: [esbuildYaml(), lazyPackageFiles],
    }),
    build({
      ...common,
      entryPoints: Object.fromEntries([...lazyPackages].map(([name, file]) => [file, name])),
      // Of its CommonJS form, a dynamic import would see no named exports.
      alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
    }),
  ])
  for (const { text, location } of own.warnings) console.warn(location?.file ?? '', text)
  return {
    outputFiles: [...own.outputFiles, ...lazy.outputFiles],
    metafile: {
      inputs: { ...own.metafile.inputs, ...lazy.metafile.inputs },
      outputs: { ...own.metafile.outputs, ...lazy.metafile.outputs },
    },
  }
}

/** Leaves the lazy packages outside, and refuses to load one at start. */
const lazyPackageFiles = {
  name: 'lazy-packages',
  setup(/** @type {import('esbuild').PluginBuild} */ { onResolve }) {
    onResolve({ filter: /^(@faker-js\/faker|yaml)(\/|$)/ }, ({ path: name, kind, importer }) => {
      const file = lazyPackages.get(name)
      if (kind === 'dynamic-import' && file) return { path: `./${file}.js`, external: true }
      const text = `${path.relative(root, importer)} loads ${name} at start; import() it`
      return { errors: [{ text }] }
    })
  },
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

try {
  await replaceDist(await buildFiles())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
