import { given } from '../../base/plain-object.ts'
import { redactMembers } from '../../base/redaction/redacted.ts'
import type { Instant } from '../../domain/time/instant.ts'
import { type Decision, noDecision, type Resolve } from '../../domain/transaction/decision.ts'
import { type Facts, outcomesOf, type RuleCount, type ScenarioRule } from '../rule.ts'
import {
  asList,
  type RateDocument,
  type ResolveDocument,
  type WeightedDocument,
} from '../scenario-document.ts'
import { milliseconds, parseAfter } from '../written-values.ts'
import {
  chosen,
  countKey,
  drawsFor,
  perValue,
  type RuleTurn,
  rateKey,
  recentOf,
  turnOf,
  unseen,
  windowEnd,
  windowFrom,
} from './counting.ts'
import {
  ALL_LAYERS,
  affectedLayers,
  BANK,
  DELIVERY,
  EXTRAS,
  isStopping,
  layersOf,
  layersOfRule,
} from './layers.ts'
import { type BookEntry, type RuleBook, type VisibleFacts, visibleFacts } from './rule-book.ts'

/** Inputs of matching besides the request. */
export interface MatchContext {
  readonly countOf: (key: string) => RuleCount | undefined
  readonly seed: number
  /** Equal secrets have equal fingerprints, which do not give the secret away. */
  readonly fingerprint: (secret: string) => string
  /** The layers that rules may decide for this request; all by default. */
  readonly open?: number | undefined
}

/** The outcome of a rule that decides a layer. */
interface LayerDecision {
  readonly rule: ScenarioRule
  readonly outcome: WeightedDocument
}

interface CountChange {
  readonly key: string
  readonly count: RuleCount
}

/** A rule whose conditions hold and that had no effect on a request. */
export type IdleRule = Pick<MatchedRule, 'entry' | 'turn' | 'layers' | 'count' | 'value' | 'end'>

/** Which rules were asked about a request, and what happened to those whose conditions hold. */
export interface Consideration {
  readonly book: RuleBook
  readonly decided: readonly (LayerDecision & { readonly layers: number })[]
  readonly idle: readonly IdleRule[]
  /** The order of the last rule that was asked. */
  readonly last: number
}

/** The combined result of the rules for a request. */
export interface Match {
  readonly bank?: LayerDecision | undefined
  readonly extras?: LayerDecision | undefined
  readonly delivery?: LayerDecision | undefined
  /** Real time before the response, drawn if the rule gives bounds. */
  readonly delayMs: number
  /** The rules that apply, highest priority first. */
  readonly rules: readonly ScenarioRule[]
  /** The counts that this request changes, after the change. */
  readonly counts: readonly CountChange[]
}

export const noMatch: Match = { delayMs: 0, rules: [], counts: [] }

interface ConsideredMatch extends Match {
  readonly considered: Consideration
}

/** For each layer, the first rule that matches, decides the layer and is due by its counts. */
export function matchRules(book: RuleBook, facts: Facts, context: MatchContext): ConsideredMatch {
  const matched: MatchedRule[] = []
  const idle: IdleRule[] = []
  let visible: VisibleFacts | undefined
  let open = context.open ?? ALL_LAYERS
  let last = Number.POSITIVE_INFINITY
  for (const entry of book.candidates(facts)) {
    if (open === 0) break
    visible ??= visibleFacts(facts)
    if (!entry.matches(visible)) continue
    const one = takeTurn(entry, facts, context, open)
    if (one.layers === 0) idle.push(idleOf(one))
    if (one.counts.length === 0) continue
    matched.push(one)
    open &= ~one.layers
    if (open === 0) last = entry.order
  }
  return matchOf(book, matched, idle, last)
}

/** Without what was computed from the whole card number. */
function idleOf({ entry, turn, layers, count, value, end }: MatchedRule): IdleRule {
  return { entry, turn, layers, count, value, end }
}

