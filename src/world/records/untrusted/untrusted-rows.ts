import { inBatches } from '../../../document/in-batches.ts'
import { timeOn } from '../../../domain/time/clock.ts'
import { END_OF_TIME, type Instant, isoUtc } from '../../../domain/time/instant.ts'
import { canActOn, type Transaction } from '../../../domain/transaction/transaction.ts'
import { type Customer, nameKeyOf, referenceKeyOf, type Token } from '../../../domain/vault.ts'
import type { Fingerprint } from '../../../scenario/conditions/sealed-number.ts'
import { isForgotten } from '../indexes/transaction-index.ts'
import type { RowChange, TableName, UntrustedIntake } from '../medium.ts'
import { oneShotsChange, readMeta, rulesChange, storedClock } from '../meta.ts'
import type { Records } from '../records.ts'
import { keyOf, parseTransaction } from '../transaction-line.ts'
import { Claims } from './claims.ts'
import { checkedLine } from './row-schema.ts'

/** The settings that a state must agree with. */
export interface Standing {
  readonly realNow: Instant
  /** How long a correlation id is remembered. */
  readonly cacheMs: number
  readonly fingerprint: Fingerprint
}

/**
 * Loads rows from an untrusted document. Refuses invalid rows and contradictions between rows,
 * immediately or, if later rows matter, at the end.
 */
export class UntrustedRows implements UntrustedIntake {
  readonly #records: Records
  readonly #standing: Standing
  readonly #orphans: Token[] = []
  readonly #claims = new Claims()
  readonly #reused: { readonly earlier: number; readonly later: number }[] = []

  constructor(records: Records, standing: Standing) {
    this.#records = records
    this.#standing = standing
  }

  load(table: TableName, text: string): void {
    const line = checkedLine(table, text)
    const key = keyOf(table, line)
    if (this.#records.line(table, key) !== undefined) {
      throw new Error(`${table}: ${key} is there twice`)
    }
    if (table === 'customers') this.#checkCustomer(JSON.parse(line) as Customer)
    if (table === 'tokens') this.#checkToken(JSON.parse(line) as Token)
    if (table === 'transactions') this.#checkTransaction(line)
    this.#records.load(table, line)
  }

  /** Runs the checks that need all rows. */
  async finish(): Promise<void> {
    const { realNow, fingerprint } = this.#standing
    const now = timeOn(storedClock(this.#records), realNow)
    if (!(now >= 0 && now < END_OF_TIME)) {
      throw new Error(
        `meta: clock: Must show a time from 1970 on and before ${isoUtc(END_OF_TIME)}`,
      )
    }
    await inBatches(this.#orphans, (token) => {
      const fault = this.#ownerFault(token)
      if (fault !== undefined) throw new Error(`tokens: ${token.id}: ${fault}`)
    })
    await inBatches(this.#reused, ({ earlier, later }) => {
      if (!this.#isRemembered(earlier, now)) return
      throw new Error(
        `transactions: ${later}: Has the correlation id of ${earlier}, which is still remembered`,
      )
    })
    await inBatches([...this.#claims.audits()], (audit) => this.#checkClaim(audit))
    await this.#checkAnswers()
    this.#records.apply(sealedRules(this.#records, fingerprint))
  }

  #checkClaim(audit: number): void {
    const found = this.#records.transaction(audit)
    const objection = found && this.#claims.objection(audit, found)
    if (objection !== undefined) throw new Error(`transactions: ${audit}: ${objection}`)
  }

  /** Checked at the end: the document may list answers before their transactions. */
  async #checkAnswers(): Promise<void> {
    await inBatches(this.#keysOf('slow_answers'), (audit) => {
      if (this.#records.transaction(audit)?.status === 'unknown') return
      throw new Error(`slow_answers: ${audit}: There is no undecided transaction ${audit}`)
    })
    await inBatches(this.#keysOf('kept_answers'), (audit) => {
      if (this.#records.transaction(audit) !== undefined) return
      throw new Error(`kept_answers: ${audit}: There is no transaction ${audit}`)
    })
  }

  #keysOf(table: TableName): readonly number[] {
    return this.#records.keys(table).map(Number)
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
    // The customers may follow later: tables come in any order.
    if (this.#ownerFault(token) !== undefined) this.#orphans.push(token)
  }

  #ownerFault({ customer, merchant }: Token): string | undefined {
    const owner = this.#records.customer(customer)
    if (owner === undefined) return `Its customer ${customer} does not exist`
    return owner.merchant === merchant
      ? undefined
      : `Its customer ${customer} is another merchant's`
  }

  /** Transactions are sorted by audit, so a target comes before the transactions that act on it. */
  #checkTransaction(line: string): void {
    const transaction = parseTransaction(line)
    const { audit, merchant, correlation, target } = transaction
    if (target !== 0) this.#checkTarget(transaction)
    this.#claims.add(transaction)
    if (correlation === '') return
    const earlier = this.#records.transactionIndex.audit(merchant, correlation)
    if (earlier !== undefined) this.#reused.push({ earlier, later: audit })
  }

  #checkTarget({ audit, merchant, kind, target, status }: Transaction): void {
    const found = this.#records.transaction(target)
    const what = `transactions: ${audit} acts on ${target}`
    if (found === undefined) throw new Error(`${what}, which does not exist`)
    if (found.merchant !== merchant) throw new Error(`${what}, which is another merchant's`)
    // A declined request may name any target.
    const isRefused = status === 'declined' || status === 'error'
    if (isRefused || canActOn(kind, found.kind)) return
    throw new Error(`${what}: a ${kind} cannot act on a ${found.kind}`)
  }

  #isRemembered(audit: number, now: Instant): boolean {
    const forgottenTo = readMeta(this.#records, 'correlations')?.forgottenTo ?? 0
    const createdAt = this.#records.transaction(audit)?.createdAt ?? 0
    return audit > forgottenTo && !isForgotten(createdAt, now, this.#standing.cacheMs)
  }
}

/** Seals the rules: an edited file may hold plain numbers, which must not be stored. */
function sealedRules(records: Records, fingerprint: Fingerprint): readonly RowChange[] {
  const scenarios = readMeta(records, 'scenarios')
  const { loaded = [], oneShots = [] } = scenarios ?? {}
  const rows = readMeta(records, 'one_shots') ?? { rules: oneShots, last: oneShots.length }
  return [
    ...(scenarios === undefined ? [] : [rulesChange(loaded, fingerprint)]),
    ...(rows.last === 0 ? [] : [oneShotsChange(rows, fingerprint)]),
  ]
}
