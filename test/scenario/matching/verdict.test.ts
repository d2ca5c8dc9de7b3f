import { expect, test } from 'vitest'
import { type Match, noMatch, verdictOf } from '../../../src/scenario/matching/match.ts'
import type { Facts, RuleOutcome } from '../../../src/scenario/rule.ts'

const facts: Facts = { operation: 'void', merchant: 1, method: 'card', pan: '411111xxxxxx1151' }
const after = { kind: 'elapsed', ms: 30_000 } as const

function matchOf(outcome: RuleOutcome): Match {
  const rule = { id: 'own/r', rule: { name: 'r', when: {}, outcome } }
  return { ...noMatch, verdict: { rule, outcome } }
}

test.each([
  ['from-pan', '51'],
  ['from-amount', undefined],
  ['from-bsb', undefined],
  ['05', '05'],
])('a later code %s of a void is %s', (responseCode, expected) => {
  const resolves = [{ after, status: 'declined' as const, responseCode }]
  const [resolve] = verdictOf(matchOf({ status: 'unknown', resolves }), facts).resolves ?? []
  expect(resolve).toEqual({
    after,
    status: 'declined',
    ...(expected !== undefined && { responseCode: expected }),
  })
})
