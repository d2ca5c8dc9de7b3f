import type { TransactionHead } from './indexes/transaction-index.ts'

/**
 * What a world needs from its storage, and what it offers in return. Rows travel as serialised
 * lines: memory holds, the log appends and snapshots write the same text, so each row is serialised
 * once.
 */
export const tableNames = [
  'meta',
  'rules',
  'customers',
  'tokens',
  'transactions',
  /** Responses that slow banks will give for undecided transactions. */
  'slow_responses',
  /** Responses to replay for identical requests. */
  'kept_responses',
] as const

export type TableName = (typeof tableNames)[number]

export type RowKey = string | number

/** A row to put, or to remove if there is no line. A line begins with its key. */
export interface RowChange {
  readonly table: TableName
  readonly key: RowKey
  readonly line: string | undefined
  /** Of a transaction that was not read from a file: its indexes need not parse the line. */
  readonly head?: TransactionHead
}

/** Rows by key, each stored as its line: smaller than an object, and parsed only on access. A `Map` is one. */
export interface RowTable<K extends RowKey = RowKey> {
  readonly size: number
  get(key: K): string | undefined
  set(key: K, line: string): unknown
  delete(key: K): unknown
  values(): Iterable<string>
  keys(): Iterable<K>
}

/** All rows of a world, as they are at every moment. */
export type Tables = Readonly<Record<TableName, RowTable>>

/** All rows at one instant: cheap to take, and unaffected by later changes. */
export interface Image {
  readonly tables: Readonly<Record<TableName, readonly string[]>>
}

export function mapTables<T>(make: (table: TableName) => T): Record<TableName, T> {
  const entries = tableNames.map((table) => [table, make(table)])
  return Object.fromEntries(entries) as Record<TableName, T>
}

export function imageOf(tables: Tables): Image {
  return { tables: mapTables((table) => [...tables[table].values()]) }
}

/** Loads the rows of a document. */
export interface Intake {
  /** Loads a row that the sandbox wrote; later ones win. */
  load(table: TableName, line: string): void
  /** The same for a document that a person may have edited. */
  untrusted(): Promise<CheckedLoad>
}

/**
 * Throws or rejects if the row is invalid. A row that takes long to check gives a promise, and other
 * requests run meanwhile; the next row must wait for it.
 */
export type CheckedLoad = (table: TableName, line: string) => Promise<void> | undefined

/** Where a medium loads the stored rows when it is opened. */
export interface Loader extends Intake {
  /** Loads a row of a log if it has the form of its table; later ones win. */
  logged(): Promise<CheckedLoad>
  remove(table: TableName, key: RowKey): void
  /** Where the rows go; the medium stores them from now on. */
  readonly tables: Tables
}

export interface Medium {
  /**
   * Joins this turn's batch. If the batch cannot be made durable, `undo` restores memory; the undos
   * of all lost commits are called newest first.
   */
  commit(changes: readonly RowChange[], undo: () => void): void
  /** Like `commit`, but replaces all tables. */
  replace(tables: Tables, undo: () => void): void
  /** Undefined if all commits are safe; else resolves when they are, or rejects with the reason. */
  durable(): Promise<void> | undefined
  /** Why changes cannot be stored at the moment; undefined if they can. */
  readonly trouble?: string | undefined
  /** Makes all commits safe, writes a fresh snapshot and closes the files. */
  close(): Promise<void>
}
