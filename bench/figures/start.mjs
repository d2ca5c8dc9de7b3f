import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { installPeers } from '../peers.mjs'
import { grouped } from '../report.mjs'
import { median } from '../rounds.mjs'
import { timeToAnswer } from '../start-time.mjs'

/** Longer than a sandbox waits before it keeps its bytecode. */
const SETTLED_AFTER = 2500

/** From the start of the process to its first answer. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function start(bench, report) {
  const peers = bench.quick
    ? new Map()
    : await installPeers(bench.folder, (note) => report.note(note))
  const first = await neverStarted(bench)
  await letItKeepBytecode(bench)
  const times = await taketimes(bench, { first, peers })
  const bare = times.get('bare') ?? Number.NaN
  const empty = times.get('sandgate') ?? Number.NaN
  report.note(`bare Hono, bundled, answers after ${Math.round(bare)} ms`)
  report.figure('start to first answer, empty store', empty / bare, 'x bare', { ms: empty })
  const firstMs = times.get('first') ?? Number.NaN
  report.figure('the very first start, no bytecode yet', firstMs / bare, 'x bare', { ms: firstMs })
  for (const name of peers.keys()) {
    const ms = times.get(name) ?? Number.NaN
    report.figure(`start to first answer, ${name}`, ms / bare, 'x bare', { ms })
  }
  for (const size of bench.sizes.filter((size) => bench.quick || size > 10_000)) {
    const full = await fullStart(bench, size)
    const name = `start with ${grouped(size)} stored, on top of empty`
    report.figure(name, (full - empty) / 1000, 's', { ms: full })
  }
}

/** A copy of the package that never finds any bytecode, nor can keep it. */
/** @param {import('../bench.mjs').Bench} bench */
async function neverStarted({ program, folder }) {
  const root = path.resolve(program, '../..')
  const copy = path.join(folder, 'never-started')
  const filter = (/** @type {string} */ source) => path.basename(source) !== 'bytecode'
  for (const part of ['bin', 'dist', 'package.json']) {
    await cp(path.join(root, part), path.join(copy, part), { recursive: true, filter })
  }
  await writeFile(path.join(copy, 'dist', 'bytecode'), '')
  return path.join(copy, 'bin', path.basename(program))
}

/** As any sandbox does that runs for longer than these. */
/** @param {import('../bench.mjs').Bench} bench */
async function letItKeepBytecode(bench) {
  await timeToAnswer(await starter(bench, {}), SETTLED_AFTER)
}

/**
 * @param {import('../bench.mjs').Bench} bench
 * @param {{ first: string, peers: Map<string, import('../start-time.mjs').Starter> }} others
 * @returns {Promise<Map<string, number>>}
 */
async function taketimes(bench, { first, peers }) {
  /** @type {Map<string, number[]>} */
  const times = new Map()
  for (let round = -1; round < bench.pace.starts; round++) {
    const starters = new Map([
      ['bare', bareStarter(bench)],
      ['sandgate', await starter(bench, {})],
      ['first', await starter({ ...bench, program: first }, {})],
    ])
    for (const [name, one] of [...starters, ...peers]) {
      const ms = await timeToAnswer(one)
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]))
}

/** @param {import('../bench.mjs').Bench} bench @returns {import('../start-time.mjs').Starter} */
function bareStarter({ bareProgram, folder }) {
  return { program: bareProgram, options: (port) => [String(port)], path: '/', cwd: folder }
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {{ transactions?: number }} counts
 * @returns {Promise<import('../start-time.mjs').Starter>}
 */
async function starter({ program, folder, stores }, counts) {
  const data = await stores.dataFolder(counts)
  const options = (/** @type {number} */ port) => [
    'start',
    '--quiet',
    '--data',
    data,
    '--port',
    String(port),
  ]
  return { program, options, path: '/_sandbox/health', cwd: folder }
}

/** @param {import('../bench.mjs').Bench} bench @param {number} size */
async function fullStart(bench, size) {
  const times = []
  for (let round = 0; round < 3; round++) {
    times.push(await timeToAnswer(await starter(bench, { transactions: size })))
  }
  return median(times)
}
