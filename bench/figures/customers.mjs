import { grouped } from '../report.mjs'
import { takeTurns } from '../rounds.mjs'

/** Pages of customers and searches for one, in a full vault beside one with 1 000 customers. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function customers(bench, report) {
  for (const size of bench.sizes) {
    const few = await start(bench, 1000)
    const many = await start(bench, size)
    for (const [kind, label] of /** @type {const} */ ([
      ['customer-page', 'customer page'],
      ['customer-search', 'customer search'],
    ])) {
      const standings = await takeTurns(bench, [
        { name: 'few', port: few.port, ask: { kind, stored: 1000 } },
        { name: 'many', port: many.port, ask: { kind, stored: size } },
      ])
      const standing = standings.get('many')
      if (standing === undefined) continue
      const name = `${label} at ${grouped(size)} against 1 000`
      report.figure(name, standing.ratio, '', standing)
    }
    await few.stop()
    await many.stop()
  }
}

/** @param {import('../bench.mjs').Bench} bench @param {number} size */
async function start(bench, size) {
  const data = await bench.stores.dataFolder({ customers: size })
  return await bench.startSandgate('relaxed', { data })
}
