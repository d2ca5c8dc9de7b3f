import { maskWritten } from '../../domain/card/card-number-in-text.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import type { TableName } from '../../world/records/medium.ts'
import { ImageUnreadable } from '../disk/store-error.ts'
import { refuseLongLists, refuseLongRow } from './row-bounds.ts'

/** A row that others may have written, in the spelling that our own have. */
export function rowText(text: string, table: TableName): string {
  refuseLongRow(table, text.length)
  const row: unknown = JSON.parse(text)
  if (!isPlainObject(row)) throw new ImageUnreadable(`Not a row: ${maskWritten(text).slice(0, 60)}`)
  refuseLongLists(row, text.length)
  return JSON.stringify(row)
}
