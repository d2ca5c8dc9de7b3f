import { control } from '../control.mjs'
import { grouped } from '../report.mjs'
import { median } from '../rounds.mjs'

/** How long it takes to forget everything, safely. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function reset(bench, report) {
  const size = bench.quick ? 10_000 : 100_000
  const times = []
  for (let round = 0; round < (bench.quick ? 1 : 5); round++) {
    const data = await bench.stores.dataFolder({ transactions: size })
    const server = await bench.startSandgate('sync', { data })
    // The first call of a connection pays for the connection.
    await control(server.url, 'GET', '/_sandbox/health')
    const { ms } = await control(server.url, 'POST', '/_sandbox/reset', {})
    times.push(ms)
    await server.stop()
  }
  report.figure(`reset at ${grouped(size)} stored`, median(times), 'ms', { times })
}
