import type { TableName } from '../world/records/medium.ts'
import { StoreTooNew } from './disk/store-error.ts'

/** Turns a row of one version of the format into the same row of the next. */
export type Migration = (table: TableName, line: string) => string

/** The first leads from version 1 to 2, the next to 3: their number says the current version. */
export const migrations: readonly Migration[] = [
  // Version 2 has checks of the lines' order and of the key. Its rows are the same.
  (_table, line) => line,
]

export function currentVersion(steps: readonly Migration[]): number {
  return steps.length + 1
}

/** Brings a row of the given version up to date; undefined when it already is. */
export function upgradeFrom(version: number, steps: readonly Migration[]): Migration | undefined {
  const needed = steps.slice(version - 1)
  if (needed.length === 0) return undefined
  return (table, line) => needed.reduce((row, migrate) => migrate(table, row), line)
}

export function refuseFuture(version: number, steps: readonly Migration[], what: string): void {
  const current = currentVersion(steps)
  if (version <= current) return
  throw new StoreTooNew(
    `${what} has format version ${version} and this sandgate reads up to ${current}; ` +
      'use a newer sandgate',
  )
}
