import { creating } from '../matching/carriers.ts'
import { rangeText } from '../matching/check.ts'
import { isMaskedNumber, shownConditions } from '../matching/sealed-number.ts'
import type { Conditions, Rule, Scenario } from '../rule.ts'
import { describeOutcome } from './describe-outcome.ts'
import { endings, examplePan, exampleText } from './example-value.ts'

type TriggerKind =
  | 'card'
  | 'bsb'
  | 'account'
  | 'amount'
  | 'cvv'
  | 'virtual pan'
  | 'reference'
  | 'kvp'
  | 'customer'
  | 'token'
  | 'any request'

/** One value that a tester can send, and what comes of it. */
export interface MagicValue {
  readonly kind: TriggerKind
  readonly pattern: string
  /** A value that matches the pattern and is valid. */
  readonly example: string
  /** What else must hold; empty where the value alone decides. */
  readonly only: string
  readonly effect: string
  /** `<scenario>/<rule>` */
  readonly rule: string
}

/** The magic values of the scenarios' rules, in the order in which rules are asked. */
export function magicValues(scenarios: readonly Scenario[]): readonly MagicValue[] {
  const seen = new Set<string>()
  return scenarios
    .flatMap((scenario) => scenario.rules)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .flatMap(({ id, rule }) => valuesOf(id, rule))
}

function valuesOf(id: string, rule: Rule): readonly MagicValue[] {
  const { outcome } = rule
  const when = shownConditions(rule.when)
  const { kind, key, patterns } = triggerOf(when)
  const effect = describeOutcome(outcome) + turnWords(rule)
  const ending = endings[outcome.responseCode ?? outcome.resolves?.[0]?.responseCode ?? ''] ?? ''
  return patterns.map((pattern) => ({
    kind,
    pattern,
    example: exampleOf(key, when, pattern, ending),
    only: otherWords(when, key),
    effect,
    rule: id,
  }))
}

interface Trigger {
  readonly kind: TriggerKind
  readonly key: keyof Conditions | undefined
  readonly patterns: readonly string[]
}

const triggers: readonly (readonly [keyof Conditions, TriggerKind])[] = [
  ['pan', 'card'],
  ['bsb', 'bsb'],
  ['account_number', 'account'],
  ['cvv', 'cvv'],
  ['amount', 'amount'],
  ['virtual_pan', 'virtual pan'],
  ['reference', 'reference'],
  ['customer_reference', 'customer'],
  ['token_name', 'token'],
  ['kvp', 'kvp'],
]

/** The condition that a tester would reach for: the details first, then what goes with them. */
function triggerOf(when: Conditions): Trigger {
  for (const [key, kind] of triggers) {
    const patterns = patternsOf(when, key)
    if (patterns !== undefined) return { kind, key, patterns }
  }
  return { kind: 'any request', key: undefined, patterns: [''] }
}

function patternsOf(when: Conditions, key: keyof Conditions): readonly string[] | undefined {
  if (key === 'amount') {
    return when.amount?.kind === 'range' ? [rangeText(when.amount)] : when.amount?.globs
  }
  if (key === 'kvp') {
    const keys = Object.entries(when.kvp ?? {})
    return when.kvp && keys.map(([name, globs]) => `${name}=${globs.join(' or ')}`)
  }
  const patterns = when[key]
  return Array.isArray(patterns) ? patterns.map(String) : undefined
}

function exampleOf(key: Trigger['key'], when: Conditions, pattern: string, ending: string): string {
  // A virtual PAN is made by the vault: none can be known beforehand.
  if (key === undefined || key === 'virtual_pan') return ''
  if (isMaskedNumber(key, pattern)) return ''
  if (key === 'pan') return examplePan(pattern, ending) ?? ''
  if (key === 'amount' && when.amount?.kind === 'range') {
    return String(when.amount.min || (when.amount.max ?? 100))
  }
  return exampleText(pattern, ending)
}

function otherWords(when: Conditions, key: keyof Conditions | undefined): string {
  const others = (Object.keys(when) as (keyof Conditions)[]).filter((other) => other !== key)
  return others.map((other) => conditionWords(when, other)).join('; ')
}

function conditionWords(when: Conditions, key: keyof Conditions): string {
  if (key === 'method') return when.method === 'card' ? 'cards' : 'direct debits'
  const patterns = patternsOf(when, key) ?? []
  if (key !== 'operation')
    return patterns[0] === '*' ? `with ${key}` : `${key} ${patterns.join(' or ')}`
  return creating.every((name) => patterns.includes(name)) ? 'transactions' : patterns.join(', ')
}

function turnWords({ times, skip = 0 }: Rule): string {
  const often = times === 1 ? 'once' : `${times} times`
  const words = [
    ...(skip === 0 ? [] : [`after ${skip} that pass`]),
    ...(times === undefined ? [] : [often]),
  ]
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}
