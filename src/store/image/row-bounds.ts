import { isPlainObject } from '../../domain/plain-object.ts'
import type { TableName } from '../../world/records/medium.ts'
import { ImageUnreadable } from '../disk/store-error.ts'

/** Longer rows that others may have written are not read: everybody would wait meanwhile. */
const LONGEST = 1024 * 1024

/** All rules that are loaded stand in one row. */
const LONGEST_META = 16 * LONGEST

/** Rows up to here hold too little to be worth a look of their own. */
const SHORT = 64 * 1024
const MOST_ENTRIES = 20_000

export function refuseLongRow(table: TableName, length: number): void {
  const longest = table === 'meta' ? LONGEST_META : LONGEST
  if (length <= longest) return
  throw new ImageUnreadable(`A row of ${table} is longer than ${longest / LONGEST} MB`)
}

/** A list of millions would each get a complaint of its own. */
export function refuseLongLists(row: object, length: number): void {
  if (length <= SHORT) return
  const open: unknown[] = [row]
  while (open.length > 0) {
    const next = open.pop()
    if (Array.isArray(next) && next.length > MOST_ENTRIES) {
      throw new ImageUnreadable(`A list has ${next.length} entries, more than ${MOST_ENTRIES}`)
    }
    if (Array.isArray(next)) for (const one of next) if (typeof one === 'object') open.push(one)
    if (isPlainObject(next)) open.push(...Object.values(next))
  }
}
