import { type OpenApiDocument, openApiDocument } from '../http/openapi/document.ts'
import type { Settings } from './config/settings.ts'
import { hostInUrl, schemeFor } from './listening/server-address.ts'
import { version } from './version.ts'

/** The OpenAPI document of a sandbox with these settings. */
export function openApiOf(settings: Settings): OpenApiDocument {
  const { publicUrl, host, port, assumptions, auth } = settings
  const url = publicUrl?.replace(/\/$/, '') ?? `${schemeFor(settings)}://${hostInUrl(host)}:${port}`
  return openApiDocument({ version, api: `${url}/v1`, assumptions, auth })
}
