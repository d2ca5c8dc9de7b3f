import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { integerText, MAX_OFFSET } from '../field.ts'

/** The largest page, and the one that a client gets who asks for none. */
const MAX_LIMIT = 100

/** Every vault call may name the merchant whose data it means. */
export const vaultQuery = z.object({ merchant_id: integerText(1, MAX_ID).optional() })

/** The same for a list. */
export const pagedQuery = vaultQuery.extend({
  limit: integerText(1, MAX_LIMIT).default(MAX_LIMIT),
  offset: integerText(0, MAX_OFFSET).default(0),
})

export const customerPath = z.object({ customer_id: integerText(1, MAX_ID) })

export const tokenPath = customerPath.extend({ token_id: integerText(1, MAX_ID) })
