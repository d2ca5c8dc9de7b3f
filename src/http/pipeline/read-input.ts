import type { IncomingMessage } from 'node:http'
import { redactText } from '../../domain/redaction/redacted.ts'
import type { Call } from '../call.ts'
import type { Check } from '../contract/check.ts'
import { inOrder, type LocatedObjection, RequestProblem } from '../request-problem.ts'
import { parseJson, readBody } from './body.ts'
import type { CallParameters } from './open-call.ts'

/** The body of a call, before it is checked, and what its members mean. */
export type ReadParts = Pick<Call, 'isRead' | 'bytes' | 'body' | 'marks'>

/** A call whose body has not been read yet. */
export function nothingSent(): ReadParts {
  return { isRead: false, bytes: undefined, body: undefined, marks: undefined }
}

/** What was read of a call. */
export function readParts({ isRead, bytes, body, marks }: Call): ReadParts {
  return { isRead, bytes, body, marks }
}

interface Reading {
  readonly incoming: IncomingMessage
  readonly hasBody: boolean
}

/** Reads the body; throws if it is not JSON. */
export async function readInput(sent: ReadParts, reading: Reading): Promise<void> {
  const { incoming, hasBody } = reading
  sent.isRead = true
  if (!hasBody) {
    incoming.resume()
    return
  }
  sent.bytes = await readBody(incoming)
  sent.body = parseJson(incoming, sent.bytes)
}

/** The parts of a call that are checked. */
type Checked = CallParameters & Pick<Call, 'body'>

/** Reports the errors of path, query, header and body at once. */
export function checked(check: Check<unknown>, request: Checked): unknown {
  if (request.repeated.length === 0) return checkedOnce(check, request)
  const repeated = request.repeated.map((name) => ({
    code: 'repeated_parameter' as const,
    message: 'Is given more than once',
    location: ['query', redactText(name)],
  }))
  throw new RequestProblem(inOrder([...repeated, ...otherFaults(check, request)]))
}

function otherFaults(check: Check<unknown>, request: Checked): readonly LocatedObjection[] {
  try {
    checkedOnce(check, request)
    return []
  } catch (cause) {
    if (cause instanceof RequestProblem) return cause.located
    throw cause
  }
}

function checkedOnce(check: Check<unknown>, request: Checked): unknown {
  const { given } = request.correlation
  return check({
    header: given === undefined ? noHeader : { 'X-Correlation-Id': given },
    path: request.pathValues,
    query: request.query,
    body: request.body,
  })
}

const noHeader = {}
