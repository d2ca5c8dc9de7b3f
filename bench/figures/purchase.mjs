import { installPeers, startPeer } from '../peers.mjs'
import { takeTurns } from '../rounds.mjs'

/** @type {readonly import('../bench.mjs').Mode[]} */
const modes = ['memory', 'relaxed', 'sync']

/** @param {import('../bench.mjs').Mode} mode */
const labelOf = (mode) => (mode === 'memory' ? 'in memory' : mode)

/** How fast purchases are taken, in each way to keep them, beside the bare server and the peers. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function purchase(bench, report) {
  const peers = await installPeers(bench, (note) => report.note(note))
  /** @type {import('../rounds.mjs').Contestant[]} */
  const contestants = [{ name: 'bare', server: await bench.startBare(), ask: { kind: 'echo' } }]
  for (const mode of modes) {
    const server = await bench.startSandgate(mode)
    contestants.push({ name: mode, server, ask: { kind: 'purchase' } })
  }
  for (const peer of peers) {
    contestants.push({
      name: peer.name,
      server: await startPeer(peer),
      ask: { kind: peer.kind },
    })
  }
  const standingOf = await takeTurns(bench, contestants)
  for (const { server } of contestants) await server.stop()
  tellOwn(report, standingOf)
  tellPeers(report, standingOf, peers)
}

/** @typedef {(name: string) => import('../rounds.mjs').Standing} StandingOf */

/** @param {import('../report.mjs').Report} report @param {StandingOf} standingOf */
function tellOwn(report, standingOf) {
  const echo = standingOf('bare')
  report.note(
    `the bare server echoes ${Math.round(echo.perSecond)} purchases a second, ${Math.round(echo.processorMicros)} microseconds of processor time each`,
  )
  for (const mode of modes) {
    const standing = standingOf(mode)
    const label = labelOf(mode)
    report.ratio(`purchase, ${label}`, standing)
    const saved = echo.processorMicros / standing.processorMicros
    report.figure(`purchase, ${label}, by processor time`, saved, 'of bare')
    report.figure(`p99 of a purchase against its p50, ${label}`, standing.p99 / standing.p50, 'x')
  }
}

/**
 * @param {import('../report.mjs').Report} report @param {StandingOf} standingOf
 * @param {readonly import('../peers.mjs').Peer[]} peers
 */
function tellPeers(report, standingOf, peers) {
  if (peers.length === 0) return
  const echo = standingOf('bare')
  for (const { name } of peers) {
    const standing = standingOf(name)
    report.ratio(`payment, ${name}`, standing)
    const saved = echo.processorMicros / standing.processorMicros
    report.figure(`payment, ${name}, by processor time`, saved, 'of bare')
  }
  const best = Math.max(...peers.map(({ name }) => standingOf(name).ratio))
  for (const mode of modes) {
    const name = `purchase, ${labelOf(mode)}, against the fastest peer`
    report.figure(name, standingOf(mode).ratio / best, 'x')
  }
}
