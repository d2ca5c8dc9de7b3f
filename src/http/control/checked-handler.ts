import * as z from 'zod'
import type { Call } from '../call.ts'
import { checkAgainst } from '../contract/check.ts'
import { strict } from '../contract/control/control-field.ts'
import type { Answered, ControlHandler, Plain } from './control-handler.ts'
import type { HandlerParts } from './parts.ts'

const nothing = strict({})

type Nothing = typeof nothing

/** The schemas of a call's input; without a schema, path, query or body must be empty. */
interface Places<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  readonly path?: Path
  readonly query?: Query
  readonly body?: Body
}

interface CheckedInput<Path extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  readonly path: z.output<Path>
  readonly query: z.output<Query>
  readonly body: z.output<Body>
}

/** Checks path, query and body against their schemas, and reports all errors at once. */
export function handler<
  Answer,
  Path extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  places: Places<Path, Query, Body>,
  handle: (
    call: Call,
    input: CheckedInput<Path, Query, Body>,
    parts: HandlerParts,
  ) => Answer | Promise<Answer>,
): ControlHandler<Plain<Answer>, z.input<Body>> {
  return {
    check: checkOf(places),
    // The cast is safe: the handler only gets the result of its own check.
    handle: (call, input, parts) =>
      handle(call, input as CheckedInput<Path, Query, Body>, parts) as Answered<Plain<Answer>>,
  }
}

/** For a body that needs more checks than its schema makes. */
export function readingHandler<Body extends z.ZodType, Read, Answer>(
  body: Body,
  read: (body: z.output<Body>) => Promise<Read>,
  handle: (call: Call, read: Read, parts: HandlerParts) => Answer | Promise<Answer>,
): ControlHandler<Plain<Answer>, z.input<Body>> {
  const check = checkOf({ body })
  return {
    // The casts are safe: each step only gets the result of the step before it.
    check: (given) => read((check(given) as { readonly body: z.output<Body> }).body),
    handle: (call, input, parts) => handle(call, input as Read, parts) as Answered<Plain<Answer>>,
  }
}

function checkOf(places: Places<z.ZodType, z.ZodType, z.ZodType>): ControlHandler['check'] {
  const { path = nothing, query = nothing, body = nothing } = places
  return checkAgainst(z.object({ path, query, body }))
}
