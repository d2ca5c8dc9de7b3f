import * as z from 'zod'
import type { ValueOf } from '../../../../document/value-of.ts'
import type { TransactionStatus } from '../../../../domain/transaction/transaction.ts'
import { requestSchema } from '../../../../insight/shown-request.ts'
import type { ClockChangedAnswer } from './clock.ts'

export type RequestAnswer = ValueOf<typeof requestSchema>

export const requestsSchema = z
  .object({ requests: z.array(requestSchema).describe('Newest last.') })
  .meta({ id: 'RequestsAnswer' })

export type RequestsAnswer = ValueOf<typeof requestsSchema>

const waitingSchema = z
  .object({
    operation: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    correlation_id: z.string().nullable(),
    waited: z.int().describe('Milliseconds of real time so far.'),
    left: z.boolean().describe('Whether its client has disconnected.'),
  })
  .meta({ id: 'WaitingAnswer', description: 'A request whose response a rule delays.' })

export type WaitingAnswer = ValueOf<typeof waitingSchema>

export const requestListSchema = requestsSchema
  .extend({
    waiting: z
      .array(waitingSchema)
      .exactOptional()
      .describe('Requests without a response, which have no id yet. Omitted if there are none.'),
    next_cursor: z
      .int()
      .exactOptional()
      .describe(
        'The cursor of older requests; omitted if there are none, or if `since` is read forward.',
      ),
  })
  .meta({ id: 'RequestListAnswer' })

export type RequestListAnswer = ValueOf<typeof requestListSchema>

export const requestDetailSchema = requestSchema
  .extend({ story: z.string().nullable().describe('The payment that it belongs to.') })
  .meta({ id: 'RequestDetailAnswer' })

export type RequestDetailAnswer = ValueOf<typeof requestDetailSchema>

/** The data of each server-sent event of `GET /events`, by the event's name. */
export interface EventData {
  readonly request: RequestAnswer
  readonly transaction: { readonly audit: number; readonly status: TransactionStatus }
  readonly clock: ClockChangedAnswer
  readonly scenario: { readonly scenarios: readonly string[] }
}
