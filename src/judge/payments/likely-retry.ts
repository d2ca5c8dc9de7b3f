import type { Attempt } from './judged-payment.ts'
import { families, isAboutOther, isLongAfter, isOtherCard, wasSentBeforeLoss } from './placing.ts'

/**
 * Whether a payment with the same card may be a retry of one whose answer was lost, with another
 * reference, amount or merchant. It is only a guess, so it is reported, and judged only if it is evident.
 */
export function isLikelyRetry(lost: Attempt, next: Attempt): boolean {
  if (lost.certainOutcome === 'taken' || lost.payment.isOwn || isLongAfter(lost, next)) return false
  if (wasSentBeforeLoss(lost, next)) return false
  // A void has no amount; one of another payment is no retry.
  if (lost.operation === 'void') return false
  // Refunds of one charge belong to its payment, whatever their references.
  if (lost.payment === next.payment && families[next.operation] !== 'giving back') return false
  const isLast = ({ order, clarity }: Attempt) => order <= lost.order || clarity === 'refused'
  if (!lost.intent.attempts.every(isLast)) return false
  if (families[next.operation] !== families[lost.operation]) return false
  if (next.requested.target === undefined && isAboutOther(lost, next)) return false
  const [one, other] = [lost.requested, next.requested]
  // Refunds of two payments are two refunds.
  if (one.target !== undefined && other.target !== undefined && one.target !== other.target) {
    return false
  }
  const isSameAmount = other.amount === one.amount && other.currency === one.currency
  return isSameAmount || beginsAlike(one.reference, other.reference)
}

/** What a second attempt may cost more, such as a fee. */
const MOST_FEE = 0.1

/**
 * Whether a likely retry names the same order: by its reference, whatever its card and amount, or with
 * a suffix and perhaps a fee. Parts of one hold or payment share its reference, so only a fee counts there.
 */
export function isEvidentRetry(lost: Attempt, next: Attempt): boolean {
  if (lost.merchant !== next.merchant || isAboutOther(lost, next)) return false
  const { reference, amount = 0, currency, target } = lost.requested
  const { requested: other } = next
  const isSame = other.reference === reference && reference !== ''
  if (isSame && target === undefined) return !wasSentBeforeLoss(lost, next)
  const fee = (other.amount ?? 0) - amount
  if (isOtherCard(lost, next) || other.currency !== currency) return false
  if (fee < 0 || fee > amount * MOST_FEE) return false
  return isSame ? fee > 0 : isSuffixed(reference, other.reference)
}

/** `A-1001` and `A-1001/retry`; not `A-1001-1` and `A-1001-2`, which may be two orders. */
function isSuffixed(one: string, other: string): boolean {
  return other.startsWith(one) && /^[^\p{L}\p{N}]/u.test(other.slice(one.length))
}

/** `A-1001` and `A-1001-2`, or `A-1001-1` and `A-1001-2`. */
export function beginsAlike(one: string, other: string): boolean {
  if (one.startsWith(other) || other.startsWith(one)) return true
  const [stem, stemOfOther] = [one, other].map((text) =>
    text.replace(/[-_.:#/ ][^-_.:#/ ]{1,2}$/, ''),
  )
  return stem === stemOfOther && /\d/.test(stem ?? '')
}
