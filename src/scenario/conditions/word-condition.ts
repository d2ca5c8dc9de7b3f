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
    ...listed((facts) => facts.operation, 'operation'),
    form: { kind: 'words', words },
    fact: { ...wordFact(words), usual: 'purchase' },
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
    fact: {
      refuse: (text) =>
        /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= MAX_ID
          ? undefined
          : ['out_of_range', `Must be from 1 to ${MAX_ID}`],
      usual: 1,
    },
  }
}

/** A condition that one of some values meets. */
function listed<T extends string | number>(read: (facts: Facts) => T, name: string) {
  return {
    compile: (written: OneOrMore<T>) => asList(written),
    faults: noFaults,
    checks: (kept: readonly T[]) => [memberCheck(name, kept, read)],
    covers: (wide: readonly T[], narrow: readonly T[] | undefined) =>
      narrow?.every((one) => wide.includes(one)) ?? false,
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
    covers: (wide, narrow) => wide === narrow,
    patterns: (kept) => [kept],
    fact: wordFact(words),
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
