import { beneath, type Fault } from '../../base/documents/complaint.ts'
import { hasCardNumber } from '../../base/redaction/redacted.ts'
import { defaultAssumptions } from '../../domain/assumptions/assumptions.ts'
import { bareKvpKey, isKvpKey } from '../../domain/restricted-text.ts'
import type { Facts, TextCondition } from '../rule.ts'
import { asList, type OneOrMore } from '../scenario-document.ts'
import { withTransaction } from './carriers.ts'
import type { Condition, ConditionCheck } from './condition.ts'
import { exampleText } from './example-value.ts'
import { compileGlob, compileMaskedGlob } from './glob.ts'
import { restrictedShape, type TextParts, type TextShape } from './text-parts.ts'

/** A condition on one text of the request: a text, a glob or a list of them. */
export function textCondition(
  name: keyof Facts & string,
  parts: TextParts,
): Condition<OneOrMore<string | number>, TextCondition> {
  const { means, carriers, method, shape, words, mask, normalise, option } = parts
  const show = parts.show ?? mask
  const read = readerOf(name, normalise)
  const compile = mask === undefined ? compileGlob : compileMaskedGlob
  const normal = (globs: TextCondition) => (normalise === undefined ? globs : globs.map(normalise))
  return {
    means,
    form: {
      kind: 'texts',
      ...(words && { words }),
      ...(parts.isNumbered && { isNumbered: true }),
    },
    carriers,
    ...(method && { method }),
    ...(show && { show }),
    compile: (written) => asList(written).map(String),
    faults: (written) =>
      shapeFaults(written, (glob) => {
        // A mask is not read as "any digit" here: authors write a glob for that.
        const isMasked = mask !== undefined && glob.toLowerCase().includes('x')
        if (isMasked) return `${shape.what} has ${shape.made}; write ? for a masked one`
        return shapeFault(shape, normalise?.(glob) ?? glob)
      }),
    checks: (stored) => [textCheck(name, read, stored, normal(stored).map(compile))],
    patterns: (stored) => stored,
    ...(parts.isIndexed && {
      index: { globs: normal, normalise, known: parts.known },
    }),
    ...(parts.trigger && { trigger: { example: exampleText, ...parts.trigger } }),
    ...(option && { option }),
  }
}

/** Without a normalisation, no function is called per request. */
export function readerOf(name: keyof Facts, normalise?: (text: string) => string) {
  if (normalise === undefined) return (facts: Facts) => facts[name] as string | undefined
  return (facts: Facts) => {
    const text = facts[name]
    return text === undefined ? undefined : normalise(String(text))
  }
}

/** Whether a text of the request matches one of the globs. */
export function textCheck(
  field: string,
  read: (facts: Facts) => string | undefined,
  globs: TextCondition,
  tests: readonly ((text: string) => boolean)[] = globs.map(compileGlob),
): ConditionCheck {
  const [only] = tests
  const test =
    tests.length === 1 && only !== undefined
      ? only
      : (value: string) => tests.some((one) => one(value))
  const holds = (facts: Facts) => {
    const value = read(facts)
    return value !== undefined && test(value)
  }
  const wanted = globs.map((glob) => (glob === '' ? '""' : glob)).join(' or ')
  return { field, wanted, holds, found: read }
}

/** Why no text of this shape can match; undefined if one can. */
export function shapeFaults(
  globs: OneOrMore<string | number>,
  faultOf: (glob: string) => string | undefined,
): readonly Fault[] {
  return asList(globs).flatMap((glob, i) => {
    const fault = faultOf(String(glob))
    if (fault === undefined) return []
    return [{ path: Array.isArray(globs) ? [i] : [], message: `never matches: ${fault}` }]
  })
}

/** The same for one glob. */
export function shapeFault(shape: TextShape, glob: string): string | undefined {
  const { what, made, min, max } = shape
  const fixed = glob.replaceAll('*', '')
  const isMade = (text: string) => shape.characters.test(text.replaceAll('?', ''))
  if (!isMade(fixed)) {
    const capital = glob.toUpperCase()
    const isMeant = capital !== glob && shapeFault(shape, capital) === undefined
    return `${what} has ${made}${isMeant ? `; write ${capital}` : ''}`
  }
  const { length } = fixed.length > max ? [...fixed] : fixed
  if (length > max) return `${what} has at most ${max} characters`
  if (length < min && !glob.includes('*')) {
    return `${what} has at least ${min === 1 ? 'one character' : `${min} characters`}`
  }
  return shape.fault?.(glob)
}

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
