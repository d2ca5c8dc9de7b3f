import { expect, test, vi } from 'vitest'
import type { RequestListResponse } from '../../../src/control/contract/calls/requests.ts'
import { Attempt, PATIENCE } from '../../support/attempt.ts'
import { paidBody } from '../../support/gateway-client.ts'
import { PageClient, wordsOf } from '../../support/page-client.ts'
import { Judged } from './judged.ts'

test('a request that hangs is reported until its response is over, and then has a number', async () => {
  await using judged = await Judged.start()
  const list = async () => (await judged.control.get<RequestListResponse>('/requests')).body
  const outcome = { fault: { at: 'after', hang: true } }
  await judged.control.post('/rules', { when: { operation: 'purchase' }, outcome })
  const body = paidBody()
  const path = '/transactions/purchase'
  const hanging = new Attempt(judged.sandbox.api, path, { id: 'corr-1', body })
  await vi.waitFor(async () => expect((await list()).waiting).toHaveLength(1), PATIENCE)
  const { requests, waiting } = await list()
  expect(requests).toEqual([])
  expect(waiting).toMatchObject([
    { operation: 'purchase', method: 'POST', correlation_id: 'corr-1', waited: expect.any(Number) },
  ])
  const page = await new PageClient(judged.sandbox.url).get('/_sandbox/requests')
  expect(wordsOf(page.text)).toContain(
    '1 request without a response yet: purchase corr-1 , its client is waiting.',
  )
  const payment = await new PageClient(judged.sandbox.url).get('/_sandbox/payments/default-1-1')
  expect(wordsOf(payment.text)).toMatch(
    /The client still waits for its response\..* What happened .* appear here when the request ends/,
  )
  await judged.pass('1h')
  hanging.leave()
  await vi.waitFor(async () => {
    expect(await list()).toEqual({ requests: [expect.objectContaining({ id: 1 })], next: null })
  }, PATIENCE)
  const arrived = '2026-03-10T01:00:00.000Z'
  const [request] = (await list()).requests
  const [told] = await judged.payments()
  expect([request?.at, told?.steps[0]?.at]).toEqual([arrived, arrived])
})
