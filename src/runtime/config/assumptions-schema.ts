import * as z from 'zod'
import type { Assumptions, SomeOf } from '../../domain/assumptions/assumptions.ts'
import { type AssumptionTable, type FormKind, isEntry } from '../../domain/assumptions/entry.ts'
import { assumptionTable } from '../../domain/assumptions/table.ts'
import { isCurrency } from '../../domain/money.ts'
import { isKvpKey, isRestrictedText } from '../../domain/restricted-text.ts'

/** What editors show about a group of assumptions. */
const groups: Readonly<Record<string, string>> = {
  paths: 'The path of each operation, after /v1.',
  status: 'The HTTP status of each kind of success.',
  direct_debit: 'When direct debits are lodged, clear and are returned.',
  direct_debit_fields: 'The names of the fields of a direct debit.',
  bank_account_fields: 'The names of the fields of a stored bank account.',
  rels: 'The names of links in responses.',
  words: 'The spelling of words that the gateway spells in two ways.',
  kvps: 'The limits of key-value pairs, and the names of those that responses have.',
  virtual_pan: 'The form of virtual PANs.',
  error_codes: 'The error_code of each refusal.',
  gateway_status_codes: 'The gateway_status_code of each failure.',
}

function schemaOf(table: AssumptionTable): z.ZodType {
  const parts = Object.entries(table).map(([name, part]) => {
    const schema = isEntry(part)
      ? valueSchema(part.form).describe(part.reason)
      : schemaOf(part).describe(groups[name] ?? '')
    return [name, schema.exactOptional()]
  })
  return z.strictObject(Object.fromEntries(parts))
}

function valueSchema(form: FormKind): z.ZodType {
  switch (form.kind) {
    case 'path':
      return path
    case 'status':
      return form.hasBody ? statusWithBody : twoHundreds
    case 'one of':
      return z.enum(form.values)
    case 'yes or no':
      return z.boolean()
    case 'integer':
      return z.int().min(form.min).max(form.max)
    case 'hours':
      return z.number().positive({ error: 'expected more than 0' }).max(form.max)
    case 'time of day':
      return timeOfDay
    case 'member':
    case 'relation':
    case 'code':
      return name
    case 'kvp key':
      return kvpKey
    case 'mask':
      return mask
    case 'currencies':
      return form.mayBeAny ? anyCurrencies : z.array(currency).min(1)
    case 'gateway code':
      return gatewayCode
  }
}

// Which placeholders a path needs depends on its operation and is checked elsewhere.
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

// 204 and 205 forbid a body, and these answers have one.
const statusWithBody = twoHundreds.refine((status) => status !== 204 && status !== 205, {
  error: 'expected a status that allows a body',
})

const timeOfDay = z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, {
  error: 'expected a time of day such as 18:00',
})

const name = z.string().regex(/^(?!__proto__$)[A-Za-z0-9_.:-]{1,64}$/, {
  error: 'expected 1 to 64 letters, digits, dots, colons, dashes and underscores',
})

const kvpKey = z
  .string()
  .max(64)
  .refine(isKvpKey, { error: 'expected letters, digits, dots and underscores' })
  .refine((key) => !/^\.|\.\.|\.$/.test(key), {
    error: 'expected a dot only between other characters, one at a time',
  })

const mask = z
  .string()
  .refine((text) => text.length === 1 && isRestrictedText(text) && !/[0-9 ]/.test(text), {
    error: 'expected one character that is not a digit, space or quote',
  })

const currency = z.string().refine(isCurrency, { error: 'expected an ISO 4217 code such as AUD' })

const currenciesForm = "expected 'any' or a list of currencies, such as [AUD, NZD]"

const anyCurrencies = z.union(
  [z.literal('any', { error: currenciesForm }), z.array(currency).min(1)],
  { error: currenciesForm },
)

const gatewayCode = z
  .int()
  .min(-999_999)
  .max(999_999)
  .refine((code) => code !== 0 && code !== -99, {
    error: '0 and -99 already have a published meaning',
  })

/** Every assumption that a config can override. The type and the schema come from the same table. */
export const assumptionsSchema = schemaOf(assumptionTable) as z.ZodType<SomeOf<Assumptions>>
