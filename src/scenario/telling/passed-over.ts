import {
  ALL_LAYERS,
  affectedLayers,
  DELIVERY,
  layersOfRule,
  unmetReason,
} from '../matching/layers.ts'
import type { BookEntry } from '../matching/rule-book.ts'
import { type Facts, outcomesOf, type Rule, type RuleCount } from '../rule.ts'
import { chanceText } from '../written-values.ts'
import { ordinal, turnWords, windowWords } from './describe-rule.ts'

/** The record of an answered request. */
export interface OnRecord {
  /** The ids of the rules that shaped it. */
  readonly rules: readonly string[]
  /** The counts of a rule at that time; `seen` is an upper bound. */
  readonly countThen: (id: string) => CountThen
}

interface CountThen extends RuleCount {
  /**
   * Whether `seen` is exact, because no later request can have met the rule without being shaped.
   */
  readonly isExact: boolean
}

interface Shaped {
  readonly facts: Facts
  readonly record: OnRecord
  /** The recorded rules that are still active. */
  readonly shaping: readonly BookEntry[]
}

/** Why a rule whose conditions hold did not shape a request, as far as the record shows. */
export function passedOver(entry: BookEntry, { facts, record, shaping }: Shaped): string {
  const { rule } = entry.rule
  const affected = layersOfRule(rule, facts)
  if (affected === 0) return unmetReason(rule, facts)
  if ((affected & DELIVERY) === 0 && shaping.some(isStopping)) {
    return 'another rule broke the request before it was processed'
  }
  const before = shaping.filter(({ order }) => order < entry.order)
  const open = before.reduce((layers, one) => layers & ~sureLayers(one, facts), affected)
  if (open === 0) return 'rules before it decide all that it speaks about'
  const isOneGone = record.rules.length > shaping.length
  const reasons = [
    ...(isOneGone ? ['a rule that is no longer in force came first'] : []),
    ...ownReasons(entry, record.countThen(entry.rule.id)),
  ]
  const told = reasons.join(', or ') || 'it was added after this request'
  return `its conditions hold, but ${told}${whatIsUnknown(rule, reasons)}`
}

/** The journal records the rules that shaped a request, but not those that only counted it. */
function whatIsUnknown({ per }: Rule, reasons: readonly string[]): string {
  if (per === undefined || reasons.length === 0) return ''
  return `; it counts for each ${per}, and the journal does not keep those counts`
}

function isStopping({ rule }: BookEntry): boolean {
  return outcomesOf(rule.rule).every(({ outcome }) => outcome.fault?.at === 'before')
}

/** The layers that a rule decides with every outcome it can choose. */
function sureLayers({ rule: { rule } }: BookEntry, facts: Facts): number {
  return outcomesOf(rule).reduce(
    (layers, { outcome }) => layers & affectedLayers(outcome, facts),
    ALL_LAYERS,
  )
}

/** Why a rule may have skipped a request; undefined if it had matched none by then. */
function ownReasons({ rule: { rule } }: BookEntry, then: CountThen): readonly string[] {
  const { times = Number.POSITIVE_INFINITY, skip = 0, every = 1, chance, per, oneOf } = rule
  const over = windowWords(rule).map((window) => `its time was over (${window})`)
  if (then.seen <= 0) return over
  const usedUp = then.hits >= times ? ['it was used up'] : []
  // A rule that counts separately may be used up for other values only.
  if (usedUp.length > 0 && per === undefined) return usedUp
  return [
    ...usedUp,
    ...over,
    ...(skip > 0 || every > 1 ? [`it was not its turn (${turnThen(rule, then)})`] : []),
    ...(chance === undefined ? [] : [`it was not chosen (chance ${chanceText(chance)})`]),
    ...(oneOf === undefined ? [] : ['it chose an outcome that does nothing to this request']),
  ]
}

/** `every 3rd; this was the 2nd`, as far as it is known. */
function turnThen(rule: Rule, { seen, isExact }: CountThen): string {
  const { times: _times, chance: _chance, window: _window, ...counting } = rule
  const { skip = 0, every = 1, per } = counting
  const turns = turnWords(counting)
  if (per !== undefined || !isExact) return turns
  const place = seen <= skip ? seen : ((seen - skip - 1) % every) + 1
  return `${turns}; this was the ${ordinal(place)}`
}
