import { isRestricted } from '../card/text.ts'
import { type Objection, objection } from '../wire/refusal.ts'

export const MOST = 2_147_483_647

/** What is wrong with a value that stands at a place in a request. */
export type Field = (value: unknown, location: readonly string[]) => Objection[]

/** Null is not a value; whether it is a missing one or one of a wrong type is open. */
export function required(value: unknown, location: readonly string[], field: Field): Objection[] {
  if (value === undefined) return [objection('missing_field', ...location)]
  if (value === null)
    return [
      objection(
        ['missing_field', 'invalid_type', 'invalid_amount', 'invalid_pan', 'invalid_expiry'],
        ...location,
      ),
    ]
  return field(value, location)
}

export function optional(value: unknown, location: readonly string[], field: Field): Objection[] {
  return value === undefined ? [] : required(value, location, field)
}

export function text(longest: number, shortest = 1): Field {
  return (value, location) => {
    if (typeof value !== 'string') return [objection('invalid_type', ...location)]
    const isLong = value.length < shortest || value.length > longest
    return [
      ...(isLong ? [objection('invalid_length', ...location)] : []),
      ...(isRestricted(value) ? [] : [objection('invalid_characters', ...location)]),
    ]
  }
}

export const identifier: Field = (value, location) => {
  if (typeof value !== 'number') return [objection('invalid_type', ...location)]
  if (!Number.isInteger(value))
    return [objection(['invalid_type', 'invalid_format', 'out_of_range'], ...location)]
  return value >= 1 && value <= MOST ? [] : [objection('out_of_range', ...location)]
}

/** Digits in a path or a query. */
export function wholeNumber(least: number, most: number): Field {
  return (value, location) => {
    if (typeof value !== 'string' || !/^-?[0-9]+$/.test(value)) {
      return [objection(['invalid_type', 'invalid_format'], ...location)]
    }
    const isWithin = Number(value) >= least && Number(value) <= most
    const codes = [
      'out_of_range',
      ...(value.startsWith('-') ? ['invalid_type', 'invalid_format'] : []),
    ]
    return isWithin ? [] : [objection(codes, ...location)]
  }
}

export const pathNumber = wholeNumber(1, MOST)

const correlation = /^[a-zA-Z0-9+\-_:.,]{1,128}$/

export function isCorrelationId(text: string): boolean {
  return correlation.test(text)
}
