import * as z from 'zod'
import type { ValueOf } from '../../base/value-of.ts'
import { doubledWords } from '../payments/taken.ts'

export const moneyAmountSchema = z
  .object({
    cents: z.int().describe('How much, in cents.'),
    currency: z.string().describe('The currency, such as `AUD`.'),
  })
  .meta({ id: 'MoneyAmount', description: 'An amount of money.' })

export type MoneyAmount = ValueOf<typeof moneyAmountSchema>

export const paidTwiceSchema = moneyAmountSchema
  .extend({
    reference: z.string().describe('The reference of both payments.'),
  })
  .meta({ id: 'PaidTwice', description: 'The sum of two payments of one reference.' })

export type PaidTwice = ValueOf<typeof paidTwiceSchema>

export const unnoticedSchema = moneyAmountSchema
  .extend({
    what: z.enum(doubledWords).describe('What was done with it.'),
  })
  .meta({ id: 'UnnoticedMoney', description: 'Money that moved without the client knowing it.' })

export type UnnoticedMoney = ValueOf<typeof unnoticedSchema>
