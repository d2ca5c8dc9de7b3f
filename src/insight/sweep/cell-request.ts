import { describeFault } from '../../scenario/faults/table.ts'
import type { Exchange } from '../exchange.ts'

/** One request of a cell's run, as its story shows it. */
export interface CellRequest {
  /** `purchase`, or the method and the path. */
  readonly operation: string
  /** What it was for: its reference, or the id that it asked for. */
  readonly about: string
  /** `200 approved`, `no answer (connection reset)`. */
  readonly answer: string
  readonly took_ms: number
}

export function requestLine(exchange: Exchange): CellRequest {
  const { operation, request, facts, durationMs } = exchange
  return {
    operation: operation?.replaceAll('_', ' ') ?? `${request.method} ${request.path}`,
    about: facts.requested?.reference ?? request.path,
    answer: answerText(exchange),
    took_ms: Math.round(durationMs),
  }
}

function answerText({ answer, fault, outcome, facts }: Exchange): string {
  const status = answer.status === undefined ? 'no answer' : String(answer.status)
  const found = facts.shown === null ? 'nothing found' : outcome
  const words =
    fault === undefined ? status : `${status} (${describeFault(fault)}, ${fault.at} processing)`
  const isLost = fault !== undefined
  return found === undefined || isLost ? words : `${words} ${found}`
}
