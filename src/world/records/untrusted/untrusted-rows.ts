import { inBatches } from '../../../document/in-batches.ts'
import { timeOn } from '../../../domain/time/clock.ts'
import { END_OF_TIME, type Instant, isoUtc } from '../../../domain/time/instant.ts'
import { type Customer, nameKeyOf, referenceKeyOf, type Token } from '../../../domain/vault.ts'
import type { TableName, UntrustedIntake } from '../medium.ts'
import { storedClock } from '../meta.ts'
import type { Records } from '../records.ts'
import { keyOf, parseTransaction } from '../transaction-line.ts'
import { checkedLine } from './row-schema.ts'

/**
 * Loads rows from a document that anyone may have written. Refuses rows that do not have the form of
 * their table, and references to rows that do not exist. Sums are not compared.
 */
export class UntrustedRows implements UntrustedIntake {
  readonly #records: Records
  readonly #realNow: Instant

  constructor(records: Records, realNow: Instant) {
    this.#records = records
    this.#realNow = realNow
  }

  load(table: TableName, text: string): void {
    const line = checkedLine(table, text)
    const key = keyOf(table, line)
    if (this.#records.line(table, key) !== undefined) throw new Error(`${key} is there twice`)
    if (table === 'customers') this.#checkCustomer(JSON.parse(line) as Customer)
    if (table === 'tokens') this.#checkToken(JSON.parse(line) as Token)
    if (table === 'transactions') this.#checkTarget(line)
    this.#records.load(table, line)
  }

  /** Checks references between tables, which come in any order. */
  async finish(): Promise<void> {
    const records = this.#records
    const now = timeOn(storedClock(records), this.#realNow)
    if (!(now >= 0 && now < END_OF_TIME)) {
      throw new Error(`meta clock: Must show a time from 1970 on and before ${isoUtc(END_OF_TIME)}`)
    }
    await this.#each('tokens', (id) => {
      const { customer, merchant } = records.token(id) as Token
      const owner = records.customer(customer)
      if (owner === undefined) return `Its customer ${customer} does not exist`
      return owner.merchant === merchant ? undefined : "Its customer is another merchant's"
    })
    await this.#each('slow_answers', (audit) =>
      records.transaction(audit)?.status === 'unknown'
        ? undefined
        : 'There is no undecided transaction with this audit',
    )
    await this.#each('kept_answers', (audit) =>
      records.line('transactions', audit) === undefined
        ? 'There is no transaction with this audit'
        : undefined,
    )
  }

  async #each(table: TableName, objection: (key: number) => string | undefined): Promise<void> {
    await inBatches(this.#records.keys(table), (key) => {
      const message = objection(Number(key))
      if (message !== undefined) throw new Error(`${table} ${key}: ${message}`)
    })
  }

  #checkCustomer(customer: Customer): void {
    const { customerIndex } = this.#records
    const other = customerIndex.byReference(customer.merchant, referenceKeyOf(customer))
    if (other !== undefined) throw new Error(`reference: Customer ${other} has the same`)
  }

  #checkToken(token: Token): void {
    const { tokenIndex } = this.#records
    const twin = tokenIndex.byVirtualPan(token.virtualPan)
    if (twin !== undefined) throw new Error(`virtualPan: Token ${twin} has the same`)
    const namesake = tokenIndex.byName(token.customer, nameKeyOf(token))
    if (namesake !== undefined) throw new Error(`preferredName: Token ${namesake} has the same`)
  }

  /** Transactions are sorted by audit, so a target comes before the transactions that act on it. */
  #checkTarget(line: string): void {
    const { target, merchant } = parseTransaction(line)
    if (target === 0) return
    const found = this.#records.transaction(target)
    if (found === undefined) throw new Error(`target: There is no transaction ${target}`)
    if (found.merchant !== merchant) {
      throw new Error(`target: Transaction ${target} is another merchant's`)
    }
  }
}
