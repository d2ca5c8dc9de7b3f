import * as z from 'zod'
import type { Customer, Token } from '../../../domain/vault.ts'
import { account, card, virtualPan } from './method-schema.ts'
import { id, instant, text, textKey } from './value-schema.ts'

export const customerRow: z.ZodType<Customer> = z.strictObject({
  id,
  merchant: id,
  name: text(1, 60),
  reference: text(1, 50),
  referenceKey: textKey.exactOptional(),
  createdAt: instant,
})

export const tokenRow: z.ZodType<Token> = z.strictObject({
  id,
  customer: id,
  merchant: id,
  virtualPan,
  preferredName: text(1, 50),
  nameKey: textKey.exactOptional(),
  active: z.boolean(),
  account: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('card'), card, name: text(1, 60) }),
    z.strictObject({ type: z.literal('bank'), account }),
  ]),
  createdAt: instant,
})
