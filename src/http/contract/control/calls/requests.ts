import * as z from 'zod'
import type { TransactionStatus } from '../../../../domain/transaction/kinds-and-statuses.ts'
import type { ValueOf } from '../../../../domain/value-of.ts'
import { requestSchema } from '../../../../insight/shown-request.ts'
import type { ClockChangedResponse } from './clock.ts'

export type RequestResponse = ValueOf<typeof requestSchema>

export const requestsSchema = z
  .object({ requests: z.array(requestSchema).describe('Newest last.') })
  .meta({ id: 'RequestsResponse' })

export type RequestsResponse = ValueOf<typeof requestsSchema>

const waitingSchema = z
  .object({
    operation: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    correlation_id: z.string().nullable(),
    waited: z.int().describe('Milliseconds of real time so far.'),
    left: z.boolean().describe('Whether its client has disconnected.'),
  })
  .meta({ id: 'WaitingResponse', description: 'A request whose response a rule delays.' })

export type WaitingResponse = ValueOf<typeof waitingSchema>

export const requestListSchema = requestsSchema
  .extend({
    waiting: z
      .array(waitingSchema)
      .exactOptional()
      .describe('Requests without a response, which have no id yet. Omitted if there are none.'),
    next: z
      .int()
      .nullable()
      .describe(
        'What `after` takes for older requests; null if there are none, or if `since` is read forward.',
      ),
  })
  .meta({ id: 'RequestListResponse' })

export type RequestListResponse = ValueOf<typeof requestListSchema>

export const requestDetailSchema = requestSchema
  .extend({ payment: z.string().nullable().describe('The payment that it belongs to.') })
  .meta({ id: 'RequestDetailResponse' })

export type RequestDetailResponse = ValueOf<typeof requestDetailSchema>

/** The data of each server-sent event of `GET /events`, by the event's name. */
export interface EventData {
  readonly request: RequestResponse
  readonly transaction: { readonly audit: number; readonly status: TransactionStatus }
  readonly clock: ClockChangedResponse
  readonly scenario: { readonly scenarios: readonly string[] }
}
