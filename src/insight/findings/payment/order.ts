import { moneyText } from '../../../domain/money.ts'
import { type Attempt, attemptsOf } from '../../stories/story.ts'
import { centsOf, currencyOf } from '../../stories/story-sum.ts'

/** `order A-1001, AUD 49.95` */
export function orderText(attempt: Attempt): string {
  const valued = valuedBy(attempt)
  return orderSubject(attempt.asked.reference, centsOf(valued), currencyOf(valued))
}

/** A void names no amount: where nothing came of it, its target has one. */
function valuedBy(attempt: Attempt): Attempt {
  const { asked, made, story } = attempt
  if (asked.amount !== undefined || made !== undefined) return attempt
  return attemptsOf(story).find((one) => one.made?.audit === asked.target) ?? attempt
}

export function orderSubject(reference: string, cents: number, currency: string): string {
  return `${orderName(reference)}, ${moneyText(cents, currency)}`
}

/** A reference that says itself what it is of, as `Refund N-1` does, is not told so twice. */
export function orderName(reference: string): string {
  return /^(?:order\b|refund\b|\p{L}{3,}\s)/iu.test(reference) ? reference : `order ${reference}`
}

export function amountText(attempt: Attempt): string {
  const valued = valuedBy(attempt)
  return moneyText(centsOf(valued), currencyOf(valued))
}

/** `purchase with correlation id corr-1` */
export function requestText({ operation, correlationId }: Attempt): string {
  const name = operation.replaceAll('_', ' ')
  return correlationId === undefined ? name : `${name} with correlation id ${correlationId}`
}

/** `twice`, `3 times` */
export function timesText(count: number): string {
  return count === 2 ? 'twice' : `${count} times`
}
