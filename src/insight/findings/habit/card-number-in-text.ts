import type { CallFinding } from '../finding.ts'

export const cardNumberInText = {
  code: 'card-number-in-text',
  severity: 'error',
  one: 'card number in free text',
  many: 'card numbers in free text',
  seen: 'A card number was in a reference, a name, a KVP or a correlation id.',
  watch: () => (exchange) => {
    const places = exchange.facts.cardNumberIn
    if (places === undefined || places.length === 0) return undefined
    const where = places.join(', ')
    return {
      key: `${exchange.operation} ${where}`,
      subject: where,
      message: `A whole card number is in ${where}, where it is stored and shown in the clear.`,
      advice: 'Put an order number or another name of your own there, never the card number.',
      exchanges: [exchange],
    }
  },
} as const satisfies CallFinding
