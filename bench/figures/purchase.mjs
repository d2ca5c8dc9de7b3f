import { takeTurns } from '../rounds.mjs'

/** How fast purchases are taken, in each way to keep them, beside the bare server. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function purchase(bench, report) {
  const modes = /** @type {const} */ (['memory', 'relaxed', 'sync'])
  const servers = [
    await bench.startBare(),
    ...(await Promise.all(modes.map((mode) => bench.startSandgate(mode)))),
  ]
  const contestants = servers.map(({ name, port }) => ({
    name,
    port,
    ask: {
      kind: /** @type {import('../requests.mjs').Kind} */ (name === 'bare' ? 'echo' : 'purchase'),
    },
  }))
  const standings = await takeTurns(bench, contestants)
  for (const server of servers) await server.stop()
  for (const [name, standing] of standings) {
    if (name === 'bare') report.note(`bare Hono echo: ${Math.round(standing.perSecond)} a second`)
    else report.ratio(name === 'memory' ? 'purchase, in memory' : `purchase, ${name}`, standing)
  }
  for (const mode of modes) {
    const { p50 = Number.NaN, p99 = Number.NaN } = standings.get(mode) ?? {}
    const name = `p99 of a purchase against its p50, ${mode === 'memory' ? 'in memory' : mode}`
    report.figure(name, p99 / p50, 'x', { p50, p99 })
  }
}
