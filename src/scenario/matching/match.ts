import { Sight } from '../conditions/check.ts'
import {
  type Facts,
  outcomesOf,
  type RuleCount,
  type RuleOutcome,
  type ScenarioRule,
} from '../rule.ts'
import { chosen, type Draws, drawsFor } from './chance.ts'
import { ALL_LAYERS, DELIVERY, EXTRAS, layersOf, VERDICT } from './layers.ts'
import { countKey, perValue } from './per-value.ts'
import { bitOf, type Entry, ownFacts, type RuleBook } from './rule-book.ts'
import { turnOf, unseen } from './turn.ts'

type CountOf = (key: string) => RuleCount | undefined

/** What choices depend on besides the request. */
export interface Circumstances {
  readonly countOf: CountOf
  readonly seed: number
  /** The layers that rules can decide of this request; all unless given. */
  readonly open?: number | undefined
}

/** The outcome of a rule that decides a layer. */
interface Decision {
  readonly rule: ScenarioRule
  readonly outcome: RuleOutcome
}

interface CountChange {
  readonly key: string
  readonly count: RuleCount
}

/** What rules make of a request. */
export interface Match {
  readonly verdict?: Decision
  readonly extras?: Decision
  readonly delivery?: Decision
  /** Real time before the answer, drawn where the rule gives bounds. */
  readonly delayMs: number
  /** The rules that shape the answer, in the order in which they are asked. */
  readonly rules: readonly ScenarioRule[]
  /** The counts that this request changes, as they are after it. */
  readonly counts: readonly CountChange[]
}

export const noMatch: Match = { delayMs: 0, rules: [], counts: [] }

/** For each layer, the first rule that matches, says something about it and has its turn. */
export function matchRules(book: RuleBook, facts: Facts, by: Circumstances): Match {
  const met = metBy(book, facts, by.open ?? ALL_LAYERS)
  if (met.length === 0) return noMatch
  const asked: Asked[] = []
  let open = by.open ?? ALL_LAYERS
  for (const entry of met) {
    if (open === 0) break
    const one = ask(entry, facts, { book, by, open })
    if (one === undefined) continue
    asked.push(one)
    open &= ~one.layers
  }
  return matchOf(asked)
}

/** A rule that met a request, and what it does with it. */
interface Asked {
  readonly entry: Entry
  /** The layers that it decides; none where it lets the request pass. */
  readonly layers: number
  readonly outcome: RuleOutcome
  readonly counts: readonly CountChange[]
  readonly draw: () => number
}

interface Question {
  readonly book: RuleBook
  readonly by: Circumstances
  readonly open: number
}

/** Nothing where the rule has no say: it is used up, or could not shape what is still open. */
function ask(entry: Entry, facts: Facts, { book, by, open }: Question): Asked | undefined {
  const { rule, id } = { rule: entry.rule.rule, id: entry.rule.id }
  if ((entry.ready.reach(facts) & open) === 0) return undefined
  const value = rule.per && perValue(rule.per, facts, book.fingerprint)
  if (rule.per !== undefined && value === undefined) return undefined
  const key = countKey(id, value)
  const count = by.countOf(key) ?? unseen
  const draws: Draws = drawsFor(by.seed, key)
  const turn = turnOf(rule, count, () => draws(count.seen, 'chance'))
  if (turn === 'used up') return undefined
  const outcome = chooseOutcome(entry.rule, () => draws(count.seen, 'choice'))
  const reach = entry.ready.reaches.get(outcome)?.(facts) ?? 0
  const layers = turn === 'hit' ? reach & open : 0
  const counted = (before: RuleCount) => ({
    seen: before.seen + 1,
    hits: before.hits + (layers === 0 ? 0 : 1),
  })
  const counts = [{ key, count: counted(count) }]
  if (value !== undefined) counts.push({ key: id, count: counted(by.countOf(id) ?? unseen) })
  return { entry, layers, outcome, counts, draw: () => draws(count.seen, 'delay') }
}

