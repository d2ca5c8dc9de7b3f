import { control } from '../control.mjs'
import { grouped } from '../report.mjs'
import { median } from '../rounds.mjs'

const DEBITS = 10_000

/** How long it takes until thousands of debits have cleared. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function advance(bench, report) {
  const times = []
  for (let round = 0; round < (bench.quick ? 1 : 3); round++) {
    const options = ['--clock', '2026-03-10T01:00:00Z']
    const server = await bench.startSandgate('sync', { options })
    const { connections } = bench.pace
    const load = { kind: /** @type {const} */ ('debit'), run: 'debit', connections, seconds: 60 }
    await bench.load.ask({ ...load, port: server.port, most: DEBITS })
    const { answer, ms } = await control(server.url, 'POST', '/_sandbox/clock/advance', {
      by: '10d',
    })
    const cleared = answer.fired?.length
    if (cleared !== DEBITS) throw new Error(`${cleared} debits cleared`)
    times.push(ms / 1000)
    await server.stop()
  }
  report.figure(`advance over ${grouped(DEBITS)} pending debits`, median(times), 's', { times })
}
