import type { AmountCondition, Conditions, Facts, TextCondition } from '../rule.ts'
import { compileGlob, type TextTest } from './glob.ts'
import { type Fingerprint, shownConditions } from './sealed-number.ts'
import { textFieldNames, textFields } from './text-field.ts'

/** A request as rules see it, with what several rules need worked out once. */
export interface Sight {
  readonly facts: Facts
  /** Not a number where there is no amount, so that no range holds it. */
  readonly cents: number
}

/** One condition of a rule, ready to be asked. */
export interface Check {
  readonly field: string
  /** What it asks for, in words. */
  readonly wanted: string
  readonly holds: (sight: Sight) => boolean
  readonly found: (facts: Facts) => string | undefined
  /** Why it does not hold, where that is not said by what was wanted and what was found. */
  readonly unmet?: (facts: Facts) => string
}

export function sightOf(facts: Facts): Sight {
  return { facts, cents: Number(facts.amount) }
}

/** The conditions as checks, cheap ones first. */
export function checksOf(when: Conditions, fingerprint: Fingerprint): readonly Check[] {
  const shown = shownConditions(when)
  const texts = textFieldNames.flatMap((name) => {
    const globs = when[name]
    if (globs === undefined) return []
    const { read, compile } = textFields[name]
    const tests = globs.map((glob) => compile(glob, fingerprint))
    return [textCheck(name, { tests, wanted: shown[name] ?? globs }, read)]
  })
  const kvps = Object.entries(when.kvp ?? {}).map(([key, globs]) =>
    textCheck(`kvp ${key}`, globTests(globs), (facts) => kvpOf(facts, key)),
  )
  return [...closedChecks(when), ...amountChecks(when.amount), ...texts, ...kvps]
}

// A key such as `constructor` must not find what every object has.
function kvpOf({ kvps }: Facts, key: string): string | undefined {
  return kvps !== undefined && Object.hasOwn(kvps, key) ? kvps[key] : undefined
}

function closedChecks({ operation, merchant, method }: Conditions): readonly Check[] {
  const checks: Check[] = []
  if (operation !== undefined) {
    checks.push(memberCheck('operation', operation, (facts) => facts.operation))
  }
  if (merchant !== undefined) {
    checks.push(memberCheck('merchant', merchant, (facts) => facts.merchant))
  }
  if (method !== undefined) checks.push(memberCheck('method', [method], (facts) => facts.method))
  return checks
}

function memberCheck<T extends string | number>(
  field: string,
  allowed: readonly T[],
  read: (facts: Facts) => T | undefined,
): Check {
  const holds = ({ facts }: Sight) => {
    const value = read(facts)
    return value !== undefined && allowed.includes(value)
  }
  return { field, wanted: allowed.join(' or '), holds, found: (facts) => text(read(facts)) }
}

function amountChecks(condition: AmountCondition | undefined): readonly Check[] {
  if (condition === undefined) return []
  if (condition.kind === 'globs') {
    return [textCheck('amount', globTests(condition.globs), (facts) => facts.amount)]
  }
  const { min = 0, max = Number.POSITIVE_INFINITY } = condition
  return [
    {
      field: 'amount',
      wanted: rangeText(condition),
      holds: ({ cents }) => cents >= min && cents <= max,
      found: (facts) => facts.amount,
    },
  ]
}

export function rangeText({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min === undefined) return max === undefined ? 'any' : `at most ${max}`
  return max === undefined ? `at least ${min}` : `${min} to ${max}`
}

interface TextTests {
  readonly tests: readonly TextTest[]
  /** The globs as they may be shown. */
  readonly wanted: TextCondition
}

function globTests(globs: TextCondition): TextTests {
  return { tests: globs.map(compileGlob), wanted: globs }
}

function textCheck(
  field: string,
  { tests, wanted }: TextTests,
  read: (facts: Facts) => string | undefined,
): Check {
  const [only] = tests
  const test: TextTest =
    tests.length === 1 && only !== undefined ? only : (value) => tests.some((one) => one(value))
  const holds = ({ facts }: Sight) => {
    const value = read(facts)
    return value !== undefined && test(value)
  }
  const words = wanted.map((glob) => (glob === '' ? '""' : glob)).join(' or ')
  return { field, wanted: words, holds, found: read }
}

function text(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}
