import type { CallFinding } from '../finding.ts'
import { orderName } from '../payment/order.ts'

export const rawCardAfterToken = {
  code: 'raw-card-after-token',
  severity: 'warning',
  one: 'stored card sent in full',
  many: 'stored cards sent in full',
  seen: 'A full card number was sent although an active token of that merchant stores the card.',
  watch: () => (exchange) => {
    if (!exchange.facts.isStoredCard) return undefined
    return {
      key: `${exchange.card}`,
      subject: orderName(exchange.facts.asked?.reference ?? ''),
      message: `The full card number was sent although the vault stores this card.`,
      advice: "Send the token's virtual PAN in its place; then the number need not be kept.",
      exchanges: [exchange],
    }
  },
} as const satisfies CallFinding
