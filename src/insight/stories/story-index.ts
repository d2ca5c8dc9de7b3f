import type { Exchange } from '../exchange.ts'
import { isChargedUnawares } from './clarity.ts'
import { isOver, type Sent } from './placing.ts'
import type { Attempt, Intent } from './story.ts'

/** The most intents with one key to keep, and how many of them may be over. */
const MOST_ALIKE = 50
const MOST_OVER = 3

/** The most lost attempts with one card to keep. */
const MOST_LOST = 20

const none: readonly Intent[] = []
const noAttempts: readonly Attempt[] = []

/** Finds the attempts and intents of a chapter's open stories. */
export class StoryIndex {
  readonly #intents = new Map<string, readonly Intent[]>()
  readonly #byAudit = new Map<number | undefined, Attempt>()
  /** Nested maps: a combined key would have to be built for every look. */
  readonly #byCorrelation = new Map<number | undefined, Map<string | undefined, Attempt>>()
  /** Voids whose answers were not clear, by the transaction that they act on. */
  readonly #lostOn = new Map<number | undefined, readonly Attempt[]>()
  /** For each card, the last attempts whose answers did not tell the client that money moved. */
  readonly #lostByCard = new Map<string | undefined, readonly Attempt[]>()
  /** The last attempt whose answer was not clear. */
  lastLost: Attempt | undefined

  /** The latest intents with a key, oldest first. */
  alike(key: string): readonly Intent[] {
    return this.#intents.get(key) ?? none
  }

  /** `next`: the request that it begins with. */
  putIntent(intent: Intent, next: Sent): void {
    const known = this.alike(intent.key)
    const from = known.length - MOST_OVER
    const kept = known.filter((one, index) => index >= from || !isOver(one, next))
    this.#intents.set(intent.key, [...kept, intent].slice(-MOST_ALIKE))
  }

  /** The attempt that made a transaction. */
  madeBy(audit: number | undefined): Attempt | undefined {
    return this.#byAudit.get(audit)
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | undefined, key: string | undefined): Attempt | undefined {
    return this.#byCorrelation.get(merchant)?.get(key)
  }

  /** The attempt that a lookup or search asks about. */
  lookedFor({ merchant, facts }: Exchange): Attempt | undefined {
    const made = this.madeBy(facts.shown?.audit)
    if (made !== undefined) return made
    const { audit, correlationKey } = facts.about ?? {}
    return audit === undefined ? this.firstWith(merchant, correlationKey) : this.madeBy(audit)
  }

  /** Keeps the first attempt of each id; returns the audit if its transaction is new. */
  put(attempt: Attempt): number | undefined {
    const { made, merchant, correlationKey: key } = attempt
    if (key !== undefined) {
      const known = this.#byCorrelation.get(merchant)
      if (known === undefined) this.#byCorrelation.set(merchant, new Map([[key, attempt]]))
      else if (!known.has(key)) known.set(key, attempt)
    }
    if (made === undefined || this.#byAudit.has(made.audit)) return undefined
    this.#byAudit.set(made.audit, attempt)
    return made.audit
  }

  /** Records how clear the answer of an attempt was. */
  putAnswer(attempt: Attempt): void {
    const { clarity, card, operation, made } = attempt
    const { target } = attempt.requested
    if (clarity === 'refused' && made === undefined) this.#forgetId(attempt)
    if (clarity === 'unclear' || clarity === 'undecided') this.lastLost = attempt
    else if (!isChargedUnawares(attempt)) return
    if (card !== undefined) {
      this.#lostByCard.set(card, withLast(this.lostBy(card), attempt).slice(-MOST_LOST))
    }
    // A payment shows that it was voided, but not how much of it was refunded or completed.
    if (operation !== 'void' || clarity === 'undecided') return
    this.#lostOn.set(target, withLast(this.lostOn(target), attempt))
  }

  lostOn(target: number | undefined): readonly Attempt[] {
    return this.#lostOn.get(target) ?? noAttempts
  }

  /** The last attempts with a card whose answers did not tell the client that money moved. */
  lostBy(card: string | undefined): readonly Attempt[] {
    return this.#lostByCard.get(card) ?? noAttempts
  }

  /** Removes an attempt, and with a closed story its intent. */
  forget(attempt: Attempt): void {
    const { made, intent, card, requested, story } = attempt
    this.#byAudit.delete(made?.audit)
    this.#forgetId(attempt)
    remove(this.#lostByCard, card, attempt)
    remove(this.#lostOn, requested.target, attempt)
    if (story.isClosed) remove(this.#intents, intent.key, intent)
  }

  /** Makes the attempt's correlation id count as unused. */
  #forgetId(attempt: Attempt): void {
    const { merchant, correlationKey } = attempt
    if (this.firstWith(merchant, correlationKey) !== attempt) return
    this.#byCorrelation.get(merchant)?.delete(correlationKey)
  }
}

/** A list with this as its last item, once. */
function withLast<Item>(list: readonly Item[], item: Item): readonly Item[] {
  return [...list.filter((one) => one !== item), item]
}

/** Removes an item of a list. An empty list is not kept: cards and references are countless. */
function remove<Key, Item>(lists: Map<Key, readonly Item[]>, key: Key, item: Item): void {
  const left = lists.get(key)?.filter((one) => one !== item) ?? []
  if (left.length === 0) lists.delete(key)
  else lists.set(key, left)
}
