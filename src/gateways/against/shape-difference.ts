import { isPlainObject } from '../../domain/plain-object.ts'

/** A place where two answers differ in shape, with both values. */
export interface ShapeDifference {
  /** `_links.void`; `status` is the HTTP status. */
  readonly path: string
  readonly recorded: string
  readonly gateway: string
}

/** The parts of an answer that its shape depends on. */
export interface ShapedAnswer {
  readonly status: number
  readonly body: unknown
  /** The base of its links; a sandbox's own base is recognised without it. */
  readonly base: string | undefined
}

/** Members whose exact text matters to a client; for all others only the type counts. */
const words: ReadonlySet<string> = new Set([
  ...['transaction_status_code', 'transaction_type', 'directdebit_mode', 'type', 'CARD.TYPE'],
])

/** Members that are compared without their digits. */
const masked: ReadonlySet<string> = new Set([
  ...['pan', 'CARD.PAN', 'CARD.EXPIRY', 'virtual_pan', 'gateway_timestamp'],
])

/** Members that a bank may leave out of a decline. */
const unsure: ReadonlySet<string> = new Set([
  ...['settlement_date', 'authorisation_code', 'preauthorisation_code'],
])

const ABSENT = 'missing'

/** The differences in shape of two answers: status, members, types, texts and links. */
export function shapeDifferences(
  recorded: ShapedAnswer,
  gateway: ShapedAnswer,
): readonly ShapeDifference[] {
  const status =
    recorded.status === gateway.status
      ? []
      : [{ path: 'status', recorded: statusText(recorded), gateway: statusText(gateway) }]
  // If one of them is a refusal, the status and error codes say everything.
  const isRefused = recorded.status >= 300 || gateway.status >= 300
  if (status.length > 0 && isRefused) return status
  const bases = { recorded: recorded.base, gateway: gateway.base }
  return [...status, ...compared([], [recorded.body, gateway.body], bases)]
}

function statusText({ status, body }: ShapedAnswer): string {
  const codes = isPlainObject(body) && status >= 400 ? errorCodes(body.errors) : ''
  return codes === '' ? String(status) : `${status} (${codes})`
}

interface Bases {
  readonly recorded: string | undefined
  readonly gateway: string | undefined
}

type ShapePath = readonly string[]
type Pair<T> = readonly [recorded: T, gateway: T]

function compared(
  path: ShapePath,
  [recorded, gateway]: Pair<unknown>,
  bases: Bases,
): readonly ShapeDifference[] {
  if (Array.isArray(recorded) && Array.isArray(gateway) && path.at(-1) === 'results') {
    return comparedResults(path, [recorded, gateway], bases)
  }
  const one = shapeOf(path, recorded, bases.recorded)
  const other = shapeOf(path, gateway, bases.gateway)
  if (one !== other) return [{ path: path.join('.'), recorded: one, gateway: other }]
  if (!isPlainObject(recorded) || !isPlainObject(gateway)) return []
  return [...new Set([...Object.keys(recorded), ...Object.keys(gateway)])].flatMap((key) => {
    const isOnBoth = Object.hasOwn(recorded, key) && Object.hasOwn(gateway, key)
    if (!isOnBoth && unsure.has(key)) return []
    return compared([...path, key], [recorded[key], gateway[key]], bases)
  })
}

/** Compares only the first result of each list, since a gateway may hold other entries. */
function comparedResults(
  path: ShapePath,
  [recorded, gateway]: Pair<readonly unknown[]>,
  bases: Bases,
): readonly ShapeDifference[] {
  const [one, other] = [recorded[0], gateway[0]]
  if (one !== undefined && other !== undefined) return compared([...path, '0'], [one, other], bases)
  const isOneEmpty = recorded.length !== gateway.length
  if (!isOneEmpty || Math.max(recorded.length, gateway.length) !== 1) return []
  const text = ({ length }: readonly unknown[]) => (length === 0 ? 'empty' : 'one result')
  return [{ path: path.join('.'), recorded: text(recorded), gateway: text(gateway) }]
}

/** The part of a value that must be equal in both answers. */
function shapeOf(path: ShapePath, value: unknown, base: string | undefined): string {
  const name = path.at(-1) ?? ''
  if (value === undefined) return ABSENT
  if (value === null) return 'null'
  if (name === 'errors') return errorCodes(value)
  if (path.at(-2) === '_links' && isPlainObject(value)) return linkText(value, base)
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'string') return isPlainObject(value) ? 'object' : typeof value
  if (words.has(name)) return JSON.stringify(value)
  return masked.has(name) ? JSON.stringify(value.replaceAll(/\d/g, '0')) : 'string'
}

type JsonMembers = Readonly<Record<string, unknown>>

/** `invalid_amount at body.transaction.amount_details.total_amount` */
function errorCodes(errors: unknown): string {
  if (!Array.isArray(errors)) return typeof errors
  const texts = errors.filter(isPlainObject).map(({ error_code, location }) => {
    const place = Array.isArray(location) ? location.join('.') : ''
    return place === '' ? String(error_code) : `${String(error_code)} at ${place}`
  })
  return texts.sort().join(', ')
}

/** `http://127.0.0.1:7263/w/blue/v1` */
const sandboxBase = /^https?:\/\/[^/]+(?:\/.*?)??\/v\d+(?=\/|$)/

/** A link without its numbers and query, which differ between answers. */
function linkText({ href }: JsonMembers, base: string | undefined): string {
  if (typeof href !== 'string') return `href ${typeof href}`
  const isOwn = base !== undefined && href.startsWith(base)
  const beneath = isOwn ? href.slice(base.length) : href.replace(sandboxBase, '')
  const [path = ''] = beneath.split('?')
  return path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')
}
