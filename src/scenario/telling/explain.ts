import { eachOf, type Steps } from '../../document/steps.ts'
import { type Check, Sight } from '../conditions/check.ts'
import { allConditions } from '../conditions/table.ts'
import { drawsFor } from '../matching/chance.ts'
import { ALL_LAYERS, DELIVERY, layerNames } from '../matching/layers.ts'
import { type Circumstances, chooseOutcome } from '../matching/match.ts'
import { countKey, perValue } from '../matching/per-value.ts'
import { unmetReason } from '../matching/reach.ts'
import { type Entry, ownFacts, type RuleBook } from '../matching/rule-book.ts'
import { turnOf, unseen } from '../matching/turn.ts'
import { chanceText } from '../reading/schema/percent.ts'
import type { Facts, PerName, Rule, RuleCount, ScenarioRule } from '../rule.ts'
import { type OnRecord, passedOver } from './passed-over.ts'
import { ordinal } from './turn-words.ts'

export interface Explanation {
  /** The rules that would shape the answer, in the order in which they are asked. */
  readonly decided: readonly Deciding[]
  /** Every other rule that is asked, and why it has no say. */
  readonly tried: readonly Tried[]
}

interface Deciding {
  readonly rule: ScenarioRule
  readonly layers: readonly ('verdict' | 'extras' | 'delivery')[]
}

interface Tried {
  readonly id: string
  readonly reason: string
  /** How many of its conditions do not hold, and how many do. */
  readonly failed: number
  readonly held: number
}

/** Which rules would shape a request, and what keeps the others from it. Counts nothing. */
export function* explain(book: RuleBook, facts: Facts, by: Circumstances): Steps<Explanation> {
  const see = sightsOf(facts)
  const tried: Tried[] = []
  let decided: readonly Deciding[] = []
  let open = by.open ?? ALL_LAYERS
  for (const entry of book.entries) {
    yield
    if (open === 0) break
    const failed = entry.ready.checks.filter((check) => !check.holds(see(entry)))
    const counts = { failed: failed.length, held: entry.ready.checks.length - failed.length }
    const [first] = failed
    const answer: Said =
      first === undefined
        ? sayOf(entry, facts, { book, by, open })
        : { reason: mismatch(first, see(entry).facts) }
    if ('reason' in answer) {
      tried.push({ id: entry.rule.id, reason: answer.reason, ...counts })
      continue
    }
    decided = [...decided, { rule: entry.rule, layers: layerNames(answer.layers) }]
    // Nothing is processed, so that only who breaks it has a say.
    if (answer.isStopping) return { decided: decided.slice(-1), tried }
    open &= ~answer.layers
  }
  return { decided, tried }
}

/** The same for a request that was answered: who shaped it is on record. */
export function* explainRecorded(
  book: RuleBook,
  facts: Facts,
  record: OnRecord,
): Steps<Explanation> {
  const see = sightsOf(facts)
  const isRecorded = ({ rule }: Entry) => record.rules.includes(rule.id)
  const shaping = book.entries.filter(isRecorded)
  const decided = shaping.map(({ rule }) => ({ rule, layers: [] }))
  const others = book.entries.filter((entry) => !isRecorded(entry))
  const tried = yield* eachOf(others, (entry): Tried => {
    const failed = entry.ready.checks.filter((check) => !check.holds(see(entry)))
    const [first] = failed
    const reason =
      first === undefined
        ? passedOver(entry, { facts, record, shaping })
        : mismatch(first, see(entry).facts)
    const held = entry.ready.checks.length - failed.length
    return { id: entry.rule.id, reason, failed: failed.length, held }
  })
  return { decided, tried }
}

function sightsOf(facts: Facts): (entry: Entry) => Sight {
  const [sight, own] = [new Sight(facts), new Sight(ownFacts(facts))]
  return (entry) => (entry.ready.seesAsked ? sight : own)
}

type Said = { readonly reason: string } | { readonly layers: number; readonly isStopping: boolean }

interface Question {
  readonly book: RuleBook
  readonly by: Circumstances
  readonly open: number
}

/** What a rule whose conditions hold does with a request. */
function sayOf(entry: Entry, facts: Facts, { book, by, open }: Question): Said {
  const { id, rule } = entry.rule
  const reach = entry.ready.reach(facts)
  if (reach === 0) return { reason: unmetReason(rule.oneOf?.[0]?.outcome ?? rule.outcome, facts) }
  if ((reach & open) === 0) return { reason: 'earlier rules decide all its layers' }
  const value = rule.per && perValue(rule.per, facts, book.fingerprint)
  if (rule.per !== undefined && value === undefined) {
    return { reason: `the request has no ${rule.per} to count by` }
  }
  const key = countKey(id, value)
  const count = by.countOf(key) ?? unseen
  const draws = drawsFor(by.seed, key)
  const idle = idleReason(rule, count, () => draws(count.seen, 'chance'))
  if (idle !== undefined) return { reason: idle + whoseCount(rule.per, facts, value) }
  const outcome = chooseOutcome(entry.rule, () => draws(count.seen, 'choice'))
  const layers = (entry.ready.reaches.get(outcome)?.(facts) ?? 0) & open
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
    case 'hit':
      return undefined
  }
}

/** ` for reference order-1`: the value whose count it is; one that is kept sealed is not told. */
function whoseCount(per: PerName | undefined, facts: Facts, value: string | undefined): string {
  if (per === undefined) return ''
  return String(facts[per]) === value ? ` for ${per} ${value}` : ` for this ${per}`
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
