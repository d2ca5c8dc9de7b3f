import type { Asked, Exchange, Opening } from '../exchange.ts'
import { Recent } from '../recent.ts'
import { clarityOf, isReadable } from './clarity.ts'
import { isOver, isSettled } from './settled.ts'
import type { Attempt, Intent, Look, Move, Moved, Story, StoryEvent } from './story.ts'

export interface StoryLimits {
  /** Stories that need nothing more; the oldest are given up first. */
  readonly settled: number
  /** Stories in which something is still to be answered for. */
  readonly unsettled: number
}

/**
 * A client that gives up closes its connection and asks again at once; the server may notice the
 * closing a little after the question.
 */
const NOTICING_MS = 100

/** All payments of a chapter, told as they happen. Each call costs a few map entries. */
export class StoryBook {
  readonly #limits: StoryLimits
  readonly #closed: (story: Story) => void
  readonly #stories = new Set<Story>()
  readonly #settled = new Set<Story>()
  readonly #intents = new Map<string, Intent>()
  readonly #byAudit = new Map<number, Attempt>()
  readonly #byCorrelation = new Map<string, Attempt>()
  /** Attempts on a transaction whose answers were not clear, by what they act on. */
  readonly #lostOn = new Map<number, Set<Attempt>>()
  /** Where transactions got to whose requests are not written down yet. */
  readonly #early = new Recent<number, Moved>()
  #order = 0
  #lastNumber = 0

  /** `closed` is told of stories that are given up to make room. */
  constructor(limits: StoryLimits, closed: (story: Story) => void) {
    this.#limits = limits
    this.#closed = closed
  }

  /** Oldest first. */
  get stories(): Iterable<Story> {
    return this.#stories
  }

  get size(): number {
    return this.#stories.size
  }

  /** A request that takes its time: others may come before it has an answer. */
  begin(opening: Opening): Attempt {
    const { operation, merchant, asked, made } = opening
    const key = intentKey(operation, merchant, asked)
    const place = this.#placeOf(key, opening, asked)
    const attempt: Attempt = {
      kind: 'attempt',
      order: this.#next(),
      operation,
      at: opening.at,
      realAt: opening.realAt,
      merchant,
      asked,
      correlationId: opening.correlationId,
      correlationKey: opening.correlationKey,
      card: opening.card,
      made,
      story: place.story,
      intent: place.intent,
      clarity: 'open',
      exchange: undefined,
      lostAt: undefined,
      status: made?.status,
      resolvedOrder: undefined,
      lookedOrder: undefined,
      known: undefined,
    }
    place.intent.attempts.push(attempt)
    tell(place.story, attempt)
    this.#settled.delete(place.story)
    if (!opening.isRefused) this.#remember(attempt)
    return attempt
  }

