import { timeOn } from '../../../../domain/time/clock.ts'
import { END_OF_TIME, type Instant, isoUtc } from '../../../../domain/time/instant.ts'
import { nameKeyOf, referenceKeyOf } from '../../../../domain/vault.ts'
import type { Customer, Token } from '../../../../domain/vault-records.ts'
import { keyOf } from '../indexes/transaction-index.ts'
import type { CheckedLoad, Intake, RowKey, TableName } from '../medium.ts'
import { storedClock } from '../meta.ts'
import type { Records } from '../records.ts'
import { checkedMetaLine } from './meta-row.ts'
import { checkedLine } from './row-schema.ts'

/**
 * Loads rows that have the form of their table. Of rows with the same key the last one wins, as in a
 * log, which repeats a row for each of its changes.
 */
export function wellFormedRows(load: Intake['load']): CheckedLoad {
  return (table, text) => {
    if (table === 'meta') return checkedMetaLine(text).then((line) => load(table, line))
    load(table, checkedLine(table, text))
    return undefined
  }
}

/**
 * Loads rows from a document that anyone may have written. Refuses rows that do not have the form of
 * their table, and references to rows that do not exist. Sums are not compared.
 */
export function untrustedRows(records: Records, realNow: Instant): CheckedLoad {
  const load = (table: TableName, line: string): void => {
    const key = keyOf(table, line)
    if (records.line(table, key) !== undefined) throw new Error(`${key} is there twice`)
    if (table === 'customers') refuseSameReference(records, JSON.parse(line) as Customer)
    if (table === 'tokens') refuseStrayToken(records, JSON.parse(line) as Token)
    records.load(table, line)
    const fault = faultOf(records, table, key, realNow)
    if (fault !== undefined) throw new Error(fault)
  }
  return wellFormedRows(load)
}

/** What is wrong with a row that has been loaded. Tables and audits come in order. */
function faultOf(
  records: Records,
  table: TableName,
  key: RowKey,
  realNow: Instant,
): string | undefined {
  const transaction = records.transaction(Number(key))
  if (table === 'transactions' && transaction !== undefined && transaction.target !== 0) {
    const { target, merchant } = transaction
    const found = target < transaction.audit ? records.transaction(target) : undefined
    if (found === undefined) return `target: There is no transaction ${target}`
    return found.merchant === merchant
      ? undefined
      : `target: Transaction ${target} is another merchant's`
  }
  if (table === 'slow_responses' && transaction?.status !== 'unknown') {
    return 'There is no undecided transaction with this audit'
  }
  if (table === 'kept_responses' && transaction === undefined) {
    return 'There is no transaction with this audit'
  }
  if (key !== 'clock') return undefined
  const now = timeOn(storedClock(records), realNow)
  return now >= 0 && now < END_OF_TIME
    ? undefined
    : `Must show a time from 1970 on and before ${isoUtc(END_OF_TIME)}`
}

function refuseSameReference({ customerIndex }: Records, customer: Customer): void {
  const other = customerIndex.byReference(customer.merchant, referenceKeyOf(customer))
  if (other !== undefined) throw new Error(`reference: Customer ${other} has the same`)
}

function refuseStrayToken(records: Records, token: Token): void {
  const twin = records.tokenIndex.byVirtualPan(token.virtualPan)
  if (twin !== undefined) throw new Error(`virtualPan: Token ${twin} has the same`)
  const namesake = records.tokenIndex.byName(token.customer, nameKeyOf(token))
  if (namesake !== undefined) throw new Error(`preferredName: Token ${namesake} has the same`)
  const owner = records.customer(token.customer)
  if (owner === undefined) throw new Error(`customer: There is no customer ${token.customer}`)
  if (owner.merchant !== token.merchant) throw new Error("customer: It is another merchant's")
}
