import type { Exchange } from '../../../record/exchange.ts'
import { describeFault } from '../../../scenario/faults/table.ts'
import type { CellRequest } from './sweep-schema.ts'

/** One request of a cell's run, as far as its cell shows it. */
export function cellRequest(exchange: Exchange): CellRequest {
  const { operation = null, request, asked, response, fault, outcome, facts } = exchange
  const { shown } = facts
  return {
    operation,
    method: request.method,
    path: request.path,
    reference: asked.reference ?? null,
    status: response.status ?? null,
    fault: fault ?? null,
    outcome: outcome ?? null,
    found: shown === undefined ? null : shown !== null,
    duration_ms: Math.round(exchange.duration),
  }
}

/** `purchase`, `A-1`, `no response (connection reset, after processing)` */
export function cellRequestTexts(request: CellRequest): readonly [string, string, string] {
  const { operation, method, path, reference } = request
  const what = operation?.replaceAll('_', ' ') ?? `${method} ${path}`
  return [what, reference ?? path, responseText(request)]
}

function responseText({ status, fault, outcome, found }: CellRequest): string {
  const got = status === null ? 'no response' : String(status)
  if (fault !== null) return `${got} (${describeFault(fault)}, ${fault.at} processing)`
  const shown = found === false ? 'nothing found' : outcome
  return shown === null ? got : `${got} ${shown}`
}
