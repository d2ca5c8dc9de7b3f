import { excerpt, pathText } from '../../document/complaint.ts'
import { parseWith } from '../../document/schema-complaints.ts'
import { MOST_ORDERS, namesOf, type Order, orderSchema } from './order.ts'

/** Books that cannot be read; the message names line, member and value. */
export class BooksError extends Error {
  override readonly name = 'BooksError'
}

/** An order and where it was written: `line 3`, `order 3`. */
interface Placed {
  readonly place: string
  readonly value: unknown
}

/** Reads the books of a shop: a JSON array, JSON lines, or CSV with a header line. */
export function readBooks(text: string): readonly Order[] {
  return checkedOrders(placedOrders(text.replace(/^\uFEFF/, '')))
}

/** Checks orders that are already values, such as those of the library. */
export function checkOrders(orders: unknown): readonly Order[] {
  if (!Array.isArray(orders)) throw new BooksError('The books must be a list of orders')
  return checkedOrders(orders.map((value, i) => ({ place: `order ${i + 1}`, value })))
}

function placedOrders(text: string): readonly Placed[] {
  const start = text.trimStart()
  if (start.startsWith('[')) return fromArray(text)
  if (start.startsWith('{')) return fromLines(text)
  if (start === '') return []
  return fromCsv(text)
}

function fromArray(text: string): readonly Placed[] {
  const orders = parsedJson(text, 'The books')
  if (!Array.isArray(orders)) throw new BooksError('The books must be a JSON array of orders')
  return orders.map((value: unknown, i) => ({ place: `order ${i + 1}`, value }))
}

function fromLines(text: string): readonly Placed[] {
  return text.split('\n').flatMap((line, i) => {
    const place = `line ${i + 1}`
    return line.trim() === '' ? [] : [{ place, value: parsedJson(line, `The books, ${place},`) }]
  })
}

function parsedJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BooksError(`${what} are not JSON: ${excerpt(text.trim(), 60)}`)
  }
}

const lists = new Set(['references', 'audits'])
const numbers = new Set(['audit', 'merchant', 'paid', 'refunded', 'held', 'pending'])

/** An empty field counts as not given; several references or audits are separated by spaces or `|`. */
function fromCsv(text: string): readonly Placed[] {
  const [header, ...rows] = csvRows(text)
  const names = header?.fields.map((name) => name.trim()) ?? []
  if (!names.some((name) => name in orderSchema.shape)) {
    const known = Object.keys(orderSchema.shape).join(', ')
    throw new BooksError(
      `The books are neither JSON nor CSV with a header line of ${known}: ${excerpt(text.trim(), 60)}`,
    )
  }
  return rows.map(({ line, fields }) => {
    const place = `line ${line}`
    if (fields.length !== names.length) {
      throw new BooksError(
        `The books, ${place}: expected ${names.length} fields as in the header, found ${fields.length}`,
      )
    }
    const members = fields.flatMap((field, i) => {
      const name = names[i] as string
      return field === '' ? [] : [[name, csvValue(name, field)]]
    })
    return { place, value: Object.fromEntries(members) }
  })
}

function csvValue(name: string, field: string): unknown {
  if (lists.has(name)) {
    const parts = field.split('|').map((part) => part.trim())
    return name === 'audits' ? parts.map(csvNumber) : parts
  }
  return numbers.has(name) ? csvNumber(field) : field
}

function csvNumber(field: string): unknown {
  return /^\s*-?\d{1,15}\s*$/.test(field) ? Number(field) : field
}

interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
}

/** RFC 4180, with commas, or semicolons if the header line has only these. */
function csvRows(text: string): readonly CsvRow[] {
  const [header = ''] = text.split('\n', 1)
  const comma = header.includes(';') && !header.includes(',') ? ';' : ','
  const next = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^"${comma}\\n]*?))(${comma}|\\r?\\n|\\r?$)`,
    'y',
  )
  const rows: CsvRow[] = []
  let [fields, line, first, ended]: [string[], number, number, string] = [[], 1, 1, '']
  while (next.lastIndex < text.length || ended === comma) {
    const found = next.exec(text)
    if (found === null) throw new BooksError(`The books, line ${line}: a quote is out of place`)
    const [all, quoted, plain = '', end = ''] = found
    fields.push(quoted?.replaceAll('""', '"') ?? plain)
    line += all.split('\n').length - 1
    ended = end
    if (end === comma) continue
    if (fields.length > 1 || fields[0] !== '') rows.push({ line: first, fields })
    ;[fields, first] = [[], line]
  }
  return rows
}

/** All orders, if each is complete and none is there twice. */
function checkedOrders(placed: readonly Placed[]): readonly Order[] {
  if (placed.length > MOST_ORDERS) {
    throw new BooksError(
      `The books have ${placed.length} orders; at most ${MOST_ORDERS} are compared`,
    )
  }
  const seen = new Map<string, string>()
  return placed.map(({ place, value }) => {
    const order = checkedOrder(place, value)
    for (const key of keysOf(order)) {
      const other = seen.get(key)
      if (other !== undefined) throw new BooksError(twice(order, other, place))
      seen.set(key, place)
    }
    return order
  })
}

function checkedOrder(place: string, value: unknown): Order {
  const parsed = parseWith(orderSchema, value)
  if (!('data' in parsed)) {
    const [fault] = parsed.faults
    const member = fault === undefined || fault.path.length === 0 ? '' : `${pathText(fault.path)}: `
    throw new BooksError(`The books, ${place}: ${member}${fault?.message}`)
  }
  const { references, audits } = namesOf(parsed.data)
  if (references.length + audits.length > 0) return parsed.data
  throw new BooksError(`The books, ${place}: an order needs its reference or its audit`)
}

/** What no two orders may share. An order may name the same reference twice. */
function keysOf(order: Order): ReadonlySet<string> {
  const { references, audits } = namesOf(order)
  const ours = references.map((reference) => `${order.merchant ?? ''} ${reference}`)
  return new Set([...ours, ...audits.map((audit) => `#${audit}`)])
}

function twice(order: Order, one: string, other: string): string {
  const { references, audits } = namesOf(order)
  const name = references[0] ?? `audit ${audits[0]}`
  return `The books have order '${excerpt(name)}' twice: ${one} and ${other}`
}
