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
    // The first calls pay for the connection, for the control API that is loaded when it is first
    // asked for, and for the client that has to get going: none of it is the reset.
    for (let warmUp = 0; warmUp < 20; warmUp++) {
      await control(server.url, 'POST', '/_sandbox/clock/advance', { by: '1s' })
    }
    const { ms } = await control(server.url, 'POST', '/_sandbox/reset', {})
    times.push(ms)
    await server.stop()
  }
  report.figure(`reset at ${grouped(size)} stored`, median(times), 'ms', { times })
}
