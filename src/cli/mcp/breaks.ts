import type { RuleDocument } from '../../scenario/scenario-document.ts'

const outcomes = {
  decline: { status: 'declined', response_code: '51' },
  lose_the_answer: { fault: { at: 'after', reset: true } },
  http_503_before: { fault: { at: 'before', http: 503 } },
  slow: { delay: '10s' },
  // An agent has only the clock to decide it by.
  pending: { status: 'pending', resolves: { after: '1h', status: 'approved' } },
} as const satisfies Readonly<Record<string, RuleDocument['outcome']>>

type Break = keyof typeof outcomes

/** The ways in which the next payment can be made to go wrong. */
export const breaks = {
  names: Object.keys(outcomes) as [Break, ...Break[]],
  rule(how: Break, reference: string | undefined): RuleDocument {
    return {
      when: {
        operation: ['purchase', 'preauthorisation', 'completion', 'refund', 'standalone_refund'],
        ...(reference !== undefined && { reference }),
      },
      outcome: outcomes[how],
    }
  },
}
