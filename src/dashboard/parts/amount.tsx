import { amountText } from '../words/money.ts'

/** Money with its currency, to be aligned right. */
export function Amount({ cents, currency }: { cents: number; currency: string }) {
  return (
    <span class="amount">
      <span class="currency">{currency}</span> {amountText(cents)}
    </span>
  )
}
