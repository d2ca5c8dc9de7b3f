import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { transactionStatuses } from '../../../domain/transaction/kinds-and-statuses.ts'
import { scheduledEvents } from '../../../gateway/world/events.ts'

export const clockSchema = z
  .object({
    now: z.iso.datetime().describe('Sandbox time.'),
    mode: z.enum(['running', 'frozen']),
  })
  .meta({ id: 'ClockResponse', description: 'The time of a world, and whether it runs.' })

export type ClockResponse = ValueOf<typeof clockSchema>

const scheduledSchema = z
  .object({
    at: z.iso.datetime().describe('Sandbox time.'),
    event: z.enum(scheduledEvents),
    audit: z.int().describe('The transaction that it changes.'),
    reference: z.string().describe('Of the transaction; empty if it has none.'),
    total: z.int().describe('In cents, with the surcharge.'),
    currency: z.string(),
  })
  .meta({ id: 'Scheduled', description: 'A scheduled event.' })

export type Scheduled = ValueOf<typeof scheduledSchema>

const firedSchema = scheduledSchema
  .extend({
    from: z.enum(transactionStatuses).exactOptional(),
    to: z.enum(transactionStatuses).exactOptional(),
  })
  .meta({ id: 'Fired', description: 'A scheduled event that has happened.' })

export type Fired = ValueOf<typeof firedSchema>

const happened = {
  fired: z.array(firedSchema),
  note: z.string().exactOptional().describe('Set in a year whose holidays are not known.'),
}

export const clockChangedSchema = clockSchema.extend(happened).meta({ id: 'ClockChangedResponse' })

export type ClockChangedResponse = ValueOf<typeof clockChangedSchema>

export const advanceSchema = clockSchema
  .pick({ now: true })
  .extend(happened)
  .meta({ id: 'AdvanceResponse' })

export type AdvanceResponse = ValueOf<typeof advanceSchema>

export const upcomingSchema = z
  .object({ scheduled: z.array(scheduledSchema).describe('In time order.') })
  .meta({ id: 'UpcomingResponse' })

export type UpcomingResponse = ValueOf<typeof upcomingSchema>
