import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { controlRoutes } from '../../../src/control/control-calls.ts'
import { controlDocument } from '../../../src/control/openapi/control-document.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

const url = 'http://127.0.0.1:7263'
const document = await controlDocument(controlRoutes, { version: '1.0.0', url, needsToken: false })

/** The references in a part of the document. */
function referencesIn(part: unknown): readonly string[] {
  return [...JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target)
}

function partAt(reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, name) => (part as Record<string, unknown> | undefined)?.[name],
      document,
    )
}

test('every reference of the control document leads to a part of it', () => {
  const references = new Set(referencesIn(document))
  expect(references.size).toBeGreaterThan(40)
  expect([...references].filter((one) => partAt(one) === undefined)).toEqual([])
})

test('the control document describes the events of the stream', () => {
  const stream = document.paths['/events']?.get?.responses[200]
  expect(stream).toMatchObject({
    content: {
      'text/event-stream': {
        schema: {
          type: 'string',
          contentMediaType: 'text/event-stream',
          contentSchema: { $ref: '#/components/schemas/SandboxEvent' },
        },
      },
    },
  })
  const event = partAt('#/components/schemas/SandboxEvent') as { readonly oneOf: readonly object[] }
  const names = ['request', 'transaction', 'clock', 'scenario']
  expect(event.oneOf).toMatchObject(
    names.map((name) => ({ properties: { event: { const: name } } })),
  )
})

test('the control document describes a wait that ends too early', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase()
  const wanted = { count: 2, timeout: '1ms' }
  const { status, body } = await new ControlClient(sandbox.url).post('/requests/wait', wanted)
  expect(status).toBe(408)
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'control')
  const place = 'paths/~1requests~1wait/post/responses/408/content/application~1json/schema'
  const isAsDescribed = ajv.compile({ $ref: `control#/${place}`, required: ['requests', 'errors'] })
  expect([isAsDescribed(body), isAsDescribed.errors]).toEqual([true, null])
  expect(isAsDescribed({ ...(body as object), requests: 'none' })).toBe(false)
})
