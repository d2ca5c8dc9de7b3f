import { takeTurns } from '../rounds.mjs'

/** @type {readonly import('../bench.mjs').Mode[]} */
const modes = ['memory', 'relaxed', 'sync']

/** How fast purchases are taken, in each way to keep them, beside the bare server. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function purchase(bench, report) {
  const bare = await bench.startBare()
  const servers = []
  for (const mode of modes) servers.push(await bench.startSandgate(mode))
  const standingOf = await takeTurns(bench, [
    { name: 'bare', server: bare, ask: { kind: 'echo' } },
    ...servers.map((server) => ({
      name: server.name,
      server,
      ask: { kind: /** @type {const} */ ('purchase') },
    })),
  ])
  for (const server of [bare, ...servers]) await server.stop()
  const echo = standingOf('bare')
  report.note(
    `the bare server echoes ${Math.round(echo.perSecond)} purchases a second, ${Math.round(echo.processorMicros)} microseconds of processor time each`,
  )
  for (const mode of modes) {
    const standing = standingOf(mode)
    const label = mode === 'memory' ? 'in memory' : mode
    report.ratio(`purchase, ${label}`, standing)
    const saved = echo.processorMicros / standing.processorMicros
    report.figure(`purchase, ${label}, by processor time`, saved, 'of bare')
    report.figure(`p99 of a purchase against its p50, ${label}`, standing.p99 / standing.p50, 'x')
  }
}
