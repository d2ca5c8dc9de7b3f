import { nextTurn } from '../document/in-batches.ts'
import { Problem } from '../domain/problem.ts'
import { faultEntry } from '../scenario/faults/table.ts'
import { DELIVERY } from '../scenario/matching/layers.ts'
import type { Match } from '../scenario/matching/match.ts'
import type { Facts, Operation as OperationName } from '../scenario/rule.ts'
import type { Answer, DeliveryNote } from './answer.ts'
import type { UserCall } from './call.ts'
import type { Check } from './contract/check.ts'
import { refusal } from './problem-response.ts'

/** One operation of the gateway or the vault: what it accepts, and what it does. */
export interface ApiOperation<Input = unknown> {
  readonly name: OperationName
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly check: Later<Check<Input>>
  readonly hasBody: boolean
  /** Must not await before it commits: that makes each command atomic. */
  readonly handle: (call: UserCall, input: Input) => Answer
}

/** An operation, or the base address, which has no operation name. */
export type ServedOperation = Omit<ApiOperation, 'name'> & Partial<Pick<ApiOperation, 'name'>>

/** Builds operations; each is checked by the contract of its name. */
export function operationsBy<Checks extends Partial<Record<OperationName, Check<unknown>>>>(
  load: () => Promise<Checks>,
) {
  const checks = later(load)
  return <Name extends keyof Checks & OperationName>(
    name: Name,
    method: ApiOperation['method'],
    path: string,
    handle: (call: UserCall, input: ReturnType<NonNullable<Checks[Name]>>) => Answer,
  ): ApiOperation => {
    const hasBody = method === 'POST' || method === 'PATCH'
    // The cast is safe: each handler only gets the result of its own check.
    return { name, method, path, hasBody, check: memberOf(checks, name), handle } as ApiOperation
  }
}

/** For operations without a bank's answer: rules can only change their delivery. */
export function underRules(call: UserCall, given: CallFacts, handle: () => Answer): Answer {
  const { world, context, user, correlation } = call
  const facts = { user: user.name, correlation_id: correlation.id, now: context.now, ...given }
  const match = world.rules.match(facts, context.seed, DELIVERY)
  const met = world.environment.sweep?.meet(world.place, facts)
  const ruled = deliveryNote(match)
  const note = met?.fault === undefined ? ruled : { ...ruled, fault: met.fault }
  if (note.fault?.at === 'before') {
    world.commit(match.changes)
    return unprocessedAnswer(call, note, handle)
  }
  const answer = handle()
  if (answer.note?.isFoundAgain !== true) met?.made()
  if (note === unchangedDelivery) return answer
  world.commit(match.changes)
  return { ...answer, note: { ...answer.note, ...note } }
}

/** The facts of a call, except who calls and when. */
type CallFacts = Omit<Facts, 'user' | 'now'>

export function deliveryNote(match: Match): DeliveryNote {
  const { rules, delivery, delayMs, counts, verdict } = match
  if (rules.length + counts.length === 0) return unchangedDelivery
  const { fault, headers } = delivery?.outcome ?? {}
  return {
    rules: rules.map(({ id }) => id),
    fault,
    delayMs,
    ruleHeaders: headers,
    ruled: verdict && { rule: verdict.rule.id, code: verdict.outcome.responseCode },
  }
}

/** No rule changes the delivery. */
const unchangedDelivery: DeliveryNote = {
  rules: [],
  fault: undefined,
  delayMs: 0,
  ruleHeaders: undefined,
  ruled: undefined,
}

/** The answer to break for a call that was not processed; rehearsed only if the fault shows any of it. */
export function unprocessedAnswer(
  { world }: UserCall,
  note: DeliveryNote,
  imagine: () => Answer,
): Answer {
  const isShown = note.fault !== undefined && faultEntry(note.fault.kind).needsAnswer === true
  if (!isShown) return { status: 200, headers: {}, body: undefined, note }
  const { status, headers, body } = world.rehearse(() => answerOrRefusal(imagine))
  return { status, headers, body, note }
}

function answerOrRefusal(work: () => Answer): Answer {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof Problem) return refusal(cause)
    throw cause
  }
}

/** A value that is loaded on first use and then stays in memory. */
export type Later<T> = () => T | Promise<T>

/** Loads on first use, in a turn of its own, so that neither a start nor other requests wait for it. */
export function later<T>(load: () => Promise<T>): Later<T> {
  let loading: Promise<T> | undefined
  let loaded: { readonly value: T } | undefined
  return () => {
    if (loaded !== undefined) return loaded.value
    loading ??= load().then(async (value) => {
      await nextTurn()
      loaded = { value }
      return value
    })
    return loading
  }
}

/** One member of a value that is loaded later. */
export function memberOf<T, Key extends keyof T>(whole: Later<T>, key: Key): Later<T[Key]> {
  return () => {
    const now = whole()
    return now instanceof Promise ? now.then((value) => value[key]) : now[key]
  }
}
