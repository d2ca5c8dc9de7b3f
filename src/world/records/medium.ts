/**
 * What a world asks of whatever keeps its data, and what it offers in return. Rows travel as
 * serialised lines: the same text is what memory holds, what a log appends and what a snapshot
 * writes, so that a row is turned into text once.
 */
export const tableNames = [
  'meta',
  'rules',
  'customers',
  'tokens',
  'transactions',
  /** What slow banks will say of transactions that are still undecided. */
  'slow_answers',
  /** Answers that are given again to the same request, where duplicates are replayed. */
  'kept_answers',
] as const

export type TableName = (typeof tableNames)[number]

export type RowKey = string | number

/** A row put in place, or taken out where there is no line. A line begins with its key member. */
export interface RowChange {
  readonly table: TableName
  readonly key: RowKey
  readonly line: string | undefined
}

/** All rows at one instant: cheap to take, and unchanging while the world keeps running. */
export interface Image {
  readonly tables: Readonly<Record<TableName, readonly string[]>>
}

/** Takes in the rows of a document. */
export interface Intake {
  /** A row as we wrote it; later ones win. */
  load(table: TableName, line: string): void
  /** For a document that a person may have written. */
  untrusted(): Promise<UntrustedIntake>
}

/** Takes in rows that may be anything, and throws where one is not as it must be. */
export interface UntrustedIntake {
  load(table: TableName, line: string): void
  /** To be called at the end: whether the rows fit together. */
  finish(): void | Promise<void>
}

/** Where a medium puts what it finds when it is opened. */
export interface Loader extends Intake {
  remove(table: TableName, key: RowKey): void
  /** For the snapshot that a medium renews in the background. */
  image(): Image
}

export interface Medium {
  /**
   * Joins this turn's batch. If the batch cannot be made durable, `undo` puts memory back as it
   * was; the undos of all commits that were lost are called newest first.
   */
  commit(changes: readonly RowChange[], undo: () => void): void
  /** The same, for all rows at once: what was there before is gone. */
  replace(image: Image, undo: () => void): void
  /** Undefined when all that was committed is safe; else settles when it is, or rejects with why not. */
  durable(): Promise<void> | undefined
  /** Makes all safe, leaves a fresh snapshot and lets go of the files. */
  close(): Promise<void>
}
