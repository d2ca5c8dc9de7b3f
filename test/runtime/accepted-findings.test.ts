import { expect, test } from 'vitest'
import { junitReport } from '../../src/cli/report/junit-report.ts'
import { markdownReport, textReport } from '../../src/cli/report/report-format.ts'
import { startSandbox } from '../../src/index.ts'
import { GatewayClient } from '../support/gateway-client.ts'

const accept = [
  { code: 'card-number-in-text', test: 'double click', because: 'tested on purpose' },
  { code: 'unresolved', because: 'fixed in May' },
] as const

/** A card number in a reference is an error. */
async function slip(api: string): Promise<void> {
  await new GatewayClient(api).purchase({ 'transaction.reference': 'card 4111111111111111' })
}

test('accepted findings beyond those that are kept do not fail either', async () => {
  const report = { accept: [{ code: 'unresolved', because: 'known' }], findings_kept: 2 } as const
  await using sandbox = await startSandbox({ config: { report } })
  for (const label of ['one', 'two']) {
    await sandbox.reset({ label })
    for (const reference of ['A-1', 'A-2', 'A-3']) {
      await sandbox.scenarios.rule({ when: {}, outcome: { fault: { at: 'after', http: 503 } } })
      await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': reference })
    }
  }
  expect(await sandbox.report()).toMatchObject({
    verdict: 'warnings',
    counts_by_code: {},
    dropped_findings: 0,
  })
})

test('an accepted finding is listed with its reason and does not fail; one that is not seen is reported', async () => {
  await using sandbox = await startSandbox({ config: { report: { accept } } })
  for (const label of ['double click', 'double click']) {
    await sandbox.reset({ label })
    await slip(sandbox.api)
  }
  const report = await sandbox.report()
  expect(report).toMatchObject({
    verdict: 'warnings',
    headline: 'Warnings: 2 accepted',
    counts: { error: 0 },
    counts_by_code: {},
    findings: [],
    accepted: [
      { code: 'card-number-in-text', severity: 'error', test: { label: 'double click' } },
      { because: 'tested on purpose' },
    ],
    unused_accepts: [{ code: 'unresolved', because: 'fixed in May' }],
    tests: [{ label: 'double click', verdict: 'untested', counts: { error: 0 } }, {}],
  })
  for (const text of [textReport(report), markdownReport(report)]) {
    expect(text).toContain(
      'Accepted: Card number in free text (card-number-in-text) in test "double click": tested on purpose (2 times).',
    )
    expect(text).toContain(
      'Accepted in the config, but not found in this run: Unresolved (unresolved). Remove it from report.accept.',
    )
  }
  expect(junitReport(report, false)).toContain(
    'name="Card number in free text (card-number-in-text) in double click"><skipped message="Accepted: tested on purpose"/>',
  )
})

test('in another test, the same finding fails', async () => {
  await using sandbox = await startSandbox({ config: { report: { accept } } })
  await sandbox.reset({ label: 'single click' })
  await slip(sandbox.api)
  const { verdict, counts, accepted, tests } = await sandbox.report()
  expect([verdict, counts.error, accepted]).toEqual(['unsafe', 1, []])
  expect(tests).toMatchObject([{ verdict: 'unsafe', counts: { error: 1 } }])
})