  /** Its answer, or that there was none. */
  end(attempt: Attempt, exchange: Exchange): void {
    const { story } = attempt
    if (story.isClosed) return
    story.changes += 1
    attempt.exchange = exchange
    attempt.made = exchange.facts.made ?? attempt.made
    attempt.clarity = clarityOf(exchange)
    if (attempt.clarity === 'clear' && attempt.lookedOrder === undefined) forgetAnswerMove(attempt)
    // A bank that took its time has moved it since; the answer says so.
    if (attempt.resolvedOrder !== undefined && attempt.clarity === 'clear') {
      attempt.lookedOrder = this.#next()
    }
    // Its id counts as unused.
    if (attempt.clarity === 'refused') this.#forgetId(attempt)
    if (attempt.clarity === 'unclear') {
      attempt.lostAt = exchange.realAt - exchange.durationMs + exchange.facts.waitedMs
      const { target } = attempt.asked
      if (target !== undefined) added(this.#lostOn, target).add(attempt)
    }
    this.#mergeRetries(attempt)
    this.#settle(attempt.story)
  }

  /** A lookup or search; gives the attempt that it asked about. */
  look(exchange: Exchange): Attempt | undefined {
    const attempt = this.#askedAbout(exchange)
    if (attempt === undefined) return undefined
    const { shown } = exchange.facts
    const told =
      !isReadable(exchange) || shown === undefined ? undefined : (shown?.status ?? 'nothing')
    const isForgotten = told === 'nothing' && attempt.made !== undefined
    const look: Look = {
      ...{ kind: 'look', order: this.#next(), at: exchange.at },
      ...{ exchange, told, isForgotten },
    }
    tell(attempt.story, look)
    if (told !== undefined) this.#tell(attempt, look, told)
    this.#settle(attempt.story)
    return attempt
  }

  /** A transaction that moved: by time, by hand, or because another acted on it. */
  moved({ audit, to, at, isAnswer }: Moved): Attempt | undefined {
    const attempt = this.#byAudit.get(audit)
    if (attempt === undefined) {
      this.#early.set(audit, { audit, to, at, isAnswer })
      return undefined
    }
    if (attempt.status === to) return undefined
    this.#apply(attempt, { audit, to, at, isAnswer })
    this.#settle(attempt.story)
    return attempt
  }

  /** The attempt that made a transaction. */
  madeBy(audit: number): Attempt | undefined {
    return this.#byAudit.get(audit)
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | undefined, key: string | undefined): Attempt | undefined {
    return key === undefined ? undefined : this.#byCorrelation.get(correlationPlace(merchant, key))
  }

  #apply(attempt: Attempt, moved: Moved): void {
    const isReturn = moved.to === 'declined' && attempt.made?.rail === 'direct_debit'
    const move: Move = { kind: 'move', order: this.#next(), ...moved, isReturn }
    if (attempt.status === 'pending' || attempt.status === 'unknown') {
      attempt.resolvedOrder = move.order
    }
    attempt.status = move.to
    tell(attempt.story, move)
  }

  #tell(attempt: Attempt, look: Look, told: NonNullable<Look['told']>): void {
    for (const same of sentAlike(attempt)) {
      same.lookedOrder = look.order
      same.known = told
    }
    const { shown } = look.exchange.facts
    // Whether a void was done shows in what it was to void.
    for (const lost of (shown && this.#lostOn.get(shown.audit)) || []) {
      lost.lookedOrder = look.order
      lost.known ??= lost.status ?? 'nothing'
      if (lost.story !== attempt.story) tell(lost.story, look)
    }
  }

  #placeOf(
    key: string,
    { merchant, correlationKey, isOwn }: Pick<Opening, 'merchant' | 'correlationKey' | 'isOwn'>,
    asked: Asked,
  ): { readonly story: Story; readonly intent: Intent } {
    const same = this.#byCorrelation.get(correlationPlace(merchant, correlationKey))
    if (same?.intent.key === key && !same.story.isClosed) return same
    const known = this.#intents.get(key)
    const last = known?.attempts.at(-1)
    if (known !== undefined && last !== undefined && !last.story.isClosed) {
      if (last.clarity !== 'open' && !isOver(known)) return last
    }
    const intent: Intent = { key, attempts: [], beside: undefined }
    if (known !== undefined && last?.clarity === 'open') {
      known.beside ??= []
      known.beside.push(intent)
    }
    this.#intents.set(key, intent)
    const target = asked.target === undefined ? undefined : this.#byAudit.get(asked.target)
    const story = target === undefined ? this.#open(merchant, asked, isOwn) : target.story
    return { story, intent }
  }

  #open(merchant: number | undefined, { reference }: Asked, isOwn: boolean): Story {
    this.#lastNumber += 1
    const story: Story = {
      number: this.#lastNumber,
      merchant,
      reference,
      isOwn,
      events: [],
      changes: 0,
      isClosed: false,
    }
    this.#stories.add(story)
    if (this.#stories.size - this.#settled.size > this.#limits.unsettled) this.#giveUpOldest()
    return story
  }

  #remember(attempt: Attempt): void {
    const { made, merchant, correlationKey } = attempt
    if (correlationKey !== undefined) {
      const place = correlationPlace(merchant, correlationKey)
      if (!this.#byCorrelation.has(place)) this.#byCorrelation.set(place, attempt)
    }
    if (made === undefined || this.#byAudit.has(made.audit)) return
    this.#byAudit.set(made.audit, attempt)
    const early = this.#early.take(made.audit)
    if (early === undefined || early.to === attempt.status) return
    this.#apply(attempt, early)
  }

  #askedAbout({ merchant, facts }: Exchange): Attempt | undefined {
    if (facts.shown) {
      const made = this.#byAudit.get(facts.shown.audit)
      if (made !== undefined) return made
    }
    const { audit, correlationKey } = facts.about ?? {}
    if (audit !== undefined) return this.#byAudit.get(audit)
    return this.#byCorrelation.get(correlationPlace(merchant, correlationKey))
  }

  /** What was begun after the client had lost this answer, though before we knew, is a retry of it. */
  #mergeRetries(attempt: Attempt): void {
    const { lostAt, intent } = attempt
    const { beside } = intent
    if (beside === undefined) return
    intent.beside = undefined
    const retries =
      lostAt === undefined
        ? []
        : beside.filter(({ attempts }) => (attempts[0]?.realAt ?? 0) + NOTICING_MS >= lostAt)
    for (const retry of retries) {
      this.#merge(retry.attempts, attempt)
      // What was begun beside the retry may in its turn be a retry of that.
      if (retry.beside !== undefined) intent.beside = [...(intent.beside ?? []), ...retry.beside]
    }
  }

