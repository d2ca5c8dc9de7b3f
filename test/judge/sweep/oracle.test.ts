import { expect, test } from 'vitest'
import type { BaselineCall } from '../../../src/judge/sweep/cells/call-names.ts'
import type { KnownCall } from '../../../src/judge/sweep/cells/call-schema.ts'
import type { CallEffect, CallMoney, RunMoney } from '../../../src/judge/sweep/document/baseline.ts'
import { Sums } from '../../../src/judge/sweep/money/money.ts'
import { judgeMoney } from '../../../src/judge/sweep/money/oracle.ts'
import { moneyOf } from '../../../src/judge/sweep/money/run-money.ts'

const none = {
  currency: 'AUD',
  charged: 0,
  held: 0,
  refunded: 0,
  ever_charged: 0,
  ever_refunded: 0,
}

type Part = Partial<CallEffect> & { readonly card?: 'visa' | 'master' }

function effect({ card = 'visa', ...part }: Part): CallEffect {
  return { ...none, payer: `card ${card}`, ...part }
}

const paid = (cents = 4995, part: Part = {}) =>
  effect({ charged: cents, ever_charged: cents, ...part })
const byMaster = (cents = 4995) => paid(cents, { card: 'master' })
const held = (cents = 4995) => effect({ held: cents, ever_charged: cents })
const undone = (cents = 4995) => effect({ ever_charged: cents })
const back = (cents = 4995, refund_of = 'A-1') =>
  effect({ refunded: cents, ever_refunded: cents, refund_of })
const sentBack = (cents = 4995) => effect({ refunded: cents, ever_refunded: cents })

/** A hold that was completed, and its completion. */
const holdOf = (cents = 4995) => effect({ ever_charged: cents, part: 'preauthorisation' })
const openHold = (cents = 4995) => effect({ ...holdOf(cents), held: cents })
const completed = (cents = 4995) => paid(cents, { part: 'completion' })

/** Its name, reference, and effect; `!` marks the struck call and what looks like it, `?` what was sent blindly. */
type TestCall = readonly [name: string, reference: string, effect?: CallEffect]

function money(...told: readonly TestCall[]): RunMoney {
  const calls = told.map(
    ([name, reference, done]): CallMoney => ({
      name: name.replace(/[!?]+$/, ''),
      reference,
      attacked: name.includes('!'),
      blind: name.endsWith('?'),
      effect: done,
    }),
  )
  return { calls, customers: 0, tokens: 0 }
}

/** Orders of AUD 49.95 each, on one card. */
const twoOrders = money(['purchase-1', 'A-1', paid()], ['purchase-2', 'A-2', paid()])
const oneOrder = money(['purchase-1', 'A-1', paid()])
const twoCards = money(['purchase-1', 'A-1', paid()], ['purchase-2', 'A-2', byMaster()])
const dearer = money(['purchase-1', 'A-1', paid()], ['purchase-2', 'A-2', paid(9900)])
const refunds = money(['purchase-1', 'A-1', paid()], ['refund-1', 'A-1', back(1000)])

const holdAndCompletion = money(
  ['preauthorisation-1', 'A-1', holdOf()],
  ['completion-1', 'A-1', completed()],
)
const otherRefund: readonly TestCall[] = [
  ['purchase-2', 'A-2', paid()],
  ['refund-2', 'A-2', back(1000, 'A-2')],
]

const struck = { name: 'purchase-1', isWhole: true }
const stopped = { ...struck, isWhole: false }
const chargedAgain = { ...struck, isChargedAgain: true }

function changesIn(run: RunMoney, clean: readonly RunMoney[], fault = struck): readonly string[] {
  const { change, price } = judgeMoney(run, clean, fault)
  const found = Object.entries(change).filter(([, isSo]) => isSo)
  return [...found.map(([name]) => name), ...(price === undefined ? [] : ['price'])]
}

