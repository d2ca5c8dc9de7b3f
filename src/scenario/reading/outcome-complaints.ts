import type { Fault } from '../../document/complaint.ts'
import { creating } from '../conditions/carriers.ts'
import { faultEntry, faultKinds } from '../faults/table.ts'
import type { FaultDocument } from '../faults/wire-fault.ts'
import { asList, type OutcomeDocument, type RuleDocument } from '../scenario-document.ts'

/** What makes an outcome meaningless. Paths start at `outcome`. */
export function outcomeFaults({ fault }: OutcomeDocument): readonly Fault[] {
  return fault === undefined ? [] : [...kindFaults(fault), ...strayMembers(fault)]
}

function kindFaults(fault: FaultDocument): readonly Fault[] {
  const kinds = faultKinds.filter((kind) => fault[kind] !== undefined)
  if (kinds.length === 1) return []
  const message =
    kinds.length === 0
      ? `a fault needs one of ${faultKinds.join(', ')}`
      : `a fault has only one of ${kinds.join(', ')}`
  return [{ path: ['fault'], message }]
}

/** What belongs to another kind than the one that is given. */
function strayMembers(fault: FaultDocument): readonly Fault[] {
  return faultKinds.flatMap((kind) => {
    if (fault[kind] !== undefined) return []
    const stray = (faultEntry(kind).besides ?? []).filter((key) => fault[key] !== undefined)
    return stray.map((key) => ({
      path: ['fault', key],
      message: `${key} belongs to a fault with ${kind}`,
      atKey: true as const,
    }))
  })
}

/** What of an outcome does nothing. Paths start at the rule. */
export function idleParts({ when, outcome }: RuleDocument): readonly Fault[] {
  const calls = when?.operation === undefined ? undefined : asList(when.operation)
  const given = (Object.keys(outcome) as (keyof OutcomeDocument)[]).filter((key) => key !== 'fault')
  if (outcome.fault?.at === 'before') {
    return given.map((key) => idle(key, 'nothing is processed before this fault'))
  }
  if (calls !== undefined && !calls.some((name) => creating.includes(name))) {
    const shaping = given.filter((key) => key !== 'delay')
    return shaping.map((key) => idle(key, `${calls.join(' and ')} makes no transaction`))
  }
  const expiresIdly = outcome.expires !== undefined && calls?.includes('preauthorisation') === false
  return [
    ...(expiresIdly ? [idle('expires', 'only a preauthorisation expires')] : []),
    ...idleMoves(outcome),
  ]
}

/** A declined or failed transaction stays so, and an approved one can only be returned. */
function idleMoves({ status, resolves = [] }: OutcomeDocument): readonly Fault[] {
  let from: string | undefined = status
  return asList(resolves).flatMap((move, i) => {
    const before = from
    from = move.status
    const isFinal = before === 'declined' || before === 'error'
    const isReturn = before !== 'approved' || move.status === 'declined'
    if (!isFinal && isReturn) return []
    const path = ['outcome', 'resolves', ...(Array.isArray(resolves) ? [i] : [])]
    return [{ path, message: `has no effect: ${before} never becomes ${move.status}` }]
  })
}

function idle(key: string, reason: string): Fault {
  return { path: ['outcome', key], message: `${key} has no effect: ${reason}`, atKey: true }
}
