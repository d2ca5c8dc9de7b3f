import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'

/**
 * Builds single executables from dist/: `npm run executable` for this machine, with `-- --all` for
 * all platforms that the npm registry has a Node of. See docs/internals/decisions/executables.md.
 */

const root = path.resolve(import.meta.dirname, '..')
const tools = path.join(root, 'tools/executable')
/** An asset in which the size of the finished file replaces the zeros. */
const SIZE = `sandgate size ${'0'.repeat(12)}`
const ofNpx = new RegExp([...'npx sandgate'].join('(?:\\\\\n)?'), 'g')
const shops = ['naive', 'sloppy', 'careful']

const { values } = parseArgs({
  options: { all: { type: 'boolean' }, out: { type: 'string', default: 'executables' } },
})
const here = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const { optionalDependencies } = JSON.parse(
  await readFile(path.join(tools, 'package.json'), 'utf8'),
)
const registry = Object.keys(optionalDependencies).map((name) => name.replace('node-', ''))
const scratch = await mkdtemp(path.join(tmpdir(), 'sandgate-executable-'))
const folder = path.join(scratch, 'assets')
try {
  const out = path.resolve(root, values.out)
  await mkdir(out, { recursive: true })
  const builder = ownNode()
  const assets = await writeAssets()
  // Bytecode is for one version and one kind of processor.
  const bytecode = await writeBytecode(builder)
  for (const platform of values.all ? new Set([here, ...registry]) : [here]) {
    const node = platform === here ? builder : await nodeOf(platform)
    const own = platform === here ? { ...assets, bytecode } : assets
    console.log(await buildFor(platform, { node, builder, assets: own, out }))
  }
  if (values.all) await writeSums(out)
} finally {
  await rm(scratch, { recursive: true, force: true })
}

/** The Node that `npm ci --prefix tools/executable` installed, or the one that runs this script. */
function ownNode() {
  const installed = programIn(path.join(tools, 'node_modules', `node-${here}`), here)
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  console.error('error: needs Node 26: run npm ci --prefix tools/executable')
  process.exit(1)
}

function programIn(/** @type {string} */ folder, /** @type {string} */ platform) {
  return path.join(folder, 'bin', platform.startsWith('win') ? 'node.exe' : 'node')
}

/** The Node of another platform, from the npm registry, as the lock has it. */
async function nodeOf(/** @type {string} */ platform) {
  const lock = JSON.parse(await readFile(path.join(tools, 'package-lock.json'), 'utf8'))
  const name = `node-${platform}`
  const { version, integrity } = lock.packages[`node_modules/${name}`]
  const folder = path.join(scratch, platform)
  await mkdir(folder)
  run(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['pack', '--silent', `${name}@${version}`],
    folder,
  )
  const [file = ''] = await readdir(folder)
  const packed = await readFile(path.join(folder, file))
  if (`sha512-${createHash('sha512').update(packed).digest('base64')}` !== integrity) {
    throw new Error(`${file} is not what tools/executable/package-lock.json says`)
  }
  run('tar', ['-xzf', file], folder)
  return programIn(path.join(folder, 'package'), platform)
}

/** Writes what the executable contains; returns the files by the names of the assets. */
async function writeAssets() {
  await cp(path.join(root, 'dist'), folder, {
    recursive: true,
    filter: (file) => !/(?:types|types-cjs|bytecode)$/.test(file),
  })
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'src/cli/executable.ts',
      ...Object.fromEntries(shops.map((name) => [`shops/${name}`, `examples/clients/${name}.mjs`])),
    },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    minifyWhitespace: true,
    format: 'cjs',
    platform: 'node',
    define: { 'import.meta.url': '"file:///C:/shop"' },
    plugins: [{ name: 'no-top-level-await', setup: withoutTopLevelAwait }],
  })
  const lazy = await readdir(path.join(folder, 'lazy'))
  const names = [
    'program.cjs',
    ...lazy.map((name) => `lazy/${name}`),
    ...shops.map((name) => `shops/${name}.cjs`),
  ]
  for (const name of names) {
    const file = path.join(folder, name)
    // Whoever has the executable may have no npx. The bundler continues long texts on the next line.
    const text = (await readFile(file, 'utf8'))
      .replaceAll(ofNpx, 'sandgate')
      .replaceAll("see 'npx ", "see '")
    if (/[^\0-\x7f]/.test(text))
      throw new Error(`${name} is not ASCII, as src/cli/executable.ts reads it`)
    await writeFile(file, `(function (module, exports, require) {${text}\n})`)
  }
  await writeFile(path.join(folder, 'size'), SIZE)
  return Object.fromEntries([...names, 'size'].map((name) => [name, path.join(folder, name)]))
}

/** A CommonJS file cannot wait; a shop that fails ends the process with 1 anyway. */
function withoutTopLevelAwait(/** @type {import('esbuild').PluginBuild} */ { onLoad }) {
  onLoad({ filter: /examples.clients.\w+\.mjs$/ }, async ({ path: file }) => ({
    contents: (await readFile(file, 'utf8')).replace(/^await openShop/m, 'openShop'),
  }))
}

/**
 * What V8 makes of the program while it starts and takes a payment, so that the executable need not
 * parse and compile it.
 */
async function writeBytecode(/** @type {string} */ node) {
  const file = path.join(folder, 'bytecode')
  run(node, [path.join(import.meta.dirname, 'executable-bytecode.cjs'), folder, file], scratch)
  return file
}

/**
 * @param {string} platform
 * @param {{ node: string, builder: string, assets: Record<string, string>, out: string }} parts
 */
async function buildFor(platform, { node, builder, assets, out }) {
  const output = path.join(out, `sandgate-${platform}${platform.startsWith('win') ? '.exe' : ''}`)
  const config = path.join(scratch, `${platform}.json`)
  const settings = {
    main: path.join(folder, 'main.cjs'),
    executable: node,
    output,
    assets,
    disableExperimentalSEAWarning: true,
    useCodeCache: platform === here,
  }
  await writeFile(config, JSON.stringify(settings))
  run(builder, ['--build-sea', config], scratch)
  await recordSize(output)
  // Apple's processors run nothing that is not signed; the signature of Node itself is no longer valid.
  if (platform === here && process.platform === 'darwin') {
    run('codesign', ['--force', '--sign', '-', output])
  }
  return path.relative(root, output)
}

/** A file that is cut short is noticed by its size. */
async function recordSize(/** @type {string} */ output) {
  const file = await open(output, 'r+')
  try {
    const content = await file.readFile()
    const place = content.indexOf(SIZE)
    if (place < 0) throw new Error(`${output} does not contain its assets as they are`)
    const digits = String(content.length).padStart(12, '0')
    await file.write(digits, place + SIZE.length - digits.length)
  } finally {
    await file.close()
  }
}

/** For `sha256sum --check SHA256SUMS`. */
async function writeSums(/** @type {string} */ out) {
  const files = (await readdir(out)).filter((name) => name.startsWith('sandgate-')).sort()
  const lines = await Promise.all(
    files.map(async (name) => {
      const digest = createHash('sha256').update(await readFile(path.join(out, name)))
      return `${digest.digest('hex')}  ${name}\n`
    }),
  )
  await writeFile(path.join(out, 'SHA256SUMS'), lines.join(''))
}

function run(/** @type {string} */ program, /** @type {string[]} */ words, cwd = root) {
  const { status, stderr, stdout, error } = spawnSync(program, words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error ?? stderr + stdout}`)
}
