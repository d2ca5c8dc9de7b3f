import type { Opening } from '../../record/exchange.ts'
import type { Attempt, Intent } from './judged-payment.ts'
import { isOver } from './placing.ts'

/** The most intents with one key to keep, and how many of them may be over. */
const MOST_ALIKE = 50
const MOST_OVER = 3

/** The most lost attempts with one card to keep, and the most voids of one transaction. */
const MOST_LOST = 20

/** Finds the attempts of open payments by what requests, answers and moves say of them. */
export class AttemptIndex {
  readonly #intents = new Map<string, readonly Intent[]>()
  readonly #byAudit = new Map<number | undefined, Attempt>()
  /** By merchant and correlation id. */
  readonly #byId = new Map<number | null, Map<string, Attempt>>()
  /** By the transaction that they act on. */
  readonly #voids = new Map<number | undefined, readonly Attempt[]>()
  /** For each card and each order, the last attempts whose answers did not tell the client that money moved. */
  readonly #lost = new Map<string, readonly Attempt[]>()

  /** The attempt that made a transaction. */
  madeBy(audit: number | undefined): Attempt | undefined {
    return this.#byAudit.get(audit)
  }

  /** The first request that used a correlation id and was not refused. */
  firstWith(merchant: number | null, key: string | undefined): Attempt | undefined {
    return key === undefined ? undefined : this.#byId.get(merchant)?.get(key)
  }

  voidsOf(audit: number | undefined): readonly Attempt[] {
    return this.#voids.get(audit) ?? []
  }

  /** Those with its card or for its order, in their order. */
  lostLike(attempt: Attempt): readonly Attempt[] {
    if (this.#lost.size === 0) return none
    const found = lossKeys(attempt).flatMap((key) => this.#lost.get(key) ?? none)
    return [...new Set(found)].sort((one, other) => one.order - other.order)
  }

  intentsLike(key: string): readonly Intent[] {
    return this.#intents.get(key) ?? []
  }

  /** Adds an intent to those like it; the oldest that are over make room. */
  addIntent(intent: Intent, alike: readonly Intent[], opening: Opening): void {
    const { key } = intent
    if (alike.length === 0) {
      this.#intents.set(key, [intent])
      return
    }
    const from = alike.length - MOST_OVER
    const kept = alike.filter((one, index) => index >= from || !isOver(one, opening))
    this.#intents.set(key, [...kept, intent].slice(-MOST_ALIKE))
  }

  /** Adds an attempt that was not refused; returns whether its transaction is new. */
  add(attempt: Attempt): boolean {
    const { made, merchant, correlationKey, operation, requested } = attempt
    if (correlationKey !== undefined) this.#addId(merchant, correlationKey, attempt)
    if (operation === 'void') addLast(this.#voids, requested.target, attempt)
    const isNew = made !== undefined && !this.#byAudit.has(made.audit)
    if (isNew) this.#byAudit.set(made.audit, attempt)
    return isNew
  }

  /** The first attempt with an id counts. */
  #addId(merchant: number | null, key: string, attempt: Attempt): void {
    const ids = this.#byId.get(merchant) ?? new Map<string, Attempt>()
    this.#byId.set(merchant, ids)
    if (!ids.has(key)) ids.set(key, attempt)
  }

  addLost(attempt: Attempt): void {
    for (const key of lossKeys(attempt)) addLast(this.#lost, key, attempt)
  }

  /** Removes an attempt, and with a closed payment its intent. */
  forget(attempt: Attempt): void {
    const { made, intent, requested, payment } = attempt
    this.#byAudit.delete(made?.audit)
    this.forgetId(attempt)
    for (const key of lossKeys(attempt)) remove(this.#lost, key, attempt)
    remove(this.#voids, requested.target, attempt)
    if (payment.isClosed) remove(this.#intents, intent.key, intent)
  }

  /** Makes the attempt's correlation id count as unused. */
  forgetId({ merchant, correlationKey, order }: Attempt): void {
    const ids = this.#byId.get(merchant)
    if (correlationKey === undefined || ids?.get(correlationKey)?.order !== order) return
    ids.delete(correlationKey)
  }
}

const none: readonly Attempt[] = []

/** Equal for attempts with one card, and for those with one reference. */
function lossKeys({ card, merchant, requested: { reference } }: Attempt): readonly string[] {
  const order = reference === '' ? [] : [`${merchant} ${reference}`]
  return card === undefined ? order : [card, ...order]
}

/** An id is unique for its merchant. */
export function idKey(merchant: number | null, key: string | undefined): string {
  return `${merchant} ${key}`
}

/** Puts an item at the end of a list, once. */
function addLast<Key, Item>(lists: Map<Key, readonly Item[]>, key: Key, item: Item): void {
  const others = (lists.get(key) ?? []).filter((one) => one !== item)
  lists.set(key, [...others, item].slice(-MOST_LOST))
}

/** Removes an item of a list. An empty list is not kept: cards and references are countless. */
function remove<Key, Item>(lists: Map<Key, readonly Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) return
  const left = list.filter((one) => one !== item)
  if (left.length === 0) lists.delete(key)
  else lists.set(key, left)
}
