import { isRefusedFor } from '../exchange.ts'
import type { CoverageCase, SeenCall } from './coverage-case.ts'

const isSeenAs =
  (reason: string) =>
  ({ exchange }: SeenCall): boolean =>
    isRefusedFor(exchange, reason)

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
    // A rule can also answer 409 for any id, which does not show that an id was reused.
    sees: ({ exchange: { response, fault } }) => response.status === 409 && fault === undefined,
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
    sees: ({ exchange }) => exchange.response.status === 401,
  },
  {
    name: 'forbidden',
    description: 'A request refused with 403: a merchant that this user may not use',
    provoke: 'another merchant id',
    needs: 'merchants',
    sees: ({ exchange }) =>
      exchange.response.status === 403 && !isRefusedFor(exchange, 'browser_call_refused'),
  },
] as const satisfies readonly CoverageCase[]
