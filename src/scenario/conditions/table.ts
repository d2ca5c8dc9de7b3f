import { methods, operations } from '../operations.ts'
import type { Conditions } from '../rule.ts'
import type { WhenDocument } from '../scenario-document.ts'
import { amountCondition } from './amount-condition.ts'
import { withDetails } from './carriers.ts'
import type { Condition } from './condition.ts'
import { kvpCondition } from './kvp-condition.ts'
import { textCondition } from './text-condition.ts'
import type { TextParts } from './text-parts.ts'
import { textParts } from './texts.ts'
import { fromCondition, untilCondition } from './window-condition.ts'
import {
  merchantCondition,
  methodCondition,
  operationCondition,
  weekdayCondition,
} from './word-condition.ts'

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
    option: ['name', 'default: purchase'],
  }),
  merchant: merchantCondition({
    means: 'The merchant id, or a list of them.',
    carriers: operations,
    option: ['id', 'default: 1'],
  }),
  method: methodCondition(methods, {
    means: 'How it is paid; an operation on an earlier transaction has the method of that one.',
    carriers: withDetails,
    option: ['method', 'default: card'],
  }),
  amount: amountCondition,
  ...textConditions(),
  kvp: kvpCondition,
  weekday: weekdayCondition({
    means: 'The day of the week in Sydney, such as tue, or a list of them.',
    carriers: operations,
  }),
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

/** A condition with its name. */
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
