import * as z from 'zod'
import type { Assumptions, SomeOf } from '../../domain/assumptions/assumptions.ts'
import { type AssumptionTable, type FormKind, isEntry } from '../../domain/assumptions/entry.ts'
import { assumptionTable } from '../../domain/assumptions/table.ts'
import { isCurrency } from '../../domain/money.ts'
import { isKvpKey, isRestrictedText } from '../../domain/restricted-text.ts'

function schemaOf(table: AssumptionTable): z.ZodType<SomeOf<Assumptions>> {
  const parts = Object.entries(table).map(([name, part]) => {
    const schema = isEntry(part) ? valueSchema(part.form) : groupSchema(part)
    return [name, schema.exactOptional()]
  })
  // The cast is safe: the type and this schema come from the same table.
  return z.strictObject(Object.fromEntries(parts)) as unknown as z.ZodType<SomeOf<Assumptions>>
}

function groupSchema(entries: Readonly<Record<string, { readonly form: FormKind }>>): z.ZodType {
  const members = Object.entries(entries).map(([name, { form }]) => [
    name,
    valueSchema(form).exactOptional(),
  ])
  return z.strictObject(Object.fromEntries(members))
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
    error: '0 and -99 are published with a meaning of their own',
  })

/** Every assumption that a config can override. */
export const assumptionsSchema = schemaOf(assumptionTable)
