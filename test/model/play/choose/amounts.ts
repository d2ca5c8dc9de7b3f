import type { Chance } from '../chance.ts'

const faults = [
  ...['9900409', '9900500', '9900503', '9900000', '9900001'],
  ...['9800409', '9800500', '9800503', '9800000', '9800001'],
]
const gateway = ['9600020', '9600021', '9600022', '9600060']

/** Cents, now and then ones that mean something. */
export function amount(chance: Chance): string {
  return chance.weighed(
    [20, () => String(1 + chance.below(5000))],
    [3, () => chance.some(faults) ?? '1'],
    [3, () => `10000${chance.one(['00', '05', '51', '54', '06', '96', '16', '99'])}`],
    [1, () => chance.some(gateway) ?? '1'],
    [1, () => '9700099'],
    [0.5, () => '9700777'],
    [2, () => `200000${1 + chance.below(9)}`],
    [3, () => '9999999'],
    [0.5, () => '9999999999'],
  )()
}

export function currency(chance: Chance): string {
  return chance.weighed([30, 'AUD'], [2, 'NZD'], [1, 'JPY'])
}

export function reference(chance: Chance): string {
  return chance.weighed(
    [8, `order ${chance.below(50)}`],
    [1, 'paid by 4111111111111111!'],
    [1, 'x378282246310005y 4111111111111112'],
    [1, '~!#$%&()*+,-./:;<=>?@[]^_`{|}'],
    [1, 'r'.repeat(255)],
  )
}

export function kvps(chance: Chance): { readonly kvps?: Readonly<Record<string, string>> } {
  return chance.weighed<{ readonly kvps?: Readonly<Record<string, string>> }>(
    [6, {}],
    [1, { kvps: {} }],
    [2, { kvps: { basket: '42', 'A.b_9': 'card 5555555555554444' } }],
    [1, { kvps: { 'GATEWAY.REQUEST.KVP.till': '7', empty: '' } }],
    [0.3, { kvps: { 'SURCHARGE.PERCENT': '99' } }],
  )
}
