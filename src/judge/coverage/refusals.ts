import { isRefusedFor } from '../../record/exchange.ts'
import type { CoverageCase, SeenCall } from './coverage-case.ts'

const isSeenAs =
  (reason: string) =>
  ({ exchange }: SeenCall): boolean =>
    exchange.fault === null && isRefusedFor(exchange, reason)

/** A rule can send any status to any request, which does not show that the API refused it. */
const isRefusedWith =
  (status: number) =>
  ({ exchange: { response, fault } }: SeenCall): boolean =>
    response.status === status && fault === null

/** Cases about requests that the API refuses. */
export const refusalCases = [
  {
    name: 'invalid-request',
    description: 'A request refused with 422',
    provoke: 'a purchase without an amount',
    sees: ({ exchange }) => exchange.response.status === 422,
  },
  {
    name: 'missing-correlation-id',
    description: 'A request refused because it had no X-Correlation-Id',
    provoke: 'a purchase without the header',
    sees: isSeenAs('missing_correlation_id'),
  },
  {
    name: 'invalid-correlation-id',
    description: 'A request refused because its X-Correlation-Id is malformed',
    provoke: 'X-Correlation-Id: not*valid',
    sees: isSeenAs('invalid_correlation_id'),
  },
  {
    name: 'duplicate-correlation-id',
    description: 'A correlation id used again, and refused with 409',
    provoke:
      'send the same purchase twice with one id; with duplicate_correlation_id: replay, change the amount',
    sees: isRefusedWith(409),
  },
  {
    name: 'parallel-correlation-id',
    description: 'A correlation id sent again while the first request is still being processed',
    provoke: 'amount 9700015, and the same request again at once',
    sees: isSeenAs('correlation_id_in_progress'),
  },
  {
    name: 'unauthenticated',
    description: 'A request refused with 401',
    provoke: 'wrong credentials',
    needs: 'auth',
    sees: isRefusedWith(401),
  },
  {
    name: 'forbidden',
    description: 'A request refused with 403: a merchant that this user may not use',
    provoke: 'another merchant id',
    needs: 'merchants',
    sees: (seen) => isRefusedWith(403)(seen) && !isSeenAs('browser_call_refused')(seen),
  },
] as const satisfies readonly CoverageCase[]
