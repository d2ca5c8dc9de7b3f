import { nameKeyOf } from '../../../../domain/vault.ts'
import type { Token } from '../../../../domain/vault-records.ts'

const none: readonly number[] = []

/** Finds tokens by virtual PAN, by customer, and by name within a customer. */
export class TokenIndex {
  readonly #byVirtualPan = new Map<string, number>()
  readonly #byName = new Map<string, number>()
  readonly #byCustomer = new Map<number, number[]>()
  /** The number of active tokens per merchant and card. */
  readonly #cards = new Map<string, number>()
  /** The highest id ever seen. */
  lastId = 0

  put(token: Token, before: Token | undefined): void {
    const { id, customer, virtualPan } = token
    if (before !== undefined) this.remove(before)
    this.lastId = Math.max(this.lastId, id)
    this.#byVirtualPan.set(virtualPan, id)
    this.#byName.set(keyOf(customer, nameKeyOf(token)), id)
    this.#countCard(token, 1)
    const siblings = this.#byCustomer.get(customer)
    if (siblings === undefined) this.#byCustomer.set(customer, [id])
    else {
      // An updated token comes before its later siblings again.
      const isLast = id > (siblings.at(-1) ?? 0)
      siblings.push(id)
      if (!isLast) siblings.sort((one, other) => one - other)
    }
  }

  remove(token: Token): void {
    const { id, customer, virtualPan } = token
    this.#countCard(token, -1)
    if (this.#byVirtualPan.get(virtualPan) === id) this.#byVirtualPan.delete(virtualPan)
    const key = keyOf(customer, nameKeyOf(token))
    if (this.#byName.get(key) === id) this.#byName.delete(key)
    const siblings = this.#byCustomer.get(customer) ?? []
    const at = siblings.indexOf(id)
    if (at !== -1) siblings.splice(at, 1)
    if (siblings.length === 0) this.#byCustomer.delete(customer)
  }

  byVirtualPan(virtualPan: string): number | undefined {
    return this.#byVirtualPan.get(virtualPan)
  }

  /** Whether an active token of the merchant holds the card with this fingerprint. */
  hasCard(merchant: number, fingerprint: string): boolean {
    return this.#cards.has(`${merchant} ${fingerprint}`)
  }

  byName(customer: number, nameKey: string): number | undefined {
    return this.#byName.get(keyOf(customer, nameKey))
  }

  #countCard({ merchant, active, account }: Token, by: 1 | -1): void {
    if (!active || account.type !== 'card') return
    const key = `${merchant} ${account.card.fingerprint}`
    const count = (this.#cards.get(key) ?? 0) + by
    if (count > 0) this.#cards.set(key, count)
    else this.#cards.delete(key)
  }

  /** All tokens of a customer, by id. */
  ofCustomer(customer: number): readonly number[] {
    return this.#byCustomer.get(customer) ?? none
  }
}

function keyOf(customer: number, nameKey: string): string {
  return `${customer} ${nameKey}`
}
