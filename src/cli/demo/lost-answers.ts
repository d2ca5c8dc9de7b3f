import type { RuleDocument } from '../../scenario/scenario-document.ts'

/** What every shop of the demonstration goes through: each first answer is lost, after the money moved. */
export const lostAnswers: readonly RuleDocument[] = [
  {
    name: 'first purchase: connection reset',
    when: { operation: 'purchase', reference: 'A-1001' },
    outcome: { fault: { at: 'after', reset: true } },
  },
  {
    name: 'second purchase: 503',
    when: { operation: 'purchase', reference: 'A-1002' },
    outcome: { fault: { at: 'after', http: 503 } },
  },
  {
    name: 'refund: no answer',
    when: { operation: 'refund' },
    outcome: { fault: { at: 'after', hang: true } },
  },
]
