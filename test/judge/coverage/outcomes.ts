import { unlistedMerchant } from '../../../src/domain/merchant.ts'
import type { outcomeCases } from '../../../src/judge/coverage/outcomes.ts'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { amount } from '../wire/judged.ts'
import { all, held, type Play, type Proof, paid, pan } from './proof.ts'

const cards = {
  visa: '4111111111111111',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  diners: '30569309025904',
  jcb: '3530111333300000',
  unionpay: '6200000000000005',
  discover: '6011111111111117',
} as const

type Scheme = keyof typeof cards

const others = (scheme: Scheme) =>
  Object.entries(cards).flatMap(([name, number]) => (name === scheme ? [] : [number]))

const pays =
  (cents: number, ...numbers: readonly string[]): Play =>
  async (judged) => {
    for (const number of numbers) await paid(judged, { ...pan(number), ...amount(cents) })
  }

/** Money back to a card is no payment on it. */
const approved = (scheme: Scheme): Proof => ({
  shown: pays(1000, cards[scheme]),
  missed: all(pays(1000, ...others(scheme)), pays(1000005, cards[scheme]), (judged) =>
    judged.client.standaloneRefund(pan(cards[scheme])),
  ),
})

const declined = (scheme: Scheme): Proof => ({
  shown: pays(1000005, cards[scheme]),
  missed: all(pays(1000005, ...others(scheme)), pays(1000, cards[scheme])),
})

/** An error is no decline, whatever its code. */
const declinedWith = (code: string, other: string): Proof => ({
  shown: pays(Number(`10000${code}`), cards.visa),
  missed: pays(Number(`10000${other}`), cards.visa),
})

const merchants = [
  { ...unlistedMerchant(1), surcharge: { default: '1.5', cardTypes: {}, methods: {} } },
  unlistedMerchant(2),
]

export const outcomeProofs: Record<(typeof outcomeCases)[number]['name'], Proof> = {
  'approved-visa': approved('visa'),
  'approved-mastercard': approved('mastercard'),
  'approved-amex': approved('amex'),
  'approved-diners': approved('diners'),
  'approved-jcb': approved('jcb'),
  'approved-unionpay': approved('unionpay'),
  'approved-discover': approved('discover'),
  'declined-visa': declined('visa'),
  'declined-mastercard': declined('mastercard'),
  'declined-amex': declined('amex'),
  'declined-diners': declined('diners'),
  'declined-jcb': declined('jcb'),
  'declined-unionpay': declined('unionpay'),
  'declined-discover': declined('discover'),
  'declined-05': declinedWith('05', '51'),
  'declined-51': declinedWith('51', '61'),
  'declined-54': declinedWith('54', '33'),
  'declined-14': declinedWith('14', '41'),
  'declined-lost-or-stolen': declinedWith('43', '04'),
  'error-by-bank': { shown: pays(1000096, cards.visa), missed: pays(9600021, cards.visa) },
  'error-by-gateway': { shown: pays(9600021, cards.visa), missed: pays(1000096, cards.visa) },
  'undecided-then-resolved': {
    shown: all(pays(9700099, cards.visa), (judged) => judged.pass('30s')),
    missed: all(
      (judged) => paid(judged, byDirectDebit()),
      (judged) => judged.pass('4 banking days'),
      pays(9700099, cards.visa),
      (judged) => judged.pass('29s'),
    ),
  },
  surcharge: {
    settings: { merchants },
    shown: paid,
    missed: async (judged) => {
      await paid(judged, { 'merchant.id': 2 })
      await judged.client.standaloneRefund()
    },
  },
  drift: {
    shown: pays(9700777, cards.visa),
    missed: all(pays(9700776, cards.visa), (judged) => held(judged)),
  },
}
