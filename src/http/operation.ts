import type { Facts, Operation as OperationName } from '../scenario/rule.ts'
import type { Answer } from './answer.ts'
import type { UserCall } from './call.ts'
import type { Check } from './contract/check.ts'

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

/** Several operations of different inputs in one list; each is only ever given its own. */
export function operation<Input>(definition: Operation<Input>): Operation {
  return definition as Operation
}

/** For operations without outcome of their own: a rule can break them, nothing more. */
export function underRules(call: UserCall, facts: Facts, handle: () => Answer): Answer {
  const { world } = call
  const { rule, changes } = world.rules.match(facts)
  const fault = rule?.rule.outcome.fault
  const note = { rule: rule?.id, fault, delayMs: rule?.rule.outcome.delayMs ?? 0 }
  if (fault?.at === 'before') {
    if (changes.length > 0) world.commit(changes)
    return { status: 200, headers: {}, body: undefined, note }
  }
  const answer = handle()
  if (changes.length > 0) world.commit(changes)
  return { ...answer, note: { ...answer.note, ...note } }
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
