import { listText } from '../../base/text/counted.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import { moneyText } from '../../domain/money.ts'

/** `AUD 49.95 and NZD 10.00`. */
export function sumText(sums: Readonly<Record<string, number>>): string {
  const texts = Object.entries(sums).map(([currency, cents]) => moneyText(cents, currency))
  return texts.length === 0 ? moneyText(0, 'AUD') : listText(texts)
}

/** What has the same key together, in the order of the first of each. */
export function groupedBy<One>(all: readonly One[], keyOf: (one: One) => string) {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return [...groups]
}

/** The reference and the money of a request, if it has them. */
export function paidIn({ asked }: RequestResponse) {
  const { reference = '', amount: cents, currency = '' } = asked
  return { reference, cents, currency }
}

/** The masked number of the card or account that was to pay. */
export function maskedPayer({ asked }: RequestResponse): string {
  return asked.account ?? ''
}

/** A text as JSON, which may be anything at all; undefined if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
