import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Answer } from '../../answer.ts'
import type { Env } from '../../call.ts'
import { correlationOf } from '../correlation-header.ts'

/** For a call that has no world, or none yet: nothing is written down of it. */
export function plainAnswer(context: Context<Env>, { status, headers, body }: Answer): Response {
  context.env.incoming.resume()
  const { id } = correlationOf(context.env.incoming)
  return context.body(body ?? '', status as ContentfulStatusCode, {
    'Content-Type': 'application/json; charset=utf-8',
    ...(id !== undefined && { 'X-Correlation-Id': id }),
    ...headers,
  })
}
