import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { gatewayOperations } from '../../http/gateway/transactions.ts'
import type { ApiOperation } from '../../http/operation.ts'
import { splitWorld } from '../../http/paths.ts'
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
