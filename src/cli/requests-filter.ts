import type { RequestAnswer } from '../http/contract/control-answers.ts'
import type { TargetOptions } from './connection.ts'

/** Which requests are wanted. */
export interface RequestsOptions extends TargetOptions {
  readonly follow?: true
  readonly limit: number
  readonly operation?: string
  readonly status?: number
  readonly correlationId?: string
}

/** The filter for the sandbox to apply. */
export function filterOf({ limit, operation, status, correlationId }: RequestsOptions) {
  return {
    limit,
    ...(operation !== undefined && { operation }),
    ...(status !== undefined && { status }),
    ...(correlationId !== undefined && { correlation_id: correlationId }),
  }
}

/** The same filter for requests that come as events. */
export function isWanted(
  entry: RequestAnswer,
  { operation, status, correlationId }: RequestsOptions,
): boolean {
  return (
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.answer.status === status) &&
    (correlationId === undefined || entry.request.correlation_id === correlationId)
  )
}
