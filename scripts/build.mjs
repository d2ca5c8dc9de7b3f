import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { answerTypes } from './answer-types.mjs'
import { esbuildAssets } from './asset-module.mjs'
import { billOfMaterials, bundledPackages, licenceTexts } from './bundled-packages.mjs'
import { esbuildGlob } from './glob-module.mjs'
import { publicTypes } from './public-types.mjs'
import { sourceName } from './source-name.mjs'
import { esbuildYaml } from './yaml-module.mjs'

/** Bundles src/ into dist/: the command line, the library, the lazy packages, types and licences. */

const root = path.resolve(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const stamp = path.join(dist, 'built')

/** What a plain start must not load: a file each, reached by dynamic import alone. */
const lazyPackages = new Map([['yaml', 'lazy/yaml']])

/** The only part that has faker in it. */
const SEED_DATA = 'gateway/seed/seed-data.ts'

/** The same for parts of our own that most starts never need; by their paths below src/. */
const lazyParts = new Map([
  ['cli/mcp/mcp-server.ts', 'lazy/mcp'],
  ['dashboard/dashboard.ts', 'lazy/dashboard'],
  ['dashboard/report/html-report.tsx', 'lazy/html-report'],
  ['dashboard/report/sweep-page.tsx', 'lazy/sweep-page'],
  ['dashboard/report/comparison-page.tsx', 'lazy/comparison-page'],
  ['runtime/tls/certificate.ts', 'lazy/tls'],
  [SEED_DATA, 'lazy/seed'],
])

// Bundled CommonJS packages (commander, yaml) ask for Node's own modules through `require`.
const requireForCommonJs =
  "import { createRequire as sandgateRequire } from 'node:module'; const require = sandgateRequire(import.meta.url);"

/** All files of dist/ by absolute path. */
async function buildFiles() {
  const [{ outputFiles, metafile }, types] = await Promise.all([bundleSources(), declareTypes()])
  /** @type {Map<string, string>} */
  const files = new Map(outputFiles.map((file) => [file.path, file.text]))
  for (const [name, text] of types) {
    files.set(path.join(dist, 'types', name), text)
    files.set(path.join(dist, 'types-cjs', name), text)
  }
  files.set(path.join(dist, 'index.js'), await libraryModule())
  // The same declarations, told to be about CommonJS.
  files.set(path.join(dist, 'types-cjs', 'package.json'), '{ "type": "commonjs" }\n')
  const packages = await bundledPackages(metafile, root)
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  files.set(path.join(dist, 'THIRD-PARTY-LICENSES.txt'), licenceTexts(packages))
  return files.set(path.join(dist, 'sbom.cdx.json'), billOfMaterials(packages, version))
}

/**
 * One library for both kinds of modules: a process that loads it twice has its state once. An
 * `export *` would have Node search the whole library for its names, which costs each test process
 * more time than loading it.
 */
async function libraryModule() {
  const entry = { absWorkingDir: root, entryPoints: ['src/index.ts'], write: false }
  const { metafile } = await build({ ...entry, format: 'esm', outdir: 'dist', metafile: true })
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports)
  return `import { createRequire } from 'node:module'
export const { ${names.join(', ')} } = createRequire(import.meta.url)('./index.cjs')
`
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

/** @satisfies {import('esbuild').BuildOptions} */
const commonJs = {
  format: /** @type {const} */ ('cjs'),
  outExtension: { '.js': '.cjs' },
  banner: {},
  // Neither a script from kept bytecode nor jest can import at run time.
  supported: { 'dynamic-import': false },
}

/** @type {typeof common} */
const ownSources = {
  ...common,
  minifyWhitespace: true,
  // Node prints the whole line in which an error was thrown.
  lineLimit: 120,
  plugins: plugins('./'),
}

/** `up`: the way from the bundles to dist/. */
function plugins(/** @type {'./' | '../'} */ up) {
  const files = [esbuildYaml(), esbuildAssets(), esbuildGlob()]
  return [...files, lazyPackageFiles(up), lazyPartFiles(up), neverUsed()]
}

/** One file for each entry: every further file of a start costs it a millisecond or two. */
async function bundleSources() {
  const bundles = await Promise.all([
    build({
      ...ownSources,
      entryPoints: { vitest: 'src/vitest.ts' },
      external: ['vitest'],
      plugins: [theLibrary()],
    }),
    // The command line, because V8's bytecode can be kept for a script and not for a module. Minified
    // with its names, which shortens a start.
    build({
      ...ownSources,
      entryPoints: { cli: 'src/cli/launch.ts', program: 'src/cli/main.ts' },
      ...commonJs,
      minify: true,
    }),
    // The library, because jest and others `require` it.
    build({ ...ownSources, entryPoints: { index: 'src/index.ts' }, ...commonJs }),
    build({
      ...ownSources,
      entryPoints: Object.fromEntries([...lazyParts].map(([name, file]) => [file, `src/${name}`])),
      plugins: plugins('../'),
      ...commonJs,
    }),
    // CommonJS, because all of these can load that.
    build({
      ...common,
      entryPoints: Object.fromEntries([...lazyPackages].map(([name, file]) => [file, name])),
      ...commonJs,
      // Of the package's own CommonJS form, an import would see no named exports.
      alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
    }),
  ])
  for (const { text, location } of bundles.flatMap(({ warnings }) => warnings)) {
    console.warn(location?.file ?? '', text)
  }
  return {
    outputFiles: bundles.flatMap(({ outputFiles }) => outputFiles),
    metafile: {
      inputs: Object.assign({}, ...bundles.map(({ metafile }) => metafile.inputs)),
      outputs: Object.assign({}, ...bundles.map(({ metafile }) => metafile.outputs)),
    },
  }
}

/** The library beside it rather than a second one, which would not know the first one's errors. */
function theLibrary() {
  return {
    name: 'the-library',
    setup(/** @type {import('esbuild').PluginBuild} */ { onResolve }) {
      onResolve({ filter: /^\.\/index\.ts$/ }, () => ({ path: './index.js', external: true }))
    },
  }
}

/** Of what a bundled package asks Node for, what it never uses here and a start would wait for. */
function neverUsed() {
  return {
    name: 'never-used',
    setup(/** @type {import('esbuild').PluginBuild} */ { onResolve, onLoad }) {
      // commander would spawn subcommands that are programs of their own.
      onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
        importer.includes(`${path.sep}commander${path.sep}`)
          ? { path: 'child_process', namespace: 'never-used' }
          : undefined,
      )
      onLoad({ filter: /./, namespace: 'never-used' }, () => ({ contents: 'module.exports = {}' }))
    },
  }
}

