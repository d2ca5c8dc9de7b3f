import type { Instant } from '../../../domain/time/instant.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'

/** The line of a transaction is its JSON. */
export function parseTransaction(line: string): Transaction {
  // The cast is safe: lines are made from transactions, and lines from files are checked.
  return JSON.parse(line) as Transaction
}

/** What the indexes need, read from the start of a line without parsing the rest. */
export interface TransactionHead {
  readonly audit: number
  readonly merchant: number
  readonly createdAt: Instant
  readonly correlation: string
  /** What a correlation id is found by: ids of other merchants may be the same. */
  readonly key: string
  readonly target: number
  readonly dueAt: Instant | undefined
}

const head =
  /^\{"audit":(\d+),"merchant":(\d+),"createdAt":(\d+),"correlation":"([^"]*)","target":(\d+),"due":\[(?:\{"at":(\d+))?/

export function transactionHead(line: string): TransactionHead {
  const found = head.exec(line)
  if (!found) throw new Error(`Not a transaction: ${line.slice(0, 80)}`)
  const [, audit, merchant, createdAt, correlation = '', target, dueAt] = found
  return {
    audit: Number(audit),
    merchant: Number(merchant),
    createdAt: Number(createdAt),
    correlation,
    key: correlationKey(Number(merchant), correlation),
    target: Number(target),
    dueAt: dueAt === undefined ? undefined : Number(dueAt),
  }
}

export function correlationKey(merchant: number, correlation: string): string {
  return `${merchant} ${correlation}`
}

const firstMember = /^\{"(?:audit|id)":(?:(\d+)|("(?:[^"\\]|\\.)*"))/

export function keyOf(table: string, line: string): string | number {
  const found = firstMember.exec(line)
  if (!found) throw new Error(`Not a row of ${table}: ${line.slice(0, 80)}`)
  return found[1] === undefined ? (JSON.parse(found[2] as string) as string) : Number(found[1])
}
