import { beneath, type Fault, type Path } from '../../base/documents/complaint.ts'
import { memberOf } from '../../base/plain-object.ts'
import { cardTypesBeginning } from '../../base/redaction/card-number.ts'
import { bankCodes, returnCodes } from '../../domain/transaction/bank-codes.ts'
import { cardResponse } from '../../domain/transaction/outcome.ts'
import { asking, creating } from '../conditions/carriers.ts'
import { compileGlob } from '../conditions/glob.ts'
import { type ConditionName, conditionsIn } from '../conditions/table.ts'
import { type FaultDocument, faultKinds, faultTable } from '../faults/table.ts'
import { callsNamed, carries, conditionsOnlyFor } from '../matching/carrying.ts'
import { type Method, methods, type Operation } from '../operations.ts'
import {
  asList,
  type OutcomeDocument,
  type ResolveDocument,
  type RuleDocument,
  type WhenDocument,
} from '../scenario-document.ts'
import { parseAfter, parseElapsed } from '../written-values.ts'

/** Errors that make an outcome meaningless. Paths start at `outcome`. */
export function outcomeFaults(outcome: OutcomeDocument): readonly Fault[] {
  const choice = choiceIn(outcome)
  if (choice === undefined) {
    const message = 'then belongs to a sequence'
    const stray =
      outcome.then === undefined ? [] : [{ path: ['then'], message, atKey: true as const }]
    return [...ownFaults(outcome), ...stray]
  }
  const { key: name, outcomes } = choice
  const others = Object.keys(outcome).filter(
    (key) => key !== name && !(name === 'sequence' && key === 'then'),
  )
  return [
    ...others.map((key) => ({
      path: [key],
      message: `${key} goes into the outcomes of ${name}, not beside them`,
      atKey: true as const,
    })),
    ...outcomes.flatMap((one, i) => beneath([name, i], ownFaults(one))),
  ]
}

/** The outcomes of which a request gets one, and the key that holds them. */
function choiceIn({ one_of, sequence }: OutcomeDocument) {
  if (one_of !== undefined) return { key: 'one_of', outcomes: one_of }
  return sequence && { key: 'sequence', outcomes: sequence }
}

function ownFaults(outcome: OutcomeDocument): readonly Fault[] {
  const { fault, delay } = outcome
  const ways = waysToWait.filter((name) => outcome[name] !== undefined)
  return [
    ...ways.slice(1).map((name) => ({
      path: [name],
      message: `cannot be combined with ${ways[0]}; use one of ${ways.join(', ')}`,
      atKey: true as const,
    })),
    ...(fault === undefined ? [] : [...kindFaults(fault), ...strayMembers(fault)]),
    ...delayFaults(delay),
  ]
}

