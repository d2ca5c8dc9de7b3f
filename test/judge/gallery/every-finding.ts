import type { ReportResponse } from '../../../src/control/contract/calls/report.ts'
import { TUESDAY_NOON } from '../../support/start.ts'
import { Judged } from '../wire/judged.ts'
import { exhibits } from './exhibits.ts'
import { Gallery } from './gallery.ts'

/** A run that shows every finding once, each in the test that is named for it. */
export async function everyFinding(): Promise<ReportResponse> {
  const time = { now: Date.parse('2026-03-10T01:00:00Z') }
  const settings = { clientTimeoutMs: 200, uniqueReferences: true, clock: TUESDAY_NOON + 120 }
  await using judged = await Judged.start(settings, { realTime: () => time.now })
  for (const { test, play } of Object.values(exhibits)) {
    await judged.control.post('/reset', { label: test })
    await play(new Gallery(judged, time))
  }
  await judged.control.post('/reset', { label: 'the end' })
  return await judged.report()
}
