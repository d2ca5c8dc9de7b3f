import type { Instant } from '../../domain/time/instant.ts'
import type { CaseName } from '../coverage/coverage.ts'
import type { CallUnderWay, Exchange } from '../exchange.ts'
import { clarityOf } from '../stories/clarity.ts'
import type { Attempt } from '../stories/story.ts'
import { count, StorySums, type StoryTotals } from './story-sums.ts'

/** The situations that a run put the client through. */
export const exercises = [
  'faults_before',
  'faults_after',
  'timeouts',
  'undecided',
  'pendings',
  'declines',
  'refusals',
  'lookups',
  'searches',
] as const

export type Exercise = (typeof exercises)[number]

export type Exercised = Readonly<Record<Exercise, number>>

/** When the calls of a chapter were made. */
interface CallSpan {
  /** Sandbox time of the first one. */
  readonly at: Instant
  /** Real time. */
  readonly from: Instant
  to: Instant
}

/** `dropped`: there were more than are kept; `unkept`: nothing kept them. */
export type CutReason = 'dropped' | 'unkept'

/** The numbers of a tally; in a saved run, its maps and sets are lists. */
export interface TallySums {
  readonly requests: number
  readonly own: number
  readonly waiting: number
  /** Not in runs that an older version saved. */
  readonly undecided?: number
  readonly cut?: CutReason | undefined
  readonly span?: CallSpan | undefined
  readonly counts: Exercised
  readonly calls: Iterable<readonly [string, number]>
  readonly faults: Iterable<readonly [string, number]>
  readonly lost: Iterable<readonly [string, number]>
  readonly covered: Iterable<CaseName>
  readonly rules: Iterable<string>
  readonly found: Iterable<readonly [string, number]>
  readonly stories: StoryTotals
}

/** A tally as JSON can write it; `add` reads it. */
export function savedTally(tally: Tally): TallySums {
  const { payments, returned, charged, verdicts } = tally.stories
  return {
    ...tally,
    calls: [...tally.calls],
    faults: [...tally.faults],
    lost: [...tally.lost],
    covered: [...tally.covered],
    rules: [...tally.rules],
    found: [...tally.found],
    stories: { payments, returned, charged, verdicts },
  }
}

/** Numbers that add up over chapters. */
export class Tally implements TallySums {
  requests = 0
  /** Calls of the dashboard itself, which are not judged. */
  own = 0
  /** Unanswered calls whose clients are still waiting. */
  waiting = 0
  /** Payments that the gateway has not decided, and which are not open calls. */
  undecided = 0
  /** Why lost answers of an earlier run may be missing. */
  cut: CutReason | undefined
  /** The times of the first and the last call. */
  span: CallSpan | undefined
  readonly counts: Record<Exercise, number> = noExercise()
  /** Calls by operation and outcome: `purchase approved`, `search lost`. */
  readonly calls = new Map<string, number>()
  /** Calls that a fault of a rule hit, by where: `before` or `after` processing. */
  readonly faults = new Map<string, number>()
  /** Transaction requests whose clients could not know the result, by operation. */
  readonly lost = new Map<string, number>()
  readonly covered = new Set<CaseName>()
  readonly rules = new Set<string>()
  /** Findings by their code, kept or not. */
  readonly found = new Map<string, number>()
  /** Closed stories, kept or not. */
  readonly stories = new StorySums()

  /** Counts a call; `attempt` is set for a transaction request. */
  count(exchange: Exchange, attempt: Attempt | undefined): void {
    this.requests += 1
    this.see(exchange)
    this.meet(exchange.rules)
    const { operation } = exchange
    count(this.calls, `${operation ?? 'none'} ${outcomeOf(exchange)}`, 1)
    if (exchange.fault !== undefined) count(this.faults, exchange.fault.at, 1)
    if (attempt !== undefined) this.countAttempt(exchange, attempt)
    else if (operation !== undefined && clarityOf(exchange) === 'unclear') this.#countLoss(exchange)
    if (operation === 'lookup') this.counts.lookups += 1
    else if (operation === 'search') this.counts.searches += 1
  }

