import type { OpenApiDocument } from '../../../openapi/document.ts'
import { type ControlCalls, json } from '../control-call.ts'

export const referenceCalls = {
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    does: 'Describe all of /v1 as an OpenAPI 3.1 document',
    answer: json<OpenApiDocument>(),
  },
} as const satisfies ControlCalls
