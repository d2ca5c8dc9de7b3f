import { grouped } from '../report.mjs'
import { takeTurns } from '../rounds.mjs'

const kinds = /** @type {const} */ ({
  'customer page': 'customer-page',
  'customer search': 'customer-search',
})

/** Pages of customers and searches for one, in a full vault beside one with 1 000 customers. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function customers(bench, report) {
  for (const size of bench.sizes) {
    const few = await bench.startFull('relaxed', { customers: 1000 })
    const many = await bench.startFull('relaxed', { customers: size })
    for (const [label, kind] of Object.entries(kinds)) {
      const standingOf = await takeTurns(bench, [
        { name: 'few', server: few, ask: { kind, stored: 1000 } },
        { name: 'many', server: many, ask: { kind, stored: size } },
      ])
      const { ratio, ...detail } = standingOf('many')
      report.figure(`${label} at ${grouped(size)} against 1 000`, ratio, '', detail)
    }
    await few.stop()
    await many.stop()
  }
}
