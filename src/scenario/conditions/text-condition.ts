import type { Facts, TextCondition, TextName } from '../rule.ts'
import { asList, type OneOrMore } from '../scenario-document.ts'
import type { Condition, ConditionCheck, FactForm, RequestView } from './condition.ts'
import { exampleText } from './example-value.ts'
import { compileGlob, covers, isGlob, type TextTest } from './glob.ts'
import { type Fingerprint, withoutCardNumber } from './sealed-number.ts'
import { refuseMisfit, shapeFault, shapeFaults, type TextShape } from './text-shape.ts'

type TextEntry = Condition<OneOrMore<string | number>, TextCondition>

/** The parts in which conditions on a text differ. */
interface TextParts
  extends Pick<TextEntry, 'means' | 'carriers'>,
    Partial<Pick<TextEntry, 'method' | 'mask' | 'show'>> {
  readonly option: NonNullable<TextEntry['option']>
  readonly shape: TextShape
  /** Numbers are accepted as well as texts. */
  readonly isNumbered?: true
  readonly fact?: Partial<FactForm>
  /** The allowed words. */
  readonly words?: readonly string[]
  /** Few requests share a value, so rules are indexed by it. */
  readonly isIndexed?: true
  readonly trigger?: {
    readonly rank: number
    readonly kind: string
    readonly example?: (pattern: string, ending: string) => string
  }
  /** Errors in the way it is written. */
  readonly misplaced?: (glob: string) => string | undefined
  /** Normalises a text of a request for comparison. */
  readonly reading?: (text: string) => string
  /** Normalises a glob for comparison. */
  readonly normalise?: (text: string) => string
  readonly compileText?: (glob: string, fingerprint: Fingerprint) => TextTest
  /** The form that is stored until it is sealed. */
  readonly keep?: (glob: string) => string
}

/** A condition on one text of the request: a text, a glob or a list of them. */
export function textCondition(name: TextName, parts: TextParts): TextEntry {
  const { shape, normalise = asIs, keep = withoutCardNumber, fact } = parts
  const test = parts.compileText ?? ((glob) => compileGlob(normalise(glob)))
  const read = readerOf(name, parts.reading)
  return {
    means: parts.means,
    form: {
      kind: 'texts',
      ...(parts.words && { words: parts.words }),
      ...(parts.isNumbered && { isNumbered: true }),
    },
    carriers: parts.carriers,
    ...(parts.method && { method: parts.method }),
    ...(parts.mask && { mask: parts.mask, show: parts.mask }),
    ...(parts.show && { show: parts.show }),
    compile: (written) => asList(written).map((glob) => keep(String(glob))),
    faults: (written) => shapeFaults(written, (glob) => misfit(parts, glob)),
    checks: (kept, fingerprint) => [
      textCheck(name, read, {
        tests: kept.map((glob) => test(glob, fingerprint)),
        wanted: kept.map((glob) => shown(parts, glob)),
      }),
    ],
    covers: (wide, narrow = []) =>
      narrow.length > 0 &&
      narrow.every((inner) => wide.some((outer) => takesIn(parts, outer, inner))),
    patterns: (kept) => kept,
    ...(parts.isIndexed && {
      index: { texts: (kept) => exactTexts(kept.map(normalise)), textOf: read },
    }),
    ...(parts.trigger && { trigger: { example: exampleText, ...parts.trigger } }),
    fact: { refuse: (text) => refuseMisfit(shape, text), ...fact },
    option: parts.option,
  }
}

function misfit({ shape, mask, misplaced, normalise = asIs }: TextParts, glob: string) {
  // A mask is not read as "any digit" here: authors write a glob for that.
  const isMasked = mask !== undefined && glob.toLowerCase().includes('x')
  if (isMasked) return `${shape.what} has ${shape.made}; write ? for a masked one`
  return misplaced?.(glob) ?? shapeFault(shape, normalise(glob))
}

/** Whether the outer glob matches every text that the inner one matches. */
function takesIn({ mask, normalise = asIs }: TextParts, outer: string, inner: string): boolean {
  if (outer === inner) return true
  // Other numbers may have the same visible digits as a sealed one.
  const isSealed = mask !== undefined && outer.includes('#')
  return !isSealed && covers(normalise(outer), normalise(inner))
}

/** Without a normalisation, no function is called per request. */
function readerOf(name: TextName, reading: ((text: string) => string) | undefined) {
  if (reading === undefined) return (facts: Facts) => facts[name]
  return (facts: Facts) => {
    const text = facts[name]
    return text === undefined ? undefined : reading(text)
  }
}

function asIs(text: string): string {
  return text
}

/** A sealed number shows only its mask. */
function shown({ mask }: TextParts, glob: string): string {
  return mask === undefined ? glob : glob.replace(/#.*$/, '')
}

interface TextTests {
  readonly tests: readonly TextTest[]
  /** The globs as they may be shown. */
  readonly wanted: TextCondition
}

/** Whether a text of the request matches one of the globs. */
export function textCheck(
  field: string,
  read: (facts: Facts) => string | undefined,
  { tests, wanted }: TextTests,
): ConditionCheck {
  const [only] = tests
  const test: TextTest =
    tests.length === 1 && only !== undefined ? only : (value) => tests.some((one) => one(value))
  const holds = ({ facts }: RequestView) => {
    const value = read(facts)
    return value !== undefined && test(value)
  }
  const words = wanted.map((glob) => (glob === '' ? '""' : glob)).join(' or ')
  return { field, wanted: words, holds, found: read }
}

export function exactTexts(globs: TextCondition): TextCondition | undefined {
  return globs.some(isGlob) ? undefined : globs
}

export function globTests(globs: TextCondition): TextTests {
  return { tests: globs.map(compileGlob), wanted: globs }
}

/** Whether the wide globs together match every text that a narrow one matches. */
export function textCovers(wide: TextCondition, narrow: TextCondition | undefined): boolean {
  return narrow?.every((inner) => wide.some((outer) => covers(outer, inner))) ?? false
}
