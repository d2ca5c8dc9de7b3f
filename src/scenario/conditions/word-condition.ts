import { didYouMean } from '../../document/nearest-word.ts'
import { MAX_ID } from '../../domain/identifier.ts'
import type { Facts, Method, Operation } from '../rule.ts'
import { asList, type OneOrMore } from '../scenario-document.ts'
import type { Condition, ConditionCheck, FactForm, FactRefusal, RequestView } from './condition.ts'

type WordParts = Required<Pick<Condition, 'means' | 'carriers' | 'option'>>

/** The operation. */
export function operationCondition(
  words: readonly [Operation, ...Operation[]],
  parts: WordParts,
): Condition<OneOrMore<Operation>, readonly Operation[]> {
  return {
    ...parts,
    form: { kind: 'words', words },
    compile: asList,
    faults: noFaults,
    checks: (kept) => [memberCheck('operation', kept, (facts) => facts.operation)],
    covers: includesAll,
    patterns: (kept) => kept,
    fact: { ...wordFact(words), usual: 'purchase' },
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
    covers: (wide, narrow) => wide === narrow,
    patterns: (kept) => [kept],
    fact: wordFact(words),
  }
}

/** The merchant. */
export function merchantCondition(
  parts: WordParts,
): Condition<OneOrMore<number>, readonly number[]> {
  return {
    ...parts,
    form: { kind: 'ids' },
    compile: asList,
    faults: noFaults,
    checks: (kept) => [memberCheck('merchant', kept, (facts) => facts.merchant)],
    covers: includesAll,
    patterns: (kept) => kept.map(String),
    fact: {
      refuse: (text) =>
        /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= MAX_ID
          ? undefined
          : ['out_of_range', `Must be from 1 to ${MAX_ID}`],
      usual: 1,
    },
  }
}

function noFaults() {
  return []
}

function wordFact(words: readonly string[]): FactForm {
  return { refuse: (text) => refuseOther(words, text) }
}

/** Why a text is not one of the words. */
export function refuseOther(words: readonly string[], text: string): FactRefusal | undefined {
  if (words.includes(text)) return undefined
  const proposal = didYouMean(text.slice(0, 60), words)
  return ['invalid_format', `Must be one of ${words.join(', ')}${proposal}`]
}

function memberCheck<T extends string | number>(
  field: string,
  allowed: readonly T[],
  read: (facts: Facts) => T | undefined,
): ConditionCheck {
  const holds = ({ facts }: RequestView) => {
    const value = read(facts)
    return value !== undefined && allowed.includes(value)
  }
  const found = (facts: Facts) => {
    const value = read(facts)
    return value === undefined ? undefined : String(value)
  }
  return { field, wanted: allowed.join(' or '), holds, found }
}

function includesAll<T>(wide: readonly T[], narrow: readonly T[] | undefined): boolean {
  return narrow?.every((one) => wide.includes(one)) ?? false
}
