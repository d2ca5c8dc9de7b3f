import { Hono } from 'hono'
import type { Env } from '../call.ts'
import { health } from './calls/health.ts'
import type { ControlParts } from './parts.ts'
import { serveControl } from './serve-control.ts'

/** The sandbox's own API. But for its health, it is loaded when first called: no start waits for it. */
export function controlRoutes(parts: ControlParts): Hono<Env> {
  const control = new Hono<Env>()
  let loading: Promise<Hono<Env>> | undefined
  const loaded = () => {
    loading ??= import('./all-calls.ts').then(({ allCalls }) => allCalls(parts))
    return loading
  }
  // A client knows by it that it talks to a sandbox, whatever the answer.
  control.use(async ({ env }, next) => {
    env.outgoing.setHeader('X-Sandbox-Version', parts.version)
    await next()
  })
  control.get('/health', serveControl(parts, health))
  control.all('*', async ({ req, env }) => (await loaded()).fetch(req.raw, env))
  return control
}
