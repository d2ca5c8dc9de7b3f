import { type Assumptions, listAssumptions } from '../../../domain/assumptions/assumptions.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import type { aboutCalls } from '../../contract/control/calls/about.ts'
import type { Described, OpenApiDocument } from '../../openapi/document.ts'
import { type Handlers, simpleHandler } from '../control-handler.ts'

export const about: Handlers<typeof aboutCalls> = {
  index: simpleHandler((_call, { index }) => index),
  calls: simpleHandler((_call, { index }) => index),
  health: simpleHandler(({ world }, { version }) => ({
    status: 'ok',
    version,
    world: world.name,
    now: isoUtc(world.now()),
  })),
  stop: simpleHandler((_call, { stop }) => ({ stopping: true, pid: stop() })),
  assumptions: simpleHandler((_call, { assumptions }) => ({
    assumptions: listAssumptions(assumptions),
  })),
  openapi: simpleHandler(({ base }, { version, assumptions, auth }) =>
    documentOf({ version, api: base.api, assumptions, auth }),
  ),
}

/** Caches the last document of each sandbox, since an open page requests it repeatedly. */
const made = new WeakMap<Assumptions, OpenApiDocument>()

async function documentOf(described: Described): Promise<OpenApiDocument> {
  const known = made.get(described.assumptions)
  if (known?.servers[0]?.url === described.api) return known
  const { openApiDocument } = await import('../../openapi/document.ts')
  const document = openApiDocument(described)
  made.set(described.assumptions, document)
  return document
}
