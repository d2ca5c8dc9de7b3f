import type * as z from 'zod'
import type { Facts, Operation as OperationName } from '../scenario/rule.ts'
import type { Answer } from './answer.ts'
import type { UserCall } from './call.ts'

/** One operation of the gateway or the vault: what it accepts, and what it does. */
export interface Operation<Input = unknown> {
  readonly name: OperationName
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Made at its first use: a start need not wait for all of them. */
  readonly contract: () => z.ZodType<Input>
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

/** Makes a value when it is first asked for, and only then. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
