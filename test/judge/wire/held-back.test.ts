import { expect, test, vi } from 'vitest'
import type { TransactionsResponse } from '../../../src/control/contract/calls/transactions.ts'
import { PATIENCE } from '../../support/attempt.ts'
import { Judged } from './judged.ts'

/** The network holds the first purchase back until somebody has searched for it. */
async function heldBack(delayed: true | string = true): Promise<Judged> {
  const judged = await Judged.start()
  const when = { operation: 'purchase' }
  await judged.control.post('/rules', { name: 'held', when, times: 1, outcome: { delayed } })
  await judged.giveUpOn('first', 'rules/held')
  return judged
}

async function arrived(judged: Judged): Promise<void> {
  await vi.waitFor(async () => {
    const { body } = await judged.control.get<TransactionsResponse>('/transactions')
    expect(body.transactions.length).toBeGreaterThan(0)
  }, PATIENCE)
}

/** A search that finds nothing; the request arrives after it. */
async function searchTooEarly(judged: Judged): Promise<void> {
  expect((await judged.client.search('first')).body.results).toEqual([])
  await arrived(judged)
}

test('wrong: one search, and the payment is given up', async () => {
  await using judged = await heldBack()
  await searchTooEarly(judged)
  const [finding, ...others] = await judged.findings()
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    code: 'unresolved',
    message:
      'The search had its response before the request arrived, so it proves nothing. AUD 10.00 was charged, and the client does not know that.',
    advice: expect.stringMatching(/^Before you trust an empty response to .* wait longer/),
    steps: [
      {
        text: expect.stringMatching(
          /^the client stopped waiting after .*, before the request arrived; it arrived after a search for it was empty: approved$/,
        ),
      },
      { text: 'found nothing: not processed' },
    ],
  })
})

test('wrong: one search, and another request that is declined', async () => {
  await using judged = await heldBack()
  await searchTooEarly(judged)
  await judged.control.post('/rules', { when: {}, outcome: { status: 'declined' }, times: 1 })
  await judged.pay('second')
  expect(await judged.codes()).toEqual(['unresolved'])
})

test('late: one search, and another request', async () => {
  await using judged = await heldBack()
  await searchTooEarly(judged)
  await judged.pay('second')
  const [finding, ...others] = await judged.findings()
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    code: 'late-request',
    severity: 'warning',
    message: expect.stringMatching(
      /^The purchase with correlation id first arrived late: a search for it had been empty, and the client had sent it again\. Charged twice/,
    ),
  })
})

test('wrong: another request without a search', async () => {
  await using judged = await heldBack('20ms')
  await judged.pay('second')
  await vi.waitFor(async () => {
    expect(await judged.codes()).toEqual(['double-charge', 'blind-retry'])
  }, PATIENCE)
})

test('right: a second search after it has arrived', async () => {
  await using judged = await heldBack()
  await searchTooEarly(judged)
  await judged.client.search('first')
  expect(await judged.codes()).toEqual([])
  expect((await judged.report()).verdict).toBe('safe')
})

test('right: sent again with its own id, and asked why that was refused', async () => {
  await using judged = await heldBack()
  await searchTooEarly(judged)
  expect((await judged.pay('first'))?.status).toBe(409)
  await judged.client.search('first')
  expect(await judged.codes()).toEqual([])
})

test('right: the clock is moved on after it was sent again with its id, and only then it arrives', async () => {
  await using judged = await heldBack()
  await judged.pay('first')
  await judged.pass('25h')
  await judged.client.search('first')
  await vi.waitFor(async () => {
    expect(await judged.codes()).toEqual(['late-request', 'search-too-late'])
  }, PATIENCE)
  const [late] = await judged.findings()
  expect(late).toMatchObject({
    message: expect.stringMatching(
      /^The purchase with correlation id first arrived late: the client had sent it again\. Charged twice/,
    ),
    advice: expect.stringMatching(/^Do not move the clock past the cache time/),
  })
})
