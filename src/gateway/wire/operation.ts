import { Problem } from '../../domain/problem.ts'
import { type FaultDocument, faultKind, faultTable } from '../../scenario/faults/table.ts'
import { BANK, DELIVERY, isStopping } from '../../scenario/matching/layers.ts'
import type { Facts, Operation as OperationName, ScenarioRule } from '../../scenario/rule.ts'
import { ledBy, noRuleMatch } from '../world/rule-state.ts'
import {
  type Answer,
  callResult,
  noReply,
  type Result,
  type ResultParts,
  slowMs,
} from './answer.ts'
import type { UserCall } from './call.ts'
import type { User } from './caller.ts'
import type { Check } from './contract/check.ts'
import { partsRead, type RedactedRequest } from './pipeline/record/redacted-request.ts'
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
export interface Handled extends ResultParts {
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
    const parts = { ...partsRead(call.redacted), merchant, delayMs: match.delayMs }
    return callResult(
      unprocessed(call, fault, () => handle(false).answer),
      match,
      parts,
    )
  }
  const { answer, audit, outcome, card, facts: found } = handle(match.bank?.outcome.found === false)
  if (!found?.vault?.includes('found-again')) direction?.made()
  if (match.changes.length > 0) world.commit(match.changes)
  const delayMs = match.delayMs + slowMs(match)
  return callResult(answer, match, { merchant, audit, outcome, card, facts: found, delayMs })
}

/** A call that is not processed uses up no rule but the one that stops it. */
function matchFor({ world, context }: UserCall, facts: Facts, first: ScenarioRule | undefined) {
  if (first !== undefined && isStopping(first.rule.outcome)) return ledBy(first)
  // The bank's layer of a lookup or search is whether it finds anything.
  return world.rules.match(facts, context.seed, DELIVERY | BANK, first)
}

/** The facts of a call, except who calls and when. */
type CallFacts = Omit<Facts, 'user' | 'now' | 'header' | 'calendar'>

/** The answer to break for a call that was not processed; rehearsed only if the fault shows any of it. */
export function unprocessed(
  { world }: UserCall,
  fault: FaultDocument,
  imagine: () => Answer,
): Answer {
  if (faultTable[faultKind(fault)].needsAnswer !== true) return noReply
  const { status, headers, body } = world.rehearse(() => answerOrRefusal(imagine))
  return { status, headers, body }
}

/** The result of a call that was refused, or lost, before a handler understood it: with what can be read of it. */
export function refusedResult(answer: Answer, { redacted, user, operation }: RefusedCall): Result {
  const { merchant, card, facts } = partsRead(redacted)
  const isLook = operation === 'lookup' || operation === 'search'
  return callResult(answer, noRuleMatch, {
    // An operation without a merchant is for that of its user; other requests have none.
    merchant: merchant ?? (operation === undefined ? undefined : user.merchant),
    card,
    facts: { ...facts, shown: isLook && answer.status === 404 ? null : undefined },
  })
}

interface RefusedCall {
  readonly redacted: RedactedRequest
  readonly user: User
  /** Undefined if the path is none. */
  readonly operation: OperationName | undefined
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
