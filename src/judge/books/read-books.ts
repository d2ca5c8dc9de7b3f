import { excerpt, type Fault, pathText } from '../../base/documents/complaint.ts'
import { type Parsed, parseWith } from '../../base/documents/schema-complaints.ts'
import { inBatches } from '../../base/in-batches.ts'
import { numberText } from '../../base/text/counted.ts'
import { CsvFault, csvRows } from './csv.ts'
import { auditsOf, nameOfOrder, referencesOf } from './order.ts'
import { type Order, orderSchema } from './order-schema.ts'

/** The most orders that one comparison takes. */
const MOST_ORDERS = 10_000

/** The most characters that are read of books. */
export const MOST_BOOK_TEXT = 16_000_000

/** Checking this many takes a few milliseconds; then other requests get a turn. */
const BATCH = 500

/** Far more than an order needs. */
const MOST_FIELDS = 100
const LONGEST_FIELD = 200_000

/** Books that cannot be compared; the message names line, field and value, and its reader the books. */
export class BooksError extends Error {
  override readonly name = 'BooksError'
}

/** Reads the books of a shop: a JSON array, JSON lines, or CSV with a header line. */
export async function readBooks(text: string): Promise<readonly Order[]> {
  if (text.length > MOST_BOOK_TEXT) {
    throw new BooksError(`more than ${numberText(MOST_BOOK_TEXT)} characters; leave out old orders`)
  }
  const start = text.trimStart()
  if (start === '') throw new BooksError('empty; if there are no orders, write []')
  if (start.startsWith('[')) return checked(listedOrders(start))
  // Of a file, it is cut off already; of what a command prints, it is not.
  const plain = text.replace(/^\uFEFF/, '')
  if (start.startsWith('{')) return checked(jsonLines(plain))
  // Some spreadsheets end lines with CR alone.
  return checked(csvOrders(text.includes('\n') ? plain : plain.replaceAll('\r', '\n')))
}

/** Checks orders that are already values, such as those of the library. */
export async function checkOrders(orders: unknown): Promise<readonly Order[]> {
  if (!Array.isArray(orders)) throw new BooksError('not a list of orders')
  checkNumber(orders.length)
  return checked(orders.map((value: unknown, i) => [`order ${i + 1}`, value]))
}

/** An order and where it was written: `line 3`, `order 3`. */
type Located = readonly [location: string, value: unknown]

function listedOrders(text: string): readonly Located[] {
  const orders = parsedJson(text, 'not a JSON list of orders')
  if (!Array.isArray(orders)) throw new BooksError('not a JSON list of orders')
  checkNumber(orders.length)
  return orders.map((value: unknown, i) => [`order ${i + 1}`, value])
}

function jsonLines(text: string): readonly Located[] {
  const located: Located[] = []
  let line = 1
  for (let at = 0; at < text.length && located.length <= MOST_ORDERS; line += 1) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const location = `line ${line}`
    if (end - at > LONGEST_FIELD) {
      throw new BooksError(`${location}: more than ${numberText(LONGEST_FIELD)} characters`)
    }
    const written = text.slice(at, end)
    if (written.trim() !== '') {
      located.push([location, parsedJson(written, `${location}: not JSON`)])
    }
    at = end + 1
  }
  return located
}

function parsedJson(text: string, refusal: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BooksError(`${refusal}: ${excerpt(text.trim(), 60)}`)
  }
}

const texts = new Set(['reference', 'references', 'currency', 'state'])

/** An empty field counts as not given; several references or audits are separated by `|`. */
function csvOrders(text: string): readonly Located[] {
  // The header is a row as well.
  const limits = { rows: MOST_ORDERS + 1, fields: MOST_FIELDS, fieldLength: LONGEST_FIELD }
  const [{ fields: header } = { fields: [] }, ...rows] = rowsOf(text, limits)
  const names = header.map((name) => name.trim())
  const known = Object.keys(orderSchema.shape)
  if (!names.some((name) => known.includes(name))) {
    throw new BooksError(
      `neither JSON nor CSV with the header ${known.join(', ')}: ${excerpt(text.trim(), 60)}`,
    )
  }
  for (const name of names) {
    const unknown = faultOf(parseWith(orderSchema, { [name]: '' }))
    if (unknown?.atKey) throw new BooksError(`line 1: ${unknown.message}`)
  }
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) {
    throw new BooksError(`line 1: there are two columns '${excerpt(twice)}'; keep one`)
  }
  return rows.map(({ line, fields }) => {
    if (fields.length !== names.length) {
      throw new BooksError(
        `line ${line}: expected ${names.length} fields as in the header, found ${fields.length}`,
      )
    }
    const given = names.map((name, i) => [name, csvValue(name, fields[i] ?? '')] as const)
    return [`line ${line}`, Object.fromEntries(given.filter(([, value]) => value !== ''))]
  })
}

function rowsOf(...given: Parameters<typeof csvRows>): ReturnType<typeof csvRows> {
  try {
    return csvRows(...given)
  } catch (cause) {
    throw cause instanceof CsvFault ? new BooksError(cause.message) : cause
  }
}

function csvValue(name: string, field: string): unknown {
  if (field === '') return field
  const parts = field.split('|').map((part) => csvScalar(name, part.trim()))
  return name === 'references' || name === 'audits' ? parts : csvScalar(name, field)
}

function csvScalar(name: string, field: string): string | number {
  return !texts.has(name) && /^\s*-?\d{1,15}\s*$/.test(field) ? Number(field) : field
}

/** The first error; a misspelt key explains a missing one. */
function faultOf(parsed: Parsed<Order>): Fault | undefined {
  if ('data' in parsed) return undefined
  return parsed.faults.find(({ atKey }) => atKey) ?? parsed.faults[0]
}

function checkNumber(orders: number): void {
  if (orders <= MOST_ORDERS) return
  throw new BooksError(
    `more than ${numberText(MOST_ORDERS)} orders; leave out old ones, or compare them in parts`,
  )
}

/** All orders, if each is complete and none is there twice. */
async function checked(located: readonly Located[]): Promise<readonly Order[]> {
  checkNumber(located.length)
  const seen = new Map<string, string>()
  const check = ([location, value]: Located) => {
    const parsed = parseWith(orderSchema, value)
    if (!('data' in parsed)) {
      const { path, message } = faultOf(parsed) as Fault
      const member = path.length === 0 ? '' : `${pathText(path)}: `
      throw new BooksError(`${location}: ${member}${message}`)
    }
    const keys = orderKeys(parsed.data)
    if (keys.size === 0) {
      throw new BooksError(`${location}: an order needs its reference or its audit`)
    }
    for (const key of keys) {
      const other = seen.get(key)
      if (other !== undefined) {
        const name = excerpt(nameOfOrder(parsed.data))
        throw new BooksError(`order '${name}' is there twice: ${other} and ${location}`)
      }
      seen.set(key, location)
    }
    return parsed.data
  }
  return inBatches(located, check, BATCH)
}

/** Every key by which an order is found at the gateway; no two orders may share one. */
function orderKeys(order: Order): ReadonlySet<string> {
  const { merchant = '', currency = '' } = order
  const references = referencesOf(order).map((one) => `${merchant} ${currency} ${one}`)
  return new Set([...references, ...auditsOf(order).map((audit) => `#${audit}`)])
}