export function chooseOutcome({ rule }: ScenarioRule, draw: () => number): RuleOutcome {
  return rule.oneOf === undefined ? rule.outcome : chosen(outcomesOf(rule), draw()).outcome
}

function matchOf(asked: readonly Asked[]): Match {
  const deciding = (layer: number) => asked.find(({ layers }) => (layers & layer) !== 0)
  const [verdict, extras, delivery] = [deciding(VERDICT), deciding(EXTRAS), deciding(DELIVERY)]
  const isStopped = delivery?.outcome.fault?.at === 'before'
  const counted = isStopped ? asked.filter((one) => hasSayBefore(one, delivery)) : asked
  return {
    ...(verdict && { verdict: decisionOf(verdict) }),
    ...(extras && { extras: decisionOf(extras) }),
    ...(delivery && { delivery: decisionOf(delivery) }),
    delayMs: delivery === undefined ? 0 : delayOf(delivery),
    rules: counted.filter(({ layers }) => layers !== 0).map(({ entry }) => entry.rule),
    counts: counted.flatMap(({ counts }) => counts),
  }
}

/** Nothing is processed: all that counts is who broke it, and who let it pass before. */
function hasSayBefore({ entry, layers }: Asked, stopping: Asked): boolean {
  if (entry === stopping.entry) return true
  const speaks = outcomesOf(entry.rule.rule).some(
    ({ outcome }) => (layersOf(outcome) & DELIVERY) !== 0,
  )
  return layers === 0 && speaks && entry.order < stopping.entry.order
}

function decisionOf({ entry, outcome }: Asked): Decision {
  return { rule: entry.rule, outcome }
}

function delayOf({ outcome: { delayMs = 0, delayMaxMs = delayMs }, draw }: Asked): number {
  if (delayMaxMs <= delayMs) return delayMs
  return delayMs + Math.floor(draw() * (delayMaxMs - delayMs + 1))
}

/** The rules whose conditions hold, in order, up to those that are sure to decide each layer. */
function metBy(book: RuleBook, facts: Facts, open: number): readonly Entry[] {
  const sight = new Sight(facts)
  const lists = book.candidates(facts, sight.cents)
  if (lists.length === 0) return none
  const own = ownFacts(facts)
  const ownSight = own === facts ? sight : new Sight(own)
  const operation = bitOf(facts.operation)
  const bounds = new Bounds(open)
  const met: Entry[] = []
  for (const list of lists) {
    for (const entry of list) {
      if (entry.order >= bounds.last) break
      const { ready } = entry
      if ((ready.operations & operation) === 0) continue
      if (!ready.holds(ready.seesAsked ? sight : ownSight)) continue
      met.push(entry)
      if (!ready.isCounted) bounds.settle(ready.reach(facts), entry.order)
    }
  }
  if (met.length < 2) return met
  // A rule with several alternatives may stand in several lists.
  return [...new Set(met)].sort((one, other) => one.order - other.order)
}

const none: readonly Entry[] = []

/** For each layer the place of the first rule that is sure to decide it. */
class Bounds {
  #verdict: number
  #extras: number
  #delivery: number
  /** No rule from here on has a say. */
  last = Number.POSITIVE_INFINITY

  constructor(open: number) {
    const start = (layer: number) =>
      (open & layer) === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    this.#verdict = start(VERDICT)
    this.#extras = start(EXTRAS)
    this.#delivery = start(DELIVERY)
  }

  settle(layers: number, order: number): void {
    if ((layers & VERDICT) !== 0 && order < this.#verdict) this.#verdict = order
    if ((layers & EXTRAS) !== 0 && order < this.#extras) this.#extras = order
    if ((layers & DELIVERY) !== 0 && order < this.#delivery) this.#delivery = order
    this.last = Math.max(this.#verdict, this.#extras, this.#delivery) + 1
  }
}
