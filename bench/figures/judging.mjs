import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { processorTime, startServer } from '../processes.mjs'
import { median } from '../rounds.mjs'

/**
 * Two processes of one program differ by some 10 %, whatever they do. So one process holds both
 * sandboxes, and these take many short turns.
 */
const TURNS = 300
const REQUESTS = 1000

/** What it costs that every call is judged. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function judging(bench, report) {
  const server = await startTwins(bench)
  const ports = { on: server.port, off: Number(new URL(String(server.ready?.silent)).port) }
  const turns = bench.quick ? 10 : TURNS
  /** @type {number[]} */
  const ratios = []
  const processor = { on: 0, off: 0 }
  for (let i = -10; i < turns; i++) {
    const seconds = { on: 0, off: 0 }
    for (const name of i % 2 === 0 ? first.on : first.off) {
      const took = await turn(bench, server.pid, ports[name], `${name}${i}`)
      seconds[name] = took.seconds
      if (i >= 0) processor[name] += took.processor
    }
    if (i >= 0) ratios.push(seconds.off / seconds.on)
  }
  await server.stop()
  report.figure('purchase, judging on against off', median(ratios), '', { ratios })
  const name = 'purchase, judging on against off, by processor time'
  report.figure(name, processor.off / processor.on, '')
}

const first = /** @type {const} */ ({ on: ['on', 'off'], off: ['off', 'on'] })

/** @param {import('../bench.mjs').Bench} bench */
function startTwins({ folder, program }) {
  const readyFile = path.join(folder, 'twins')
  const library = path.resolve(program, '../../dist/index.cjs')
  return startServer({
    name: 'twins',
    program: fileURLToPath(new URL('../twin-sandboxes.mjs', import.meta.url)),
    options: [library, path.join(folder, 'silent.json'), readyFile],
    readyFile,
    cwd: folder,
  })
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {number} pid @param {number} port
 * @param {string} run
 */
async function turn({ load, pace }, pid, port, run) {
  const { connections } = pace
  const before = await processorTime(pid)
  const ask = { kind: /** @type {const} */ ('purchase'), seconds: 60, most: REQUESTS }
  const { answered, perSecond } = await load.ask({ ...ask, port, connections, run })
  return { seconds: answered / perSecond, processor: (await processorTime(pid)) - before }
}
