import { inBatches, nextTurn } from '../../document/in-batches.ts'
import type { Instant } from '../../domain/time/instant.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import type { ConditionCheck } from '../conditions/condition.ts'
import { allConditions } from '../conditions/table.ts'
import { countKey, drawsFor, perValue, turnOf, unseen, windowEnd } from '../matching/counting.ts'
import {
  ALL_LAYERS,
  affectedLayers,
  DELIVERY,
  layerNames,
  layersOfRule,
  unmetReason,
} from '../matching/layers.ts'
import { chooseOutcome, isPast, type MatchContext, type MatchState } from '../matching/match.ts'
import {
  type BookEntry,
  type RequestViews,
  type RuleBook,
  viewFor,
  viewsOf,
} from '../matching/rule-book.ts'
import type { Facts, PerName, Rule, RuleCount, ScenarioRule } from '../rule.ts'
import { chanceText } from '../written-values.ts'
import { ordinal, turnWords, windowWords } from './describe-rule.ts'

export interface Explanation {
  /** The rules that would shape the response, in checking order. */
  readonly decided: readonly DecidingRule[]
  /** Every other rule that is checked, and why it has no effect. */
  readonly tried: readonly TriedRule[]
}

interface DecidingRule {
  readonly rule: ScenarioRule
  readonly layers: readonly ('verdict' | 'extras' | 'delivery')[]
}

interface TriedRule {
  readonly id: string
  readonly reason: string
  /** How many of its conditions fail, and how many hold. */
  readonly failed: number
  readonly held: number
}

/** Explains which rules would shape a request, and why the others would not. Changes no counts. */
export async function explain(
  book: RuleBook,
  facts: Facts,
  context: MatchContext,
): Promise<Explanation> {
  const views = viewsOf(facts)
  const tried: TriedRule[] = []
  const decided: DecidingRule[] = []
  let open = context.open ?? ALL_LAYERS
  for (const [i, entry] of book.entries.entries()) {
    if (open === 0) break
    if (i % 100 === 99) await nextTurn()
    const { reason, ...counts } = conditionsOf(entry, views)
    const answer =
      reason === undefined ? effectOf(entry, facts, { book, context, open }) : { reason }
    if ('reason' in answer) {
      tried.push({ id: entry.rule.id, reason: answer.reason, ...counts })
      continue
    }
    decided.push({ rule: entry.rule, layers: layerNames(answer.layers) })
    // The request is not processed, so only the rule of the fault decides.
    if (answer.isStopping) return { decided: decided.slice(-1), tried }
    open &= ~answer.layers
  }
  return { decided, tried }
}

/** The record of an answered request. */
export interface OnRecord {
  /** The ids of the rules that shaped it. */
  readonly rules: readonly string[]
  /** The counts of a rule at that time; `seen` is an upper bound. */
  readonly countThen: (id: string) => RuleCount
}

/** Explains an answered request: the rules that shaped it are recorded. */
export async function explainRecorded(
  book: RuleBook,
  facts: Facts,
  record: OnRecord,
): Promise<Explanation> {
  const views = viewsOf(facts)
  const isRecorded = ({ rule }: BookEntry) => record.rules.includes(rule.id)
  const shaping = book.entries.filter(isRecorded)
  const decided = shaping.map(({ rule }) => ({ rule, layers: [] }))
  const others = book.entries.filter((entry) => !isRecorded(entry))
  const tried = await inBatches(others, (entry): TriedRule => {
    const { reason, ...counts } = conditionsOf(entry, views)
    const { id } = entry.rule
    const before = shaping.filter(({ order }) => order < entry.order)
    return { id, reason: reason ?? passedOver(entry, facts, { record, before }), ...counts }
  })
  return { decided, tried }
}

interface Shaped {
  readonly record: OnRecord
  /** The recorded rules that are still active and come before the one that did not shape it. */
  readonly before: readonly BookEntry[]
}

