import { controlRoutes } from '../control/control-calls.ts'
import { controlDocument } from '../control/openapi/control-document.ts'
import { type OpenApiDocument, openApiDocument } from '../control/openapi/document.ts'
import type { Settings } from './config/settings.ts'
import { hostInUrl, schemeFor } from './listening/server-address.ts'
import { version } from './version.ts'

/** The OpenAPI document of a sandbox with these settings. */
export function openApiOf(settings: Settings): OpenApiDocument {
  const { assumptions, auth } = settings
  return openApiDocument({ version, api: `${urlOf(settings)}/v1`, assumptions, auth })
}

/** The OpenAPI document of its control API. */
export function controlOpenApiOf(settings: Settings): Promise<OpenApiDocument> {
  const needsToken = settings.controlToken !== undefined
  return controlDocument(controlRoutes, { version, url: urlOf(settings), needsToken })
}

function urlOf(settings: Settings): string {
  const { publicUrl, host, port } = settings
  return publicUrl?.replace(/\/$/, '') ?? `${schemeFor(settings)}://${hostInUrl(host)}:${port}`
}