/** Leaves the lazy packages outside, and refuses to load one at start. */
function lazyPackageFiles(/** @type {string} */ up) {
  return {
    name: 'lazy-packages',
    setup(/** @type {import('esbuild').PluginBuild} */ { onResolve }) {
      onResolve({ filter: /^(@faker-js\/faker|yaml)(\/|$)/ }, ({ path: name, kind, importer }) => {
        const file = lazyPackages.get(name)
        if (kind === 'dynamic-import' && file) return { path: `${up}${file}.cjs`, external: true }
        if (sourceName(root, importer) === SEED_DATA) return undefined
        const text = `${path.relative(root, importer)} loads ${name} at start; import() it`
        return { errors: [{ text }] }
      })
    },
  }
}

/** Leaves the lazy parts outside, and refuses to load one at start. */
function lazyPartFiles(/** @type {string} */ up) {
  return {
    name: 'lazy-parts',
    setup(/** @type {import('esbuild').PluginBuild} */ { onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path: name, kind, importer, resolveDir }) => {
        const source = sourceName(root, path.resolve(resolveDir, name))
        const file = lazyParts.get(source)
        if (kind === 'dynamic-import' && file) return { path: `${up}${file}.cjs`, external: true }
        const isOfDashboard = sourceName(root, importer).startsWith('dashboard/')
        const isInside = isOfDashboard || !source.startsWith('dashboard/')
        if (kind === 'entry-point' || (isInside && file === undefined)) return undefined
        const text = `${path.relative(root, importer)} loads ${name} at start; import() it`
        return { errors: [{ text }] }
      })
    },
  }
}

/** The declarations that the library's users can reach, by their path below dist/types. */
async function declareTypes() {
  const emitted = await mkdtemp(path.join(tmpdir(), 'sandgate-types-'))
  try {
    // Not checked: `npm run types` does that, and it takes twice as long as all of the build.
    await tsc('--project', 'tsconfig.build.json', '--noCheck', '--outDir', emitted)
    const folder = path.join(emitted, 'src')
    return await publicTypes(folder, await answerTypes(folder, root))
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

/**
 * Leaves an unchanged file alone and removes strays last, so that a running sandbox keeps its
 * chunks. The bytecode that the program keeps of itself stays: it fits an unchanged program.
 */
async function replaceDist(/** @type {ReadonlyMap<string, string>} */ files) {
  for (const [file, text] of files) {
    const present = await readFile(file, 'utf8').catch(() => undefined)
    if (present === text) continue
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const isOurs = file === stamp || path.basename(entry.parentPath) === 'bytecode'
    const isStray = !files.has(file) && !isOurs
    if (entry.isFile() && isStray) await rm(file, { force: true })
  }
}

/** When what stands in dist/ was made, for build-if-stale.mjs: sources changed since are not in it. */
async function stampDist(/** @type {Date} */ began) {
  await writeFile(stamp, '')
  await utimes(stamp, began, began)
}

try {
  const began = new Date()
  await replaceDist(await buildFiles())
  await stampDist(began)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
