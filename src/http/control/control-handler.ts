import { unknownNames } from '../../document/nearest-word.ts'
import type { Call } from '../call.ts'
import type { ControlCall, ControlCalls, Shape } from '../contract/control/control-call.ts'
import { type LocatedObjection, RequestProblem } from '../request-problem.ts'
import type { HandlerParts } from './parts.ts'

/** The input of a control call, as sent. */
interface ControlInput {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Checks the input of a control call, runs it and returns its answer. */
export interface ControlHandler<Answer = unknown, Body = never> {
  /** Throws if the input is invalid; `handle` gets the result, or what it resolves to. */
  readonly check: (given: ControlInput) => unknown
  /** Returns undefined if it has sent the answer itself. */
  readonly handle: (call: Call, input: unknown, parts: HandlerParts) => Answered<Answer>
  /** For the compiler only: the body type in the list must be one that the schema accepts. */
  readonly takes?: (body: Body) => void
}

export type Answered<Answer> = Answer | WithStatus<Answer> | Promise<Answer | WithStatus<Answer>>

/** The body of an answer, whatever its status. */
export type Plain<Answer> = Answer extends WithStatus<infer Inner> ? Inner : Answer

/** An answer with a status other than 200. */
export class WithStatus<Answer> {
  readonly status: number
  readonly answer: Answer

  constructor(status: number, answer: Answer) {
    this.status = status
    this.answer = answer
  }
}

/** A handler for each call of a list, with the list's types for bodies and answers. */
export type Handlers<Calls extends ControlCalls> = {
  readonly [Name in keyof Calls]: ControlHandler<AnswerOf<Calls[Name]>, BodyOf<Calls[Name]>>
}

type AnswerOf<One extends ControlCall> =
  One['answer'] extends Shape<infer Answer> ? Answer : undefined
type BodyOf<One extends ControlCall> = One extends { body: Shape<infer Body> } ? Body : never

/** A call without input. It has no schema, so that the first call after a start does not wait for zod. */
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
