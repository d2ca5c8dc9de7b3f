import { type ClientRequest, request } from 'node:http'
import type { StepEntry } from '../../insight/run/run-history.ts'
import type { CallRecord } from './replay-steps.ts'

/** Tells the sandbox which step of the run a request is. */
export const STEP_HEADER = 'x-replayed-step'

/** A request that was sent; the sandbox reports its outcome through the tape. */
export interface SentRequest {
  /** The status of the answer; undefined if there was none. */
  readonly answered: Promise<number | undefined>
  leave(): void
}

/** Sends a recorded call to this port, with its original host name. */
export function sendCall(
  port: number,
  { method, path, headers, body }: CallRecord['request'],
  step: number,
): SentRequest {
  const head = { method, path, headers: { ...headers, [STEP_HEADER]: String(step) } }
  return send(port, head, body)
}

export function sendControl(port: number, { method, path, body }: StepEntry): SentRequest {
  return send(port, { method, path, headers: { 'content-type': 'application/json' } }, body)
}

interface Head {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

function send(port: number, { headers, ...head }: Head, body: unknown): SentRequest {
  const text = body === undefined ? '' : JSON.stringify(body)
  const length = Buffer.byteLength(text)
  const all = { ...headers, ...(length > 0 && { 'content-length': String(length) }) }
  const sent = request({ port, host: '127.0.0.1', agent: false, ...head, headers: all })
  sent.end(text)
  return { answered: answerTo(sent), leave: () => sent.destroy() }
}

function answerTo(sent: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve) => {
    sent.on('response', (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode))
      response.on('error', () => resolve(undefined))
    })
    sent.on('error', () => resolve(undefined))
  })
}
