import { nextTurn } from '../../base/in-batches.ts'
import { redactText } from '../../base/redaction/redacted.ts'
import { type Assumptions, listAssumptions } from '../../domain/assumptions/assumptions.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { API, CONTROL } from '../../gateway/wire/paths.ts'
import { ranText } from '../../judge/report/ran-text.ts'
import type { IndexResponse } from '../contract/calls/about.ts'
import { handler } from '../control-handler.ts'
import type { Described, OpenApiDocument } from '../openapi/document.ts'
import type { HandlerParts } from '../parts.ts'

/** Loaded on demand: the first call after a start is one of these, and does not wait for zod. */
const schemas = () => import('../contract/calls/about.ts')

export const about = {
  index: handler(
    { answer: async () => (await schemas()).indexSchema },
    (_call, _input, { routes }) => callIndex(routes),
  ),
  calls: handler(
    { answer: async () => (await schemas()).indexSchema },
    (_call, _input, { routes }) => callIndex(routes),
  ),
  health: handler(
    { answer: async () => (await schemas()).healthSchema },
    ({ world }, _input, { version, id, shows }) => ({
      status: 'ok' as const,
      id,
      version,
      world: world.name,
      now: isoUtc(world.now()),
      ...(world.trouble !== undefined && { failure: redactText(world.trouble) }),
      ...(shows !== undefined && { shows: ranText(shows) }),
    }),
  ),
  stop: handler(
    { answer: async () => (await schemas()).stopSchema },
    (_call, _input, { stop }) => ({
      stopping: true as const,
      pid: stop(),
    }),
  ),
  assumptions: handler(
    { answer: async () => (await schemas()).listedAssumptionsSchema },
    (_call, _input, { assumptions }) => ({
      assumptions: listAssumptions(assumptions),
    }),
  ),
  openapi: handler(
    { answer: async () => (await schemas()).openApiSchema },
    ({ base }, _input, { version, assumptions, auth }) =>
      documentOf({ version, api: base.api, assumptions, auth }),
  ),
  controlOpenapi: handler(
    { answer: async () => (await schemas()).openApiSchema },
    async ({ base }, _input, { version, controlToken, routes }) => {
      const { controlDocument } = await import('../openapi/control-document.ts')
      const url = base.api.slice(0, -API.length)
      return await controlDocument(routes, { version, url, needsToken: controlToken !== undefined })
    },
  ),
}

function callIndex(routes: HandlerParts['routes']): IndexResponse {
  return {
    calls: routes.map(({ method, path, does }) => ({
      method,
      path: path === '/' ? CONTROL : CONTROL + path,
      does,
    })),
  }
}

/** Caches the last document of each sandbox, since an open page requests it repeatedly. */
const made = new WeakMap<Assumptions, OpenApiDocument>()

async function documentOf(described: Described): Promise<OpenApiDocument> {
  const known = made.get(described.assumptions)
  if (known?.servers[0]?.url === described.api) return known
  const { openApiDocument } = await import('../openapi/document.ts')
  // Making the document takes as long as what came before it, and as what follows.
  await nextTurn()
  const document = openApiDocument(described)
  await nextTurn()
  made.set(described.assumptions, document)
  return document
}