/** A rule whose conditions hold, and what it does with the request. */
interface MatchedRule {
  readonly entry: BookEntry
  /** `inapplicable`: it cannot affect the request. `decided`: nor what is undecided. `uncounted`: it counts by something else. */
  readonly turn: RuleTurn | 'inapplicable' | 'decided' | 'uncounted'
  /** The layers that it decides; none if it skips the request. */
  readonly layers: number
  readonly outcome: WeightedDocument
  /** Its count before the request, and the value that it counts by. */
  readonly count: RuleCount
  readonly value: string | undefined
  /** The end of its relative window. */
  readonly end: Instant | undefined
  readonly counts: readonly CountChange[]
  readonly drawDelay: () => number
}

/** What a rule whose conditions hold does with a request, if the layers `open` are undecided. */
function takeTurn(
  entry: BookEntry,
  facts: Facts,
  context: MatchContext,
  open: number,
): MatchedRule {
  const { id, rule } = entry.rule
  const affected = layersOfRule(rule, facts)
  if ((affected & open) === 0) return idle(entry, affected === 0 ? 'inapplicable' : 'decided')
  const value = rule.per && perValue(rule.per, facts, context.fingerprint)
  if (rule.per !== undefined && value === undefined) return idle(entry, 'uncounted')
  const rated = rule.when.rate && ratedBy(id, rule.when.rate, facts, context)
  if (rated === 'uncounted') return idle(entry, rated)
  if (rated?.isReached === false) {
    const { recent = [] } = rated.change.count
    const count = { seen: recent.length, hits: 0 }
    return { ...idle(entry, 'seldom'), count, counts: [rated.change] }
  }
  const key = countKey(id, value)
  const count = context.countOf(key) ?? unseen
  const draws = drawsFor(context.seed, key)
  const own = value === undefined ? count : (context.countOf(id) ?? unseen)
  const end = windowEnd(rule, count, own)
  const isOver = end !== undefined && facts.now !== undefined && facts.now >= end
  const turn = turnOf(rule, count, () => draws(count.seen, 'chance'), isOver)
  if (turn === 'used up' || turn === 'over') {
    const counts = rated === undefined ? [] : [rated.change]
    return { ...idle(entry, turn), count, value, end, counts }
  }
  const outcome = chooseOutcome(entry.rule, count, () => draws(count.seen, 'choice'))
  const layers = turn === 'hit' ? affectedLayers(outcome, facts) & open : 0
  const counted = (before: RuleCount) => ({
    seen: before.seen + 1,
    hits: before.hits + (layers === 0 ? 0 : 1),
    ...windowFrom(rule, before, layers === 0 ? undefined : facts.now),
  })
  const counts = [{ key, count: counted(count) }]
  if (value !== undefined) counts.push({ key: id, count: counted(own) })
  if (rated !== undefined) counts.push(rated.change)
  const drawDelay = () => draws(count.seen, 'delay')
  return { entry, turn, layers, outcome, count, value, end, counts, drawDelay }
}

/** A rule that neither applies to a request nor counts it. */
function idle(entry: BookEntry, turn: MatchedRule['turn']): MatchedRule {
  const nothing = { layers: 0, outcome: {}, counts: [], drawDelay: () => 0 }
  return { entry, turn, ...nothing, count: unseen, value: undefined, end: undefined }
}

/** Whether a rate is reached, and the count of this request. */
function ratedBy(id: string, rate: RateDocument, facts: Facts, context: MatchContext) {
  const value = perValue(rate.per ?? 'world', facts, context.fingerprint)
  if (value === undefined || facts.now === undefined) return 'uncounted'
  const key = rateKey(id, value)
  const before = context.countOf(key) ?? unseen
  const recent = recentOf(rate, before, facts.now)
  const change: CountChange = { key, count: { seen: before.seen + 1, hits: 0, recent } }
  return { isReached: recent.length > rate.more_than, change }
}

