import { type Shape, transactionForm } from '../form/body.ts'
import type { Remembered, Transaction } from '../state.ts'
import { type Caller, forbidden } from '../wire/caller.ts'
import {
  anything,
  type Check,
  differences,
  type Expected,
  type Pattern,
  someText,
} from '../wire/expected.ts'
import { type Objection, refusedWith } from '../wire/refusal.ts'
import { isObject, memberOf, type Request } from '../wire/request.ts'
import type { Name } from '../wire/routes.ts'
import { type Acting, act } from './acting.ts'
import { faultFor } from './default-rules.ts'
import { faultRule, useUp } from './one-shot.ts'
import { isPayable, type Paying, pay } from './paying.ts'
import { isForgotten } from './standing.ts'
import { createdView, lookupView, type Seen } from './views.ts'

const DAY = 24 * 3_600_000

/** A call that got as far as its form. */
export interface Call {
  readonly name: Name
  readonly caller: Caller
  readonly request: Request
  readonly body: unknown
  readonly parameters: Readonly<Record<string, string>>
}

const shapes: Partial<Record<Name, Shape>> = {
  purchase: 'paid',
  preauthorisation: 'held',
  standalone_refund: 'paid',
  completion: 'amount',
  refund: 'amount',
  void: 'reference',
}

export function transactionBodyForm(name: Name, body: unknown): Objection[] {
  const shape = shapes[name]
  return shape === undefined ? [] : transactionForm(body, shape)
}

export function transactionCall(seen: Seen, call: Call): Expected {
  if (call.name === 'lookup') return lookup(seen, call)
  if (call.name === 'search') return search(seen, call)
  return creation(seen, call)
}

function lookup(seen: Seen, { caller, parameters }: Call): Expected {
  const found = seen.state.transactions.get(Number(parameters.audit))
  if (found === undefined || !caller.mayUse(found.merchant)) return refusedWith(404, 'not_found')
  return { status: 200, body: lookupView(seen, found) }
}

function search(seen: Seen, { caller, request }: Call): Expected {
  const query = new Map(request.query)
  const merchant = Number(query.get('merchant_id'))
  const refusal = forbidden(caller, merchant)
  if (refusal !== undefined) return refusal
  const remembered = memoryOf(seen, merchant, query.get('correlation_id_lookup') ?? '')
  const found = remembered && seen.state.transactions.get(remembered.audit)
  return { status: 200, body: { results: found ? [lookupView(seen, found)] : [] } }
}

function memoryOf({ state }: Seen, merchant: number, id: string): Remembered | undefined {
  const found = state.remembered.get(`${merchant} ${id}`)
  return found && !isForgotten(state, found.until) ? found : undefined
}

function creation(seen: Seen, call: Call): Expected {
  const { caller, body, request } = call
  const merchant = Number(memberOf(body, 'merchant', 'id'))
  const refusal = forbidden(caller, merchant)
  if (refusal !== undefined) return refusal
  const target = seen.state.transactions.get(Number(call.parameters.audit))
  const needsTarget = call.parameters.audit !== undefined
  if (needsTarget && target?.merchant !== merchant) return refusedWith(404, 'not_found')
  const id = request.headers['x-correlation-id'] ?? ''
  const remembered = memoryOf(seen, merchant, id)
  if (remembered !== undefined) return repeated(seen, request, remembered)
  const rule = faultRule(seen.state, call.name)
  const fault = rule?.fault ?? (call.name === 'void' ? undefined : faultFor(amountOf(body)))
  // No rule can look at a payment whose virtual PAN is not there.
  const isSeen = target !== undefined || isPayable(seen, members(body))
  if (fault?.at === 'before' && isSeen) {
    useUp(seen.state, rule)
    return faulty(fault)
  }
  const made = target
    ? act(seen, acting(call), target, members(body), id)
    : pay(seen, paying(call), members(body), id)
  if (!('audit' in made)) return made
  useUp(seen.state, rule)
  return acknowledged(seen, call, made, fault && faulty(fault))
}

function acknowledged(
  { state, ...seen }: Seen,
  { request }: Call,
  made: Transaction,
  fault: Expected | undefined,
): Expected {
  const memory: Remembered = {
    audit: made.audit,
    until: state.now + DAY,
    request: fingerprint(request),
    answer: undefined,
  }
  state.remembered.set(`${made.merchant} ${made.correlation}`, memory)
  if (fault !== undefined) return fault
  return { status: 200, body: keeping(memory, createdView({ state, ...seen }, made)) }
}

/** Keeps what came, so that it can come again. */
function keeping(memory: Remembered, pattern: Pattern): Check {
  return (value) => {
    memory.answer = value
    return differences(pattern, value).join('; ') || undefined
  }
}

function repeated({ house }: Seen, request: Request, memory: Remembered): Expected {
  if (house.duplicates === 'conflict' || memory.request !== fingerprint(request)) {
    return refusedWith(409, 'duplicate_correlation_id')
  }
  const isSame: Check = (value) =>
    memory.answer === undefined || differences(asPattern(memory.answer), value).length === 0
      ? undefined
      : 'the same answer again expected'
  return { status: 200, body: isSame, headers: { 'x-sandbox-replayed': 'true' } }
}

function asPattern(value: unknown): Pattern {
  if (Array.isArray(value)) return value.map(asPattern)
  if (!isObject(value)) return value as string
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asPattern(part)]))
}

function fingerprint({ method, path, body }: Request): string {
  return `${method} ${path} ${JSON.stringify(body)}`
}

export function faulty(fault: NonNullable<ReturnType<typeof faultFor>>): Expected {
  if ('broken' in fault) return { status: 'broken', body: anything }
  const error = { error_code: someText, error_message: someText, location: anything }
  const headers = fault.http === 503 ? { 'retry-after': someText } : {}
  return { status: fault.http, body: { errors: [error] }, headers }
}

function amountOf(body: unknown): string | undefined {
  const amount = memberOf(body, 'transaction', 'amount_details', 'total_amount')
  return typeof amount === 'string' ? amount : undefined
}

function members(body: unknown) {
  return isObject(body) ? body : {}
}

function acting({ name }: Call): Acting {
  if (name === 'completion' || name === 'refund' || name === 'void') return name
  throw new Error(`${name} acts on nothing`)
}

function paying({ name }: Call): Paying {
  if (name === 'purchase' || name === 'preauthorisation' || name === 'standalone_refund')
    return name
  throw new Error(`${name} pays nothing`)
}
