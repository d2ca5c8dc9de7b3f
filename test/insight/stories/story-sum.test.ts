import { describe, expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import type { Exchange } from '../../../src/insight/exchange.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const debit = { made: 'pending', rail: 'direct_debit' } as const satisfies Told

test('the sum of a payment that went well', () => {
  const told = new ToldChapter()
  told.pay({ ...paid, currency: 'NZD', total: 5070 })
  expect(told.stories()).toMatchObject([
    {
      verdict: 'paid',
      rail: 'card',
      returned: false,
      charged: 5070,
      refunded: 0,
      doubled: null,
      amount: 4995,
      currency: 'NZD',
    },
  ])
})

describe('whether the bank returned it', () => {
  test.each<readonly [string, boolean, (told: ToldChapter) => void]>([
    ['a debit that came back', true, (told) => told.moved(told.pay(debit), 'declined')],
    [
      'a debit that came back, and was sent again',
      false,
      (told) => {
        const audit = told.pay(debit)
        told.moved(audit, 'declined')
        told.lookup(audit, 'declined')
        told.pay(debit)
      },
    ],
    ['a card that was declined', false, (told) => told.pay({ made: 'declined' })],
    [
      'a card that was declined later',
      false,
      (told) => told.moved(told.pay({ made: 'pending' }), 'declined'),
    ],
    ['a debit that is pending', false, (told) => told.pay(debit)],
  ])('%s: %s', (_what, returned, play) => {
    const told = new ToldChapter()
    play(told)
    expect(told.stories()[0]?.returned).toBe(returned)
  })
})

describe('what was done too often', () => {
  const back = { operation: 'refund', amount: 1000 } as const satisfies Told

  test.each<readonly [string, unknown, (told: ToldChapter) => void]>([
    ['charged', { what: 'charged', times: 2 }, (told) => [told.pay(lostAfter), told.pay(paid)]],
    [
      'refunded',
      { what: 'refunded', times: 2 },
      (told) => {
        const target = told.pay(paid)
        told.pay({ ...lostAfter, ...back, target })
        told.pay({ ...paid, ...back, target })
      },
    ],
    [
      'held',
      { what: 'held', times: 2 },
      (told) => {
        told.pay({ ...lostAfter, operation: 'preauthorisation' })
        told.pay({ ...paid, operation: 'preauthorisation' })
      },
    ],
    ['nothing', null, (told) => [told.pay({ made: 'declined' }), told.pay(paid)]],
  ])('%s', (_what, doubled, play) => {
    const told = new ToldChapter()
    play(told)
    expect(told.stories()[0]?.doubled).toEqual(doubled)
  })
})

/** A request with this payment method, of which nothing is known but what it says. */
function withMethod(method: object | undefined, changes: Partial<Exchange> = {}): ToldChapter {
  const told = new ToldChapter()
  send(told, method, changes)
  return told
}

function send(
  told: ToldChapter,
  method: object | undefined,
  changes: Partial<Exchange> = {},
): void {
  const base = told.exchangeOf({ ...lostBefore, card: undefined })
  const body = JSON.parse(JSON.stringify({ transaction: { payment_method: method } }))
  told.history.ended({ ...base, request: { ...base.request, body }, ...changes })
}

describe('how it was to be paid', () => {
  test.each<readonly [string, 'card' | 'debit' | null, object | undefined]>([
    ['a card', 'card', { creditcard: { pan: '456400…0001' } }],
    ['a token', null, { creditcard: { pan: '9456…' } }],
    ['a bank account', 'debit', { directdebit: { account_number: '…789' } }],
    ['a bank account beside a card without a number', 'debit', { creditcard: {}, directdebit: {} }],
    ['a card without a number', null, { creditcard: {} }],
    ['nothing', null, undefined],
  ])('by the request, if nothing was processed: %s', (_what, rail, method) => {
    expect(withMethod(method).stories()[0]?.rail).toBe(rail)
  })

  test('by the card, if the request does not say it or has no answer yet', () => {
    expect(withMethod(undefined, { card: 'card-1' }).stories()[0]?.rail).toBe('card')
    const told = new ToldChapter()
    told.slow({ status: undefined })
    expect(told.stories()[0]?.rail).toBe('card')
    const unknown = new ToldChapter()
    unknown.slow({ status: undefined, card: undefined })
    expect(unknown.stories()[0]?.rail).toBeNull()
  })

  test('by the first request that says it', () => {
    const told = withMethod({ creditcard: { pan: '9456…' } })
    send(told, { directdebit: {} })
    expect(told.stories().map(({ rail }) => rail)).toEqual(['debit'])
  })

  test.each<readonly [string, Told]>([
    ['card', paid],
    ['debit', debit],
  ])('by the transaction, whatever the request before it said: %s', (rail, next) => {
    const told = withMethod(rail === 'card' ? { directdebit: {} } : { creditcard: { pan: '4…' } })
    told.pay(next)
    expect(told.stories().map((story) => story.rail)).toEqual([rail])
  })
})

describe('the masked numbers of what was to pay', () => {
  const card = (pan: unknown) => ({ creditcard: { pan } })
  const sent = (...methods: readonly object[]) => {
    const told = new ToldChapter()
    for (const method of methods) send(told, method)
    told.search('corr-1', null)
    return told.stories()[0]?.paidWith
  }

  test.each<readonly [string, readonly object[], readonly string[]]>([
    ['a card', [card('456400…0001')], ['456400…0001']],
    ['a card that was sent twice', [card('456400…0001'), card('456400…0001')], ['456400…0001']],
    ['two cards', [card('456400…0001'), card('512345…0008')], ['456400…0001', '512345…0008']],
    ['an account', [{ directdebit: { account_number: '…789' } }], ['…789']],
    ['a number that is no text', [card(4564)], []],
    ['none', [{}], []],
  ])('%s', (_what, methods, numbers) => {
    expect(sent(...methods)).toEqual(numbers)
  })

  test('are those of requests: a search has none', () => {
    const told = withMethod(card('456400…0001'))
    const search = told.exchangeOf({})
    const body = { transaction: { payment_method: { creditcard: { pan: redactText('x') } } } }
    const request = { ...search.request, body }
    const facts = { waitedMs: 1, about: { audit: 7 }, shown: null }
    told.history.ended({ ...search, operation: 'lookup', request, facts })
    expect(told.stories()).toMatchObject([{ paidWith: ['456400…0001'], steps: [{}, {}] }])
  })
})