/** Why a rule whose conditions hold did not shape a request, as far as the record shows. */
function passedOver({ rule: { id, rule } }: BookEntry, facts: Facts, shaped: Shaped): string {
  const { record, before } = shaped
  const affected = layersOfRule(rule, facts)
  if (affected === 0) return unmetReason(rule, facts)
  const open = before.reduce((left, one) => left & ~layersOfRule(one.rule.rule, facts), affected)
  if (open === 0) return 'rules before it decide all that it speaks about'
  const { seen, hits } = record.countThen(id)
  if (seen <= 0) return 'its conditions hold, but it was added after this request'
  const isUsedUp = rule.per === undefined && rule.times !== undefined && hits >= rule.times
  if (isUsedUp) return 'its conditions hold, but it was used up'
  const turns = turnWords(rule)
  return `its conditions hold, but ${turns === '' ? 'another rule came first' : `it was not its turn (${turns})`}`
}

/** How many conditions of a rule hold, and why the first of the others does not. */
function conditionsOf(entry: BookEntry, views: RequestViews) {
  const view = viewFor(entry, views)
  const failed = entry.checks.filter((check) => !check.holds(view))
  const [first] = failed
  return {
    reason: first && mismatch(first, view.facts),
    failed: failed.length,
    held: entry.checks.length - failed.length,
  }
}

type Effect =
  | { readonly reason: string }
  | { readonly layers: number; readonly isStopping: boolean }

/** What a rule whose conditions hold does with a request. */
function effectOf(entry: BookEntry, facts: Facts, { book, context, open }: MatchState): Effect {
  const { id, rule } = entry.rule
  const affected = layersOfRule(rule, facts)
  if (affected === 0) return { reason: unmetReason(rule, facts) }
  if ((affected & open) === 0) return { reason: 'earlier rules decide all its layers' }
  const value = rule.per && perValue(rule.per, facts, book.fingerprint)
  if (rule.per !== undefined && value === undefined) {
    return { reason: `the request has no ${rule.per} to count by` }
  }
  const key = countKey(id, value)
  const count = context.countOf(key) ?? unseen
  const draws = drawsFor(context.seed, key)
  const end = windowEnd(rule, count, context.countOf(id) ?? unseen)
  if (end !== undefined && isPast(end, facts)) return { reason: overReason(rule, end) }
  const idle = idleReason(rule, count, () => draws(count.seen, 'chance'))
  if (idle !== undefined) return { reason: idle + whoseCount(rule.per, facts, value) }
  const outcome = chooseOutcome(entry.rule, () => draws(count.seen, 'choice'))
  const layers = affectedLayers(outcome, facts) & open
  if (layers === 0) return { reason: 'the outcome that it chooses cannot affect this request' }
  return { layers, isStopping: (layers & DELIVERY) !== 0 && outcome.fault?.at === 'before' }
}

function idleReason(rule: Rule, count: RuleCount, draw: () => number): string | undefined {
  const { times = 0, skip = 0, every = 1, chance = 1 } = rule
  switch (turnOf(rule, count, draw)) {
    case 'used up':
      return `used up (${count.hits} of ${times})`
    case 'skipped':
      return `skipped (${count.seen + 1} of ${skip})`
    case 'waiting':
      return `not its turn (every ${ordinal(every)}; this is the ${ordinal(((count.seen - skip) % every) + 1)})`
    case 'not drawn':
      return `not chosen this time (chance ${chanceText(chance)})`
    case 'over':
    case 'hit':
      return undefined
  }
}

function overReason(rule: Rule, end: Instant): string {
  return `over since ${sydneyIso(end, 'seconds')} (${windowWords(rule).join('')})`
}

/** ` for reference order-1`: the value that is counted; sealed values are not shown. */
function whoseCount(per: PerName | undefined, facts: Facts, value: string | undefined): string {
  if (per === undefined) return ''
  return String(facts[per]) === value ? ` for ${per} ${value}` : ` for this ${per}`
}

function mismatch({ field, wanted, found, unmet }: ConditionCheck, facts: Facts): string {
  if (unmet !== undefined) return unmet(facts)
  const value = found(facts)
  if (value === undefined) return `the request has no ${field}; wanted ${wanted}`
  const seen = shown(field, value)
  if (seen === wanted) return `${field} is another number with the same ends as ${wanted}`
  return `${field} is ${seen}, not ${wanted}`
}

// Explanations are printed and shared, so they show no more of a card or account than responses do.
function shown(field: string, value: string): string {
  const masked = allConditions.find(({ name }) => name === field)?.show?.(value) ?? value
  return masked === '' ? '""' : masked
}
