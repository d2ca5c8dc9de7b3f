import { describeFault } from '../../../scenario/faults/table.ts'
import type { Exchange } from '../../exchange.ts'
import type { CellRequest } from './sweep-schema.ts'

/** One request of a cell's run, as its payment shows it. */
export function cellRequest(exchange: Exchange): CellRequest {
  const { operation, request, asked, durationMs } = exchange
  return {
    operation: operation?.replaceAll('_', ' ') ?? `${request.method} ${request.path}`,
    about: asked.reference ?? request.path,
    response: responseText(exchange),
    took_ms: Math.round(durationMs),
  }
}

function responseText({ response, fault, outcome, facts }: Exchange): string {
  const status = response.status === undefined ? 'no response' : String(response.status)
  const found = facts.shown === null ? 'nothing found' : outcome
  const words =
    fault === undefined ? status : `${status} (${describeFault(fault)}, ${fault.at} processing)`
  const isLost = fault !== undefined
  return found === undefined || isLost ? words : `${words} ${found}`
}
