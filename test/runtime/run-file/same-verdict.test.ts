import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ReportResponse } from '../../../src/control/contract/calls/report.ts'
import { Attempt, PATIENCE } from '../../support/attempt.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient, paidBody } from '../../support/gateway-client.ts'
import type { TestSandbox } from '../../support/start.ts'
import { recordedRun } from './recorded-run.ts'

/** A purchase whose bank takes its time, and whose client does not wait for it. */
async function giveUpOn(sandbox: TestSandbox, id: string): Promise<void> {
  const control = new ControlClient(sandbox.url)
  const slow = { name: 'slow', when: { operation: 'purchase' }, times: 1, outcome: { delay: '1s' } }
  await control.post('/rules', slow)
  const attempt = new Attempt(sandbox.api, '/transactions/purchase', { id, body: paidBody() })
  await vi.waitFor(() => expect(sandbox.world.rules.countOf('rules/slow')?.hits).toBe(1), PATIENCE)
  attempt.leave()
  await attempt.seen
}

async function reportOf(sandbox: TestSandbox): Promise<ReportResponse> {
  return (await new ControlClient(sandbox.url).get<ReportResponse>('/report')).body
}

/** Without times: a call was on its way for a while before it was dealt with, which is what is recorded. */
function told({ code, subject, message, steps }: ReportResponse['findings'][number]) {
  const timeless = (text: string) =>
    text.replace(/(?:\d+\.\d s|right)(?= after)|\d+\.\d s(?: later)?|at once(?=,)/, 'some time')
  const shown = steps.map(({ text, kind, audit }) => [kind, audit, timeless(text)])
  return { code, subject, message: timeless(message), steps: shown }
}

async function isThrough(sandbox: TestSandbox, requests: number): Promise<void> {
  await expect.poll(() => sandbox.world.history.entries().length).toBe(requests)
}

test.each([
  ['pays again', false, 'Unsafe: 1 double charge, AUD 10.00 overcharged; 1 blind retry'],
  ['looks, hears that nobody knows, and pays again', true, 'Unsafe: 1 double charge'],
])(
  'a client that gives up on a slow bank and %s is found out in the opened run too',
  async (_what, looks, headline) => {
    let live: ReportResponse | undefined
    const run = await recordedRun(async (sandbox) => {
      const client = new GatewayClient(sandbox.api)
      await giveUpOn(sandbox, 'a')
      if (looks) await client.search('a')
      await client.purchase({}, { 'x-correlation-id': 'b' })
      await isThrough(sandbox, looks ? 3 : 2)
      live = await reportOf(sandbox)
    })
    expect(live?.headline).toContain(headline)
    expect(run.report.headline).toBe(live?.headline)
    expect(run.report.findings.map(told)).toEqual(live?.findings.map(told))
  },
)

test('a rule of a file that nobody met is reported in the opened run too', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'unmet-'))
  const file = path.join(folder, 'mine.yaml')
  await writeFile(
    file,
    'name: mine\nrules:\n  - {name: never, when: {reference: Z}, outcome: {status: declined}}\n',
  )
  try {
    let live: ReportResponse | undefined
    const run = await recordedRun(
      async (sandbox) => {
        await new GatewayClient(sandbox.api).purchase()
        live = await reportOf(sandbox)
      },
      { scenarios: ['default', file], explicit: { scenarios: true, clock: true, seed: true } },
    )
    expect(live?.findings.map(({ code }) => code)).toEqual(['unmatched-rule'])
    expect(run.report.findings).toEqual(live?.findings)
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
})

test('a temporary rule that nobody met is reported in the opened run as at its end', async () => {
  const run = await recordedRun(async (sandbox) => {
    const rule = { name: 'never', when: { operation: 'refund' }, outcome: { status: 'declined' } }
    await new ControlClient(sandbox.url).post('/rules', rule)
    await new GatewayClient(sandbox.api).purchase()
  })
  expect(run.report.findings.map(({ code, subject }) => [code, subject])).toEqual([
    ['unmatched-rule', 'rule never'],
  ])
})
