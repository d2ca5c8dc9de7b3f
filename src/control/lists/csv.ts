import * as z from 'zod'
import { isInCents } from '../../base/cents.ts'
import { printable } from '../../base/text/printable.ts'
import { decimalText } from '../../domain/money.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'

/** A column of a table: a field of a row, by the path to it. */
interface CsvColumn {
  readonly path: readonly string[]
  /** Where the currency of an amount stands; undefined for other fields. */
  readonly currency?: readonly string[]
  readonly isInstant?: true
}

/**
 * A table with the fields of a schema as its columns: `token.id` for a field of an object. Lists of
 * objects and free documents are left out. Other columns may stand before these.
 */
export class CsvTable {
  readonly #columns: readonly CsvColumn[]

  constructor(row: z.core.$ZodType, before: readonly string[] = []) {
    this.#columns = [...before.map((name) => ({ path: [name] })), ...columnsOf(row, [])]
  }

  header(): string {
    return csvLine(this.#columns.map(({ path }) => path.join('.')))
  }

  row(row: unknown): string {
    return csvLine(this.#columns.map((column) => cellOf(row, column)))
  }
}

function columnsOf(
  schema: z.core.$ZodType,
  path: readonly string[],
  outer?: readonly string[],
): readonly CsvColumn[] {
  if (isInCents(schema)) return [{ path, currency: outer ?? [] }]
  if (schema instanceof z.ZodObject) {
    const { shape } = schema
    const currency = 'currency' in shape ? [...path, 'currency'] : outer
    return Object.entries<z.core.$ZodType>(shape).flatMap(([name, field]) =>
      columnsOf(field, [...path, name], currency),
    )
  }
  if (wrappers.some((wrapper) => schema instanceof wrapper)) {
    return columnsOf((schema as z.ZodNullable).unwrap(), path, outer)
  }
  if (schema instanceof z.ZodISODateTime) return [{ path, isInstant: true }]
  if (schema instanceof z.ZodArray) return isPlain(schema.element) ? [{ path }] : []
  return isPlain(schema) ? [{ path }] : []
}

const wrappers = [z.ZodNullable, z.ZodOptional, z.ZodExactOptional]

const plainTypes = ['string', 'number', 'boolean', 'enum', 'literal', 'union']

function isPlain(schema: z.core.$ZodType): boolean {
  return plainTypes.includes(schema._zod.def.type)
}

function cellOf(row: unknown, { path, currency, isInstant }: CsvColumn): string {
  const value = valueAt(row, path)
  if (value === undefined || value === null) return ''
  if (currency !== undefined) return decimalText(Number(value), String(valueAt(row, currency)))
  // In the zone of the tables.
  if (isInstant) return sydneyIso(Date.parse(String(value)), 'milliseconds')
  if (Array.isArray(value)) return safe(value.join(' '))
  return typeof value === 'string' ? safe(value) : String(value)
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    row,
  )
}

/** A terminal would obey control sequences, and a spreadsheet would take such a text for a formula. */
function safe(text: string): string {
  const plain = text.replaceAll(/[^\t\r\n]+/g, printable)
  return /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain
}

/** As in RFC 4180. */
function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(',')}\r\n`
}
