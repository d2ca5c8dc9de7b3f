import { randomUUID } from 'node:crypto'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { isCorrelationId } from '../../domain/restricted-text.ts'
import { gatewayOperations } from '../../http/gateway/transactions.ts'
import type { ApiOperation } from '../../http/operation.ts'
import { fillPath, splitWorld } from '../../http/paths.ts'
import { RouteTable } from '../../http/router.ts'
import { vaultOperations } from '../../http/vault/operations.ts'
import type { StepEntry } from '../../insight/run/run-history.ts'
import type { CallRecord, ReplayStep } from '../../runtime/run-file/replay-steps.ts'

/** A call of a run, without the parts that only concern the sandbox. */
export interface RecordedCall {
  /** The line in the run file. */
  readonly line: number
  readonly record: CallRecord
  /** The world, and how often it was reset: ids mean the same only within one era. */
  readonly era: string
  /** The path below the base address, without its query. */
  readonly path: string
  readonly query: string
  /** Undefined if the API has no such operation. */
  readonly operation: ApiOperation | undefined
  /** The values of `{audit}` and other path parameters. */
  readonly ids: Readonly<Record<string, string>>
}

const API = '/v1'

/** The API calls in the order in which they took effect; control calls concern only the sandbox. */
export function recordedCalls(
  steps: readonly ReplayStep[],
  assumptions: Assumptions,
): readonly RecordedCall[] {
  const operations = new RouteTable([
    ...gatewayOperations(assumptions),
    ...vaultOperations(assumptions),
  ])
  const eras = new Map<string, number>()
  return steps.flatMap(({ line, record }): readonly RecordedCall[] => {
    if (record.record === 'step') {
      const world = forgottenBy(record)
      if (world !== undefined) eras.set(world, (eras.get(world) ?? 0) + 1)
      return []
    }
    const [address = '', query = ''] = record.request.path.split('?', 2)
    const { world, path } = splitWorld(address)
    if (path !== API && !path.startsWith(`${API}/`)) return []
    const beneath = path.slice(API.length)
    const era = `${world} ${eras.get(world) ?? 0}`
    return [{ line, record, era, path: beneath, query, ...matched(operations, record, beneath) }]
  })
}

/** The world that a control call resets; its ids have another meaning afterwards. */
function forgottenBy({ method, path: address }: StepEntry): string | undefined {
  const { world, path } = splitWorld(address.split('?')[0] ?? '')
  const [, removed] = /^\/_sandbox\/worlds\/([a-z0-9-]+)$/.exec(path) ?? []
  if (method === 'DELETE' && removed !== undefined) return removed
  const isNew = /^\/_sandbox\/(?:reset|state|correlations\/expire|snapshots\/.+\/restore)$/.test(
    path,
  )
  return isNew ? world : undefined
}

function matched(
  operations: RouteTable<ApiOperation>,
  { request }: CallRecord,
  path: string,
): Pick<RecordedCall, 'operation' | 'ids'> {
  const place = operations.at(path)
  const operation = place?.routes.get(request.method)
  return { operation, ids: operation === undefined ? {} : (place?.values ?? {}) }
}

/** The kinds of ids that differ between a run and the gateway. */
type NameKind =
  | 'audit'
  | 'customer_id'
  | 'token_id'
  | 'virtual_pan'
  | 'correlation_id'
  | 'reference'

/** The largest possible id: a call for a nonexistent record must not hit a real one. */
const NOBODY = String(MAX_ID)

const LONGEST_REFERENCE = 50

/** Translates the requests of a run into the gateway's ids. */
export class Translation {
  readonly #merchant: number | undefined
  readonly #run = randomUUID().slice(0, 8)
  readonly #names = new Map<string, string>()

  /** If a merchant is given, all calls are made for it. */
  constructor(merchant: number | undefined) {
    this.#merchant = merchant
  }

