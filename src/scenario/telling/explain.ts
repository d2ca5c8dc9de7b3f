import { type Check, sightOf } from '../conditions/check.ts'
import { allConditions } from '../conditions/table.ts'
import { type CountOf, type RuleBook, turnOf, unseen } from '../matching/rule-book.ts'
import type { Facts, RuleCount, ScenarioRule } from '../rule.ts'

export interface Explanation {
  /** The rule that would shape the answer; nothing where the request takes its natural course. */
  readonly rule?: ScenarioRule
  /** Every rule asked before it, and why it was not the one. */
  readonly tried: readonly Tried[]
}

interface Tried {
  readonly id: string
  readonly reason: string
}

/** Which rule would match a request, and what kept the ones before it from it. Counts nothing. */
export function explain(book: RuleBook, facts: Facts, countOf: CountOf): Explanation {
  const sight = sightOf(facts)
  const tried: Tried[] = []
  for (const { rule, checks } of book.entries) {
    const failed = checks.find((check) => !check.holds(sight))
    const reason =
      failed === undefined ? idleReason(rule, countOf(rule.id) ?? unseen) : mismatch(failed, facts)
    if (reason === undefined) return { rule, tried }
    tried.push({ id: rule.id, reason })
  }
  return { tried }
}

function idleReason(rule: ScenarioRule, count: RuleCount): string | undefined {
  const { times = 0, skip = 0 } = rule.rule
  switch (turnOf(rule, count)) {
    case 'used up':
      return `used up (${count.hits} of ${times})`
    case 'skipped':
      return `skipped (${count.seen + 1} of ${skip})`
    case 'hit':
      return undefined
  }
}

function mismatch({ field, wanted, found, unmet }: Check, facts: Facts): string {
  if (unmet !== undefined) return unmet(facts)
  const value = found(facts)
  if (value === undefined) return `the request has no ${field}; wanted ${wanted}`
  const seen = shown(field, value)
  if (seen === wanted) return `${field} is another number with the same ends as ${wanted}`
  return `${field} is ${seen}, not ${wanted}`
}

// Explanations are printed and passed on, so they say no more of a card or account than answers do.
function shown(field: string, value: string): string {
  const masked = allConditions.find(({ name }) => name === field)?.show?.(value) ?? value
  return masked === '' ? '""' : masked
}
