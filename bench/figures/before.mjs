import { takeTurns } from '../rounds.mjs'

/** What a purchase costs against an earlier release, if `--before` names its program. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function before(bench, report) {
  const { earlier } = bench
  if (earlier === undefined) {
    report.note('no earlier release to take turns with: --before names its bin/sandgate.js')
    return
  }
  const contestants = [
    { name: 'before', server: await bench.startSandgate('memory', { from: earlier }) },
    { name: 'now', server: await bench.startSandgate('memory') },
  ].map((one) => ({ ...one, ask: { kind: /** @type {const} */ ('purchase') } }))
  const standingOf = await takeTurns(bench, contestants)
  for (const { server } of contestants) await server.stop()
  const [was, is] = ['before', 'now'].map((name) => standingOf(name).processorMicros)
  const name = 'processor time of a purchase, against the release before'
  report.figure(name, Number(is) / Number(was), 'x', { was, is })
}
