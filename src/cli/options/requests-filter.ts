import type { ControlClient } from '../../client/control-client.ts'
import { hasCardNumber, maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
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
export async function isWanted(
  entry: RequestAnswer,
  options: RequestsOptions,
  client: ControlClient,
): Promise<boolean> {
  const { operation, status, correlationId } = options
  return (
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.answer.status === status) &&
    (correlationId === undefined || (await hasCorrelation(entry, correlationId, client)))
  )
}

/** Of ids that look the same once they are masked, only the sandbox knows which one it was. */
async function hasCorrelation(
  { id, request }: RequestAnswer,
  wanted: string,
  client: ControlClient,
): Promise<boolean> {
  if (request.correlation_id !== maskCardNumbers(wanted)) return false
  if (!hasCardNumber(wanted)) return true
  const filter = { correlation_id: wanted, since: id - 1, limit: 1 }
  const [found] = (await client.requests(filter)).requests
  return found?.id === id
}