test.each<[string, RunMoney, RunMoney, readonly string[], typeof struck?]>([
  ['the same', money(['purchase-1!', 'A-1', paid()]), oneOrder, []],
  [
    'twice',
    money(['purchase-1!', 'A-1', paid()], ['purchase-2!', 'A-1', paid()]),
    oneOrder,
    ['isChargedMore'],
  ],
  [
    'twice, and the suite stops at it',
    money(['purchase-1!', 'A-1', paid()], ['purchase-3!', 'A-1', paid()]),
    dearer,
    ['isChargedMore', 'isLess'],
    stopped,
  ],
  [
    'twice by a new reference, and the suite stops at it before an equal order',
    money(['purchase-1!', 'A-1', paid()], ['purchase-3!', 'A-1-2', paid()]),
    twoOrders,
    ['isChargedMore'],
    stopped,
  ],
  [
    'twice by another operation, and the suite stops at it',
    money(['purchase-1!', 'A-1', paid()], ['preauthorisation-1', 'A-1', held()]),
    dearer,
    ['isChargedMore', 'isLess'],
    stopped,
  ],
  [
    'once, and the suite stops at it',
    money(['purchase-1!', 'A-1'], ['purchase-3!', 'A-1', paid()]),
    dearer,
    ['isLess'],
    stopped,
  ],
  [
    'once, and the next order has another reference than in the baseline run',
    money(['purchase-1!', 'f-1'], ['purchase-3!', 'f-1', paid()], ['purchase-4!', 'f-4', paid()]),
    twoOrders,
    [],
  ],
  [
    'once, and the next order, of another price, has another reference',
    money(['purchase-1!', 'f-1', paid()], ['purchase-3', 'f-4', paid(9900)]),
    dearer,
    [],
  ],
  [
    'twice, and another order is declined',
    money(['purchase-1!', 'A-1', paid()], ['purchase-2!', 'A-2'], ['purchase-3!', 'A-1-2', paid()]),
    twoOrders,
    ['isChargedMore'],
  ],
  [
    'twice, and another order of another price is declined',
    money(['purchase-1!', 'A-1', paid()], ['purchase-2', 'A-2'], ['purchase-3!', 'A-1', paid()]),
    dearer,
    ['isChargedMore', 'isLess'],
  ],
  [
    'twice, blindly, and an equal order is left out',
    money(['purchase-1!', 'A-1', paid()], ['purchase-3!?', 'r-1', paid()]),
    twoOrders,
    ['isChargedMore'],
  ],
  [
    'once, blindly, and an equal order is left out',
    money(['purchase-1!', 'A-1'], ['purchase-3!?', 'r-1', paid()]),
    twoOrders,
    ['isLess'],
  ],
  [
    'once, and the next order has another reference, as the client asked first',
    money(['purchase-1!', 'A-1', paid()], ['purchase-3!', 'f-4', paid()]),
    twoOrders,
    [],
  ],
  [
    'twice by a new reference and a fee, as the report says, and an equal order is left out',
    money(['purchase-1!', 'A-1', paid()], ['purchase-3', 'A-1-2', paid(5045)]),
    twoOrders,
    ['isChargedMore'],
    chargedAgain,
  ],
  [
    'two orders of similar names on purpose, which the report takes for one',
    money(['purchase-1!', 'A-1', paid()], ['purchase-2!', 'A-1-2', paid()]),
    money(['purchase-1', 'A-1', paid()], ['purchase-2', 'A-1-2', paid()]),
    [],
    chargedAgain,
  ],
  [
    'two equal orders, the first sent again after an empty search',
    money(['purchase-1!', 'A-1'], ['purchase-3!', 'A-1-2', paid()], ['purchase-2!', 'A-2', paid()]),
    twoOrders,
    [],
  ],
  [
    'an equal order on purpose, sent again blindly',
    money(
      ['purchase-1!', 'A-1', paid()],
      ['purchase-2!', 'A-1', paid()],
      ['purchase-3!', 'A-1', paid()],
    ),
    money(['purchase-1', 'A-1', paid()], ['purchase-2', 'A-1', paid()]),
    ['isChargedMore'],
  ],
  [
    'an equal order on purpose, sent again after an empty search',
    money(['purchase-1!', 'A-1'], ['purchase-2!', 'A-1', paid()], ['purchase-3!', 'A-1', paid()]),
    money(['purchase-1', 'A-1', paid()], ['purchase-2', 'A-1', paid()]),
    [],
  ],
  [
    'two orders with random references, the first sent three times after empty searches',
    money(
      ['purchase-1!', 'r-5'],
      ['purchase-2!', 'r-6'],
      ['purchase-3!', 'r-7', paid()],
      ['purchase-4!', 'r-8', paid()],
    ),
    money(['purchase-1', 'r-1', paid()], ['purchase-2', 'r-2', paid()]),
    [],
  ],
  [
    'half of it twice',
    money(['purchase-1!', 'A-1', paid(2500)], ['purchase-2!', 'A-1', paid(2495)]),
    oneOrder,
    [],
  ],
  ['not at all', money(['purchase-1!', 'A-1']), oneOrder, ['isLess', 'isOrderLess']],
  ['by another card', money(['purchase-1!', 'A-1', byMaster()]), oneOrder, []],
  [
    'by another card that pays another order too',
    money(
      ...([
        ['purchase-1!', 'A-1'],
        ['purchase-3!', 'A-1', byMaster()],
      ] as const),
      ['purchase-2', 'A-2', byMaster()],
    ),
    twoCards,
    [],
  ],
  [
    'by another card as well',
    money(['purchase-1!', 'A-1', paid()], ['purchase-2!', 'A-1', byMaster()]),
    oneOrder,
    ['isChargedMore'],
  ],
  [
    'once, for 50 cents more',
    money(['purchase-1!', 'A-1'], ['purchase-2!', 'A-1', paid(5045)]),
    oneOrder,
    ['price'],
  ],
  [
    'declined, then once for 50 cents more',
    money(['purchase-1!', 'A-1', effect({})], ['purchase-2!', 'A-1', paid(5045)]),
    oneOrder,
    ['price'],
  ],
  [
    'a void, and everything costs 50 cents more',
    money(['purchase-1', 'A-1', paid(5045)], ['void-1!', 'A-1', effect({})]),
    money(['purchase-1', 'A-1', paid()], ['void-1', 'A-1', effect({})]),
    ['price'],
    { name: 'void-1', isWhole: true },
  ],
  [
    'twice, the second time for 50 cents more',
    money(['purchase-1!', 'A-1', paid()], ['purchase-2!', 'A-1', paid(5045)]),
    oneOrder,
    ['isChargedMore'],
  ],
  [
    'once, for twice as much',
    money(['purchase-1!', 'A-1', paid(9990)]),
    money(['purchase-1', 'A-1', paid()]),
    ['isChargedMore'],
  ],
  [
    'not undone',
    money(['purchase-1!', 'A-1', paid()]),
    money(['purchase-1', 'A-1', undone()]),
    ['isNotUndone'],
  ],
  [
    'not undone in one of two currencies',
    money(['purchase-1!', 'A-1', paid()], ['purchase-2', 'A-2', paid(900, { currency: 'NZD' })]),
    money(['purchase-1', 'A-1', undone()], ['purchase-2', 'A-2', paid(900, { currency: 'NZD' })]),
    ['isNotUndone'],
  ],
  [
    'refunded, not undone',
    money(['purchase-1!', 'A-1', paid()], ['refund-1', 'A-1', back()]),
    money(['purchase-1', 'A-1', undone()]),
    [],
  ],
  [
    'refunded, although the baseline run keeps it',
    money(['purchase-1!', 'A-1', paid()], ['refund-1', 'A-1', back()]),
    oneOrder,
    ['isReturned', 'isLess', 'isOrderLess'],
  ],
  [
    'refunded under a new reference, although the baseline run keeps it',
    money(['purchase-1!', 'A-1', paid()], ['refund-1', 'A-1 back', back()]),
    oneOrder,
    ['isReturned', 'isLess', 'isOrderLess'],
  ],
  [
    'paid back without its audit number, which the gateway does not compare with what was paid',
    money(['purchase-1!', 'A-1', paid()], ['standalone_refund-1', 'A-1', sentBack()]),
    oneOrder,
    ['isRefundedMore'],
  ],
  [
    'refunded, although the baseline run refunds another order alone',
    money(['purchase-1!', 'A-1', paid()], ['refund-1', 'A-1', back()], ...otherRefund),
    money(['purchase-1', 'A-1', paid()], ...otherRefund),
    ['isReturned', 'isLess', 'isOrderLess'],
  ],
  [
    'refunded, although the baseline run keeps it, and references are random',
    money(['purchase-1!', 'r-3', paid()], ['refund-1!', 'r-3', back(4995, 'r-3')]),
    money(['purchase-1', 'r-1', paid()]),
    ['isReturned', 'isLess', 'isOrderLess'],
  ],
  [
    'paid, and another order that the baseline run keeps is refunded',
    money(
      ['purchase-1!', 'A-1', paid()],
      ['purchase-2', 'A-2', paid()],
      ['refund-1', 'A-2', back(4995, 'A-2')],
    ),
    twoOrders,
    ['isRefundedMore'],
  ],
  [
    'refunded twice, the second time under the reference of the payment',
    money(
      ['purchase-1', 'A-1', paid()],
      ['refund-1!', 'A-1 back', back(1000)],
      ['refund-2!', 'A-1', back(1000)],
    ),
    money(['purchase-1', 'A-1', paid()], ['refund-1', 'A-1 back', back(1000)]),
    ['isRefundedMore'],
    { name: 'refund-1', isWhole: true },
  ],
  [
    'refunded twice, and the payment has another reference in every run',
    money(
      ['purchase-1', 'r-3', paid()],
      ['refund-1!', 'r-3', back(1000, 'r-3')],
      ['refund-2!', 'r-3', back(1000, 'r-3')],
    ),
    money(['purchase-1', 'r-1', paid()], ['refund-1', 'r-1', back(1000, 'r-1')]),
    ['isRefundedMore'],
    { name: 'refund-1', isWhole: true },
  ],
  [
    'twice, one undone',
    money(['purchase-1!', 'A-1', undone()], ['purchase-2!', 'A-1', paid()]),
    oneOrder,
    [],
  ],
  [
    'twice, none undone',
    money(['purchase-1!', 'A-1', paid()], ['purchase-2!', 'A-1', paid()]),
    money(['purchase-1', 'A-1', undone()]),
    ['isChargedMore'],
  ],
  [
    'in another currency',
    money(['purchase-1!', 'A-1', paid(4995, { currency: 'NZD' })]),
    oneOrder,
    ['isChargedMore', 'isLess', 'isOrderLess'],
  ],
  [
    'held as well',
    money(['purchase-1!', 'A-1', paid()], ['preauthorisation-1', 'A-1', held()]),
    oneOrder,
    ['isChargedMore'],
  ],
  [
    'held, and paid in place of the completion',
    money(['preauthorisation-1!', 'A-1', openHold()], ['purchase-1!', 'A-1', paid()]),
    holdAndCompletion,
    ['isChargedMore'],
    { name: 'preauthorisation-1', isWhole: true },
  ],
  [
    'paid in place of a hold that was not processed, and references are random',
    money(['preauthorisation-1!', 'r-3'], ['purchase-1!?', 'r-3', paid()]),
    holdAndCompletion,
    [],
    { name: 'preauthorisation-1', isWhole: true },
  ],
  [
    'held twice, and completed once',
    money(
      ['preauthorisation-1!', 'A-1', openHold()],
      ['preauthorisation-2!', 'A-1', holdOf()],
      ['completion-1', 'A-1', completed()],
    ),
    holdAndCompletion,
    ['isChargedMore'],
    { name: 'preauthorisation-1', isWhole: true },
  ],
  ['held, not taken', money(['purchase-1!', 'A-1', held()]), oneOrder, ['isLess']],
  [
    'held, and the suite stops before it is completed',
    money(['preauthorisation-1!', 'A-1', held()]),
    money(['preauthorisation-1', 'A-1', undone()], ['completion-1', 'A-1', paid()]),
    ['isLess'],
    { name: 'preauthorisation-1', isWhole: false },
  ],
  [
    'never refunded',
    money(['purchase-1!', 'A-1', paid()]),
    refunds,
    ['isLess', 'isOnlyRefundLess'],
  ],
  [
    'refunded twice',
    money(
      ['purchase-1', 'A-1', paid()],
      ...([
        ['refund-1!', 'A-1', back(1000)],
        ['refund-2!', 'A-1', back(1000)],
      ] as const),
    ),
    refunds,
    ['isRefundedMore'],
    { name: 'refund-1', isWhole: true },
  ],
  [
    'refunded in two parts, the first sent three times after empty searches',
    money(
      ['purchase-1', 'A-1', paid()],
      ['refund-1!', 'A-1'],
      ['refund-2!', 'A-1'],
      ['refund-3!', 'A-1', back(1000)],
      ['refund-4!', 'A-1', back(995)],
    ),
    money(
      ['purchase-1', 'A-1', paid()],
      ['refund-1', 'A-1', back(1000)],
      ['refund-2', 'A-1', back(995)],
    ),
    [],
    { name: 'refund-1', isWhole: true },
  ],
  [
    'refunded in two halves, and another order is declined',
    money(
      ['purchase-1', 'A-1', paid()],
      ['purchase-2', 'A-2'],
      ['refund-1!', 'A-1', back(500)],
      ['refund-2!', 'A-1', back(500)],
    ),
    money(
      ['purchase-1', 'A-1', paid()],
      ['purchase-2', 'A-2', paid()],
      ['refund-1', 'A-1', back(1000)],
    ),
    ['isLess'],
    { name: 'refund-1', isWhole: true },
  ],
  [
    'refunded once, twice as much',
    money(['purchase-1', 'A-1', paid()], ['refund-1!', 'A-1', back(2000)]),
    refunds,
    ['isRefundedMore'],
    { name: 'refund-1', isWhole: true },
  ],
  [
    'refunded once, a little more',
    money(['purchase-1', 'A-1', paid()], ['refund-1!', 'A-1', back(1050)]),
    refunds,
    [],
    { name: 'refund-1', isWhole: true },
  ],
  [
    'refunded under the name of another audit',
    money(['purchase-1!', 'A-1', paid()], ['refund-2', 'of 1000002', back(1000)]),
    refunds,
    [],
  ],
])('%s', (_name, run, clean, changes, fault) => {
  expect(changesIn(run, [clean], fault)).toEqual(changes)
})

