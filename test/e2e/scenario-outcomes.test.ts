import { afterAll, describe, expect, test } from 'vitest'
import type { UpcomingResponse } from '../../src/control/contract/calls/clock.ts'
import type { FaultDocument } from '../../src/scenario/faults/table.ts'
import type { OutcomeDocument, WhenDocument } from '../../src/scenario/scenario-document.ts'
import { Attempt } from '../support/attempt.ts'
import {
  byDirectDebit,
  cents,
  faultsOf,
  newId,
  type Overrides,
  paidBody,
} from '../support/gateway-client.ts'
import {
  advance,
  openShop,
  outcomeNow,
  outcomeOf,
  outcomesFound,
  ruleOf,
  type Shop,
} from '../support/shop.ts'
import { SocketClient } from '../support/socket-client.ts'
import { startTestSandbox } from '../support/start.ts'

const sandbox = await startTestSandbox()
afterAll(() => sandbox.stop())

/** A shop whose every transaction ends so. */
function shopWith(outcome: OutcomeDocument, when: WhenDocument = {}): Promise<Shop> {
  return openShop(sandbox, { name: 'mine', rules: [{ name: 'rule', when, outcome }] })
}

describe('the response of the bank', () => {
  test.each<[OutcomeDocument, Overrides, string]>([
    [{ status: 'approved' }, {}, 'approved 00'],
    [{ status: 'declined' }, {}, 'declined 05'],
    [{ status: 'error' }, {}, 'error 96'],
    [{ status: 'pending' }, {}, 'pending'],
    [{ status: 'unknown' }, {}, 'unknown -99'],
    [{ response_code: '51' }, {}, 'declined 51'],
    [{ response_code: 'X9' }, {}, 'declined X9'],
    [{ status: 'approved', response_code: '51' }, {}, 'approved 51'],
    [{ response_code: 'from-amount' }, cents(5), 'declined 05'],
    [{ response_code: 'from-pan' }, {}, 'approved 11'],
    [{ gateway_status_code: 30 }, {}, 'error 30'],
    [{ gateway_status_code: 1234 }, {}, 'error 1234'],
    [{ gateway_status_code: -99 }, {}, 'unknown -99'],
    [{ status: 'declined', gateway_status_code: 40 }, {}, 'declined 40'],
    [{ response_code: '3' }, byDirectDebit(), 'declined 3'],
    [{ response_code: 'from-bsb' }, byDirectDebit(), 'declined 0'],
    [{ status: 'approved' }, byDirectDebit(), 'approved 00'],
    [{}, {}, 'approved 00'],
    [{}, byDirectDebit(), 'pending'],
  ])('%o', async (outcome, changes, expected) => {
    const shop = await shopWith(outcome)
    const answer = await shop.gateway.purchase(changes)
    expect([outcomeOf(answer.body), ruleOf(answer)]).toEqual([expected, 'mine/rule'])
    expect((await shop.gateway.lookup(answer.body.audit)).body.status).toEqual(answer.body.status)
  })
})

describe('KVPs', () => {
  const kvps = { RISK_SCORE: '17', 'BANK.HINT': 'call us' }
  const added = {
    'GATEWAY.RESPONSE.KVP.RISK_SCORE': '17',
    'GATEWAY.RESPONSE.KVP.BANK.HINT': 'call us',
  }

  test('are next to those of the request and of the gateway', async () => {
    const shop = await shopWith({ kvps })
    const { audit, kvps: answered } = (await shop.gateway.purchase({ kvps: { BASKET: '9' } })).body
    expect(answered).toEqual({
      'GATEWAY.REQUEST.KVP.BASKET': '9',
      'GATEWAY.RESPONSE.KVP.AUTHORISATION_CODE': expect.stringMatching(/^\d{6}$/),
      'GATEWAY.RESPONSE.KVP.TRACE_NUMBER': expect.any(String),
      ...added,
    })
    expect((await shop.gateway.lookup(audit)).body.kvps).toEqual(answered)
  })
})

describe('later moves', () => {
  test('come one after the other, counted from the creation', async () => {
    const shop = await shopWith({
      resolves: [
        { after: '1h', status: 'approved' },
        { after: '2 banking days', status: 'declined', response_code: '4' },
      ],
    })
    const { audit } = (await shop.gateway.purchase(byDirectDebit())).body
    const { scheduled } = (await shop.control.get<UpcomingResponse>('/clock/upcoming')).body
    expect(scheduled.map(({ at, event }) => `${event} ${at}`)).toEqual([
      'cleared 2026-03-10T02:00:00.000Z',
      'returned 2026-03-12T01:00:00.000Z',
    ])
    expect(await advance(shop, { by: '1h' })).toEqual([
      `cleared ${audit} at 2026-03-10T02:00:00.000Z: approved`,
    ])
    expect(await outcomeNow(shop, audit)).toBe('approved 00')
    expect(await advance(shop, { by: '9d' })).toEqual([
      `returned ${audit} at 2026-03-12T01:00:00.000Z: declined`,
    ])
    expect(await outcomeNow(shop, audit)).toBe('declined 4')
  })

  test('an unknown refund that is declined leaves its amount to be refunded', async () => {
    const outcome: OutcomeDocument = {
      status: 'unknown',
      resolves: { after: '1m', status: 'declined' },
    }
    const rule = { when: { operation: 'refund' }, times: 1, outcome }
    const shop = await openShop(sandbox, { name: 'mine', rules: [rule] })
    const { audit } = (await shop.gateway.purchase()).body
    expect(outcomeOf((await shop.gateway.refund(audit)).body)).toBe('unknown -99')
    const overdrawn = await shop.gateway.refund(audit)
    expect(faultsOf(overdrawn)[0]).toContain('refund_exceeds_original')
    await advance(shop, { by: '1m' })
    expect(outcomeOf((await shop.gateway.refund(audit)).body)).toBe('approved 00')
  })
})

