import { beneath, type Fault } from '../../base/documents/complaint.ts'
import { hasCardNumber } from '../../base/redaction/redacted.ts'
import { defaultAssumptions } from '../../domain/assumptions/assumptions.ts'
import { bareKvpKey, isKvpKey } from '../../domain/restricted-text.ts'
import type { Facts, TextCondition } from '../rule.ts'
import { asList, type OneOrMore } from '../scenario-document.ts'
import { withTransaction } from './carriers.ts'
import type { Condition } from './condition.ts'
import { exampleText } from './example-value.ts'
import { shapeFault, shapeFaults, textCheck } from './text-condition.ts'
import { restrictedShape, type TextShape } from './text-parts.ts'

type WrittenKvps = Readonly<Record<string, OneOrMore<string>>>
type StoredKvps = Readonly<Record<string, TextCondition>>

const shape: TextShape = { what: 'a KVP', ...restrictedShape, min: 0, max: 255 }

/** Submitted keys, each with the values that match. All must hold. */
export const kvpCondition: Condition<WrittenKvps, StoredKvps> = {
  means: 'Keys that were submitted as KVPs, each with the values that match.',
  form: { kind: 'texts by key' },
  carriers: withTransaction,
  compile: (written) =>
    Object.fromEntries(Object.entries(written).map(([key, globs]) => [key, asList(globs)])),
  faults: (written) => Object.entries(written).flatMap(([key, globs]) => keyFaults(key, globs)),
  checks: (stored) =>
    Object.entries(stored).map(([key, globs]) =>
      textCheck(`kvp ${key}`, (facts) => kvpOf(facts, key), globs),
    ),
  patterns: (stored) =>
    Object.entries(stored).map(([key, globs]) => `${key}=${globs.join(' or ')}`),
  trigger: { rank: 9, kind: 'kvp', example: exampleText },
  option: ['key=value', 'a key-value pair (can be repeated)'],
}

// Own members only: a key such as `constructor` must not find an inherited one.
function kvpOf({ kvp = {} }: Facts, key: string): string | undefined {
  return Object.hasOwn(kvp, key) ? kvp[key] : undefined
}

function keyFaults(key: string, globs: OneOrMore<string>): readonly Fault[] {
  const fault = keyFault(key)
  if (fault !== undefined) {
    return [{ path: [key], message: `never matches: ${fault}`, atKey: true }]
  }
  return beneath(
    [key],
    shapeFaults(globs, (glob) => shapeFault(shape, glob)),
  )
}

/** Why no request can have a KVP with this key. */
function keyFault(key: string): string | undefined {
  const bare = bareKvpKey(key, defaultAssumptions.kvp_namespace).replace(answeredPrefix, '')
  if (hasCardNumber(key)) return 'a card number in a key is not kept'
  if (bare !== key) return `rules see a KVP's key without its prefix; write '${bare}'`
  return isKvpKey(key) ? undefined : 'a KVP key has up to 64 letters, digits, underscores and dots'
}

// The namespace is a setting, but the rest of the key is not.
const answeredPrefix = /^(?:\w+\.)?REQUEST\.KVP\./