function chooseOutcome(
  { rule }: ScenarioRule,
  { hits }: RuleCount,
  draw: () => number,
): WeightedDocument {
  const { one_of, sequence, then } = rule.outcome
  if (one_of !== undefined) return chosen(one_of, draw())
  if (sequence === undefined) return rule.outcome
  const turn = then === 'repeat' ? hits % sequence.length : Math.min(hits, sequence.length - 1)
  return sequence[turn] ?? {}
}

function matchOf(
  book: RuleBook,
  matched: readonly MatchedRule[],
  idle: readonly IdleRule[],
  last: number,
): ConsideredMatch {
  if (matched.length === 0) {
    const { delayMs, rules, counts } = noMatch
    // No spread: in a profile, two of them took 3% of a purchase.
    return { delayMs, rules, counts, considered: { book, decided: [], idle, last } }
  }
  const deciding = (layer: number) => matched.find(({ layers }) => (layers & layer) !== 0)
  const [bank, extras, delivery] = [deciding(BANK), deciding(EXTRAS), deciding(DELIVERY)]
  const stopping = delivery && isStopping(delivery.outcome) ? delivery : undefined
  const counted = stopping ? matched.filter((one) => countsBefore(one, stopping)) : matched
  const applied = counted.filter(({ layers }) => layers !== 0)
  const decided = applied.map(({ entry, layers, outcome }) => ({
    rule: entry.rule,
    layers,
    outcome,
  }))
  return {
    ...(bank && { bank: layerDecision(bank) }),
    ...(extras && { extras: layerDecision(extras) }),
    ...(delivery && { delivery: layerDecision(delivery) }),
    delayMs: delivery === undefined ? 0 : delayOf(delivery),
    rules: decided.map(({ rule }) => rule),
    counts: counted.flatMap(({ counts }) => counts),
    considered: { book, decided, idle, last },
  }
}

/**
 * With a fault before processing, only its rule counts, and delivery rules that skipped the
 * request.
 */
function countsBefore({ entry, layers }: MatchedRule, stopping: MatchedRule): boolean {
  if (entry === stopping.entry) return true
  const hasDelivery = outcomesOf(entry.rule.rule).some((one) => (layersOf(one) & DELIVERY) !== 0)
  return layers === 0 && hasDelivery && entry.order < stopping.entry.order
}

function layerDecision({ entry, outcome }: MatchedRule): LayerDecision {
  return { rule: entry.rule, outcome }
}

function delayOf({ outcome: { delay = '0s' }, drawDelay }: MatchedRule): number {
  if (typeof delay === 'string') return milliseconds(delay)
  const [min, max] = [milliseconds(delay.min), milliseconds(delay.max)]
  return max <= min ? min : min + Math.floor(drawDelay() * (max - min + 1))
}

/** The bank's decision on one request: derived codes are read from its amount, card or BSB. */
export function decisionOf({ bank, extras }: Match, facts: Facts): Decision {
  if (bank === undefined && extras === undefined) return noDecision
  const outcome: WeightedDocument = bank?.outcome ?? {}
  const { kvps, drift } = extras?.outcome ?? {}
  return given({
    status: outcome.status,
    responseCode: codeFor(outcome.response_code, facts),
    responseMessage: outcome.response_message,
    gatewayStatusCode: outcome.gateway_status_code,
    expires: outcome.expires,
    resolves: outcome.resolves && asList(outcome.resolves).map((one) => resolveFor(one, facts)),
    kvps: kvps && redactMembers(kvps),
    drift,
  })
}

function resolveFor({ after, status, response_code }: ResolveDocument, facts: Facts): Resolve {
  const moment = parseAfter(after)
  if (moment === undefined) throw new Error(`'${after}' has not been checked`)
  return { after: moment, status, ...given({ responseCode: codeFor(response_code, facts) }) }
}

function codeFor(code: string | undefined, facts: Facts): string | undefined {
  if (code === 'from-amount') return facts.amount?.slice(-2).padStart(2, '0')
  if (code === 'from-pan') return facts.pan?.slice(-2)
  if (code === 'from-bsb') return facts.bsb?.slice(-1)
  return code
}
