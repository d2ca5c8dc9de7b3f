import { maskWritten } from '../../domain/card/card-number-in-text.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { ImageUnreadable } from '../disk/store-error.ts'

/** A row that others may have written, in the spelling that our own have. */
export function rowText(text: string): string {
  const row: unknown = JSON.parse(text)
  if (!isPlainObject(row)) throw new ImageUnreadable(`Not a row: ${maskWritten(text).slice(0, 60)}`)
  return JSON.stringify(row)
}
