import { describe, expect, test } from 'vitest'
import type { Overrides } from '../../support/gateway-client.ts'
import { amount, Judged } from './judged.ts'

const order = { 'transaction.reference': 'A-1', ...amount(4995) }
const currency = { 'transaction.amount_details.currency': 'NZD' }
const card = { 'transaction.payment_method.creditcard.pan': '5555555555554444' }

/** The bank is not sure what happened to the first payment; gives its audit. */
async function unsure(code: string, changes: Overrides = {}) {
  const judged = await Judged.start()
  const outcome = { status: 'error', response_code: code }
  await judged.control.post('/rules', { when: { correlation_id: 'a' }, outcome })
  const answer = await judged.pay('a', { ...order, ...changes })
  return { judged, audit: answer?.body.audit ?? 0 }
}

const same: Overrides = {}

const again: readonly (readonly [string, Overrides])[] = [
  ['as it was', same],
  ['with another card', card],
  ['at another merchant', { 'merchant.id': 2 }],
  ['in another currency', currency],
  ['under a suffixed reference', { 'transaction.reference': 'A-1-2' }],
]

describe.each(['09', '68', '94'])('after response code %s', (code) => {
  test.each(again)('wrong: it is sent again %s, and nobody has looked', async (_what, changes) => {
    const { judged, audit } = await unsure(code)
    await using _judged = judged
    await judged.pay('b', { ...order, ...changes })
    const findings = await judged.findings()
    const finding =
      changes === same
        ? { code: 'blind-retry', message: expect.stringContaining('Sent again') }
        : { code: 'unresolved', message: expect.stringMatching(/later|at once/i) }
    expect(findings).toMatchObject([{ ...finding, severity: 'error' }])
    expect(findings[0]?.advice).toContain(`GET /v1/transactions/${audit} `)
  })

  test('wrong: a 409 to the same id is taken for a payment', async () => {
    const { judged, audit } = await unsure(code)
    await using _judged = judged
    const refused = await judged.pay('a', order)
    expect(refused?.status).toBe(409)
    const findings = await judged.findings()
    expect(findings).toMatchObject([
      { code: 'unresolved', message: expect.stringContaining(`The bank was not sure (${code})`) },
    ])
    expect(findings[0]?.advice).toContain(`GET /v1/transactions/${audit} `)
    await judged.client.lookup(audit)
    expect(await judged.codes()).toEqual([])
  })

  test.each(again)('right: it is looked up, and then sent again %s', async (_what, changes) => {
    const { judged, audit } = await unsure(code)
    await using _judged = judged
    await judged.client.lookup(audit)
    await judged.pay('b', { ...order, ...changes })
    expect(await judged.codes()).toEqual([])
  })

  test('wrong: it is taken as paid or as failed, and nobody has looked', async () => {
    const { judged } = await unsure(code)
    await using _judged = judged
    expect(await judged.findings()).toMatchObject([
      {
        code: 'unresolved',
        message: expect.stringMatching(
          `^The bank was not sure \\(${code}\\), and the client never looked it up\\. It was not processed`,
        ),
      },
    ])
  })
})

test('near: after a decline, a payment elsewhere is no retry of it', async () => {
  await using judged = await Judged.start()
  await judged.pay('a', { ...order, ...amount(1_000_051) })
  await judged.pay('b', { ...order, ...amount(1_000_051), 'transaction.reference': 'A-1-2' })
  expect(await judged.codes()).toEqual([])
})