  /** Whether the gateway's ids for the path are known; a made-up id needs none. */
  isKnown({ era, ids }: RecordedCall): boolean {
    return Object.entries(ids).every(([name, id]) => this.#known(era, kindOf(name), id))
  }

  /** The path with the gateway's ids. */
  path({ era, path, ids, operation }: RecordedCall): string {
    if (operation === undefined) return path
    const own = Object.entries(ids).map(([name, id]) => {
      const known = this.#known(era, kindOf(name), id)
      return [name, known ?? (/^\d+$/.test(id) && Number(id) > 0 ? NOBODY : id)]
    })
    return fillPath(operation.path, Object.fromEntries(own))
  }

  query({ era, query }: RecordedCall): string {
    if (query === '') return ''
    const pairs = [...new URLSearchParams(query)].map(([name, value]): [string, string] => {
      if (name === 'merchant_id') return [name, this.#merchantFor(value)]
      if (name === 'correlation_id_lookup') return [name, this.correlationId(era, value)]
      if (name === 'reference') return [name, this.#known(era, 'reference', value) ?? value]
      return [name, value]
    })
    return `?${new URLSearchParams(pairs)}`
  }

  /** A new id, the same for equal ids; an invalid id stays invalid. */
  correlationId(era: string, id: string): string {
    if (!isCorrelationId(id)) return id
    const known = this.#known(era, 'correlation_id', id)
    const fresh = known ?? `replay-${this.#run}-${randomUUID()}`
    this.#learn(era, 'correlation_id', id, fresh)
    return fresh
  }

  body({ era, operation }: RecordedCall, body: unknown): unknown {
    if (!isPlainObject(body)) return body
    const { merchant, reference } = body
    const isCustomer =
      operation?.name === 'customer_create' || operation?.name === 'customer_update'
    return {
      ...this.#withVirtualPans(era, body),
      ...(this.#merchant !== undefined &&
        isPlainObject(merchant) && { merchant: { ...merchant, id: this.#merchant } }),
      ...(isCustomer &&
        typeof reference === 'string' && { reference: this.#ownReference(era, reference) }),
    }
  }

  /** Learns the gateway's ids from its answer. */
  learn({ era, operation }: RecordedCall, recorded: unknown, answered: unknown): void {
    if (!isPlainObject(recorded) || !isPlainObject(answered)) return
    const [one, other] = [inside(recorded), inside(answered)]
    const kind = operation?.name.startsWith('token_') ? 'token_id' : 'customer_id'
    this.#pair(era, 'audit', one.audit, other.audit)
    this.#pair(era, kind, one.id, other.id)
    this.#pair(era, 'virtual_pan', one.virtual_pan, other.virtual_pan)
  }

  #pair(era: string, kind: NameKind, one: unknown, other: unknown): void {
    const areIds = [one, other].every((id) => typeof id === 'number' || typeof id === 'string')
    if (areIds) this.#learn(era, kind, String(one), String(other))
  }

  /** A new reference too, since an earlier replay may have left a customer with this one. */
  #ownReference(era: string, reference: string): string {
    const known = this.#known(era, 'reference', reference)
    if (known !== undefined) return known
    const own = `${reference}-${this.#run}`
    const isSound = reference !== '' && own.length <= LONGEST_REFERENCE
    if (isSound) this.#learn(era, 'reference', reference, own)
    return isSound ? own : reference
  }

  #withVirtualPans<Value>(era: string, value: Value): Value
  #withVirtualPans(era: string, value: unknown): unknown {
    if (typeof value === 'string') return this.#known(era, 'virtual_pan', value) ?? value
    if (Array.isArray(value)) return value.map((one) => this.#withVirtualPans(era, one))
    if (!isPlainObject(value)) return value
    const members = Object.entries(value).map(([key, member]) => [
      key,
      this.#withVirtualPans(era, member),
    ])
    return Object.fromEntries(members)
  }

  #merchantFor(recorded: string): string {
    return this.#merchant === undefined || !/^\d+$/.test(recorded)
      ? recorded
      : String(this.#merchant)
  }

  #known(era: string, kind: NameKind, name: string): string | undefined {
    return this.#names.get(`${era} ${kind} ${name}`)
  }

  #learn(era: string, kind: NameKind, name: string, own: string): void {
    this.#names.set(`${era} ${kind} ${name}`, own)
  }
}

function kindOf(name: string): NameKind {
  return name === 'audit' || name === 'token_id' ? name : 'customer_id'
}

/** The record in an answer: the answer itself, or the only result of a search. */
function inside(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { results } = body
  if (!Array.isArray(results)) return body
  const [only, ...more] = results
  return isPlainObject(only) && more.length === 0 && 'audit' in only ? only : {}
}
