import * as z from 'zod'
import type { ValueOf } from '../base/value-of.ts'
import {
  accountRecord,
  cardRecord,
  id,
  identifyingText,
  instant,
  maskedText,
  virtualPanText,
} from './stored-values.ts'

/** One customer of a merchant, and its stored line. `reference` is unique per merchant. */
export const customerRecord = z.strictObject({
  id,
  merchant: id,
  name: maskedText(1, 60),
  reference: maskedText(1, 50),
  /** Used for uniqueness instead of the reference if a card number in it is stored masked. */
  referenceKey: identifyingText.exactOptional(),
  createdAt: instant,
})

export type Customer = ValueOf<typeof customerRecord>

/** One stored payment method of a customer, and its stored line. `preferredName` is unique per customer. */
export const tokenRecord = z.strictObject({
  id,
  customer: id,
  merchant: id,
  virtualPan: virtualPanText,
  preferredName: maskedText(1, 50),
  /** Used for uniqueness instead of the name if a card number in it is stored masked. */
  nameKey: identifyingText.exactOptional(),
  active: z.boolean(),
  account: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('card'), card: cardRecord, name: maskedText(1, 60) }),
    z.strictObject({ type: z.literal('bank'), account: accountRecord }),
  ]),
  createdAt: instant,
})

export type Token = ValueOf<typeof tokenRecord>
export type TokenAccount = Token['account']
