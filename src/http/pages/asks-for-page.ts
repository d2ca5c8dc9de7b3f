import type { Context } from 'hono'
import type { Env } from '../call.ts'
import { worldlessPath } from '../paths.ts'

/** What only pages have; all else under `/_sandbox` is theirs where a browser asks for a page. */
const ownPaths = /^\/_sandbox\/(?:assets|act|copy)\/|^\/_sandbox\/(?:live|sign-in|sign-out|docs)$/

export function asksForPage({ req, env }: Context<Env>): boolean {
  if (ownPaths.test(worldlessPath(req))) return true
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  return isRead && (env.incoming.headers.accept?.includes('text/html') ?? false)
}
