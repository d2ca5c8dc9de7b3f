import { creating } from '../conditions/carriers.ts'
import { type Facts, type Operation, operations, type RuleOutcome } from '../rule.ts'
import { carries } from './carrying.ts'
import { DELIVERY, layersOf, partsIn, VERDICT } from './layers.ts'

/** What a bank's code can be taken from. */
type CodeSource = 'amount' | 'pan' | 'bsb'

const sources: ReadonlyMap<string | undefined, CodeSource> = new Map([
  ['from-amount', 'amount'],
  ['from-pan', 'pan'],
  ['from-bsb', 'bsb'],
])

/** The layers of an outcome that can do something to a request. */
export type Reach = (facts: Facts) => number

/** Which layers of an outcome can do something to each call, as far as its name tells. */
export function reachByCall(outcome: RuleOutcome): ReadonlyMap<Operation, number> {
  const layers = layersOf(outcome)
  const parts = partsIn(outcome, VERDICT)
  const reach = new Map<Operation, number>()
  // The wire is the same for all calls; a transaction is made only by some.
  for (const call of operations) reach.set(call, layers & DELIVERY)
  for (const call of creating) {
    const isIdle = parts.length > 0 && !parts.some((part) => canShape(part, outcome, call))
    reach.set(call, isIdle ? layers & ~VERDICT : layers)
  }
  return reach
}

/** The same for one call. */
export function reachOf(outcome: RuleOutcome, call: Operation): number {
  return reachByCall(outcome).get(call) ?? 0
}

/** The layers that an outcome can shape of a request, which may lack what the verdict needs. */
export function reachFor(outcome: RuleOutcome, byCall = reachByCall(outcome)): Reach {
  const need = neededFact(outcome)
  if (need === undefined) return ({ operation }) => byCall.get(operation) ?? 0
  return (facts) => {
    const layers = byCall.get(facts.operation) ?? 0
    return need.isMet(facts) ? layers : layers & ~VERDICT
  }
}

interface NeededFact {
  /** The condition that a request must be able to have. */
  readonly field: 'amount' | 'pan' | 'bsb' | 'method'
  readonly isMet: (facts: Facts) => boolean
  readonly reason: string
}

/** What the request must have for the verdict to mean anything. */
export function neededFact(outcome: RuleOutcome): NeededFact | undefined {
  const [part, another] = partsIn(outcome, VERDICT)
  if (another !== undefined) return undefined
  if (part === 'resolves') {
    return {
      field: 'method',
      isMet: ({ method }) => method === 'direct_debit',
      reason: 'only a direct debit is pending without a status that says so',
    }
  }
  const source = part === 'responseCode' ? sources.get(outcome.responseCode) : undefined
  if (source === undefined) return undefined
  return {
    field: source,
    isMet: (facts) => facts[source] !== undefined,
    reason: `the request has no ${source} to take the code from`,
  }
}

/** Why an outcome does nothing to some calls, in words. */
export function beyondReach(outcome: RuleOutcome, calls: readonly Operation[]): string {
  const reasons = new Set(calls.map((call) => reasonFor(outcome, call)))
  return `its outcome cannot affect ${calls.join(' or ')}: ${[...reasons].join(', ')}`
}

/** Why it does nothing to a request whose conditions hold. */
export function unmetReason(outcome: RuleOutcome, facts: Facts): string {
  if (reachOf(outcome, facts.operation) === 0) return beyondReach(outcome, [facts.operation])
  return neededFact(outcome)?.reason ?? 'its outcome cannot affect this request'
}

/** What naturally is decided later than at once. */
const resolving: readonly Operation[] = ['purchase', 'refund', 'standalone_refund']

function canShape(part: keyof RuleOutcome, outcome: RuleOutcome, call: Operation): boolean {
  if (part === 'expires') return call === 'preauthorisation'
  if (part === 'resolves') return resolving.includes(call)
  const source = part === 'responseCode' ? sources.get(outcome.responseCode) : undefined
  return source === undefined || carries(call, source)
}

function reasonFor(outcome: RuleOutcome, call: Operation): string {
  if (!creating.includes(call)) return 'no transaction is made'
  const [part] = partsIn(outcome, VERDICT)
  if (part === 'resolves') return 'it is decided at once'
  const need = part === 'responseCode' ? neededFact(outcome) : undefined
  return need === undefined
    ? 'only a preauthorisation expires'
    : `there is no ${need.field} to take the code from`
}
