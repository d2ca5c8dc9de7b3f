import type { Fault } from '../../base/documents/complaint.ts'
import type { AmountCondition } from '../rule.ts'
import { type AmountRange, asList, type WhenDocument } from '../scenario-document.ts'
import { withAmount } from './carriers.ts'
import type { Condition, ConditionCheck } from './condition.ts'
import { exampleText } from './example-value.ts'
import { readerOf, shapeFault, shapeFaults, textCheck } from './text-condition.ts'
import { digits, type TextShape } from './text-parts.ts'

type WrittenAmount = NonNullable<WhenDocument['amount']>

const shape: TextShape = {
  what: 'an amount',
  ...digits,
  min: 1,
  max: 10,
  fault: (glob) => (glob.startsWith('0') ? 'an amount does not begin with 0' : undefined),
}

const amountOf = readerOf('amount')

/** The amount as submitted: globs, or bounds. */
export const amountCondition: Condition<WrittenAmount, AmountCondition> = {
  means: 'Cents as submitted, before any surcharge: a string, a glob, a list or { min, max }.',
  form: { kind: 'amount' },
  carriers: withAmount,
  compile: (written) => (isRange(written) ? written : asList<string | number>(written).map(String)),
  faults: (written) => {
    if (isRange(written)) return rangeFaults(written)
    const texts = Array.isArray(written) ? written.map(String) : String(written)
    return shapeFaults(texts, (glob) => withRange(glob, amountFault(glob)))
  },
  checks: (stored) => [amountCheck(stored)],
  patterns: (stored) => (isRange(stored) ? [rangeText(stored)] : stored),
  index: { globs: (stored) => (isRange(stored) ? undefined : stored) },
  trigger: {
    rank: 4,
    kind: 'amount',
    example: (pattern, ending, stored) =>
      isRange(stored) ? String(stored.min || (stored.max ?? 100)) : exampleText(pattern, ending),
  },
  option: ['cents', 'amount as submitted, for example 1000'],
}

function amountFault(glob: string): string | undefined {
  const [, dollars, cents = ''] = /^(\d{1,8})[.,](\d{1,2})$/.exec(glob) ?? []
  if (dollars === undefined) return shapeFault(shape, glob)
  return `an amount is in cents: write ${Number(dollars + cents.padEnd(2, '0'))}`
}

/** A comparison or two bounds in one text were meant as a range. */
function withRange(glob: string, fault: string | undefined): string | undefined {
  const isMeant = fault !== undefined && /[<>=+-]/.test(glob)
  return isMeant ? `${fault}; write a range as { min: 5000, max: 10000 }` : fault
}

function isRange(amount: WrittenAmount | AmountCondition): amount is AmountRange {
  return typeof amount === 'object' && !Array.isArray(amount)
}

function rangeFaults({ min, max }: AmountRange): readonly Fault[] {
  if (max === 0) return [{ path: [], message: 'never matches: an amount is at least 1' }]
  if (min === undefined || max === undefined || min <= max) return []
  return [{ path: [], message: `never matches: min ${min} is over max ${max}` }]
}

function amountCheck(stored: AmountCondition): ConditionCheck {
  if (!isRange(stored)) return textCheck('amount', amountOf, stored)
  const { min = 0, max = Number.POSITIVE_INFINITY } = stored
  return {
    field: 'amount',
    wanted: rangeText(stored),
    // No amount is NaN, which no range contains.
    holds: ({ amount }) => Number(amount) >= min && Number(amount) <= max,
    found: amountOf,
  }
}

function rangeText({ min, max }: AmountRange): string {
  if (min === undefined) return max === undefined ? 'any' : `at most ${max}`
  return max === undefined ? `at least ${min}` : `${min} to ${max}`
}
