import type { Exchange } from '../../exchange.ts'
import { isOver } from '../settled.ts'
import type { Attempt, Folded, Intent } from '../story.ts'
import { ToldStory } from './told-story.ts'

/** Finds attempts and intents of a chapter's stories by what calls name. */
export class StoryIndex {
  /** A story stands for its one attempt, which is not made before somebody asks for it. */
  readonly #intents = new Map<string, Intent | ToldStory>()
  readonly #byAudit = new Map<number, Attempt | ToldStory>()
  /** By merchant and key: a text made of both would have to be made anew for each look. */
  readonly #byCorrelation = new Map<number | undefined, Map<string, Attempt | ToldStory>>()
  /** Attempts on a transaction whose answers were not clear, by what they act on. */
  readonly #lostOn = new Map<number, Set<Attempt>>()
  /** The last attempt of each card whose answer was not clear. */
  readonly #lostByCard = new Map<string, Attempt>()

  get isEmpty(): boolean {
    return this.#intents.size === 0 && this.#byAudit.size === 0 && this.#byCorrelation.size === 0
  }

  intent(key: string): Intent | undefined {
    const found = this.#intents.get(key)
    return found instanceof ToldStory ? found.unfold()?.intent : found
  }

  /** Whether nobody waits for an answer to this, so that the next one is another payment. */
  isFree(key: string): boolean {
    const found = this.#intents.get(key)
    if (found === undefined || (found instanceof ToldStory && found.folded !== undefined))
      return true
    const known = this.intent(key)
    return known !== undefined && isOver(known) && known.attempts.at(-1)?.clarity !== 'open'
  }

  putIntent(intent: Intent): void {
    this.#intents.set(intent.key, intent)
  }

  /** The attempt that made a transaction. */
  madeBy(audit: number): Attempt | undefined {
    return attemptIn(this.#byAudit.get(audit))
  }

  hasMade(audit: number): boolean {
    return this.#byAudit.has(audit)
  }

  hasId(merchant: number | undefined, key: string | undefined): boolean {
    return key !== undefined && this.#byCorrelation.get(merchant)?.has(key) === true
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | undefined, key: string | undefined): Attempt | undefined {
    return key === undefined ? undefined : attemptIn(this.#byCorrelation.get(merchant)?.get(key))
  }

  /** The attempt that a lookup or a search asks about. */
  askedAbout({ merchant, facts }: Exchange): Attempt | undefined {
    const made = facts.shown ? this.madeBy(facts.shown.audit) : undefined
    if (made !== undefined) return made
    const { audit, correlationKey } = facts.about ?? {}
    if (audit !== undefined) return this.madeBy(audit)
    return this.firstWith(merchant, correlationKey)
  }

  /** Keeps the first of each id; gives the number of a transaction that is new to it. */
  put(attempt: Attempt): number | undefined {
    const { made, merchant, correlationKey } = attempt
    if (correlationKey !== undefined && !this.hasId(merchant, correlationKey)) {
      this.#putId(merchant, correlationKey, attempt)
    }
    if (made === undefined || this.#byAudit.has(made.audit)) return undefined
    this.#byAudit.set(made.audit, attempt)
    return made.audit
  }

  putFolded(story: ToldStory, { opening, key }: Folded): void {
    const { merchant, correlationKey, made } = opening
    this.#intents.set(key, story)
    if (made !== undefined) this.#byAudit.set(made.audit, story)
    if (correlationKey !== undefined) this.#putId(merchant, correlationKey, story)
  }

  /** What the answer of an attempt was worth. */
  putAnswer(attempt: Attempt): void {
    const { clarity, card, asked, operation } = attempt
    if (clarity === 'refused') this.#forgetId(attempt)
    if (clarity !== 'unclear' && clarity !== 'undecided') return
    if (card !== undefined) this.#lostByCard.set(card, attempt)
    if (clarity === 'undecided' || asked.target === undefined) return
    // A payment shows that it was voided or completed, but not what was refunded of it.
    if (operation === 'refund') return
    const lost = this.#lostOn.get(asked.target) ?? new Set()
    this.#lostOn.set(asked.target, lost.add(attempt))
  }

  lostOn(target: number): Iterable<Attempt> {
    return this.#lostOn.get(target) ?? []
  }

  /** The last attempt of a card whose answer was not clear. */
  lostBy(card: string | undefined): Attempt | undefined {
    return card === undefined ? undefined : this.#lostByCard.get(card)
  }

  /** Its id counts as unused. */
  #forgetId(attempt: Attempt): void {
    const { merchant, correlationKey } = attempt
    if (correlationKey === undefined || this.firstWith(merchant, correlationKey) !== attempt) return
    this.#takeId(merchant, correlationKey)
  }

  /** It is told no more, though its story is. */
  letGo(attempt: Attempt): void {
    const { asked, card } = attempt
    this.#forgetId(attempt)
    if (card !== undefined && this.lostBy(card) === attempt) this.#lostByCard.delete(card)
    if (asked.target !== undefined) this.#lostOn.get(asked.target)?.delete(attempt)
  }

  forgetFolded(folded: Folded): void {
    const { opening, key } = folded
    const { merchant, correlationKey, made } = opening
    const last = this.#intents.get(key)
    if (last instanceof ToldStory && last.folded === folded) this.#intents.delete(key)
    if (made !== undefined) this.#byAudit.delete(made.audit)
    if (correlationKey !== undefined) this.#takeId(merchant, correlationKey)
  }

  forget(attempt: Attempt): void {
    const { made, intent } = attempt
    if (made !== undefined) this.#byAudit.delete(made.audit)
    this.letGo(attempt)
    if (this.intent(intent.key) === intent) this.#intents.delete(intent.key)
  }

  #putId(merchant: number | undefined, key: string, by: Attempt | ToldStory): void {
    const known = this.#byCorrelation.get(merchant)
    if (known === undefined) this.#byCorrelation.set(merchant, new Map([[key, by]]))
    else known.set(key, by)
  }

  #takeId(merchant: number | undefined, key: string): void {
    const known = this.#byCorrelation.get(merchant)
    known?.delete(key)
    if (known?.size === 0) this.#byCorrelation.delete(merchant)
  }
}

function attemptIn(found: Attempt | ToldStory | undefined): Attempt | undefined {
  return found instanceof ToldStory ? found.unfold() : found
}
