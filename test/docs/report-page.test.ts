import { expect, test } from 'vitest'
import { textReport } from '../../src/cli/report/report-format.ts'
import { settingsFrom } from '../../src/runtime/config/settings-from.ts'
import { readPlan } from '../../src/runtime/plan-file.ts'
import { lostAfter, SimulatedTest } from '../judge/support/test-chapter.ts'
import { reportFrom } from '../judge/support/test-report.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { blocksOf, page } from './pages.ts'

/** Whatever the time, the request and the audit were. */
function timeless(text: string): string {
  return text
    .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, 'TIME')
    .replaceAll(/audit \d+ approved, request \d+/g, 'audit')
}

test('the report that the page shows is one that the program makes', () => {
  const told = new SimulatedTest({}, 'checkout survives a timeout')
  told.pay({ ...lostAfter, id: 'corr-1' })
  told.pay({ made: 'approved', id: 'corr-2' })
  const text = textReport(reportFrom(told))
  const [shown] = blocksOf(page('docs/guides/report.md'), 'text')
  // The page leaves out that the same payment is a blind retry as well.
  const lines = timeless(text).split('\n')
  for (const line of timeless(shown?.code.trim() ?? '').split('\n')) expect(lines).toContain(line)
})

test('the accepted finding and the plan that the manual shows can be read', async () => {
  const [accepting] = blocksOf(page('docs/guides/accept-and-compare.md'), 'yaml')
  const [shown] = blocksOf(page('docs/reference/coverage.md'), 'yaml')
  await using folder = await scratchFolder({
    'config.yaml': accepting?.code ?? '',
    'plan.yaml': shown?.code ?? '',
  })
  const { accept } = await settingsFrom({ config: folder.at('config.yaml') }, 'serve')
  expect(accept).toHaveLength(1)
  expect(await readPlan(folder.at('plan.yaml'))).toHaveLength(2)
  expect((await readPlan('go-live-au')).length).toBeGreaterThan(30)
})
