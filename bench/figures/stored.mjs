import { grouped } from '../report.mjs'
import { takeTurns } from '../rounds.mjs'

/** @type {readonly import('../bench.mjs').Mode[]} */
const modes = ['memory', 'relaxed', 'sync']

const reads = /** @type {const} */ ({
  'lookup by audit': 'lookup',
  'search by correlation id': 'search',
})

/** What a full store costs: purchases, lookups and searches beside those of a store of 1 000. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function stored(bench, report) {
  for (const size of bench.sizes) {
    for (const mode of modes) {
      const field = await startField(bench, size, mode)
      await comparePurchases(bench, report, field)
      if (mode === 'memory') await compareReads(bench, report, field)
      for (const server of field.servers) await server.stop()
    }
  }
}

/** @typedef {Awaited<ReturnType<typeof startField>>} Field */

/**
 * @param {import('../bench.mjs').Bench} bench @param {number} size
 * @param {import('../bench.mjs').Mode} mode
 */
async function startField(bench, size, mode) {
  const bare = await bench.startBare()
  const few = await bench.startFull(mode, { transactions: 1000 })
  const many = await bench.startFull(mode, { transactions: size })
  return { size, mode, bare, few, many, servers: [bare, few, many] }
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report
 * @param {Field} field
 */
async function comparePurchases(bench, report, { size, mode, bare, few, many }) {
  const standingOf = await takeTurns(bench, [
    { name: 'few', server: few, ask: { kind: 'purchase' } },
    { name: 'many', server: many, ask: { kind: 'purchase' } },
    { name: 'bare', server: bare, ask: { kind: 'echo' } },
  ])
  const { ratio, p50, p99, ...detail } = standingOf('many')
  const place = `at ${grouped(size)} stored`
  const suffix = mode === 'sync' ? '' : `, ${mode}`
  report.figure(`purchase ${place} against 1 000${suffix}`, ratio, '', detail)
  report.figure(`purchase ${place}, ${mode}`, ratio / standingOf('bare').ratio, 'of bare')
  report.figure(`p99 of a purchase ${place} against its p50, ${mode}`, p99 / p50, 'x')
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report
 * @param {Field} field
 */
async function compareReads(bench, report, { size, bare, few, many }) {
  for (const [label, kind] of Object.entries(reads)) {
    const standingOf = await takeTurns(bench, [
      { name: 'few', server: few, ask: { kind, stored: 1000 } },
      { name: 'many', server: many, ask: { kind, stored: size } },
      { name: 'bare', server: bare, ask: { kind: 'echo' } },
    ])
    const { ratio, ...detail } = standingOf('many')
    const place = `at ${grouped(size)}`
    report.figure(`${label} ${place} against 1 000`, ratio, '', detail)
    report.figure(`${label} ${place} stored`, ratio / standingOf('bare').ratio, 'of bare')
  }
}
