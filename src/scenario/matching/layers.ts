import { asking, creating } from '../conditions/carriers.ts'
import { type Facts, type Operation, outcomesOf, type Rule } from '../rule.ts'
import type { WeightedDocument } from '../scenario-document.ts'
import { carries } from './carrying.ts'

/** An outcome has up to three layers, each decided separately. One bit per layer. */
export const BANK = 1
export const EXTRAS = 2
export const DELIVERY = 4
export const ALL_LAYERS = BANK | EXTRAS | DELIVERY

/** In the order of their bits. */
export const allLayerNames = ['bank', 'extras', 'delivery'] as const

export type LayerName = (typeof allLayerNames)[number]

const layerOf: Readonly<Record<keyof WeightedDocument, number>> = {
  status: BANK,
  response_code: BANK,
  response_message: BANK,
  gateway_status_code: BANK,
  resolves: BANK,
  expires: BANK,
  found: BANK,
  kvps: EXTRAS,
  drift: EXTRAS,
  delay: DELIVERY,
  fault: DELIVERY,
  slow: DELIVERY,
  late: DELIVERY,
  delayed: DELIVERY,
  undecided: DELIVERY,
  headers: DELIVERY,
  weight: 0,
}

/** What only a call that makes a transaction can have: the bank or the network takes its time. */
const ofBank: readonly (keyof WeightedDocument)[] = ['late', 'delayed', 'undecided']

/** Whether a request with this outcome is not processed, or not yet. */
export function isStopping({ fault, delayed }: WeightedDocument): boolean {
  return fault?.at === 'before' || delayed !== undefined
}

/** The layers that an outcome decides; an empty outcome decides all of them as normal. */
export function layersOf(outcome: WeightedDocument): number {
  let layers = 0
  for (const part of partsOf(outcome)) layers |= layerOf[part]
  return layers === 0 ? ALL_LAYERS : layers
}

/** The members of an outcome that belong to a layer. */
function partsIn(outcome: WeightedDocument, layer: number): readonly (keyof WeightedDocument)[] {
  return partsOf(outcome).filter((part) => layerOf[part] === layer)
}

function partsOf(outcome: WeightedDocument): readonly (keyof WeightedDocument)[] {
  return (Object.keys(outcome) as (keyof WeightedDocument)[]).filter(
    (part) => outcome[part] !== undefined,
  )
}

export function layerNames(layers: number): readonly LayerName[] {
  const names: LayerName[] = []
  for (const [bit, name] of allLayerNames.entries()) {
    if ((layers & (1 << bit)) !== 0) names.push(name)
  }
  return names
}

/** The fields that a bank's code can be derived from. */
type CodeSource = 'amount' | 'pan' | 'bsb'

const sources: ReadonlyMap<string | undefined, CodeSource> = new Map([
  ['from-amount', 'amount'],
  ['from-pan', 'pan'],
  ['from-bsb', 'bsb'],
])

/** The layers that an outcome can affect in calls of an operation. */
function layersForCall(outcome: WeightedDocument, call: Operation): number {
  const layers = layersOf(outcome)
  // A fault can affect any response; the bank needs a transaction.
  if (!creating.includes(call)) {
    const parts = partsIn(outcome, DELIVERY)
    const isIdle = parts.length > 0 && parts.every((part) => ofBank.includes(part))
    const found = asking.includes(call) && outcome.found !== undefined ? BANK : 0
    return (isIdle ? 0 : layers & DELIVERY) | found
  }
  const parts = partsIn(outcome, BANK)
  const isIdle = parts.length > 0 && !parts.some((part) => canShape(part, outcome, call))
  return isIdle ? layers & ~BANK : layers
}

/** The layers that an outcome can affect for a request, which may lack what the bank needs. */
export function affectedLayers(outcome: WeightedDocument, facts: Facts): number {
  const layers = layersForCall(outcome, facts.operation)
  if ((layers & BANK) === 0) return layers
  // Only `found` is in the bank's layer of these calls, and it hides what they would find.
  if (facts.findsNothing && asking.includes(facts.operation)) return layers & ~BANK
  const need = neededFact(outcome)
  return need === undefined || need.isGiven(facts) ? layers : layers & ~BANK
}

/** The layers that a rule can affect for a request, whichever outcome it chooses. */
export function layersOfRule(rule: Rule, facts: Facts): number {
  return outcomesOf(rule).reduce((all, outcome) => all | affectedLayers(outcome, facts), 0)
}

interface NeededFact {
  /** The condition that a request must be able to have. */
  readonly field: 'amount' | 'pan' | 'bsb' | 'method'
  readonly isGiven: (facts: Facts) => boolean
  readonly reason: string
}

/** What a request must have for the bank to apply. */
function neededFact(outcome: WeightedDocument): NeededFact | undefined {
  const [part, another] = partsIn(outcome, BANK)
  if (another !== undefined) return undefined
  if (part === 'resolves') {
    return {
      field: 'method',
      isGiven: ({ method }) => method === 'direct_debit',
      reason: 'only a direct debit is pending unless the rule sets the status',
    }
  }
  const source = part === 'response_code' ? sources.get(outcome.response_code) : undefined
  if (source === undefined) return undefined
  return {
    field: source,
    isGiven: (facts) => facts[source] !== undefined,
    reason: `the request has no ${source} to take the code from`,
  }
}

/** Why an outcome has no effect on a request that meets the conditions. */
export function unmetReason(rule: Rule, facts: Facts): string {
  const [outcome = rule.outcome] = outcomesOf(rule)
  const { operation } = facts
  if (layersForCall(outcome, operation) === 0) {
    return `its outcome cannot affect ${operation}: ${reasonFor(outcome, operation)}`
  }
  if (facts.findsNothing && outcome.found !== undefined)
    return `the ${operation} finds nothing anyway`
  return neededFact(outcome)?.reason ?? 'its outcome cannot affect this request'
}

/** Direct debits by these operations are decided later. */
const resolving: readonly Operation[] = ['purchase', 'refund', 'standalone_refund']

function canShape(
  part: keyof WeightedDocument,
  outcome: WeightedDocument,
  call: Operation,
): boolean {
  if (part === 'expires') return call === 'preauthorisation'
  if (part === 'found') return false
  if (part === 'resolves') return resolving.includes(call)
  const source = part === 'response_code' ? sources.get(outcome.response_code) : undefined
  return source === undefined || carries(call, source)
}

function reasonFor(outcome: WeightedDocument, call: Operation): string {
  if (!creating.includes(call)) return 'no transaction is made'
  const [part] = partsIn(outcome, BANK)
  if (part === 'resolves') return 'it is decided at once'
  if (part === 'found') return 'only a lookup or search finds anything'
  const need = part === 'response_code' ? neededFact(outcome) : undefined
  return need === undefined
    ? 'only a preauthorisation expires'
    : `there is no ${need.field} to take the code from`
}
