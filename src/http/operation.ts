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
export interface Operation<Input = unknown> {
  readonly name: OperationName
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly check: Later<Check<Input>>
  readonly hasBody: boolean
  /** No await before it commits: that is what makes a command atomic. */
  readonly handle: (call: UserCall, input: Input) => Answer
}

/** An operation, or the base address, which has no name. */
export type ServedOperation = Omit<Operation, 'name'> & Partial<Pick<Operation, 'name'>>

/** Makes operations, each of which is checked by the contract of its name. */
export function operationsBy<Checks extends Partial<Record<OperationName, Check<unknown>>>>(
  load: () => Promise<Checks>,
) {
  const checks = later(load)
  return <Name extends keyof Checks & OperationName>(
    name: Name,
    method: Operation['method'],
    path: string,
    handle: (call: UserCall, input: ReturnType<NonNullable<Checks[Name]>>) => Answer,
  ): Operation => {
    const hasBody = method === 'POST' || method === 'PATCH'
    // Each is only ever given what its own check has made.
    return { name, method, path, hasBody, check: memberOf(checks, name), handle } as Operation
  }
}

/** For operations without outcome of their own: a rule can break them, nothing more. */
export function underRules(call: UserCall, given: CallFacts, handle: () => Answer): Answer {
  const { world, context, user, correlation } = call
  const facts = { user: user.name, correlation_id: correlation.id, now: context.now, ...given }
  const match = world.rules.match(facts, context.seed, DELIVERY)
  const note = deliveryNote(match)
  if (note.fault?.at === 'before') {
    if (match.changes.length > 0) world.commit(match.changes)
    return unprocessedAnswer(call, note, handle)
  }
  const answer = handle()
  if (note === asItIs) return answer
  if (match.changes.length > 0) world.commit(match.changes)
  return { ...answer, note: { ...answer.note, ...note } }
}

/** What rules see of a call besides who makes it and when. */
type CallFacts = Omit<Facts, 'user' | 'now'>

/** What rules say about how an answer is delivered. */
export function deliveryNote(match: Match): DeliveryNote {
  const { rules, delivery, delayMs, counts } = match
  if (rules.length + counts.length === 0) return asItIs
  const { fault, headers } = delivery?.outcome ?? {}
  return { rules: rules.map(({ id }) => id), fault, delayMs, ruleHeaders: headers }
}

/** No rule has a say. */
const asItIs: DeliveryNote = { rules: [], fault: undefined, delayMs: 0, ruleHeaders: undefined }

/** An answer to break where nothing was processed: the one that there would be, if any of it shows. */
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

/** Something that is loaded when it is first asked for, and at hand from then on. */
export type Later<T> = () => T | Promise<T>

/** No start waits for what no request has needed yet. */
export function later<T>(load: () => Promise<T>): Later<T> {
  let loading: Promise<T> | undefined
  let loaded: { readonly value: T } | undefined
  return () => {
    if (loaded !== undefined) return loaded.value
    loading ??= load().then((value) => {
      loaded = { value }
      return value
    })
    return loading
  }
}

/** One member of something that comes later. */
export function memberOf<T, Key extends keyof T>(whole: Later<T>, key: Key): Later<T[Key]> {
  return () => {
    const now = whole()
    return now instanceof Promise ? now.then((value) => value[key]) : now[key]
  }
}
