import type { RequestResponse } from '../../control/contract/calls/requests.ts'

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
