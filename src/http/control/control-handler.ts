import { unknownNames } from '../../document/nearest-word.ts'
import type { Call } from '../call.ts'
import type { ControlCall, ControlCalls, Shape } from '../contract/control/control-call.ts'
import { type LocatedObjection, RequestProblem } from '../request-problem.ts'
import type { HandlerParts } from './parts.ts'

/** What a control call is given, as it came. */
export interface ControlInput {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What does a control call: checks what it is given, and makes its answer. */
export interface ControlHandler<Answer = unknown, Body = never> {
  readonly check: (given: ControlInput) => unknown
  /** What else can be found wrong with it without a world; its handler is given what this makes. */
  readonly read?: (input: unknown) => Promise<unknown>
  /** Refuses what was read before a world is made for it; where there is one, its handler does. */
  readonly refuse?: (read: unknown) => void
  /** Undefined where it has sent its answer itself. */
  readonly handle: (call: Call, input: unknown, parts: HandlerParts) => Answered<Answer>
  /** For the compiler: the list's body type must be one that the schema takes. */
  readonly takes?: (body: Body) => void
}

export type Answered<Answer> = Answer | WithStatus<Answer> | Promise<Answer | WithStatus<Answer>>

/** What stands in the body, whatever the status. */
export type Plain<Answer> = Answer extends WithStatus<infer Inner> ? Inner : Answer

/** An answer whose status is not 200. */
export class WithStatus<Answer> {
  readonly status: number
  readonly answer: Answer

  constructor(status: number, answer: Answer) {
    this.status = status
    this.answer = answer
  }
}

/** A handler for each call of a list, with the bodies and the answers that the list says. */
export type Handlers<Calls extends ControlCalls> = {
  readonly [Name in keyof Calls]: ControlHandler<AnswerOf<Calls[Name]>, BodyOf<Calls[Name]>>
}

type AnswerOf<One extends ControlCall> =
  One['answer'] extends Shape<infer Answer> ? Answer : undefined
type BodyOf<One extends ControlCall> = One extends { body: Shape<infer Body> } ? Body : never

/** Takes nothing. Without a schema: the first call of a start must not wait for zod. */
export function simpleHandler<Answer>(
  handle: (call: Call, parts: HandlerParts) => Answer | Promise<Answer>,
): ControlHandler<Answer> {
  return {
    check: refuseInput,
    handle: (call, _input, parts) => handle(call, parts),
  }
}

function refuseInput({ query, body }: ControlInput): void {
  const wrong = [...unwanted('body', body), ...unwanted('query', query)]
  if (wrong.length > 0) throw new RequestProblem(wrong)
}

function unwanted(place: string, value: unknown): readonly LocatedObjection[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ code: 'invalid_type', message: 'Must be an object', location: [place] }]
  }
  const names = Object.keys(value)
  if (names.length === 0) return []
  return [{ code: 'invalid_format', message: unknownNames(names, []), location: [place] }]
}
