import { sydneyIso } from '../../domain/time/sydney-time.ts'
import type { ConditionCheck } from '../conditions/condition.ts'
import { allConditions } from '../conditions/table.ts'
import { perValue } from '../matching/counting.ts'
import { unmetReason } from '../matching/layers.ts'
import type { IdleRule } from '../matching/match.ts'
import type { BookEntry, VisibleFacts } from '../matching/rule-book.ts'
import type { Conditions, Facts, Rule } from '../rule.ts'
import type { PerName } from '../scenario-document.ts'
import { chanceText, parseChance } from '../written-values.ts'
import { ordinal, windowWords } from './describe-rule.ts'

export interface TriedRule {
  readonly id: string
  readonly reason: string
  /** How many of its conditions fail, and how many hold. */
  readonly failed: number
  readonly held: number
}

export const DECIDED_EARLIER = 'earlier rules decide all its layers'

/** Why a rule does not match, if only a number that is masked by now shows it. */
export function maskedMismatch(entry: BookEntry, visible: VisibleFacts): string {
  const facts = entry.seen(visible)
  const masked = entry.checks.find((check) => check.found(facts)?.includes('x'))
  if (masked === undefined) return 'the request had something else'
  return `${masked.field} is ${masked.found(facts)}, which differs in the hidden digits`
}

/** How many conditions of a rule hold, and why the first of the others does not. */
export function conditionsOf(entry: BookEntry, visible: VisibleFacts) {
  const facts = entry.seen(visible)
  const failed = entry.checks.filter((check) => !check.holds(facts))
  const [first] = failed
  return {
    reason: first && mismatch(first, facts),
    failed: failed.length,
    held: entry.checks.length - failed.length,
  }
}

/** Why a rule whose conditions hold does nothing with a request; undefined if it applies. */
export function idleReason(idle: IdleRule, facts: Facts): string | undefined {
  const { entry, turn, layers, count, value, end } = idle
  const { rule } = entry.rule
  const { times = 0, skip = 0, every = 1, chance = '100%', per } = rule
  const whose = whoseCount(per, facts, value)
  switch (turn) {
    case 'inapplicable':
      return unmetReason(rule, facts)
    case 'decided':
      return DECIDED_EARLIER
    case 'uncounted':
      return `the request has no ${uncountable(rule, facts)} to count by`
    case 'over':
      return `ended at ${sydneyIso(end ?? 0, 'seconds')} (${windowWords(rule).join('')})`
    case 'seldom':
      return seldomReason(rule.when, count.seen)
    case 'used up':
      return `used up (${count.hits} of ${times})${whose}`
    case 'skipped':
      return `skipped (${count.seen + 1} of ${skip})${whose}`
    case 'waiting':
      return `not its turn (every ${ordinal(every)}; this is the ${ordinal(((count.seen - skip) % every) + 1)})${whose}`
    case 'not drawn':
      return `not chosen this time (chance ${chanceText(parseChance(chance) ?? 1)})${whose}`
    case 'hit':
      return layers === 0 ? 'the outcome that is its turn cannot affect this request' : undefined
  }
}

/** What a rule counts by, for itself or for its rate, that the request does not have. */
function uncountable({ per, when }: Rule, facts: Facts): PerName | undefined {
  const counted = [per, when.rate?.per].filter((name) => name !== undefined)
  return counted.find((name) => perValue(name, facts, (secret) => secret) === undefined)
}

function seldomReason({ rate }: Conditions, seen: number): string {
  const { more_than = 0, within = '', per } = rate ?? {}
  const whose = per === undefined || per === 'world' ? '' : ` for this ${per}`
  return `the rate is ${seen} within ${within}${whose}, not more than ${more_than}`
}

/** ` for reference order-1`: the value that is counted; fingerprints are not shown. */
function whoseCount(per: PerName | undefined, facts: Facts, value: string | undefined): string {
  if (per === undefined) return ''
  if (per === 'card' || per === 'world') return per === 'card' ? ' for this card' : ''
  return String(facts[per]) === value ? ` for ${per} ${value}` : ` for this ${per}`
}

function mismatch({ field, wanted, found, unmatched }: ConditionCheck, facts: Facts): string {
  if (unmatched !== undefined) return unmatched(facts)
  const value = found(facts)
  if (value === undefined) return `the request has no ${field}; wanted ${wanted}`
  // Explanations are printed and shared, so they show no more of a card or account than responses do.
  const shown = allConditions.find(({ name }) => name === field)?.show?.(value) ?? value
  return `${field} is ${shown || '""'}, not ${wanted}`
}
