import type { referenceCalls } from '../../contract/control/calls/reference.ts'
import { openApiDocument } from '../../openapi/document.ts'
import { type Handlers, simpleHandler } from '../control-handler.ts'

export const reference: Handlers<typeof referenceCalls> = {
  openapi: simpleHandler(({ base }, { version, assumptions, auth }) =>
    openApiDocument({ version, api: base.api, assumptions, auth }),
  ),
}
