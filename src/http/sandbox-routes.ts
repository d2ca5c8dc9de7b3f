import { type Context, Hono } from 'hono'
import { redactAddress } from '../domain/redaction/redacted.ts'
import type { Answer } from './answer.ts'
import type { Env } from './call.ts'
import { controlTable } from './control/control-calls.ts'
import { serveControl, serveNothing } from './control/serve-control.ts'
import type { PageParts } from './pages/visit.ts'
import { CONTROL, worldlessPath } from './paths.ts'
import { refusal } from './problem-response.ts'
import { requestProblem } from './request-problem.ts'
import { serveByTable } from './router.ts'

/** The sandbox's own API and its pages. */
export function sandboxRoutes(parts: PageParts): Hono<Env> {
  const control = new Hono<Env>()
  const handlerParts = { ...parts, routes: controlTable.routes }
  // Every response says that it comes from a sandbox.
  control.use(async ({ env }, next) => {
    env.outgoing.setHeader('X-Sandbox-Version', parts.version)
    await next()
  })
  control.all('*', async (context) => {
    if (asksForPage(context)) {
      const { serveDashboard } = await import('./pages/serve-pages.ts')
      const page = await serveDashboard(parts, context)
      if (page !== undefined) return page
    }
    return await serveByTable(
      {
        base: CONTROL,
        table: controlTable,
        serve: (route, request) => serveControl(handlerParts, request, route),
        refuse: (request, answer) => serveNothing(parts, request, answer),
        nowhere,
      },
      context,
    )
  })
  return control
}

/** Paths that only the pages have; other paths serve a page to browsers that accept HTML. */
const pagePaths =
  /^\/_sandbox\/(?:assets|act|copy|save)\/|^\/_sandbox\/(?:live|sign-in|sign-out|docs)$/

function asksForPage({ req, env }: Context<Env>): boolean {
  if (pagePaths.test(worldlessPath(req))) return true
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  return isRead && (env.incoming.headers.accept?.includes('text/html') ?? false)
}

function nowhere(path: string, hint: string): Answer {
  const way = hint || `; GET ${CONTROL}/calls lists them`
  const message = `There is no control call at ${redactAddress(path.slice(0, 200))}${way}`
  return refusal(requestProblem('not_found', message, ['path']))
}
