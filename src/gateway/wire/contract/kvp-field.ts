import * as z from 'zod'
import { isPlainObject } from '../../../base/plain-object.ts'
import { redactText } from '../../../base/redaction/redacted.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import {
  bareKvpKey,
  isRestrictedText,
  kvpCharacters,
  restricted,
} from '../../../domain/restricted-text.ts'
import { acceptedCharacters } from './field.ts'
import { noted } from './note.ts'
import { checkAlways, coded, codedIssue, complaint } from './objection.ts'

/** The merchant's own key-value pairs. */
export function kvps({ kvp_namespace, kvps: limits }: Assumptions) {
  const { limit, key_length, value_length } = limits
  const value = z
    .string(complaint('invalid_type', 'Must be a string'))
    .max(value_length, coded('invalid_length', `Must have at most ${value_length} characters`))
    .refine(isRestrictedText, acceptedCharacters)
  const pairs = z
    .record(z.string(), value, complaint('invalid_type', 'Must be an object'))
    .superRefine((given, context) => {
      if (!isPlainObject(given)) return
      const keys = Object.keys(given)
      if (keys.length > limit) {
        context.addIssue(codedIssue('out_of_range', `Must have at most ${limit} fields`))
      }
      for (const issue of keyObjections(keys, kvp_namespace, key_length)) context.addIssue(issue)
    }, checkAlways)
  return noted(pairs, {
    description: `Key-value pairs of your own; every response about the transaction has them as ${kvp_namespace}.REQUEST.KVP.<key>. A key has 1 to ${key_length} letters, digits, underscores or periods.`,
    example: { CHANNEL: 'web' },
    asks: 'kvps',
    errors: [
      'invalid_type',
      'invalid_length',
      'invalid_characters',
      'out_of_range',
      'duplicate_kvp',
    ],
    rules: {
      maxProperties: limit,
      propertyNames: { pattern: '^[A-Za-z0-9_.]+$', maxLength: key_length },
      additionalProperties: { type: 'string', maxLength: value_length, pattern: restricted.source },
    },
  })
}

/** The length counts the key as submitted, including its prefix. */
function* keyObjections(keys: readonly string[], namespace: string, longest: number) {
  const seen = new Map<string, string>()
  for (const key of keys) {
    const bare = bareKvpKey(key, namespace)
    if (bare === '' || key.length > longest) {
      yield codedIssue('invalid_length', `A key has 1 to ${longest} characters`, [key])
      continue
    }
    if (!kvpCharacters.test(bare)) {
      const form = 'A key has letters, digits, underscores and periods only'
      yield codedIssue('invalid_characters', form, [key])
      continue
    }
    // As displayed: two card numbers may be equal once they are masked.
    const shown = redactText(bare)
    const earlier = seen.get(shown)
    if (earlier === undefined) seen.set(shown, key)
    else {
      yield codedIssue('duplicate_kvp', `Duplicates the key ${redactText(earlier)}`, [key])
    }
  }
}
