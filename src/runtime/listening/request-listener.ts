import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { malformedAddress } from '../../http/bad-connection.ts'
import type { Env } from '../../http/call.ts'
import type { Codes } from '../../http/problem-response.ts'
import { settleTarget } from '../../http/request-target.ts'
import { SENT } from '../../http/sent.ts'

export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A path that means what it says, with a query or without. */
const plainTarget = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)+(?:\?[A-Za-z0-9_.~%+=&:,@-]*)?$/
const plainHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::[1-5]?[0-9]{1,4})?$/
const plainMethods: ReadonlySet<string | undefined> = new Set(['GET', 'POST', 'PATCH', 'DELETE'])

/**
 * Hands requests to the app. Nearly all are answered on Node's own response, and need neither a web
 * request nor a web response: these go straight to the app. The rest is for @hono/node-server.
 */
export function requestListener(app: Hono<Env>, codes: Codes): RequestListener {
  return (incoming, outgoing) => {
    settleTarget(incoming)
    if (isPlain(incoming)) void answerPlainly(app, { incoming, outgoing }, codes)
    else void answerByAdapter(app, { incoming, outgoing }, codes)
  }
}

function isPlain({ method, url = '', headers: { host = '' } }: IncomingMessage): boolean {
  return plainMethods.has(method) && plainTarget.test(url) && plainHost.test(host)
}

async function answerPlainly(app: Hono<Env>, env: Exchange, codes: Codes): Promise<void> {
  const { method, url, headers } = env.incoming
  // All that Hono reads of a request that it only routes.
  const request = { method, url: `http://${headers.host}${url}` } as Request
  try {
    const response = await app.fetch(request, env)
    if (response !== SENT) await deliver(() => response, env, codes)
  } catch (cause) {
    await deliver(() => Promise.reject(cause), env, codes)
  }
}

interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** With all care for addresses, methods and hosts that are not plain. */
async function answerByAdapter(app: Hono<Env>, env: Exchange, codes: Codes): Promise<void> {
  const { RESPONSE_ALREADY_SENT } = await import('@hono/node-server/utils/response')
  const answer = await adapter(codes, env, async (request) => {
    const response = await app.fetch(request, env as HttpBindings)
    // Hono wraps an answer to HEAD anew, which loses the sign that it has been sent already.
    const isSent = response === SENT || (request.method === 'HEAD' && env.outgoing.headersSent)
    return isSent ? RESPONSE_ALREADY_SENT : response
  })
  await answer(env.incoming, env.outgoing)
}

async function deliver(
  respond: () => Response | Promise<Response>,
  env: Exchange,
  codes: Codes,
): Promise<void> {
  const answer = await adapter(codes, env, respond)
  await answer(env.incoming, env.outgoing)
}

async function adapter(
  codes: Codes,
  { incoming }: Exchange,
  fetch: (request: Request) => Response | Promise<Response>,
) {
  const { getRequestListener, RequestError } = await import('@hono/node-server')
  const errorHandler = (error: unknown): Response => {
    if (error instanceof RequestError) return malformedAddress(incoming.headers, codes)
    // Whatever else fails is answered by the app itself.
    throw error
  }
  // The process may be that of somebody's tests, whose globals are not ours.
  return getRequestListener(fetch, { errorHandler, overrideGlobalObjects: false })
}
