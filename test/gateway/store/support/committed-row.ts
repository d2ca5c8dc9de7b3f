import { row } from './rows.ts'

/** What is committed under a key: told by the key alone. */
export function committedRow(key: number): string {
  return row(key, `${key} `.repeat(20 + (key % 100)))
}
