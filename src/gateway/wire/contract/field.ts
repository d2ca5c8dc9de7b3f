import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { isRestrictedText, refusedCharacter, restricted } from '../../../domain/restricted-text.ts'
import { noted } from './note.ts'
import { coded, complaint } from './objection.ts'

export const MAX_OFFSET = 2_147_483_547

/** Names the first character that is not allowed. */
export const acceptedCharacters = coded('invalid_characters', (input) =>
  refusedCharacter(String(input)),
)

/** Text of the restricted character set, with a length range. */
export function restrictedText(min: number, max: number) {
  const length = coded('invalid_length', `Must have ${min} to ${max} characters`)
  const text = z
    .string(complaint('invalid_type', 'Must be a string'))
    .min(min, length)
    .max(max, length)
    .refine(isRestrictedText, acceptedCharacters)
  return noted(text, {
    errors: ['invalid_type', 'invalid_length', 'invalid_characters'],
    rules: { pattern: restricted.source },
  })
}

const integer = z
  .int({
    error: (issue) =>
      // A number beyond the safe integers is also too large, and not a type error.
      issue.code === 'invalid_type' ? notAnInteger(issue) : outOfRange(1, MAX_ID).error(issue),
  })
  .min(1, outOfRange(1, MAX_ID))
  .max(MAX_ID, outOfRange(1, MAX_ID))

/** An identifier in a body. */
export const identifier = noted(integer, { errors: ['invalid_type', 'out_of_range'] })

const notAnInteger = complaint('invalid_type', 'Must be an integer').error

/**
 * Adds a check that only runs on text of the right form. The form's own check must not abort,
 * because zod would then skip the errors around it.
 */
export function ifFormed(form: RegExp, holds: (text: string) => boolean) {
  return (text: string): boolean => !form.test(text) || holds(text)
}

const integerForm = /^-?[0-9]+$/

/** An integer from a path or a query, where all values are text. */
export function integerText(min: number, max: number) {
  const text = z
    .string(complaint('invalid_type', 'Must be an integer'))
    .regex(integerForm, coded('invalid_type', 'Must be an integer'))
    .refine(
      ifFormed(integerForm, (text) => Number(text) >= min && Number(text) <= max),
      outOfRange(min, max),
    )
    .transform(Number)
  return noted(text, {
    errors: ['invalid_type', 'out_of_range'],
    whole: { type: 'integer', minimum: min, maximum: max },
  })
}

function outOfRange(min: number, max: number) {
  return coded('out_of_range', `Must be from ${min} to ${max}`)
}

export const boolean = noted(z.boolean(complaint('invalid_type', 'Must be true or false')), {
  errors: ['invalid_type'],
})

/** An object; unknown members are dropped here and recorded elsewhere. */
export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const members = z.object(shape, complaint('invalid_type', 'Must be an object'))
  return noted(members, { errors: ['invalid_type'] })
}

export const noPath = z.object({})
export const noQuery = z.object({})

/** The number of a transaction in a path: the one to act on, or the one to look up. */
export function auditField(asks: 'target' | 'audit') {
  return noted(integerText(1, MAX_ID), {
    description: 'The audit number: the number that the gateway gave the transaction.',
    example: 1_000_001,
    asks,
  })
}
