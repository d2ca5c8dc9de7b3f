import { takeTurns } from '../rounds.mjs'

/** How fast a transaction is found, beside the bare server. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function lookup(bench, report) {
  const bare = await bench.startBare()
  const sandgate = await bench.startFull('sync', { transactions: 1000 })
  const standingOf = await takeTurns(bench, [
    { name: 'bare', server: bare, ask: { kind: 'echo' } },
    { name: 'lookup', server: sandgate, ask: { kind: 'lookup', stored: 1000 } },
    { name: 'search', server: sandgate, ask: { kind: 'search', stored: 1000 } },
  ])
  await bare.stop()
  await sandgate.stop()
  report.ratio('lookup by audit', standingOf('lookup'))
  report.ratio('search by correlation id', standingOf('search'))
}
