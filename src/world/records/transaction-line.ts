import type { Instant } from '../../domain/time/instant.ts'
import type { Transaction } from '../../domain/transaction/transaction.ts'
import type { RowKey, TableName } from './medium.ts'

/** Members that most transactions have nothing in; without it they are left out of the line. */
type SeldomUsed =
  | 'gatewayStatusCode'
  | 'total'
  | 'requestKvps'
  | 'responseKvps'
  | 'authorisationCode'
  | 'preauthorisationCode'
  | 'refunded'
  | 'completions'
  | 'completed'
  | 'voiding'
  | 'moves'

/** A transaction as it is kept: a quarter less of memory and disk than with all its members. */
export type StoredTransaction = Omit<Transaction, SeldomUsed> &
  Partial<Pick<Transaction, SeldomUsed>>

/** The line that a transaction is kept as. */
export function transactionLine(transaction: Transaction): string {
  const t = transaction
  const { audit, merchant, createdAt, correlation, target, due } = t
  // In the order in which the head is read without parsing the rest.
  const head = { audit, merchant, createdAt, correlation, target, due }
  return JSON.stringify({
    ...head,
    ...t,
    gatewayStatusCode: t.gatewayStatusCode || undefined,
    total: t.total === t.amount ? undefined : t.total,
    requestKvps: unlessEmpty(t.requestKvps),
    responseKvps: unlessEmpty(t.responseKvps),
    authorisationCode: t.authorisationCode || undefined,
    preauthorisationCode: t.preauthorisationCode || undefined,
    refunded: t.refunded || undefined,
    completions: t.completions || undefined,
    completed: t.completed || undefined,
    voiding: t.voiding || undefined,
    moves: isJustMade(t) ? undefined : t.moves,
  })
}

export function parseTransaction(line: string): Transaction {
  // Lines are ours: made from transactions, and checked when they came from a file.
  return wholeTransaction(JSON.parse(line) as StoredTransaction)
}

/** Fills in what was left out, in place: a copy would take ten times as long as the parsing. */
export function wholeTransaction(stored: StoredTransaction): Transaction {
  const t = stored as { -readonly [Member in keyof StoredTransaction]: StoredTransaction[Member] }
  t.gatewayStatusCode ??= 0
  t.total ??= t.amount
  t.requestKvps ??= {}
  t.responseKvps ??= {}
  t.authorisationCode ??= ''
  t.preauthorisationCode ??= ''
  t.refunded ??= 0
  t.completions ??= 0
  t.completed ??= 0
  t.voiding ??= false
  t.moves ??= [{ at: t.createdAt, to: t.status, cause: 'created' }]
  return t as Transaction
}

/** Whether nothing has happened to it since it was made, so that its one move tells nothing new. */
function isJustMade({ createdAt, status, moves: [first, second] }: Transaction): boolean {
  return (
    first !== undefined &&
    second === undefined &&
    first.at === createdAt &&
    first.to === status &&
    first.cause === 'created' &&
    first.from === undefined
  )
}

function unlessEmpty<T extends object>(members: T): T | undefined {
  for (const _name in members) return members
  return undefined
}

/** What a transaction's indexes need, read off the head of its line without parsing the rest. */
export interface TransactionHead {
  readonly audit: number
  readonly merchant: number
  readonly createdAt: Instant
  readonly correlation: string
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
    target: Number(target),
    dueAt: dueAt === undefined ? undefined : Number(dueAt),
  }
}

const firstMember = /^\{"(?:audit|id)":(?:(\d+)|("(?:[^"\\]|\\.)*"))/

/** The key that a row's line begins with. */
export function keyOf(table: TableName, line: string): RowKey {
  const found = firstMember.exec(line)
  if (!found) throw new Error(`Not a row of ${table}: ${line.slice(0, 80)}`)
  return found[1] === undefined ? (JSON.parse(found[2] as string) as string) : Number(found[1])
}
