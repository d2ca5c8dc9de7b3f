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
  readonly #byAudit = new Map<number, Attempt>()
  /** Nested maps: a combined key would have to be built for every look. */
  readonly #byCorrelation = new Map<number | undefined, Map<string, Attempt>>()
  /** Attempts whose answers were not clear, by the transaction that they act on. */
  readonly #lostOn = new Map<number, Set<Attempt>>()
  /** For each card, the last attempts whose answers did not tell the client that money moved. */
  readonly #lostByCard = new Map<string, readonly Attempt[]>()
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
    return audit === undefined ? undefined : this.#byAudit.get(audit)
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | undefined, key: string | undefined): Attempt | undefined {
    return key === undefined ? undefined : this.#byCorrelation.get(merchant)?.get(key)
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
    const { clarity, card, requested, operation, made } = attempt
    if (clarity === 'refused' && made === undefined) this.#forgetId(attempt)
    if (clarity === 'unclear' || clarity === 'undecided') this.lastLost = attempt
    else if (!isChargedUnawares(attempt)) return
    if (card !== undefined) {
      const others = this.lostBy(card).filter((one) => one !== attempt)
      this.#lostByCard.set(card, [...others, attempt].slice(-MOST_LOST))
    }
    if (clarity === 'undecided' || requested.target === undefined) return
    // A payment shows that it was voided, but not how much of it was refunded or completed.
    if (operation !== 'void') return
    const lost = this.#lostOn.get(requested.target) ?? new Set()
    this.#lostOn.set(requested.target, lost.add(attempt))
  }

  lostOn(target: number): Iterable<Attempt> {
    return this.#lostOn.get(target) ?? []
  }

  /** The last attempts with a card whose answers did not tell the client that money moved. */
  lostBy(card: string | undefined): readonly Attempt[] {
    return (card === undefined ? undefined : this.#lostByCard.get(card)) ?? noAttempts
  }

  /** Removes an attempt that is no longer shown while its story stays open. */
  letGo(attempt: Attempt): void {
    const { requested, card } = attempt
    this.#forgetId(attempt)
    if (card !== undefined && this.lostBy(card).includes(attempt)) {
      const others = this.lostBy(card).filter((one) => one !== attempt)
      if (others.length === 0) this.#lostByCard.delete(card)
      else this.#lostByCard.set(card, others)
    }
    if (requested.target === undefined) return
    const lost = this.#lostOn.get(requested.target)
    if (lost?.delete(attempt) && lost.size === 0) this.#lostOn.delete(requested.target)
  }

  forget(attempt: Attempt): void {
    const { made, intent } = attempt
    if (made !== undefined) this.#byAudit.delete(made.audit)
    this.letGo(attempt)
    const others = this.alike(intent.key).filter((one) => one !== intent)
    if (others.length === 0) this.#intents.delete(intent.key)
    else this.#intents.set(intent.key, others)
  }

  /** Makes the attempt's correlation id count as unused. */
  #forgetId(attempt: Attempt): void {
    const { merchant, correlationKey: key } = attempt
    if (key === undefined || this.firstWith(merchant, key) !== attempt) return
    const known = this.#byCorrelation.get(merchant)
    if (known?.delete(key) && known.size === 0) this.#byCorrelation.delete(merchant)
  }
}
