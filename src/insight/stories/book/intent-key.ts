import type { Opening } from '../../exchange.ts'

/** Equal for requests that ask for the same thing. */
export function intentKey({ operation, merchant, asked }: Opening): string {
  const { target, amount, currency, reference } = asked
  return `${operation} ${merchant} ${target} ${amount} ${currency} ${reference}`
}
