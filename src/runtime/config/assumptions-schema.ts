import * as z from 'zod'
import type { Assumptions } from '../../domain/assumptions.ts'
import { isCurrency } from '../../domain/money/currency.ts'
import { isKvpKey, isRestrictedText } from '../../domain/restricted-text.ts'
import type { SomeOf } from './config-document.ts'

// Whether its placeholders are the right ones is a matter of the path's operation.
const path = z
  .string()
  .regex(/^(?:\/(?:[A-Za-z0-9._~-]+|\{[a-z_]+\}))+$/, {
    error: 'expected a path such as /transactions/{audit}/void, without /v1 in front',
  })
  .refine((text) => !/\/\.{1,2}(?:\/|$)/.test(text), {
    error:
      "expected no '.' or '..' between slashes: clients resolve them before they send a request",
  })

const twoHundreds = z.int().min(200).max(299)

// 204 and 205 forbid the body that these answers have.
const statusWithBody = twoHundreds.refine((status) => status !== 204 && status !== 205, {
  error: 'expected a status that allows a body',
})

const timeOfDay = z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, {
  error: 'expected a time of day such as 18:00',
})

const word = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
  error: 'expected 1 to 64 letters, digits, dashes and underscores',
})

const maskCharacter = z
  .string()
  .refine((text) => text.length === 1 && isRestrictedText(text) && !/[0-9 ]/.test(text), {
    error: 'expected one character that is no digit, space or quote',
  })

const currency = z.string().refine(isCurrency, { error: 'expected an ISO 4217 code such as AUD' })

const currenciesForm = "expected 'any' or a list of currencies, such as [AUD, NZD]"

/** Every assumption that a config may set to something else. */
export const assumptionsSchema: z.ZodType<SomeOf<Assumptions>> = z.strictObject({
  paths: z
    .strictObject({
      purchase: path.exactOptional(),
      preauthorisation: path.exactOptional(),
      completion: path.exactOptional(),
      refund: path.exactOptional(),
      standalone_refund: path.exactOptional(),
      void: path.exactOptional(),
      customer: path.exactOptional(),
      token: path.exactOptional(),
    })
    .exactOptional(),
  status: z
    .strictObject({
      transaction: statusWithBody.exactOptional(),
      customer_created: statusWithBody.exactOptional(),
      customer_existing: statusWithBody.exactOptional(),
      token_created: statusWithBody.exactOptional(),
      deleted: twoHundreds.exactOptional(),
    })
    .exactOptional(),
  token_id_type: z.enum(['integer', 'string']).exactOptional(),
  duplicate_correlation_id: z.enum(['conflict', 'replay']).exactOptional(),
  correlation_cache_hours: z
    .number()
    .positive({ error: 'expected more than 0' })
    .max(8760)
    .exactOptional(),
  expiry_format: z.enum(['auto', 'MMYY', 'YYMM']).exactOptional(),
  refund_transaction_type: word.exactOptional(),
  completion_target_audit: z.boolean().exactOptional(),
  kvp_namespace: z
    .string()
    .max(64)
    .refine(isKvpKey, { error: 'expected letters, digits, dots and underscores' })
    .exactOptional(),
  mask_character: maskCharacter.exactOptional(),
  virtual_pan_luhn: z.enum(['valid', 'invalid']).exactOptional(),
  reference_max_length: z.int().min(1).max(10_000).exactOptional(),
  currencies: z
    .union([z.literal('any', { error: currenciesForm }), z.array(currency).min(1)], {
      error: currenciesForm,
    })
    .exactOptional(),
  preauthorisation_days: z.int().min(1).max(365).exactOptional(),
  completions_per_preauthorisation: z.int().min(1).max(1000).exactOptional(),
  card_cutoff: timeOfDay.exactOptional(),
  direct_debit: z
    .strictObject({
      cutoff: timeOfDay.exactOptional(),
      clear_banking_days: z.int().min(0).max(100).exactOptional(),
      return_banking_days: z.int().min(0).max(100).exactOptional(),
    })
    .exactOptional(),
  direct_debit_payment_method: word
    .refine((name) => name !== 'creditcard', { error: "'creditcard' is the card's own name" })
    .exactOptional(),
  bank_account_type: word
    .refine((name) => name !== 'general_creditcard', {
      error: "'general_creditcard' is the card's own name",
    })
    .exactOptional(),
  browser_calls: z.enum(['refuse', 'allow']).exactOptional(),
})
