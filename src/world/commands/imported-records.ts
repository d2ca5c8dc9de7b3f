import { problem } from '../../domain/problem.ts'
import { timeOn } from '../../domain/time/clock.ts'
import { type Instant, isoUtc } from '../../domain/time/instant.ts'
import type { TransactionKind } from '../../domain/transaction/transaction.ts'
import { type Customer, referenceKeyOf } from '../../domain/vault/customer.ts'
import { nameKeyOf, type Token } from '../../domain/vault/token.ts'
import type { TableName } from '../records/medium.ts'
import { readMeta, storedClock } from '../records/meta.ts'
import { Records } from '../records/records.ts'
import { keyOf, transactionHead } from '../records/row.ts'
import { isForgotten } from '../records/transaction-index.ts'
import { parseTransaction } from '../records/transaction-line.ts'
import { END_OF_TIME } from './clock-commands.ts'

/** What each kind may act on; a kind that is not listed acts on nothing. */
const targets: Readonly<Partial<Record<TransactionKind, readonly TransactionKind[]>>> = {
  completion: ['preauthorisation'],
  refund: ['purchase', 'completion'],
  void: ['purchase', 'preauthorisation', 'completion', 'refund', 'standalone_refund'],
}

export function actsOnAnother(kind: TransactionKind): boolean {
  return targets[kind] !== undefined
}

/**
 * Takes in the rows of an import, each of which is good by itself, and refuses what does not fit
 * together: as soon as it is met, or at the end where that depends on rows yet to come.
 */
export class ImportedRecords {
  readonly #records = new Records()
  readonly #orphans: Token[] = []
  readonly #reused: { readonly earlier: number; readonly later: number }[] = []

  load(table: TableName, line: string): void {
    const key = keyOf(table, line)
    if (this.#records.line(table, key) !== undefined) {
      throw new Error(`${table}: ${key} is there twice`)
    }
    if (table === 'customers') this.#checkCustomer(JSON.parse(line) as Customer)
    if (table === 'tokens') this.#checkToken(JSON.parse(line) as Token)
    if (table === 'transactions') this.#checkTransaction(line)
    this.#records.load(table, line)
  }

  /** All of it, once there is no more to come. */
  checked(by: { readonly realNow: Instant; readonly cacheMs: number }): Records {
    const now = timeOn(storedClock(this.#records), by.realNow)
    if (!(now >= 0 && now < END_OF_TIME)) {
      throw refused(`meta: clock: Must show a time from 1970 on and before ${isoUtc(END_OF_TIME)}`)
    }
    for (const token of this.#orphans) {
      const fault = this.#ownerFault(token)
      if (fault !== undefined) throw refused(`tokens: ${token.id}: ${fault}`)
    }
    for (const { earlier, later } of this.#reused) {
      if (!this.#isRemembered(earlier, now, by.cacheMs)) continue
      throw refused(
        `transactions: ${later}: Has the correlation id of ${earlier}, which is still remembered`,
      )
    }
    return this.#records
  }

  #checkCustomer(customer: Customer): void {
    const { customerIndex } = this.#records
    const other = customerIndex.byReference(customer.merchant, referenceKeyOf(customer))
    if (other !== undefined) {
      throw new Error(`customers: ${customer.id} has the reference of ${other}`)
    }
  }

  #checkToken(token: Token): void {
    const { id, customer, virtualPan } = token
    const { tokenIndex } = this.#records
    const twin = tokenIndex.byVirtualPan(virtualPan)
    if (twin !== undefined) throw new Error(`tokens: ${id} has the virtual PAN of ${twin}`)
    const namesake = tokenIndex.byName(customer, nameKeyOf(token))
    if (namesake !== undefined) throw new Error(`tokens: ${id} has the name of ${namesake}`)
    // A document may have its tables in any order.
    if (this.#ownerFault(token) !== undefined) this.#orphans.push(token)
  }

  #ownerFault({ customer, merchant }: Token): string | undefined {
    const owner = this.#records.customer(customer)
    if (owner === undefined) return `Its customer ${customer} is not there`
    return owner.merchant === merchant
      ? undefined
      : `Its customer ${customer} is another merchant's`
  }

  /** Transactions come in the order of their audits, so that a target is there before what acts on it. */
  #checkTransaction(line: string): void {
    const { audit, merchant, correlation, target } = transactionHead(line)
    if (target !== 0) this.#checkTarget(line)
    if (correlation === '') return
    const earlier = this.#records.transactionIndex.audit(merchant, correlation)
    if (earlier !== undefined) this.#reused.push({ earlier, later: audit })
  }

  #checkTarget(line: string): void {
    const { audit, merchant, kind, target } = parseTransaction(line)
    const found = this.#records.transaction(target)
    const what = `transactions: ${audit} acts on ${target}`
    if (found === undefined) throw new Error(`${what}, which is not there`)
    if (found.merchant !== merchant) throw new Error(`${what}, which is another merchant's`)
    if (targets[kind]?.includes(found.kind)) return
    throw new Error(`${what}: a ${kind} cannot act on a ${found.kind}`)
  }

  #isRemembered(audit: number, now: Instant, cacheMs: number): boolean {
    const forgottenTo = readMeta(this.#records, 'correlations')?.forgottenTo ?? 0
    const createdAt = this.#records.transaction(audit)?.createdAt ?? 0
    return audit > forgottenTo && !isForgotten(createdAt, now, cacheMs)
  }
}

function refused(message: string) {
  return problem('invalid_format', message, ['body'])
}
