import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { installPeers } from '../peers.mjs'
import { grouped } from '../report.mjs'
import { median } from '../rounds.mjs'
import { timeToPayment } from '../start-time.mjs'

/** Longer than a sandbox waits before it keeps its bytecode. */
const SETTLED_AFTER = 2500

/** From the start of the process to the answer to its first purchase. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function start(bench, report) {
  const peers = await installPeers(bench, (note) => report.note(note))
  const first = await neverStarted(bench)
  await letItKeepBytecode(bench)
  const msOf = await takeTimes(bench, { first, peers })
  const bare = msOf('bare')
  const empty = msOf('sandgate')
  report.note(`bare Hono, bundled, has echoed its first purchase after ${Math.round(bare)} ms`)
  const tell = (/** @type {string} */ name, /** @type {number} */ ms) =>
    report.figure(name, ms / bare, 'x bare', { ms })
  tell('start to first purchase, empty store', empty)
  tell('start to first purchase, in memory', msOf('memory'))
  tell('the very first start, no bytecode yet', msOf('first'))
  for (const { name } of peers) tell(`start to first payment, ${name}`, msOf(name))
  if (peers.length > 0) {
    const best = Math.min(...peers.map(({ name }) => msOf(name)))
    report.figure('start to first purchase against the fastest peer', empty / best, 'x')
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

/** As any sandbox does that runs for longer than these. What another command kept is longer, and slower to load. */
/** @param {import('../bench.mjs').Bench} bench */
async function letItKeepBytecode(bench) {
  await rm(path.resolve(bench.program, '../../dist/bytecode'), { recursive: true, force: true })
  await timeToPayment(await starter(bench, {}), SETTLED_AFTER)
}

/**
 * @param {import('../bench.mjs').Bench} bench
 * @param {{ first: string, peers: readonly import('../peers.mjs').Peer[] }} others
 * @returns {Promise<(name: string) => number>}
 */
async function takeTimes(bench, { first, peers }) {
  /** @type {Map<string, number[]>} */
  const times = new Map()
  for (let round = -1; round < bench.pace.starts; round++) {
    const starters = new Map([
      ['bare', bareStarter(bench)],
      ['sandgate', await starter(bench, {})],
      ['memory', inMemory(bench)],
      ['first', await starter({ ...bench, program: first }, {})],
    ])
    for (const { name, starter } of peers) starters.set(name, starter)
    for (const [name, one] of starters) {
      const ms = await timeToPayment(one)
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  return (name) => median(times.get(name) ?? [])
}

/** @param {import('../bench.mjs').Bench} bench @returns {import('../start-time.mjs').Starter} */
function bareStarter({ bareProgram, folder }) {
  return { program: bareProgram, options: (port) => [String(port)], kind: 'echo', cwd: folder }
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {{ transactions?: number }} counts
 * @returns {Promise<import('../start-time.mjs').Starter>}
 */
async function starter(bench, counts) {
  return startedWith(bench, ['--data', await bench.stores.dataFolder(counts)])
}

/** @param {import('../bench.mjs').Bench} bench */
function inMemory(bench) {
  return startedWith(bench, ['--memory'])
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {readonly string[]} place
 * @returns {import('../start-time.mjs').Starter}
 */
function startedWith({ program, folder }, place) {
  const options = (/** @type {number} */ port) => [
    ...['start', '--quiet', '--port', String(port), ...place],
  ]
  return { program, options, kind: 'purchase', cwd: folder }
}

/** @param {import('../bench.mjs').Bench} bench @param {number} size */
async function fullStart(bench, size) {
  const times = []
  for (let round = 0; round < 3; round++) {
    times.push(await timeToPayment(await starter(bench, { transactions: size })))
  }
  return median(times)
}
