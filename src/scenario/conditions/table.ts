import { civilDay, sydneyDay, weekdayOf } from '../../domain/time/sydney-time.ts'
import {
  methods,
  operations,
  type Weekday,
  type WeekdayWord,
  weekdays,
  weekdayWords,
} from '../operations.ts'
import type { Conditions, Facts, Method, Operation } from '../rule.ts'
import {
  asList,
  type OneOrMore,
  type RateDocument,
  type WhenDocument,
} from '../scenario-document.ts'
import { amountCondition } from './amount-condition.ts'
import { withDetails } from './carriers.ts'
import type { Condition, ConditionCheck } from './condition.ts'
import { headerCondition } from './header-condition.ts'
import { kvpCondition, textCondition } from './text-condition.ts'
import type { TextParts } from './text-parts.ts'
import { textParts } from './texts.ts'
import { fromCondition, untilCondition } from './window-condition.ts'

export type ConditionName = Exclude<keyof Conditions, 'not'>

type ConditionTable = {
  readonly [Name in ConditionName]-?: Condition<
    NonNullable<WhenDocument[Name]>,
    NonNullable<Conditions[Name]>
  >
}

/** Every condition of the scenario language, cheap checks first. */
export const conditions: ConditionTable = {
  operation: operationCondition(operations, {
    means: 'The call, or a list of calls.',
    carriers: operations,
    option: ['name', 'operation (default: purchase)'],
  }),
  merchant: merchantCondition({
    means: 'The merchant id, or a list of them.',
    carriers: operations,
    option: ['id', 'merchant (default: 1)'],
  }),
  method: methodCondition(methods, {
    means: 'How it is paid; an operation on an earlier transaction has the method of that one.',
    carriers: withDetails,
    option: ['method', 'payment method (default: card)'],
  }),
  amount: amountCondition,
  ...textConditions(),
  kvp: kvpCondition,
  header: headerCondition,
  weekday: weekdayCondition({
    means: 'The day of the week in Sydney, such as tue or Tuesday, or a list of them.',
    carriers: operations,
  }),
  day: {
    ...listed(({ now }) => (now === undefined ? undefined : civilDay(sydneyDay(now)).day), 'day'),
    means: 'The day of the month in Sydney, from 1 to 31, or a list of them.',
    carriers: operations,
    form: { kind: 'days' },
  },
  holiday: holidayCondition(),
  rate: rateCondition(),
  from: fromCondition,
  until: untilCondition,
}

type TextConditionTable = {
  readonly [Name in keyof typeof textParts]: ReturnType<typeof textCondition>
}

function textConditions(): TextConditionTable {
  const entries = Object.entries(textParts) as [keyof typeof textParts, TextParts][]
  return Object.fromEntries(
    entries.map(([name, parts]) => [name, textCondition(name, parts)]),
  ) as TextConditionTable
}

export interface NamedCondition extends Condition {
  readonly name: ConditionName
}

export const allConditions: readonly NamedCondition[] = Object.entries(conditions).map(
  ([name, condition]) => ({ name: name as ConditionName, ...(condition as Condition) }),
)

/** A condition of a rule, with its value. */
export interface GivenCondition {
  readonly condition: NamedCondition
  readonly value: unknown
}

/** The conditions of a rule, in the order of the table. */
export function conditionsIn(when: Conditions | WhenDocument): readonly GivenCondition[] {
  return allConditions.flatMap((condition) => {
    const value = when[condition.name]
    return value === undefined ? [] : [{ condition, value }]
  })
}

type WordParts = Required<Pick<Condition, 'means' | 'carriers' | 'option'>>

function operationCondition(
  words: readonly [Operation, ...Operation[]],
  parts: WordParts,
): Condition<OneOrMore<Operation>, readonly Operation[]> {
  return {
    ...parts,
    ...listed((facts) => facts.operation, 'operation'),
    form: { kind: 'words', words },
  }
}

function merchantCondition(parts: WordParts): Condition<OneOrMore<number>, readonly number[]> {
  return {
    ...parts,
    ...listed((facts) => facts.merchant, 'merchant'),
    form: { kind: 'ids' },
  }
}

/** The day of the week. */
function weekdayCondition(
  parts: Pick<Condition, 'means' | 'carriers'>,
): Condition<OneOrMore<WeekdayWord>, readonly Weekday[]> {
  return {
    ...parts,
    ...listed(
      ({ now }) => (now === undefined ? undefined : weekdays[weekdayOf(sydneyDay(now))]),
      'weekday',
    ),
    compile: (written) => asList(written).map((word) => word.slice(0, 3).toLowerCase() as Weekday),
    form: { kind: 'words', words: weekdayWords },
  }
}

function holidayCondition(): Condition<boolean, boolean> {
  return {
    means: 'Whether the banks have a public holiday in Sydney. Weekends are none.',
    carriers: operations,
    form: { kind: 'flag' },
    compile: (written) => written,
    faults: noFaults,
    checks: (stored) => [
      {
        field: 'holiday',
        wanted: stored ? 'a public holiday' : 'no public holiday',
        holds: (facts) => isHoliday(facts) === stored,
        found: (facts) => (isHoliday(facts) ? 'a public holiday' : 'no public holiday'),
        unmatched: (facts) => `the day is ${isHoliday(facts) ? 'a' : 'no'} public holiday`,
      },
    ],
    patterns: (stored) => [String(stored)],
  }
}

function isHoliday({ now, calendar }: Facts): boolean {
  return now !== undefined && calendar?.holidays.has(sydneyDay(now)) === true
}

/** How often requests came is counted by the rule, with its other counts. */
function rateCondition(): Condition<RateDocument, RateDocument> {
  return {
    means:
      'Holds if more than so many matching requests came within a time, this one included: { more_than: 5, within: 1m, per: card }.',
    carriers: operations,
    form: { kind: 'rate' },
    compile: (written) => written,
    faults: noFaults,
    checks: () => [],
    patterns: ({ more_than, within, per }) => [
      `more than ${more_than} within ${within}${per === undefined ? '' : ` per ${per}`}`,
    ],
  }
}

/** A condition that one of some values meets. */
function listed<T extends string | number>(read: (facts: Facts) => T | undefined, name: string) {
  return {
    compile: (written: OneOrMore<T>) => asList(written),
    faults: noFaults,
    checks: (stored: readonly T[]) => [memberCheck(name, stored, read)],
    patterns: (stored: readonly T[]) => stored.map(String),
  }
}

/** The payment method. */
function methodCondition(
  words: readonly [Method, ...Method[]],
  parts: WordParts,
): Condition<Method, Method> {
  return {
    ...parts,
    form: { kind: 'word', words },
    compile: (written) => written,
    faults: noFaults,
    checks: (stored) => [memberCheck('method', [stored], (facts) => facts.method)],
    patterns: (stored) => [stored],
  }
}

function noFaults() {
  return []
}

function memberCheck<T extends string | number>(
  field: string,
  allowed: readonly T[],
  read: (facts: Facts) => T | undefined,
): ConditionCheck {
  const holds = (facts: Facts) => {
    const value = read(facts)
    return value !== undefined && allowed.includes(value)
  }
  const found = (facts: Facts) => {
    const value = read(facts)
    return value === undefined ? undefined : String(value)
  }
  return { field, wanted: allowed.join(' or '), holds, found }
}
