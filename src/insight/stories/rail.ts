import { memberOf } from '../../domain/plain-object.ts'
import type { Made } from '../exchange.ts'
import { attemptsOf, type Story } from './story.ts'

/** How a payment was made: with a card, or as a direct debit of a bank account. */
export type Rail = 'card' | 'debit'

/** By what was made of it; where nothing was, by what was asked for, as far as that can be told. */
export function railOf(story: Story): Rail | undefined {
  const attempts = attemptsOf(story)
  const made = attempts.find((one) => one.made !== undefined)?.made
  if (made !== undefined) return railIn(made)
  for (const { exchange, card } of attempts) {
    const asked = exchange === undefined ? undefined : railAskedFor(exchange.request.body)
    if (asked !== undefined) return asked
    // Of what was not processed, only a card that was given in full is known.
    if (card !== undefined) return 'card'
  }
  return undefined
}

function railIn({ rail }: Pick<Made, 'rail'>): Rail {
  return rail === 'card' ? 'card' : 'debit'
}

function railAskedFor(body: unknown): Rail | undefined {
  const method = memberOf(memberOf(body, 'transaction'), 'payment_method')
  if (typeof method !== 'object' || method === null) return undefined
  const pan = memberOf(memberOf(method, 'creditcard'), 'pan')
  if (pan !== undefined) return isVirtual(pan) ? undefined : 'card'
  return Object.keys(method).some((name) => name !== 'creditcard') ? 'debit' : undefined
}

/** A token may be that of an account. */
function isVirtual(pan: unknown): boolean {
  return String(pan).startsWith('9')
}
