import * as z from 'zod'
import { messageOf } from '../../document/file-failure.ts'
import { inBatches, nextTurn } from '../../document/in-batches.ts'
import { type TableName, tableNames } from '../../world/records/medium.ts'
import { refuseFuture } from '../format-version.ts'
import { ImageUnreadable } from '../port/store-error.ts'
import { checkSchema, headSchema, type ImageHead, mismatch } from './image-format.ts'
import { checkOf } from './image-writer.ts'
import { notJson, RowSplitter, type SplitRow } from './row-splitter.ts'

/** A document with a 0 in place of each row. */
function restSchema() {
  // Not a schema for each row: millions of them would take long in one turn.
  const rows = z
    .custom<readonly 0[]>(Array.isArray, 'Invalid input: expected array')
    .superRefine((list, context) => {
      const path = [list.findIndex((one) => one !== 0)]
      if (path[0] !== -1) context.addIssue({ code: 'custom', path, message: 'Not a row' })
    })
    .default([])
  const tables = mapTables(() => rows)
  return z.strictObject({ ...headSchema().shape, ...tables, check: checkSchema().optional() })
}

/** Reads the rows of a document in any JSON formatting, such as an editor's. */
export async function readDocument(
  chunks: AsyncIterable<Uint8Array>,
  visit: (table: TableName, line: string) => void,
  name: string,
): Promise<ImageHead> {
  const { rest, tables } = await splitDocument(chunks)
  await nextTurn()
  const found = parsed(rest)
  await nextTurn()
  refuseFuture(z.looseObject({ version: z.int() }).safeParse(found).data?.version ?? 0, name)
  const document = restSchema().safeParse(found)
  if (!document.success) throw new ImageUnreadable(fault(document.error))
  await nextTurn()
  const { check, ...others } = document.data
  const head = headSchema().parse(others)
  for (const table of tableNames) {
    if (others[table].length === tables[table].length) continue
    throw new ImageUnreadable(`Not a state document: ${table} is there twice`)
  }
  if (check !== undefined) {
    // Serialised our way, the text is the same as when the check was made.
    const image = { tables: mapTables((table) => tables[table].map(({ text }) => text)) }
    // A document of an earlier version has fewer tables.
    const counted = tableNames.filter((table) => check.records[table] !== undefined)
    const { crc32 } = await checkOf(image, head, counted)
    if (check.crc32 !== crc32) throw new ImageUnreadable(mismatch)
  }
  for (const table of tableNames) {
    await inBatches(tables[table], ({ line, text }, index) => {
      try {
        visit(table, text)
      } catch (error) {
        const place = `Line ${line}: ${table}[${index}]`
        throw new ImageUnreadable(`${place}: ${messageOf(error)}`, { cause: error })
      }
    })
  }
  return head
}

/** The rows, serialised our way, and the rest of the document. */
async function splitDocument(chunks: AsyncIterable<Uint8Array>) {
  const splitter = new RowSplitter()
  const tables = mapTables((): SplitRow[] => [])
  const decoder = new TextDecoder()
  const take = (text: string) => {
    for (const row of splitter.push(text)) tables[row.table].push(row)
  }
  for await (const chunk of chunks) {
    await nextTurn()
    take(decoder.decode(chunk, { stream: true }))
  }
  take(decoder.decode())
  return { rest: splitter.end(), tables }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notJson('', error)
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
