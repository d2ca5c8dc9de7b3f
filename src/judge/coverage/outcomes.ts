import type { CardType } from '../../base/redaction/card-number.ts'
import type { CoverageCase, SeenCall } from './coverage-case.ts'

const paying = ['purchase', 'preauthorisation', 'completion'] as const

function isMade({ exchange }: SeenCall, status: string, codes?: readonly string[]): boolean {
  const { made } = exchange.facts
  if (made?.status !== status) return false
  return codes === undefined || codes.includes(made.response_code)
}

/** The name of each scheme, and an example card. */
const exampleCards: Readonly<Record<ExampleScheme, readonly [name: string, pan: string]>> = {
  visa: ['Visa', '4111111111111111'],
  mastercard: ['Mastercard', '5555555555554444'],
  amex: ['American Express', '378282246310005'],
  diners: ['Diners Club', '30569309025904'],
  jcb: ['JCB', '3530111333300000'],
  unionpay: ['UnionPay', '6200000000000005'],
  discover: ['Discover', '6011111111111117'],
}

type ExampleScheme = Exclude<CardType, ''>

const schemes = Object.keys(exampleCards) as readonly ExampleScheme[]

function madeOn<Status extends 'approved' | 'declined'>(status: Status, scheme: ExampleScheme) {
  const [name, pan] = exampleCards[scheme]
  return {
    name: `${status}-${scheme}` as const,
    description: `A payment ${status} on ${name}`,
    provoke: `card ${pan}${status === 'declined' ? ', amount 1000005' : ''}`,
    ...(status === 'declined' && { isExtra: true as const }),
    on: paying,
    sees: (seen) => isMade(seen, status) && seen.exchange.facts.made?.card_type === scheme,
  } as const satisfies CoverageCase
}

function declinedWith<N extends string>(name: N, codes: readonly string[], meaning: string) {
  return {
    name,
    description: `A payment declined ${codes.join(' or ')}: ${meaning}`,
    provoke: `amount 10000${codes[0]}`,
    on: paying,
    sees: (seen) => isMade(seen, 'declined', codes),
  } as const satisfies CoverageCase
}

/** Cases about results of the bank and the gateway. */
export const outcomeCases = [
  ...schemes.map((scheme) => madeOn('approved', scheme)),
  ...schemes.map((scheme) => madeOn('declined', scheme)),
  declinedWith('declined-05', ['05'], 'do not honour'),
  declinedWith('declined-51', ['51'], 'insufficient funds'),
  declinedWith('declined-54', ['54'], 'expired card'),
  declinedWith('declined-14', ['14'], 'invalid card number'),
  declinedWith('declined-lost-or-stolen', ['41', '43'], 'lost or stolen card'),
  {
    name: 'error-by-bank',
    description: 'The bank failed: status error, gateway status 0',
    provoke: 'amount 1000096',
    on: paying,
    sees: (seen) => isMade(seen, 'error') && seen.exchange.facts.made?.gateway_status_code === 0,
  },
  {
    name: 'error-by-gateway',
    description: 'The gateway failed: status error, another gateway status',
    provoke: 'amount 9600021',
    on: paying,
    sees: (seen) => isMade(seen, 'error') && seen.exchange.facts.made?.gateway_status_code !== 0,
  },
  {
    name: 'undecided-then-resolved',
    description:
      'A transaction that was undecided (unknown) at first and got its final status later',
    provoke: 'amount 9700099, then clock advance 30s and a lookup',
    seesMove: ({ from }) => from === 'unknown',
  },
  {
    name: 'surcharge',
    description: 'A payment with a surcharge',
    provoke: 'a merchant with a surcharge in the config',
    needs: 'surcharge',
    on: paying,
    sees: ({ exchange }) => exchange.facts.made?.surcharged === true,
  },
  {
    name: 'drift',
    description: 'A response with undocumented values',
    provoke: 'amount 9700777, or the scenario drift',
    sees: ({ exchange: { facts } }) =>
      facts.made?.drifting === true || facts.shown?.drifting === true,
  },
] as const satisfies readonly CoverageCase[]