function delayFaults(delay: OutcomeDocument['delay']): readonly Fault[] {
  if (typeof delay !== 'object') return []
  const [min = 0, max = 0] = [parseElapsed(delay.min), parseElapsed(delay.max)]
  return min <= max
    ? []
    : [{ path: ['delay'], message: `min ${delay.min} is over max ${delay.max}` }]
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

/** Members that belong to another kind of fault than the given one. */
function strayMembers(fault: FaultDocument): readonly Fault[] {
  return faultKinds.flatMap((kind) => {
    if (fault[kind] !== undefined) return []
    const stray = (faultTable[kind].besides ?? []).filter((key) => fault[key] !== undefined)
    return stray.map((key) => ({
      path: ['fault', key],
      message: `${key} belongs to a fault with ${kind}`,
      atKey: true as const,
    }))
  })
}

/** The ways in which no response reaches a client, or a first one: only one of them at a time. */
const waysToWait = ['fault', 'slow', 'late', 'delayed', 'undecided'] as const

const ofDelivery: readonly string[] = [...['delay', 'headers', 'one_of', 'weight'], ...waysToWait]

/** Parts of an outcome that have no effect. Paths start at the rule. */
export function idleParts({
  when,
  outcome,
}: Pick<RuleDocument, 'when' | 'outcome'>): readonly Fault[] {
  const calls = when?.operation === undefined ? undefined : asList(when.operation)
  const choice = choiceIn(outcome)
  const warningsOf = (one: OutcomeDocument) => [...idleIn(one, calls), ...oddCodes(one, when ?? {})]
  if (choice === undefined) return beneath(['outcome'], warningsOf(outcome))
  const { key, outcomes } = choice
  return outcomes.flatMap((one, i) => beneath(['outcome', key, i], warningsOf(one)))
}

/** Codes that contradict the status, that no bank has, or that the payment method does not have. */
function oddCodes(outcome: OutcomeDocument, when: WhenDocument): readonly Fault[] {
  const { status, response_code, resolves = [] } = outcome
  const method =
    when.method ?? methods.find((one) => conditionsOnlyFor(one).some((name) => when[name]))
  const moves = asList(resolves).map((move, i) => ({ ...move, path: movePath(resolves, i) }))
  return [{ status, response_code, path: [] }, ...moves].flatMap((one) => {
    const message = oddCode(one.response_code ?? '', one.status, method)
    return message === undefined ? [] : [{ path: [...one.path, 'response_code'], message }]
  })
}

function oddCode(
  code: string,
  status: OutcomeDocument['status'],
  method: Method | undefined,
): string | undefined {
  if (code === '' || code.startsWith('from-')) return undefined
  const isReturn = code.length === 1
  const known = (isReturn ? returnCodes : bankCodes).find((one) => one.code === code)
  if (known === undefined) return `'${code}' is not a known response code; it counts as a decline`
  const meant = isReturn ? 'declined' : cardResponse(code).status
  const isFinal = status === 'approved' || status === 'declined' || status === 'error'
  if (isFinal && (status === 'approved') !== (meant === 'approved')) {
    return `contradicts status ${status}: ${code} (${known.message}) is ${meant}`
  }
  if (method === 'card' && isReturn) return `${code} is a return of a direct debit, not of a card`
  if (method !== 'direct_debit' || isReturn || meant === 'approved') return undefined
  return `${code} is a code of cards; direct debits are returned with 1 to 9`
}

function idleIn(
  outcome: OutcomeDocument,
  calls: readonly Operation[] | undefined,
): readonly Fault[] {
  const shaping = Object.keys(outcome).filter((key) => !ofDelivery.includes(key) && key !== 'found')
  if (outcome.fault?.at === 'before') {
    return shaping.map((key) => idle(key, 'nothing is processed before this fault'))
  }
  if (outcome.delayed !== undefined) {
    return shaping.map((key) => idle(key, 'other rules decide the request when it arrives'))
  }
  const ofBank = waysToWait.slice(2).filter((name) => outcome[name] !== undefined)
  const isAsking = calls === undefined || calls.some((name) => asking.includes(name))
  if (outcome.found !== undefined && !isAsking) {
    return [idle('found', 'only a lookup or search finds anything')]
  }
  if (calls !== undefined && !calls.some((name) => creating.includes(name))) {
    return [...shaping, ...ofBank].map((key) =>
      idle(key, `${calls.join(' and ')} makes no transaction`),
    )
  }
  return [...idleExpiry(outcome, calls), ...idleMoves(outcome), ...movesOutOfOrder(outcome)]
}

function idleExpiry(
  outcome: OutcomeDocument,
  calls: readonly Operation[] | undefined,
): readonly Fault[] {
  if (outcome.expires === undefined) return []
  if (calls?.includes('preauthorisation') === false) {
    return [idle('expires', 'only a preauthorisation expires')]
  }
  const status = statusAtFirst(outcome)
  if (status !== 'declined' && status !== 'error') return []
  return [idle('expires', `what is ${status} never expires`)]
}

/** The initial status, as far as the outcome determines it. */
function statusAtFirst({ status, response_code, gateway_status_code }: OutcomeDocument) {
  if (status !== undefined) return status
  if (gateway_status_code !== undefined && gateway_status_code !== 0) {
    return gateway_status_code === -99 ? 'unknown' : 'error'
  }
  if (response_code === undefined || response_code.length !== 2) return undefined
  return cardResponse(response_code).status
}

/** A declined or failed transaction is final, and an approved one can only be returned. */
function idleMoves(outcome: OutcomeDocument): readonly Fault[] {
  const { resolves = [] } = outcome
  let from: string | undefined = statusAtFirst(outcome)
  return asList(resolves).flatMap((move, i) => {
    const before = from
    from = move.status
    const isFinal = before === 'declined' || before === 'error'
    const isReturn = before !== 'approved' || move.status === 'declined'
    if (!isFinal && isReturn) return []
    const message = `has no effect: ${before} never becomes ${move.status}`
    return [{ path: movePath(resolves, i), message }]
  })
}

/** Moves happen in the order of their times, not of the file. */
function movesOutOfOrder({ resolves = [] }: OutcomeDocument): readonly Fault[] {
  const moves = asList(resolves)
  return moves.flatMap((move, i) => {
    const before = moves[i - 1]
    if (before === undefined || !isEarlier(move, before)) return []
    const message = `is out of order: ${move.after} is not after ${before.after}; moves happen in the order of their times`
    return [{ path: movePath(resolves, i), message }]
  })
}

/** Compares two moments as far as possible without knowing the day. */
function isEarlier(one: ResolveDocument, other: ResolveDocument): boolean {
  const [mine, theirs] = [parseAfter(one.after), parseAfter(other.after)]
  if (mine?.kind === 'elapsed' && theirs?.kind === 'elapsed') return mine.ms <= theirs.ms
  if (mine !== undefined && theirs !== undefined && 'days' in mine && 'days' in theirs) {
    return mine.kind === theirs.kind && mine.days <= theirs.days
  }
  const isSame =
    mine?.kind === theirs?.kind && mine !== undefined && !('ms' in mine) && !('days' in mine)
  return isSame || (mine?.kind === 'return' && theirs?.kind === 'clearance')
}

function movePath(resolves: unknown, index: number): Path {
  return ['resolves', ...(Array.isArray(resolves) ? [index] : [])]
}

function idle(key: string, reason: string): Fault {
  return { path: [key], message: `${key} has no effect: ${reason}`, atKey: true }
}

/** Why a rule with these conditions can never match. Paths start at `when`. */
export function neverMatches(when: WhenDocument): readonly Fault[] {
  const shapeFaults = conditionsIn(when).flatMap(({ condition, value }) =>
    beneath([condition.name], condition.faults(value, when)),
  )
  return [...contradictions(when).map(neverHas), ...excludedFaults(when), ...shapeFaults]
}

/** A card type that no card with one of these numbers has. Paths start at `when`. */
export function otherCardTypes(when: WhenDocument): readonly Fault[] {
  return otherCardType(when).map(neverHas)
}

function neverHas({ name, reason }: Contradiction): Fault {
  return { path: [name], message: `never matches: ${reason}`, atKey: true }
}

/** What `not` leaves out of a condition beside it may be all of it. */
function excludedFaults(when: WhenDocument): readonly Fault[] {
  return conditionsIn(when.not ?? {}).flatMap(({ condition, value }) => {
    const wanted = when[condition.name]
    if (wanted === undefined) return []
    const [asked, excluded] = [condition.compile(wanted), condition.compile(value)]
    const isAll =
      condition.form.kind === 'texts by key'
        ? Object.entries(excluded as object).some(([key, out]) =>
            isWithin(memberOf(asked, key), out),
          )
        : isWithin(asked, excluded)
    if (!isAll) return []
    const message = `never matches: it excludes every ${condition.name} that when asks for`
    return [{ path: ['not', condition.name], message, atKey: true as const }]
  })
}

/** Whether every value of a condition is one of another. */
function isWithin(wanted: unknown, others: unknown): boolean {
  if (!Array.isArray(wanted) || !Array.isArray(others))
    return JSON.stringify(wanted) === JSON.stringify(others)
  const known = new Set<unknown>(others)
  return wanted.every((one) => known.has(one))
}

/** A field that no request has together with the others. */
interface Contradiction {
  readonly name: ConditionName
  readonly reason: string
}

/** Fields that no request has with this payment method, or that none of the calls has. */
function contradictions(when: WhenDocument): readonly Contradiction[] {
  return [...ofOtherMethod(when), ...notCarried(when)]
}

/** A card type that no card with one of these numbers has. */
function otherCardType({ pan, card_type }: WhenDocument): readonly Contradiction[] {
  if (pan === undefined || card_type === undefined) return []
  const had = new Set(asList(pan).flatMap((glob) => cardTypesBeginning(String(glob))))
  const tests = asList(card_type).map((glob) => compileGlob(String(glob)))
  if ([...had].some((type) => tests.some((test) => test(type)))) return []
  const types = [...had].map((type) => (type === '' ? 'of no known type' : type)).join(' or ')
  return [{ name: 'card_type', reason: `a card with this pan is ${types}` }]
}

/** A request is paid by card or by direct debit, so it never has the fields of both. */
function ofOtherMethod(when: WhenDocument): readonly Contradiction[] {
  const cardFields = conditionsOnlyFor('card').filter((name) => when[name] !== undefined)
  const debitFields = conditionsOnlyFor('direct_debit').filter((name) => when[name] !== undefined)
  if (when.method === 'direct_debit') {
    return cardFields.map((name) => ({ name, reason: `a direct debit has no ${name}` }))
  }
  const isCard = when.method === 'card' || cardFields.length > 0
  return isCard ? debitFields.map((name) => ({ name, reason: `a card has no ${name}` })) : []
}

function notCarried(when: WhenDocument): readonly Contradiction[] {
  const calls = callsNamed(when)
  if (calls.length === 0) return []
  return conditionsIn(when).flatMap(({ condition: { name } }) => {
    if (name === 'operation' || calls.some((call) => carries(call, name, when))) return []
    const what = name === 'method' ? `method ${when.method}` : name
    return [{ name, reason: `no ${calls.join(' or ')} has ${what}` }]
  })
}
