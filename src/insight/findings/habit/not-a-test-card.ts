import type { CallFinding } from '../finding.ts'

export const notATestCard = {
  code: 'not-a-test-card',
  severity: 'warning',
  one: 'card that is not a test card',
  many: 'cards that are not test cards',
  seen: 'A card number that no payment provider publishes for tests: it may belong to somebody.',
  watch: () => (exchange) => {
    const { foreignCard } = exchange.facts
    if (foreignCard === undefined) return undefined
    return {
      key: foreignCard,
      subject: `card ${foreignCard}`,
      message: `Card ${foreignCard} is not a published test number, so it may be somebody's.`,
      advice:
        'Use 4111111111111111 or another test number; `npx sandgate cards` lists those that do something.',
      exchanges: [exchange],
    }
  },
} as const satisfies CallFinding
