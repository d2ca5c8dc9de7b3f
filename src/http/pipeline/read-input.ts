import type { IncomingMessage } from 'node:http'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { maskWritten } from '../../domain/card/card-number-in-text.ts'
import type { Call } from '../call.ts'
import type { Check } from '../contract/check.ts'
import { inOrder, type LocatedObjection, RequestProblem } from '../request-problem.ts'
import { parseJson, readBody } from './body.ts'
import type { Asked } from './open-call.ts'
import { withoutOwnNumber } from './record/own-number.ts'

/** What becomes known of a call's body before it is understood. */
type Sent = Pick<Call, 'isRead' | 'bytes' | 'body' | 'ownNumberIn' | 'isBodyPlain'>

/** Of a call whose body has yet to be read. */
export function nothingSent(): Sent {
  return {
    isRead: false,
    bytes: undefined,
    body: undefined,
    ownNumberIn: none,
    isBodyPlain: false,
  }
}

const none: readonly string[] = []

interface Reading {
  readonly incoming: IncomingMessage
  readonly hasBody: boolean
  readonly assumptions: Assumptions
}

/** Reads what was sent; throws where that is no JSON. */
export async function readInput(sent: Sent, reading: Reading): Promise<void> {
  const { incoming, hasBody, assumptions } = reading
  sent.isRead = true
  if (!hasBody) {
    incoming.resume()
    return
  }
  sent.bytes = await readBody(incoming)
  const json = parseJson(incoming, sent.bytes)
  const { body, ownNumberIn, isPlain } = withoutOwnNumber(json, sent.bytes, assumptions)
  sent.body = body
  sent.ownNumberIn = ownNumberIn
  sent.isBodyPlain = isPlain
}

/** What a call has that is checked. */
type Checked = Asked & Pick<Call, 'body'>

/** All faults of path, query, header and body at once. */
export function checked(check: Check<unknown>, asked: Checked): unknown {
  if (asked.repeated.length === 0) return checkedOnce(check, asked)
  const repeated = asked.repeated.map((name) => ({
    code: 'repeated_parameter' as const,
    message: 'Is given more than once',
    location: ['query', maskWritten(name)],
  }))
  throw new RequestProblem(inOrder([...repeated, ...otherFaults(check, asked)]))
}

function otherFaults(check: Check<unknown>, asked: Checked): readonly LocatedObjection[] {
  try {
    checkedOnce(check, asked)
    return []
  } catch (cause) {
    if (cause instanceof RequestProblem) return cause.located
    throw cause
  }
}

function checkedOnce(check: Check<unknown>, asked: Checked): unknown {
  const { given } = asked.correlation
  return check({
    header: given === undefined ? noHeader : { 'X-Correlation-Id': given },
    path: asked.pathValues,
    query: asked.query,
    body: asked.body,
  })
}

const noHeader = {}
