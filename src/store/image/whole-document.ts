import * as z from 'zod'
import { messageOf } from '../../document/file-failure.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { type TableName, tableNames } from '../../world/records/medium.ts'
import { ImageUnreadable } from '../disk/store-error.ts'
import { type Migration, refuseFuture, upgradeFrom } from '../migrations.ts'
import { checkSchema, type Head, headSchema, type Visit } from './image-format.ts'
import { checkOf } from './image-writer.ts'
import { mismatch } from './row-lines.ts'
import { lineOfRow } from './row-place.ts'

function documentSchema() {
  const rows = z.array(z.custom<object>(isPlainObject, 'Not a row')).default([])
  const tables = mapTables(() => rows)
  return z.strictObject({ ...headSchema().shape, ...tables, check: checkSchema().optional() })
}

export interface WholeOptions {
  readonly steps: readonly Migration[]
  readonly name: string
  /** Then it must have its check. */
  readonly trusted: boolean
}

/** Visits the rows of a document in whatever formatting JSON allows, say after an editor's. */
export function readWholeDocument(bytes: Buffer, visit: Visit, options: WholeOptions): Head {
  const { steps, name, trusted } = options
  const text = bytes.toString()
  const found = parsed(text)
  const version = z.looseObject({ version: z.int() }).safeParse(found).data?.version ?? 0
  refuseFuture(version, steps, name)
  const document = documentSchema().safeParse(found)
  if (!document.success) throw new ImageUnreadable(fault(document.error))
  const { check, ...rest } = document.data
  const head = headSchema().parse(rest)
  const image = { tables: mapTables((table) => rest[table].map((row) => JSON.stringify(row))) }
  // In our own spelling the text is what it was when the check was made.
  if (check !== undefined && check.crc32 !== checkOf(image, head).crc32) {
    throw new ImageUnreadable(mismatch)
  }
  if (trusted && check === undefined) throw new ImageUnreadable('Its check is missing')
  const upgrade = upgradeFrom(version, steps)
  for (const table of tableNames) {
    for (const [index, line] of image.tables[table].entries()) {
      try {
        visit(table, upgrade === undefined ? line : upgrade(table, line))
      } catch (error) {
        const place = `Line ${lineOfRow(text, table, index)}: ${table}[${index}]`
        throw new ImageUnreadable(`${place}: ${messageOf(error)}`, { cause: error })
      }
    }
  }
  return head
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImageUnreadable(`Not JSON: ${messageOf(error)}`, { cause: error })
  }
}

function fault(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'Not a state document'
  const place = issue.path.map(String).join('.')
  return `Not a state document: ${place === '' ? '' : `${place}: `}${issue.message}`
}

function mapTables<T>(make: (table: TableName) => T): Record<TableName, T> {
  const entries = tableNames.map((table) => [table, make(table)])
  return Object.fromEntries(entries) as Record<TableName, T>
}
