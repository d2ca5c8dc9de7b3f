import { redactText } from '../../../base/redaction/redacted.ts'
import type { FaultDocument } from '../../../scenario/faults/table.ts'
import { type Answer, inertHeaders } from '../answer.ts'
import type { Call } from '../call.ts'
import { WORLD_HEADER } from '../paths.ts'
import {
  breakOff,
  type Delivered,
  hasLeft,
  hold,
  left,
  nothing,
  setHeaders,
} from '../pipeline/delivery/deliver.ts'

/** An answer to break. */
export interface BrokenDelivery {
  readonly fault: FaultDocument
  readonly answer: Answer
  /** They win over the headers of the broken answer. */
  readonly ruleHeaders: Answer['headers']
  readonly call: Call
  /** Ends every wait. */
  readonly stopping: AbortSignal
}

/** What one kind of fault does instead of sending the answer. */
export type Act = (broken: BrokenDelivery) => Delivered | Promise<Delivered>

/**
 * The only way for a fault to wait: for some milliseconds, for something else, or without end. If the
 * client leaves, the world is reset or the server stops meanwhile, the result is the end of the call.
 */
export async function pauseFor(
  { call: { outgoing }, stopping }: BrokenDelivery,
  until?: number | Promise<unknown>,
): Promise<Delivered | undefined> {
  if (typeof until !== 'object') await hold(outgoing, until, stopping)
  else await Promise.race([until, hold(outgoing, undefined, stopping)])
  if (hasLeft(outgoing)) return left
  return stopping.aborted ? cutOff(outgoing) : undefined
}

/** Closes the connection, so that the client gets no whole response. */
export function cutOff(outgoing: Call['outgoing']): Delivered {
  breakOff(outgoing)
  outgoing.destroy()
  return nothing
}

/** A status such as 204 has no body to break, so 200 replaces it. */
export function statusWithBody({ status, body }: Answer): number {
  return body === undefined ? 200 : status
}

export const emptyObject = redactText('{}')

/** Announces the length of the whole body and returns it; an answer without a body gets an empty object. */
export function writeHead(answer: Answer, { outgoing, world }: Call): Buffer {
  const whole = Buffer.from(answer.body ?? emptyObject)
  const headers: Record<string, string> = {
    ...inertHeaders,
    [WORLD_HEADER]: world.name,
    'Content-Type': 'application/json; charset=utf-8',
  }
  setHeaders(headers, answer.headers)
  outgoing.writeHead(statusWithBody(answer), { ...headers, 'Content-Length': whole.length })
  return whole
}
