import { expect, test } from 'vitest'
import { decisionOf, type Match, noMatch } from '../../../src/scenario/matching/match.ts'
import type { Facts } from '../../../src/scenario/rule.ts'
import type { OutcomeDocument } from '../../../src/scenario/scenario-document.ts'

const facts: Facts = { operation: 'void', merchant: 1, method: 'card', pan: '411111xxxxxx1151' }

function matchOf(outcome: OutcomeDocument): Match {
  const rule = { id: 'own/r', rule: { name: 'r', when: {}, outcome } }
  return { ...noMatch, bank: { rule, outcome } }
}

test.each([
  ['from-pan', '51'],
  ['from-amount', undefined],
  ['from-bsb', undefined],
  ['05', '05'],
])('a later code %s of a void is %s', (response_code, expected) => {
  const resolves = [{ after: '30s', status: 'declined' as const, response_code }]
  const [resolve] = decisionOf(matchOf({ status: 'unknown', resolves }), facts).resolves ?? []
  expect(resolve).toEqual({
    after: { kind: 'elapsed', ms: 30_000 },
    status: 'declined',
    ...(expected !== undefined && { responseCode: expected }),
  })
})
