import { Hono } from 'hono'
import { redactAddress } from '../../domain/redaction/redacted.ts'
import type { Answer } from '../answer.ts'
import type { Env } from '../call.ts'
import { asksForPage } from '../pages/asks-for-page.ts'
import type { PageParts } from '../pages/page-parts.ts'
import { refusal } from '../problem-response.ts'
import { problem } from '../request-problem.ts'
import { serveByTable } from '../router.ts'
import { CONTROL, callIndex, controlTable } from './control-calls.ts'
import { serveControl, serveNothing } from './serve-control.ts'

/** The sandbox's own API, and its pages. */
export function controlRoutes(parts: PageParts): Hono<Env> {
  const control = new Hono<Env>()
  const handlerParts = { ...parts, index: callIndex() }
  // A client knows by it that it talks to a sandbox, whatever the answer.
  control.use(async ({ env }, next) => {
    env.outgoing.setHeader('X-Sandbox-Version', parts.version)
    await next()
  })
  control.all('*', async (context) => {
    if (asksForPage(context)) {
      const { servePage } = await import('../pages/serve-pages.ts')
      const page = await servePage(parts, context)
      if (page !== undefined) return page
    }
    return await serveByTable(
      {
        base: CONTROL,
        table: controlTable,
        serve: (route, asked) => serveControl(handlerParts, asked, route),
        refuse: (asked, answer) => serveNothing(parts, asked, answer),
        nowhere,
      },
      context,
    )
  })
  return control
}

function nowhere(path: string, hint: string): Answer {
  const way = hint || `; GET ${CONTROL}/calls lists them`
  const message = `There is no control call at ${redactAddress(path.slice(0, 200))}${way}`
  return refusal(problem('not_found', message, ['path']))
}
