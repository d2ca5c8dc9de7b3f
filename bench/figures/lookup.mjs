import { takeTurns } from '../rounds.mjs'

/** How fast a transaction is found by its audit, beside the bare server. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function lookup(bench, report) {
  const bare = await bench.startBare()
  const data = await bench.stores.dataFolder({ transactions: 1000 })
  const sandgate = await bench.startSandgate('sync', { data })
  const standings = await takeTurns(bench, [
    { name: 'bare', port: bare.port, ask: { kind: 'echo' } },
    { name: 'lookup', port: sandgate.port, ask: { kind: 'lookup', stored: 1000 } },
    { name: 'search', port: sandgate.port, ask: { kind: 'search', stored: 1000 } },
  ])
  await bare.stop()
  await sandgate.stop()
  for (const [name, label] of /** @type {const} */ ([
    ['lookup', 'lookup by audit'],
    ['search', 'search by correlation id'],
  ])) {
    const standing = standings.get(name)
    if (standing) report.ratio(label, standing)
  }
}
