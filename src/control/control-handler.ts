import type * as z from 'zod'
import { unknownNames } from '../base/text/nearest-word.ts'
import type { ValueOf } from '../base/value-of.ts'
import type { Call } from '../gateway/wire/call.ts'
import { objections } from '../gateway/wire/contract/objection.ts'
import { inOrder, type LocatedObjection, RequestProblem } from '../gateway/wire/request-problem.ts'
import type { CallSchemas } from './openapi/control-document.ts'
import type { HandlerParts } from './parts.ts'

/** The input of a control call, as sent. */
interface ControlInput {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Checks the input of a control call, runs it and returns its answer. */
export interface ControlHandler<Answer = unknown, Input = unknown> {
  /** Throws if the input is invalid. */
  readonly check: (given: ControlInput) => Promise<unknown>
  /** Gets what `check` resolves to. Returns undefined if it has sent the answer itself. */
  readonly handle: (call: Call, input: unknown, parts: HandlerParts) => Answered<Answer>
  /** The schemas of its input and its answer, for the OpenAPI document. */
  readonly schemas: CallSchemas
  /** For the compiler only: the query or body that a client gives. */
  readonly takes?: Input
}

type Answered<Answer> = Answer | WithStatus | Promise<Answer | WithStatus>

/** An answer with a status other than 200. */
export class WithStatus {
  readonly status: number
  readonly answer: unknown

  constructor(status: number, answer: unknown) {
    this.status = status
    this.answer = answer
  }
}

/** The schemas of a call; without a schema, query and body must be empty. */
interface HandlerSchemas<Path, Query, Body, Read, Answer> {
  readonly path?: Path
  readonly query?: Query
  readonly body?: Body
  /** For a body that needs more checks than its schema makes. */
  readonly read?: (body: z.output<Body>) => Promise<Read>
  /** The JSON that it answers. It is described, not checked: a test holds real answers against it. */
  readonly answer?: Answer | (() => Promise<Answer>)
  /** What it answers, with status 408, if what it waited for did not come in time. */
  readonly late?: z.ZodType
  /** An event of the stream that it answers. */
  readonly event?: z.ZodType
}

/** The answer of a call without a schema, which sends something else; only the compiler has it. */
interface NoJson extends z.ZodType<undefined> {
  readonly isNoJson: true
}

/** The schema of a part that must be empty; only the compiler has it. */
interface Nothing extends z.ZodType<Readonly<Record<never, never>>> {
  readonly isNothing: true
}

/** What a client gives besides the path: the body, or else the query, in which undefined is left out. */
type ClientInput<Query, Body> = Body extends Nothing
  ? { readonly [Name in keyof z.input<Query>]: z.input<Query>[Name] | undefined }
  : z.input<Body>

/**
 * Checks path, query and body against their schemas, and reports all errors at once. Does not load
 * zod, so that the first call after a start does not wait for it.
 */
export function handler<
  Answer extends z.ZodType = NoJson,
  Path extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Read = z.output<Body>,
>(
  schemas: HandlerSchemas<Path, Query, Body, Read, Answer>,
  handle: (
    call: Call,
    input: {
      readonly path: z.output<Path>
      readonly query: z.output<Query>
      readonly body: Read
    },
    parts: HandlerParts,
  ) => Answered<ValueOf<Answer>>,
): ControlHandler<ValueOf<Answer>, ClientInput<Query, Body>> {
  return {
    schemas,
    async check(given) {
      const [path, query, body] = (['path', 'query', 'body'] as const).map((part) => ({
        value: given[part],
        ...checkPart(part, schemas[part], given[part]),
      }))
      const wrong = [path, query, body].flatMap((one) => one?.wrong ?? [])
      if (wrong.length > 0) throw new RequestProblem(inOrder(wrong))
      const read = schemas.read ? await schemas.read(body?.value as z.output<Body>) : body?.value
      return { path: path?.value, query: query?.value, body: read }
    },
    // The casts are safe: the handler only gets the result of its own check.
    handle: (call, input, parts) => handle(call, input as Parameters<typeof handle>[1], parts),
  }
}

interface CheckedPart {
  readonly value?: unknown
  readonly wrong?: readonly LocatedObjection[]
}

function checkPart(
  part: keyof ControlInput,
  schema: z.ZodType | undefined,
  given: unknown,
): CheckedPart {
  if (schema === undefined) return part === 'path' ? {} : { wrong: unwanted(part, given) }
  const result = schema.safeParse(given)
  if (result.success) return { value: result.data }
  const wrong = objections(result.error).map((one) => ({
    ...one,
    location: [part, ...one.location],
  }))
  return { wrong }
}

function unwanted(part: string, value: unknown): readonly LocatedObjection[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ code: 'invalid_type', message: 'Must be an object', location: [part] }]
  }
  const names = Object.keys(value)
  if (names.length === 0) return []
  return [{ code: 'invalid_format', message: unknownNames(names, []), location: [part] }]
}
