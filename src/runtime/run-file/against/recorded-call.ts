import type { Assumptions } from '../../../domain/assumptions.ts'
import { gatewayOperations } from '../../../http/gateway/transactions.ts'
import type { Operation } from '../../../http/operation.ts'
import { placeholders, splitWorld } from '../../../http/paths.ts'
import { vaultOperations } from '../../../http/vault/operations.ts'
import type { RunFile } from '../read-run.ts'
import type { CallRecord, ControlRecord } from '../run-record.ts'

/** A call of a run, as a gateway elsewhere sees it. */
export interface RecordedCall {
  /** Of the run file. */
  readonly line: number
  readonly record: CallRecord
  /** The world, and how often it has begun anew: ids mean the same only within one. */
  readonly era: string
  /** Beneath the base address, without its query. */
  readonly path: string
  readonly query: string
  /** Undefined where the API has no such operation. */
  readonly operation: Operation | undefined
  /** What stands in the path for `{audit}` and its like. */
  readonly ids: Readonly<Record<string, string>>
}

const API = '/v1'

/** The calls to the API in the order in which they took effect; others are no gateway's business. */
export function callsOf({ steps }: RunFile, assumptions: Assumptions): readonly RecordedCall[] {
  const operations = [...gatewayOperations(assumptions), ...vaultOperations(assumptions)]
  const eras = new Map<string, number>()
  const inOrder = [...steps].sort((one, other) => one.record.begin - other.record.begin)
  return inOrder.flatMap(({ line, record }): readonly RecordedCall[] => {
    if (record.record === 'control') {
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

/** The world that begins anew with a control call: its ids then mean something else. */
function forgottenBy({ method, path: address }: ControlRecord): string | undefined {
  const { world, path } = splitWorld(address.split('?')[0] ?? '')
  const [, removed] = /^\/_sandbox\/worlds\/([a-z0-9-]+)$/.exec(path) ?? []
  if (method === 'DELETE' && removed !== undefined) return removed
  const isNew = /^\/_sandbox\/(?:reset|state|correlations\/expire|snapshots\/.+\/restore)$/.test(
    path,
  )
  return isNew ? world : undefined
}

function matched(
  operations: readonly Operation[],
  { request }: CallRecord,
  path: string,
): Pick<RecordedCall, 'operation' | 'ids'> {
  // A literal path comes before one with a placeholder in the same place.
  const fitting = operations
    .filter(({ method }) => method === request.method)
    .map((operation) => ({ operation, ids: idsIn(operation.path, path) }))
    .filter(({ ids }) => ids !== undefined)
    .sort((one, other) => idCount(one.operation) - idCount(other.operation))
  const [best] = fitting
  return { operation: best?.operation, ids: best?.ids ?? {} }
}

function idCount({ path }: Operation): number {
  return placeholders(path).length
}

function idsIn(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = template.split('/')
  const segments = path.split('/')
  if (names.length !== segments.length) return undefined
  const ids: Record<string, string> = {}
  for (const [i, name] of names.entries()) {
    const segment = segments[i] ?? ''
    if (name.startsWith('{')) ids[name.slice(1, -1)] = segment
    else if (name !== segment) return undefined
  }
  return ids
}
