import type { CommandContext } from '../domain/command-context.ts'
import type { Instant } from '../domain/time/instant.ts'
import { effectsOfOpening, whenDue } from '../domain/transaction/move.ts'
import { openTransaction, type TransactionDraft } from '../domain/transaction/open-transaction.ts'
import type { Transaction } from '../domain/transaction/transaction.ts'
import type { Verdict } from '../domain/transaction/verdict.ts'

/** Transactions in the simulated past: each is opened, and due moves happen in time order. */
export class Ledger {
  readonly #first: number
  readonly #transactions: Transaction[] = []
  #waiting: number[] = []

  constructor(firstAudit: number) {
    this.#first = firstAudit
  }

  get nextAudit(): number {
    return this.#first + this.#transactions.length
  }

  get transactions(): readonly Transaction[] {
    return this.#transactions
  }

  readonly find = (audit: number): Transaction => {
    const found = this.#transactions[audit - this.#first]
    if (found === undefined) throw new Error(`Transaction ${audit} is missing`)
    return found
  }

  open(draft: TransactionDraft, verdict: Verdict, context: CommandContext): Transaction {
    const opened = openTransaction(draft, verdict, context)
    this.#transactions.push(opened)
    if (opened.due.length > 0) this.#waiting.push(opened.audit)
    this.#put(effectsOfOpening(opened, this.find, context.now))
    return opened
  }

  /** Performs every move that is due until then. */
  passTo(now: Instant): void {
    for (;;) {
      const next = this.#earliest()
      const due = next?.due[0]
      if (next === undefined || due === undefined || due.at > now) return
      this.#put(whenDue(next, this.find))
    }
  }

  #earliest(): Transaction | undefined {
    let earliest: Transaction | undefined
    for (const audit of this.#waiting) {
      const one = this.find(audit)
      if (earliest === undefined || dueAt(one) < dueAt(earliest)) earliest = one
    }
    return earliest
  }

  #put(changed: readonly Transaction[]): void {
    for (const transaction of changed) {
      this.#transactions[transaction.audit - this.#first] = transaction
      if (transaction.due.length === 0) {
        this.#waiting = this.#waiting.filter((audit) => audit !== transaction.audit)
      }
    }
  }
}

function dueAt({ due }: Transaction): Instant {
  return due[0]?.at ?? Number.POSITIVE_INFINITY
}
