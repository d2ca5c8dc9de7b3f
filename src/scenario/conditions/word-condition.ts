import { sydneyDay, weekdayOf } from '../../domain/time/sydney-time.ts'
import { type Weekday, weekdays } from '../operations.ts'
import type { Facts, Method, Operation } from '../rule.ts'
import { asList, type OneOrMore } from '../scenario-document.ts'
import type { Condition, ConditionCheck } from './condition.ts'

type WordParts = Required<Pick<Condition, 'means' | 'carriers' | 'option'>>

/** The operation. */
export function operationCondition(
  words: readonly [Operation, ...Operation[]],
  parts: WordParts,
): Condition<OneOrMore<Operation>, readonly Operation[]> {
  return {
    ...parts,
    ...listed((facts) => facts.operation, 'operation'),
    form: { kind: 'words', words },
    usual: 'purchase',
  }
}

/** The merchant. */
export function merchantCondition(
  parts: WordParts,
): Condition<OneOrMore<number>, readonly number[]> {
  return {
    ...parts,
    ...listed((facts) => facts.merchant, 'merchant'),
    form: { kind: 'ids' },
    usual: 1,
  }
}

/** The day of the week. */
export function weekdayCondition(
  parts: Pick<Condition, 'means' | 'carriers'>,
): Condition<OneOrMore<Weekday>, readonly Weekday[]> {
  return {
    ...parts,
    ...listed(
      ({ now }) => (now === undefined ? undefined : weekdays[weekdayOf(sydneyDay(now))]),
      'weekday',
    ),
    form: { kind: 'words', words: weekdays },
  }
}

/** A condition that one of some values meets. */
function listed<T extends string | number>(read: (facts: Facts) => T | undefined, name: string) {
  return {
    compile: (written: OneOrMore<T>) => asList(written),
    faults: noFaults,
    checks: (kept: readonly T[]) => [memberCheck(name, kept, read)],
    patterns: (kept: readonly T[]) => kept.map(String),
  }
}

/** The payment method. */
export function methodCondition(
  words: readonly [Method, ...Method[]],
  parts: WordParts,
): Condition<Method, Method> {
  return {
    ...parts,
    form: { kind: 'word', words },
    compile: (written) => written,
    faults: noFaults,
    checks: (kept) => [memberCheck('method', [kept], (facts) => facts.method)],
    patterns: (kept) => [kept],
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
