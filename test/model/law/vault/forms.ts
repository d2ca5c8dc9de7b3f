import { type Field, optional, required, text } from '../form/fields.ts'
import {
  accountNumberField,
  bsbField,
  expiryField,
  isVirtual,
  panField,
} from '../form/payment-method.ts'
import { type Objection, objection } from '../wire/refusal.ts'
import { isObject } from '../wire/request.ts'
import type { Name } from '../wire/routes.ts'

/** Everything that is wrong with the form of a body that the vault gets. */
export function vaultBodyForm(name: Name, body: unknown): Objection[] {
  const fields = fieldsOf(name)
  if (fields === undefined) return []
  if (!isObject(body)) return [objection('invalid_type', 'body')]
  const check = name.endsWith('create') ? required : optional
  return Object.entries(fields).flatMap(([member, field]) =>
    check(body[member], ['body', member], field),
  )
}

function fieldsOf(name: Name): Readonly<Record<string, Field>> | undefined {
  if (name === 'customer_create' || name === 'customer_update') {
    return { reference: text(50), name: text(60) }
  }
  if (name === 'token_create' || name === 'token_update') {
    return { preferred_name: text(50), active: flag, account }
  }
  return undefined
}

const flag: Field = (value, location) =>
  typeof value === 'boolean' ? [] : [objection('invalid_type', ...location)]

const account: Field = (value, location) => {
  if (!isObject(value)) return [objection('invalid_type', ...location)]
  const types = Object.keys(value)
  const [type = ''] = types
  const fields = types.length === 1 ? accounts[type] : undefined
  if (fields === undefined)
    return [{ ...objection('unknown_account_type', ...location), isAbout: true }]
  const inner = value[type]
  if (!isObject(inner)) return [objection('invalid_type', ...location, type)]
  return Object.entries(fields).flatMap(([member, field]) =>
    required(inner[member], [...location, type, member], field),
  )
}

/** A virtual PAN is no card. */
const realPan: Field = (value, location) =>
  isVirtual(value) ? [objection('invalid_pan', ...location)] : panField(value, location)

const accounts: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  general_creditcard: { 'CARD.PAN': realPan, 'CARD.EXPIRY': expiryField, 'CARD.NAME': text(60) },
  general_bankaccount: {
    'BANK.BSB': bsbField,
    'BANK.ACCOUNT_NUMBER': accountNumberField,
    'BANK.ACCOUNT_NAME': text(32),
  },
}
