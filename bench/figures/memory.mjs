import { residentBytes } from '../processes.mjs'
import { grouped } from '../report.mjs'

/** What a stored transaction takes of the process's memory. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function memory(bench, report) {
  const empty = await residentWith(bench, 1)
  for (const size of bench.sizes.filter((size) => bench.quick || size > 10_000)) {
    const full = await residentWith(bench, size)
    const name = `memory per stored transaction${size === bench.sizes.at(-1) ? '' : ` at ${grouped(size)}`}`
    report.figure(name, (full - empty) / size, 'bytes', { empty, full, size })
  }
}

/** After some seconds of work: a process that has just read a big file holds much that it need not. */
/** @param {import('../bench.mjs').Bench} bench @param {number} size */
async function residentWith(bench, size) {
  const data = await bench.stores.dataFolder({ transactions: size })
  const server = await bench.startSandgate('sync', { data })
  const { connections, seconds } = bench.pace
  const load = { kind: /** @type {const} */ ('lookup'), stored: size, run: 'memory', connections }
  await bench.load.ask({ ...load, port: server.port, seconds: seconds * 2 })
  const bytes = await residentBytes(server.pid)
  await server.stop()
  return bytes
}
