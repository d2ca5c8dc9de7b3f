import { inBatches } from '../../base/in-batches.ts'
import { isPlainObject } from '../../base/plain-object.ts'
import { compileGlob, isGlob } from '../conditions/glob.ts'
import { isCounted } from '../matching/counting.ts'
import { layersOf } from '../matching/layers.ts'
import { type Conditions, outcomesOf, type Rule } from '../rule.ts'

/** A rule that another one always comes before. */
interface UnreachedRule {
  readonly later: Rule
  readonly earlier: Rule
}

/** Every rule is compared with these, so there are not more of them for each number of conditions. */
const MOST_COMPARED = 50

/** Rules that an earlier rule with the same or with more general conditions always comes before. */
export async function unreachedRules(rules: readonly Rule[]): Promise<readonly UnreachedRule[]> {
  const first = new Map<string, Rule>()
  const general = new Map<number, Rule[]>()
  let compared: readonly Rule[] = []
  const found = await inBatches(rules, (later) => {
    const key = JSON.stringify(later.when)
    const same = first.get(key)
    const earlier = same ?? compared.find((one) => includes(one, later))
    if (same === undefined && !isCounted(later)) {
      first.set(key, later)
      const size = Object.keys(later.when).length
      const others = general.get(size) ?? []
      if (others.length < MOST_COMPARED && isAlwaysMatched(later)) {
        general.set(size, [...others, later])
        compared = [...general.values()].flat()
      }
    }
    const isHidden = earlier !== undefined && (layersIn(later) & ~layersIn(earlier)) === 0
    return isHidden ? [{ later, earlier }] : []
  })
  return found.flat()
}

export function unreachedText(
  { later, earlier }: UnreachedRule,
  nameOf: (rule: Rule) => string,
): string {
  const isSame = JSON.stringify(later.when) === JSON.stringify(earlier.when)
  const why = isSame
    ? 'has the same conditions and comes first'
    : 'comes first and matches every request that it matches'
  return `'${nameOf(later)}' is never reached: '${nameOf(earlier)}' ${why}`
}

/** The layers that a rule decides. */
export function layersIn(rule: Rule): number {
  return outcomesOf(rule).reduce((all, outcome) => all | layersOf(outcome), 0)
}

/** What has no effect on some of the requests that meet the conditions, which then meet later rules. */
const notForAll = ['expires', 'found', 'late', 'delayed', 'undecided'] as const

/** Whether a rule decides every request that meets its conditions. */
function isAlwaysMatched({ when, outcome }: Rule): boolean {
  const { status, response_code, resolves } = outcome
  const isDerived = response_code?.startsWith('from-') === true
  // Only a direct debit is undecided, unless the rule says more.
  const isOfDebits = resolves !== undefined && status === undefined && response_code === undefined
  const isPartial = isOfDebits || notForAll.some((part) => outcome[part] !== undefined)
  return when.rate === undefined && !isDerived && !isPartial
}

/** Whether a rule matches every request that another one matches. */
function includes({ when }: Rule, other: Rule): boolean {
  if (!isSameWindow(when, other.when)) return false
  return Object.entries(when).every(([name, wide]) => {
    const narrow = other.when[name as keyof Conditions]
    if (narrow === undefined) return false
    // What is excluded works the other way round.
    return name === 'not' ? isExcludedBy(wide, narrow) : isWithin(narrow, wide)
  })
}

/** Whether all that some conditions exclude is excluded by others too. */
function isExcludedBy(excluded: unknown, others: unknown): boolean {
  if (!isPlainObject(excluded) || !isPlainObject(others)) return false
  return Object.entries(excluded).every(([name, value]) => isWithin(value, others[name]))
}

/** Edges of windows are compared only with themselves: a time of day has no order. */
function isSameWindow({ from, until }: Conditions, other: Conditions): boolean {
  const isOpen = from === undefined && until === undefined
  return isOpen || (from === other.from && until === other.until)
}

/** Whether every value of a condition meets another one; where that is not known, it does not. */
function isWithin(narrow: unknown, wide: unknown): boolean {
  if (Array.isArray(narrow) && Array.isArray(wide)) {
    return areWithin(narrow, wide)
  }
  if (isRange(wide)) return rangesOf(narrow).every((one) => isInRange(one, wide))
  if (isPlainObject(narrow) && isPlainObject(wide)) {
    return Object.entries(wide).every(([key, inner]) => isWithin(narrow[key], inner))
  }
  return narrow !== undefined && narrow === wide
}

/** Of lists with more pairs, only equal values are found: every rule is compared with hundreds. */
const MOST_PAIRS = 1000

function areWithin(narrow: readonly unknown[], wide: readonly unknown[]): boolean {
  if (narrow.length * wide.length <= MOST_PAIRS) {
    return narrow.every((one) => wide.some((other) => isOneOf(one, other)))
  }
  const values = new Set(wide)
  return narrow.every((one) => values.has(one))
}

function isOneOf(narrow: unknown, wide: unknown): boolean {
  if (typeof narrow !== 'string' || typeof wide !== 'string') return narrow === wide
  if (narrow === wide || wide === '*') return true
  if (!isGlob(narrow)) return compileGlob(wide)(narrow)
  const start = wide.slice(0, -1)
  return wide.endsWith('*') && !isGlob(start) && narrow.startsWith(start)
}

interface Range {
  readonly min?: number
  readonly max?: number
}

function isRange(value: unknown): value is Range {
  if (!isPlainObject(value)) return false
  const { min, max, ...others } = value
  const isNumber = [min, max].every((one) => one === undefined || typeof one === 'number')
  return isNumber && (min ?? max) !== undefined && Object.keys(others).length === 0
}

/** A range, or amounts as ranges of one. Globs are no amounts, and in no range. */
function rangesOf(value: unknown): readonly Range[] {
  if (isRange(value)) return [value]
  return Array.isArray(value) ? value.map((one) => ({ min: Number(one), max: Number(one) })) : [{}]
}

function isInRange(narrow: Range, wide: Range): boolean {
  const isLow = (narrow.min ?? 0) >= (wide.min ?? 0)
  return isLow && (narrow.max ?? Number.POSITIVE_INFINITY) <= (wide.max ?? Number.POSITIVE_INFINITY)
}
