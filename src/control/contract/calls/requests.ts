import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { transactionStatuses } from '../../../domain/transaction/kinds-and-statuses.ts'
import { requestSchema } from '../../../record/exchange-schema.ts'
import { clockChangedSchema } from './clock.ts'

export type RequestResponse = ValueOf<typeof requestSchema>

export const requestsSchema = z
  .object({ requests: z.array(requestSchema).describe('Newest last.') })
  .meta({ id: 'RequestsResponse' })

export type RequestsResponse = ValueOf<typeof requestsSchema>

export const lateRequestsSchema = requestsSchema
  .extend({
    errors: z.array(
      z.object({
        error_code: z.literal('timed_out'),
        error_message: z.string(),
        location: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'LateRequestsResponse', description: 'Too few requests came; these did.' })

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

function eventOf<Name extends string, Data extends z.ZodType>(
  name: Name,
  data: Data,
  does: string,
) {
  return z.object({ event: z.literal(name), data }).meta({ description: does })
}

export const eventSchema = z
  .discriminatedUnion('event', [
    eventOf('request', requestSchema, 'A request has its response.'),
    eventOf(
      'transaction',
      z.object({ audit: z.int(), status: z.enum(transactionStatuses) }),
      'A transaction is new, or its status has changed.',
    ),
    eventOf('clock', clockChangedSchema, 'The clock was moved, or a scheduled event happened.'),
    eventOf('scenario', z.object({ scenarios: z.array(z.string()) }), 'The rules changed.'),
  ])
  .meta({ id: 'SandboxEvent', description: 'What happened in a world: one server-sent event.' })

/** One server-sent event of `GET /events`. */
export type SandboxEvent = ValueOf<typeof eventSchema>
