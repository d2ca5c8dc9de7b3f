import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { takeTurns } from '../rounds.mjs'

/** What it costs that every call is judged. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function judging(bench, report) {
  const off = await start(bench, false)
  const on = await start(bench, true)
  const standingOf = await takeTurns(bench, [
    { name: 'off', server: off, ask: { kind: 'purchase' } },
    { name: 'on', server: on, ask: { kind: 'purchase' } },
  ])
  await off.stop()
  await on.stop()
  const { ratio, ...detail } = standingOf('on')
  report.figure('purchase, judging on against off', ratio, '', detail)
  const cost = standingOf('off').processorMicros / detail.processorMicros
  report.figure('purchase, judging on against off, by processor time', cost, '')
}

/** @param {import('../bench.mjs').Bench} bench @param {boolean} judge */
async function start(bench, judge) {
  const file = path.join(bench.folder, `judging-${judge}.json`)
  await writeFile(file, JSON.stringify({ report: { judge } }))
  return await bench.startSandgate('memory', { options: ['--config', file] })
}
