import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import type { referenceCalls } from '../../contract/control/calls/reference.ts'
import { type Described, type OpenApiDocument, openApiDocument } from '../../openapi/document.ts'
import { type Handlers, simpleHandler } from '../control-handler.ts'

/** The last document of each sandbox: a page that is open asks for it again and again. */
const made = new WeakMap<Assumptions, OpenApiDocument>()

function documentOf(described: Described): OpenApiDocument {
  const known = made.get(described.assumptions)
  if (known?.servers[0]?.url === described.api) return known
  const document = openApiDocument(described)
  made.set(described.assumptions, document)
  return document
}

export const reference: Handlers<typeof referenceCalls> = {
  openapi: simpleHandler(({ base }, { version, assumptions, auth }) =>
    documentOf({ version, api: base.api, assumptions, auth }),
  ),
}
