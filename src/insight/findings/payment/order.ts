import { moneyText } from '../../../domain/money/money-text.ts'
import type { Attempt } from '../../stories/story.ts'
import { centsOf, currencyOf } from '../../stories/story-sum.ts'

/** `order A-1001, AUD 49.95` */
export function orderText(attempt: Attempt): string {
  return orderSubject(attempt.asked.reference, centsOf(attempt), currencyOf(attempt))
}

export function orderSubject(reference: string, cents: number, currency: string): string {
  return `${orderName(reference)}, ${moneyText(cents, currency)}`
}

/** A reference that says itself what it is of, as `Refund N-1` does, is not told so twice. */
export function orderName(reference: string): string {
  return /^(?:order\b|refund\b|\p{L}{3,}\s)/iu.test(reference) ? reference : `order ${reference}`
}

export function amountText(attempt: Attempt): string {
  return moneyText(centsOf(attempt), currencyOf(attempt))
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