test('what one of two baseline runs takes is not too much, whatever the card', () => {
  const clean = [oneOrder, twoOrders]
  expect(
    changesIn(money(['purchase-1!', 'A-1', paid()], ['purchase-2!', 'A-2', paid()]), clean),
  ).toEqual([])
  expect(changesIn(money(['purchase-1!', 'A-1', byMaster()]), clean)).toEqual([])
})

test('customers and tokens are compared', () => {
  const run = { ...oneOrder, customers: 2, tokens: 1 }
  expect(changesIn(run, [oneOrder])).toEqual(['hasMoreCustomers', 'hasMoreTokens'])
  expect(changesIn(run, [run])).toEqual([])
})

test('the texts name each payer and both sums, and what all of them paid', () => {
  const twice = money(['purchase-1!', 'A-1', byMaster()], ['purchase-2!', 'A-1', byMaster()])
  expect(judgeMoney(twice, [oneOrder], struck).texts).toEqual([
    'card master: AUD 99.90 charged or held, AUD 0.00 in the baseline run',
    'card visa: AUD 0.00 charged or held, AUD 49.95 in the baseline run',
    'all together: AUD 99.90 charged or held, AUD 49.95 in the baseline run',
  ])
  const fee = money(['purchase-1!', 'A-1', paid(5045)])
  expect(judgeMoney(fee, [oneOrder], struck).price).toBe(
    'AUD 50.45 charged or held, AUD 49.95 in the baseline run, by no more payments: a changed price, not a second charge',
  )
})

