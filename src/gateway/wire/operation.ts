import { Problem } from '../../domain/problem.ts'
import { faultKind, faultTable } from '../../scenario/faults/table.ts'
import { BANK, DELIVERY, isStopping } from '../../scenario/matching/layers.ts'
import type { Facts, Operation as OperationName, ScenarioRule } from '../../scenario/rule.ts'
import { milliseconds } from '../../scenario/written-values.ts'
import { ledBy, type RuleMatch } from '../world/rule-state.ts'
import type { Answer, Answered, Broken, CallRecord, Result } from './answer.ts'
import type { Call, UserCall } from './call.ts'
import type { Check } from './contract/check.ts'
import { refusedCallRecord } from './pipeline/record/refused-call-record.ts'
import { refusalResponse } from './problem-response.ts'

/** The HTTP methods of the gateway and the vault. */
export const apiMethods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

export type ApiMethod = (typeof apiMethods)[number]

/** One operation of the gateway or the vault: what it accepts, and what it does. */
export interface ApiOperation<Input = unknown> {
  readonly name: OperationName
  readonly method: ApiMethod
  readonly path: string
  /** Undefined until `load` has loaded it, so that a start need not wait for it. */
  check: Check<Input> | undefined
  readonly load: () => Promise<Check<Input>>
  readonly hasBody: boolean
  /** Must not await before it commits: that makes each command atomic. */
  readonly handle: (call: UserCall, input: Input) => Result
}

/** An operation, or the base address, which has no operation name. */
export type ServedOperation = Omit<ApiOperation, 'name'> & {
  readonly name: OperationName | undefined
}

/** The parts of a request, checked by its contract. */
export function checkedRequest(check: Check<unknown>, call: Call): unknown {
  const { given } = call.correlation
  return check({
    header: given === undefined ? noHeader : { 'X-Correlation-Id': given },
    path: call.pathValues,
    query: call.query,
    body: call.body,
  })
}

const noHeader = {}

/** Builds operations; each is checked by the contract of its name. */
export function operationsBy<Checks extends Partial<Record<OperationName, Check<unknown>>>>(
  load: () => Promise<Checks>,
) {
  const checks = later(load)
  return <Name extends keyof Checks & OperationName>(
    name: Name,
    method: ApiOperation['method'],
    path: string,
    handle: (call: UserCall, input: ReturnType<NonNullable<Checks[Name]>>) => Result,
  ): ApiOperation => {
    const hasBody = method === 'POST' || method === 'PATCH'
    const loadOwn = async () => (await checks())[name]
    const operation = { name, method, path, hasBody, check: undefined, load: loadOwn, handle }
    // The cast is safe: each handler only gets the result of its own check.
    return operation as unknown as ApiOperation
  }
}

/** An answer, and what its record needs. */
export interface Handled extends Partial<Omit<CallRecord, 'rules' | 'merchant' | 'considered'>> {
  readonly answer: Answer
}

/**
 * For operations without a bank's answer: rules can change their delivery, and hide what a lookup
 * or search would find.
 */
export function underRules(
  call: UserCall,
  given: CallFacts,
  handle: (isHidden: boolean) => Handled,
): Result {
  const { world, context, user, correlation } = call
  const { now, calendar } = context
  const header = world.rules.book.sees.has('header') ? call.incoming.headers : undefined
  // Completed in place, for each caller makes its own object: a copy costs more than the matching.
  const facts: { -readonly [Name in keyof Facts]: Facts[Name] } = given
  facts.user = user.name
  facts.correlation_id ??= correlation.id
  facts.header = header
  facts.now = now
  facts.calendar = calendar
  const direction = world.directed(facts)
  const match = matchFor(call, facts, direction?.rule)
  const fault = match.delivery?.outcome.fault
  const { merchant } = facts
  if (fault?.at === 'before') {
    world.commit(match.changes)
    const imagine = () => handle(false).answer
    const { card, facts: read } = refusedCallRecord(call, given.operation, undefined)
    return unprocessed(call, match, fault, imagine, { merchant, card, facts: read })
  }
  const { answer, audit, outcome, card, facts: found } = handle(match.bank?.outcome.found === false)
  if (!found?.vault?.includes('found-again')) direction?.made()
  if (match.changes.length > 0) world.commit(match.changes)
  const callRecord = { merchant, audit, outcome, card, facts: found ?? {} }
  return shaped(answer, match, fault, callRecord, match.delayMs + slowMs(match))
}

/** How long the response takes once everything is decided. */
export function slowMs({ delivery }: RuleMatch): number {
  return delivery?.outcome.slow === undefined ? 0 : milliseconds(delivery.outcome.slow)
}

/** A call that is not processed uses up no rule but the one that stops it. */
function matchFor({ world, context }: UserCall, facts: Facts, first: ScenarioRule | undefined) {
  if (first !== undefined && isStopping(first.rule.outcome)) return ledBy(first)
  // The bank's layer of a lookup or search is whether it finds anything.
  return world.rules.match(facts, context.seed, DELIVERY | BANK, first)
}

/** The facts of a call, except who calls and when. */
type CallFacts = Omit<Facts, 'user' | 'now' | 'header' | 'calendar'>

/** What a rule makes of an answer: it delays it, adds headers or breaks it. */
export function shaped(
  answer: Answer,
  match: RuleMatch,
  fault: Broken['fault'] | undefined,
  partial: Omit<CallRecord, 'rules' | 'considered'>,
  delayMs: number,
  done?: () => void,
): Answered | Broken {
  const { merchant, audit, outcome, card, facts } = partial
  // No spread: all requests share one object shape, built without copying.
  const rules = rulesOf(match)
  const { considered } = match
  const callRecord = { rules, considered, merchant, audit, outcome, card, facts }
  const ruleHeaders = match.delivery?.outcome.headers
  if (fault === undefined) {
    return { kind: 'answered', answer, callRecord, ruleHeaders, delayMs, done }
  }
  return { kind: 'broken', answer, fault, callRecord, ruleHeaders, delayMs, done }
}

export function rulesOf({ rules }: RuleMatch): readonly string[] {
  return rules.length === 0 ? noRules : rules.map(({ id }) => id)
}

const noRules: readonly string[] = []

/** The answer to break for a call that was not processed; rehearsed only if the fault shows any of it. */
export function unprocessed(
  { world }: UserCall,
  match: RuleMatch,
  fault: Broken['fault'],
  imagine: () => Answer,
  partial: Omit<CallRecord, 'rules' | 'considered'>,
): Answered | Broken {
  if (faultTable[faultKind(fault)].needsAnswer !== true) {
    const answer = { status: 200, headers: {}, body: undefined }
    return shaped(answer, match, fault, partial, match.delayMs)
  }
  const { status, headers, body } = world.rehearse(() => answerOrRefusal(imagine))
  return shaped({ status, headers, body }, match, fault, partial, match.delayMs)
}

function answerOrRefusal(work: () => Answer): Answer {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof Problem) return refusalResponse(cause)
    throw cause
  }
}

/** A value that is loaded on first use and then stays in memory. */
export type Later<T> = () => Promise<T>

/** Loads on first use, so that a start need not wait for it. */
export function later<T>(load: () => Promise<T>): Later<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
