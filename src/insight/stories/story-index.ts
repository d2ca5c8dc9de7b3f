import type { Exchange } from '../exchange.ts'
import type { Attempt, Intent } from './story.ts'

/** Finds attempts and intents of a chapter's stories by what calls name. */
export class StoryIndex {
  readonly #intents = new Map<string, Intent>()
  readonly #byAudit = new Map<number, Attempt>()
  /** By merchant and key: a text made of both would have to be made anew for each look. */
  readonly #byCorrelation = new Map<number | undefined, Map<string, Attempt>>()
  /** Attempts on a transaction whose answers were not clear, by what they act on. */
  readonly #lostOn = new Map<number, Set<Attempt>>()
  /** The last attempt of each card whose answer was not clear. */
  readonly #lostByCard = new Map<string, Attempt>()

  intent(key: string): Intent | undefined {
    return this.#intents.get(key)
  }

  putIntent(intent: Intent): void {
    this.#intents.set(intent.key, intent)
  }

  /** The attempt that made a transaction. */
  madeBy(audit: number): Attempt | undefined {
    return this.#byAudit.get(audit)
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | undefined, key: string | undefined): Attempt | undefined {
    return key === undefined ? undefined : this.#byCorrelation.get(merchant)?.get(key)
  }

  /** The attempt that a lookup or a search asks about. */
  askedAbout({ merchant, facts }: Exchange): Attempt | undefined {
    const made = facts.shown ? this.#byAudit.get(facts.shown.audit) : undefined
    if (made !== undefined) return made
    const { audit, correlationKey } = facts.about ?? {}
    if (audit !== undefined) return this.#byAudit.get(audit)
    return this.firstWith(merchant, correlationKey)
  }

  /** Keeps the first of each id; gives the number of a transaction that is new to it. */
  put(attempt: Attempt): number | undefined {
    const { made, merchant, correlationKey } = attempt
    if (correlationKey !== undefined) {
      const known = this.#byCorrelation.get(merchant) ?? new Map<string, Attempt>()
      this.#byCorrelation.set(merchant, known)
      if (!known.has(correlationKey)) known.set(correlationKey, attempt)
    }
    if (made === undefined || this.#byAudit.has(made.audit)) return undefined
    this.#byAudit.set(made.audit, attempt)
    return made.audit
  }

  putLost(attempt: Attempt, target: number): void {
    const lost = this.#lostOn.get(target) ?? new Set()
    this.#lostOn.set(target, lost.add(attempt))
  }

  lostOn(target: number): Iterable<Attempt> {
    return this.#lostOn.get(target) ?? []
  }

  putLostCard(attempt: Attempt): void {
    if (attempt.card !== undefined) this.#lostByCard.set(attempt.card, attempt)
  }

  /** The last attempt of a card whose answer was not clear. */
  lostBy(card: string | undefined): Attempt | undefined {
    return card === undefined ? undefined : this.#lostByCard.get(card)
  }

  /** Its id counts as unused. */
  forgetId(attempt: Attempt): void {
    const { merchant, correlationKey } = attempt
    if (correlationKey === undefined || this.firstWith(merchant, correlationKey) !== attempt) return
    const known = this.#byCorrelation.get(merchant)
    known?.delete(correlationKey)
    if (known?.size === 0) this.#byCorrelation.delete(merchant)
  }

  forget(attempt: Attempt): void {
    const { made, intent, asked, card } = attempt
    if (made !== undefined) this.#byAudit.delete(made.audit)
    if (card !== undefined && this.lostBy(card) === attempt) this.#lostByCard.delete(card)
    this.forgetId(attempt)
    if (this.#intents.get(intent.key) === intent) this.#intents.delete(intent.key)
    if (asked.target !== undefined) this.#lostOn.get(asked.target)?.delete(attempt)
  }
}