test('a sum is compared with the baseline run that is nearest to it, an order with itself', () => {
  const clean = [oneOrder, twoOrders]
  const thrice = money(
    ...(['purchase-1!', 'purchase-2!', 'purchase-3!'] as const).map(
      (name): TestCall => [name, 'A-1', paid()],
    ),
  )
  expect(judgeMoney(thrice, clean, struck).texts).toEqual([
    'card visa: AUD 149.85 charged or held, AUD 49.95 in the baseline run',
  ])
  expect(judgeMoney(money(['purchase-1!', 'A-1']), clean, struck).texts).toEqual([
    'card visa: AUD 0.00 charged or held, AUD 49.95 in the baseline run',
  ])
  expect(judgeMoney(oneOrder, clean, struck).texts).toEqual([])
})

test('the calls of a run have the names of the baseline runs', () => {
  const seen = ['A-2', 'A-1', 'A-1'].map(
    (reference, i): BaselineCall => ({
      ...{ place: '', test: { world: 'default', number: 1, label: null } },
      ...{ operation: 'purchase', reference },
      ...{ isMade: true, isPlain: true, isAttacked: i > 0 },
    }),
  )
  const sums = new Sums()
  for (const call of seen.slice(1)) sums.effects.set(call, paid())
  const known = ['A-1', 'A-2'].map(
    (reference, i): KnownCall => ({
      name: `purchase-${i + 1}`,
      place: '',
      operation: 'purchase',
      reference,
      nth: 1,
    }),
  )
  expect(moneyOf({ seen, sums }, known).calls).toEqual([
    { name: 'purchase-2', reference: 'A-2', attacked: false, effect: undefined },
    { name: 'purchase-1', reference: 'A-1', attacked: true, effect: paid() },
    { name: 'purchase-3', reference: 'A-1', attacked: true, effect: paid() },
  ])
})

test('the texts of a lost hold with random references have what its completion took', () => {
  const clean = [
    money(['preauthorisation-1', 'R-1', holdOf()], ['completion-1', 'R-1', completed()]),
    money(['preauthorisation-1', 'R-2', holdOf()], ['completion-1', 'R-2', completed()]),
  ]
  const run = money(
    ['preauthorisation-1!', 'R-3', openHold()],
    ['preauthorisation-2!?', 'R-4', holdOf()],
    ['completion-1', 'R-3', completed()],
  )
  const lost = { name: 'preauthorisation-1', isWhole: true }
  expect(judgeMoney(run, clean, lost).texts).toEqual([
    'card visa: AUD 99.90 charged or held, AUD 49.95 in the baseline run',
  ])
})
