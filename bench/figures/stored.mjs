import { grouped } from '../report.mjs'
import { takeTurns } from '../rounds.mjs'

/** @type {readonly import('../bench.mjs').Mode[]} */
const modes = ['relaxed', 'sync']

/** What a full store costs: purchases, lookups and searches beside those of a store of 1 000. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function stored(bench, report) {
  for (const size of bench.sizes) {
    for (const mode of modes) await comparePurchases(bench, report, { size, mode })
    await compareReads(bench, report, size)
  }
}

/** @param {import('../bench.mjs').Bench} bench @param {number} size @param {import('../bench.mjs').Mode} mode */
async function startAll(bench, size, mode) {
  const { stores } = bench
  const few = await stores.dataFolder({ transactions: 1000 })
  const many = await stores.dataFolder({ transactions: size })
  return {
    bare: await bench.startBare(),
    few: await bench.startSandgate(mode, { data: few }),
    many: await bench.startSandgate(mode, { data: many }),
  }
}

/**
 * @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report
 * @param {{ size: number, mode: import('../bench.mjs').Mode }} what
 */
async function comparePurchases(bench, report, { size, mode }) {
  const servers = await startAll(bench, size, mode)
  const standings = await takeTurns(bench, [
    { name: 'few', port: servers.few.port, ask: { kind: 'purchase' } },
    { name: 'many', port: servers.many.port, ask: { kind: 'purchase' } },
    { name: 'bare', port: servers.bare.port, ask: { kind: 'echo' } },
  ])
  for (const server of Object.values(servers)) await server.stop()
  const many = standings.get('many')
  const bare = standings.get('bare')
  if (many === undefined || bare === undefined) return
  const stored = `${grouped(size)} stored`
  const suffix = mode === 'sync' ? '' : `, ${mode}`
  report.figure(`purchase at ${stored} against 1 000${suffix}`, many.ratio, '', many)
  report.figure(`purchase at ${stored}, ${mode}`, many.ratio / bare.ratio, 'of bare')
  report.figure(`p99 against p50 at ${stored}, ${mode}`, many.p99 / many.p50, 'x')
}

/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report @param {number} size */
async function compareReads(bench, report, size) {
  const servers = await startAll(bench, size, 'relaxed')
  for (const [kind, label] of /** @type {const} */ ([
    ['lookup', 'lookup by audit'],
    ['search', 'search by correlation id'],
  ])) {
    const standings = await takeTurns(bench, [
      { name: 'few', port: servers.few.port, ask: { kind, stored: 1000 } },
      { name: 'many', port: servers.many.port, ask: { kind, stored: size } },
      { name: 'bare', port: servers.bare.port, ask: { kind: 'echo' } },
    ])
    const many = standings.get('many')
    const bare = standings.get('bare')
    if (many === undefined || bare === undefined) continue
    report.figure(`${label} at ${grouped(size)} against 1 000`, many.ratio, '', many)
    report.figure(`${label} at ${grouped(size)} stored`, many.ratio / bare.ratio, 'of bare')
  }
  for (const server of Object.values(servers)) await server.stop()
}