  /** A call without an answer; if its client has left, it counts as a request that timed out. */
  countUnderWay({ rules, hasLeft, operation }: CallUnderWay): void {
    this.meet(rules)
    if (!hasLeft()) {
      this.waiting += 1
      return
    }
    this.requests += 1
    if (operation === undefined) return
    this.counts.timeouts += 1
    count(this.calls, `${operation} lost`, 1)
    count(this.lost, operation, 1)
  }

  add(other: TallySums): void {
    this.requests += other.requests
    this.own += other.own
    this.waiting += other.waiting
    this.undecided += other.undecided ?? 0
    this.cut ??= other.cut
    this.#widen(other.span)
    for (const name of exercises) this.counts[name] += other.counts[name]
    for (const [call, n] of other.calls) count(this.calls, call, n)
    for (const [at, n] of other.faults) count(this.faults, at, n)
    for (const [operation, n] of other.lost) count(this.lost, operation, n)
    for (const name of other.covered) this.covered.add(name)
    for (const rule of other.rules) this.rules.add(rule)
    for (const [code, count] of other.found) this.find(code, count)
    this.stories.addAll(other.stories)
  }

  /** Notes when a call was. */
  see({ at, realAt, durationMs }: Exchange): void {
    const end = realAt + durationMs
    if (this.span === undefined) this.span = { at, from: realAt, to: end }
    else if (end > this.span.to) this.span.to = end
  }

  #widen(other: CallSpan | undefined): void {
    const { span } = this
    if (other === undefined) return
    if (span === undefined) this.span = { ...other }
    else {
      const { at, from } = other.from < span.from ? other : span
      this.span = { at, from, to: Math.max(span.to, other.to) }
    }
  }

  find(code: string, count = 1): void {
    this.found.set(code, (this.found.get(code) ?? 0) + count)
  }

  /** What the answer of a transaction request put the client through. */
  countAttempt(exchange: Exchange, { clarity, made }: Attempt): void {
    const { counts } = this
    // A 4XX after the money moved hides it as a lost answer does.
    if (clarity === 'refused') counts[made === undefined ? 'refusals' : 'faults_after'] += 1
    if (clarity === 'undecided') counts.undecided += 1
    if (made?.status === 'pending') counts.pendings += 1
    if (made?.status === 'declined') counts.declines += 1
    if (clarity === 'unclear') this.#countLoss(exchange, made !== undefined)
    const isKnown = clarity === 'refused' ? made === undefined : clarity === 'clear'
    if (!isKnown && exchange.operation !== undefined) count(this.lost, exchange.operation, 1)
  }

  /** Any lost answer counts: of a payment, a lookup or a call of the vault. */
  #countLoss({ fault, facts }: Exchange, isProcessed = fault?.at === 'after'): void {
    const { counts } = this
    if (facts.hasLeft) counts.timeouts += 1
    else if (fault?.at === 'before' || !isProcessed) counts.faults_before += 1
    else counts.faults_after += 1
  }

  /** One-shot rules are left out: there can be any number of them. */
  meet(rules: readonly string[]): void {
    for (const rule of rules) if (!rule.startsWith('rules/')) this.rules.add(rule)
  }
}

/** How a call ended for its client, in one word. */
function outcomeOf({ answer: { status }, facts: { made } }: Exchange): string {
  if (status === undefined) return 'lost'
  if (status >= 500) return 'failed'
  if (status >= 400) return 'refused'
  return made?.status ?? 'answered'
}

function noExercise(): Record<Exercise, number> {
  return {
    faults_before: 0,
    faults_after: 0,
    timeouts: 0,
    undecided: 0,
    pendings: 0,
    declines: 0,
    refusals: 0,
    lookups: 0,
    searches: 0,
  }
}

/** How often the client could not know the result of a request. */
export function lossesIn(counts: Exercised): number {
  return counts.faults_before + counts.faults_after + counts.timeouts + counts.undecided
}