test('a preauthorisation that expires at once cannot be completed', async () => {
  const shop = await shopWith({ expires: 'at-once' }, { operation: 'preauthorisation' })
  const { audit, status, _links } = (await shop.gateway.preauthorise()).body
  expect([outcomeOf({ status }), Object.keys(_links)]).toEqual(['approved 00', ['self']])
  expect((await shop.control.get<UpcomingResponse>('/clock/upcoming')).body.scheduled).toEqual([])
  expect(outcomeOf((await shop.gateway.complete(audit)).body)).toBe('declined 25')
})

describe('a rule looks at', () => {
  const conditions: [string, WhenDocument, Overrides, Overrides][] = [
    ['the merchant', { merchant: [2, 3] }, { 'merchant.id': 3 }, { 'merchant.id': 1 }],
    ['the method', { method: 'direct_debit' }, byDirectDebit(), {}],
    ['an amount', { amount: '1050' }, cents(1050), cents(105)],
    ['a range of amounts', { amount: { min: 500, max: 1000 } }, cents(1000), cents(1001)],
    ['the currency', { currency: ['NZD', 'U*'] }, currency('USD'), currency('AUD')],
    ['the card', { pan: '5555*' }, pan('5555555555554444'), {}],
    ['the card type', { card_type: 'amex' }, pan('378282246310005'), {}],
    ['the CVV', { cvv: '12?' }, {}, { 'transaction.payment_method.creditcard.cvv': '999' }],
    ['the BSB', { bsb: '062-*' }, byDirectDebit(), {}],
    ['the account', { account_number: '*678' }, byDirectDebit(), {}],
    ['the reference', { reference: 'order *' }, {}, { 'transaction.reference': 'ticket 1' }],
    ['a KVP', { kvp: { SHOP: 'n*' } }, { kvps: { SHOP: 'north' } }, { kvps: { SHOP: 'south' } }],
  ]

  test.each(conditions)('%s', async (_field, when, met, unmet) => {
    const { gateway } = await shopWith({ status: 'error' }, when)
    expect(ruleOf(await gateway.purchase(met))).toBe('mine/rule')
    expect(ruleOf(await gateway.purchase(unmet))).toBeUndefined()
  })

  function currency(code: string): Overrides {
    return { 'transaction.amount_details.currency': code }
  }

  function pan(number: string): Overrides {
    return { 'transaction.payment_method.creditcard': { pan: number, expiry_date: '1230' } }
  }
})

describe('a fault', () => {
  test('after processing comes with whatever else the rule asks for', async () => {
    const shop = await shopWith(
      {
        response_code: '51',
        delay: '20ms',
        fault: { at: 'after', truncate: true },
      },
      { operation: 'purchase' },
    )
    const attempt = new Attempt(shop.api, '/transactions/purchase', { body: paidBody() })
    expect(await attempt.seen).toBe('cut off')
    expect(await outcomesFound(shop, attempt.id)).toEqual(['declined 51'])
  })

  test.each<[FaultDocument]>([
    [{ at: 'after', http: 500 }],
    [{ at: 'after', truncate: true }],
    [{ at: 'after', garbage: true }],
    [{ at: 'after', reset: true }],
    [{ at: 'after', hang: true }],
    [{ at: 'after', dribble: '1h' }],
  ])('%o finds nobody when the client leaves during the delay', async (fault) => {
    const shop = await shopWith({ delay: '200ms', fault }, { operation: 'purchase' })
    const attempt = new Attempt(shop.api, '/transactions/purchase', { body: paidBody() })
    await expect.poll(() => shop.world.unanswered.size).toBe(1)
    attempt.leave()
    await expect.poll(() => shop.world.unanswered.size).toBe(0)
    expect(await outcomesFound(shop, attempt.id)).toEqual(['approved 00'])
    expect(sandbox.logs).toEqual([])
  })

  test.each<[FaultDocument, string]>([
    [{ at: 'after', truncate: true }, 'cut off'],
    [{ at: 'after', garbage: true }, 'not JSON'],
    [{ at: 'after', dribble: '20ms' }, 'HTTP 200'],
    [{ at: 'before', truncate: true }, 'cut off'],
    [{ at: 'before', garbage: true }, 'not JSON'],
  ])('%o breaks a response that would have no body', async (fault, seen) => {
    const shop = await shopWith({ fault }, { operation: 'customer_delete' })
    const { id } = (await shop.vault.createCustomer()).body
    const attempt = new Attempt(shop.api, `/customers/${id}`, { method: 'DELETE' })
    expect(await attempt.seen).toBe(seen)
    expect((await shop.vault.customer(id)).status).toBe(fault.at === 'before' ? 200 : 404)
  })

  test('a response in drips lets go of a client that has heard enough', async () => {
    const fault: FaultDocument = { at: 'after', dribble: '24h' }
    const shop = await shopWith({ fault }, { operation: 'purchase' })
    const sent = { id: newId(), body: paidBody() }
    const client = new SocketClient(shop.api, '/transactions/purchase', sent)
    await client.begun
    expect(shop.world.unanswered.size).toBe(1)
    client.leave()
    await expect.poll(() => shop.world.unanswered.size).toBe(0)
    const { text } = await client.seen
    expect(text).toMatch(/\r\n\r\n.?$/)
  })
})
