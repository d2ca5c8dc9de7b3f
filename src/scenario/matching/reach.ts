import { creating } from '../conditions/carriers.ts'
import type { Check } from '../conditions/check.ts'
import { type Operation, operations, type RuleOutcome } from '../rule.ts'
import { carries } from './carrying.ts'

/** What a bank's code can be taken from. */
export type CodeSource = 'amount' | 'pan' | 'bsb'

const sources: ReadonlyMap<string | undefined, CodeSource> = new Map([
  ['from-amount', 'amount'],
  ['from-pan', 'pan'],
  ['from-bsb', 'bsb'],
])

/** The calls that an outcome can do anything to; an empty one keeps later rules from any. */
export function reachOf(outcome: RuleOutcome): readonly Operation[] {
  // The wire is the same for all calls.
  if (outcome.fault !== undefined || outcome.delayMs !== undefined) return operations
  const parts = shapingParts(outcome)
  if (parts.length === 0) return operations
  return creating.filter((call) => parts.some((part) => canShape(part, outcome, call)))
}

/** What the request must have, where an outcome is nothing but a code that is taken from it. */
export function neededSource(outcome: RuleOutcome): CodeSource | undefined {
  if (outcome.fault !== undefined || outcome.delayMs !== undefined) return undefined
  const [part, another] = shapingParts(outcome)
  if (part !== 'responseCode' || another !== undefined) return undefined
  return sources.get(outcome.responseCode)
}

/** What an outcome asks of a request besides the rule's own conditions. */
export function reachChecks(outcome: RuleOutcome): readonly Check[] {
  const reach = reachOf(outcome)
  const source = neededSource(outcome)
  return [
    ...(reach === operations ? [] : [callCheck(outcome, reach)]),
    ...(source === undefined ? [] : [sourceCheck(source)]),
  ]
}

/** Why an outcome does nothing to some calls, in words. */
export function beyondReach(outcome: RuleOutcome, calls: readonly Operation[]): string {
  const reasons = new Set(calls.map((call) => reasonFor(outcome, call)))
  return `its outcome can do nothing to ${calls.join(' or ')}: ${[...reasons].join(', ')}`
}

function callCheck(outcome: RuleOutcome, reach: readonly Operation[]): Check {
  return {
    field: 'operation',
    wanted: reach.join(' or '),
    holds: ({ facts }) => reach.includes(facts.operation),
    found: ({ operation }) => operation,
    unmet: ({ operation }) => beyondReach(outcome, [operation]),
  }
}

function sourceCheck(source: CodeSource): Check {
  return {
    field: source,
    wanted: '*',
    holds: ({ facts }) => facts[source] !== undefined,
    found: (facts) => facts[source],
    unmet: () => `the request has no ${source} to take the code from`,
  }
}

type Part = keyof RuleOutcome

/** The members of an outcome that say something about the transaction. */
function shapingParts(outcome: RuleOutcome): readonly Part[] {
  const given = (Object.keys(outcome) as Part[]).filter((part) => outcome[part] !== undefined)
  return given.filter((part) => part !== 'drift' || outcome.drift === true)
}

function canShape(part: Part, outcome: RuleOutcome, call: Operation): boolean {
  if (part === 'expires') return call === 'preauthorisation'
  const source = part === 'responseCode' ? sources.get(outcome.responseCode) : undefined
  return source === undefined || carries(call, source)
}

function reasonFor(outcome: RuleOutcome, call: Operation): string {
  if (!creating.includes(call)) return 'no transaction is made'
  const source = neededSource(outcome)
  if (source === undefined) return 'only a preauthorisation expires'
  return `there is no ${source} to take the code from`
}
