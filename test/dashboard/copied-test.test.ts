import { expect, test } from 'vitest'
import type { RequestResponse } from '../../src/control/contract/calls/requests.ts'
import { paymentTest } from '../../src/dashboard/copying/payment-code.ts'
import type { PaymentDocument } from '../../src/judge/payments/payment-document.ts'

const evil = ['\'"`$', '{globalThis.hasRun = true}\n*/ globalThis.hasRun = true //'].join('')

test('a test copied from a foreign run file sends its texts and runs none of them', async () => {
  const request = {
    id: 1,
    operation: null,
    rule: null,
    fault: null,
    response: { status: 200, body: null },
    request: {
      method: evil,
      path: `/v1/${evil}`,
      query: { q: evil },
      correlation_id: evil,
      body: { [evil]: evil },
    },
  } as unknown as RequestResponse
  const payment = {
    id: evil,
    reference: evil,
    verdict: 'paid',
    steps: [{ request: 1, kind: 'request' }],
  } as unknown as PaymentDocument
  const code = paymentTest(payment, [request])
    .replaceAll(/^import .*$/gm, '')
    .replace('await using', 'const')
  const sent: unknown[] = []
  const run = new Function('startSandbox', 'expect', 'test', 'fetch', `return ${code.trim()}`)
  await run(
    async () => ({ api: 'base', payments: async () => [{ verdict: 'paid' }] }),
    expect,
    (_title: string, body: () => Promise<void>) => body(),
    async (...call: unknown[]) => sent.push(call),
  )
  expect(sent).toMatchObject([[expect.stringMatching(/^base\//), { method: evil }]])
  expect(globalThis).not.toHaveProperty('hasRun')
})