  #merge(attempts: readonly Attempt[], into: Attempt): void {
    const [first] = attempts
    if (first === undefined || first.story.isClosed) return
    const { story } = first
    into.intent.attempts.push(...attempts)
    this.#intents.set(into.intent.key, into.intent)
    if (story !== into.story) {
      into.story.events = [...into.story.events, ...story.events].sort(byOrder)
      for (const event of story.events) if (event.kind === 'attempt') event.story = into.story
      this.#stories.delete(story)
      this.#settled.delete(story)
    }
    for (const attempt of attempts) attempt.intent = into.intent
    into.story.changes += 1
  }

  #settle(story: Story): void {
    if (!isSettled(story)) {
      this.#settled.delete(story)
      return
    }
    this.#settled.add(story)
    if (this.#settled.size <= this.#limits.settled) return
    for (const oldest of this.#settled) {
      this.#giveUp(oldest)
      return
    }
  }

  #giveUpOldest(): void {
    for (const story of this.#stories) {
      if (this.#settled.has(story)) continue
      this.#giveUp(story)
      return
    }
  }

  #giveUp(story: Story): void {
    this.#closed(story)
    story.isClosed = true
    this.#stories.delete(story)
    this.#settled.delete(story)
    for (const event of story.events) if (event.kind === 'attempt') this.#forget(event)
  }

  #forget(attempt: Attempt): void {
    const { made, intent, asked } = attempt
    if (made !== undefined) this.#byAudit.delete(made.audit)
    this.#forgetId(attempt)
    if (this.#intents.get(intent.key) === intent) this.#intents.delete(intent.key)
    if (asked.target !== undefined) this.#lostOn.get(asked.target)?.delete(attempt)
  }

  #forgetId(attempt: Attempt): void {
    const place = correlationPlace(attempt.merchant, attempt.correlationKey)
    if (this.#byCorrelation.get(place) === attempt) this.#byCorrelation.delete(place)
  }

  #next(): number {
    this.#order += 1
    return this.#order
  }
}

/** The attempts that a look tells about: the same request, however often it was sent with one id. */
function sentAlike(attempt: Attempt): readonly Attempt[] {
  const { correlationKey, intent } = attempt
  if (correlationKey === undefined || intent.attempts.length === 1) return [attempt]
  return intent.attempts.filter((one) => one.correlationKey === correlationKey)
}

function tell(story: Story, event: StoryEvent): void {
  story.events.push(event)
  story.changes += 1
}

/** To a client that waited, the move is the answer itself: no step of its own. */
function forgetAnswerMove(attempt: Attempt): void {
  const { story, made } = attempt
  const move = story.events.find(
    (event) => event.kind === 'move' && event.isAnswer && event.audit === made?.audit,
  )
  if (move === undefined) return
  story.events = story.events.filter((event) => event !== move)
  if (attempt.resolvedOrder === move.order) attempt.resolvedOrder = undefined
}

function intentKey(operation: string, merchant: number | undefined, asked: Asked): string {
  const { target, amount, currency, reference } = asked
  return `${operation} ${merchant} ${target} ${amount} ${currency} ${reference}`
}

function correlationPlace(merchant: number | undefined, key: string | undefined): string {
  return `${merchant} ${key}`
}

function added<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = new Set<V>()
  map.set(key, made)
  return made
}

function byOrder(one: { readonly order: number }, other: { readonly order: number }): number {
  return one.order - other.order
}
