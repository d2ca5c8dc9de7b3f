import { expect, test } from 'vitest'
import { RunSummary } from '../../../src/cli/words/run-summary.ts'
import { Judged } from '../../insight/wire/judged.ts'

test('every rule that shaped an answer counts as met', async () => {
  const summary = new RunSummary()
  await using judged = await Judged.start({}, { onWorld: summary.watch })
  const when = { operation: 'purchase' }
  await judged.control.post('/rules', { name: 'slow', when, outcome: { delay: '1ms' } })
  await judged.control.post('/rules', { name: 'no', when, outcome: { status: 'declined' } })
  await judged.pay('a')
  await judged.report()
  expect(summary.document()).toMatchObject({
    requests: 1,
    rules: { 'rules/no': 1, 'rules/slow': 1 },
  })
})
