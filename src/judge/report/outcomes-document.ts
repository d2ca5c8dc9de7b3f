import * as z from 'zod'
import type { ValueOf } from '../../base/value-of.ts'

const barSchema = z
  .object({
    at: z.string().describe('The real time at which it begins.'),
    approved: z.int().describe('Requests that were approved or had another 2xx response.'),
    declined: z.int().describe('Requests that were declined, or whose payment is pending.'),
    refused: z.int().describe('Requests with a 4xx response.'),
    lost: z.int().describe('Requests whose response was lost, unreadable or a 5xx.'),
  })
  .meta({ id: 'OutcomeBar', description: 'The requests of a short time.' })

export const outcomesSchema = z
  .object({
    width: z.int().describe('The milliseconds of each bar.'),
    bars: z.array(barSchema).describe('Those with requests, oldest first; at most 60.'),
  })
  .meta({ id: 'OutcomesDocument', description: 'How all requests ended, over real time.' })

export type OutcomeBar = ValueOf<typeof barSchema>
export type OutcomesDocument = ValueOf<typeof outcomesSchema>
