import * as z from 'zod'
import { nearestOrAll } from '../../document/nearest-word.ts'
import { table } from '../terminal/table.ts'
import { format, type Tool, tool, world } from './tool.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export const apiTool: Tool = tool({
  name: 'api_reference',
  title: 'API reference',
  description:
    'Lists the operations of the gateway’s API, or gives one of them from the OpenAPI 3.1 document with everything that it refers to. Without an operation, `format: "json"` gives the whole document, which is long.',
  input: {
    operation: z.string().optional().describe('The name of an operation, such as purchase'),
    world,
    format,
  },
  isReading: true,
  async run({ operation: name, world, format }, { access }) {
    const document: unknown = await (await access.use(world, true)).client.openapi()
    if (name === undefined && format === 'json') return JSON.stringify(document)
    const all = Object.entries((document as OpenApi).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    if (name === undefined) {
      const rows = all.map(({ path, method, operation: { operationId, summary } }) => {
        return [operationId, `${method.toUpperCase()} ${path}`, summary]
      })
      const columns = ['operation', 'call', 'what it does'].map((title) => ({ title }))
      return table(columns, rows, { width: undefined, style: (_tone, text) => text })
    }
    const found = all.find(({ operation }) => operation.operationId === name)
    if (found !== undefined) {
      return JSON.stringify({ ...found, referred: referredIn(found, document) }, null, 1)
    }
    const names = all.map(({ operation }) => operation.operationId)
    const known = nearestOrAll(name, names)
    throw new Error(`There is no operation '${name}'${known}`)
  },
})

/** The parts of the document that a part of it refers to, directly or not, by their references. */
function referredIn(part: unknown, document: unknown): Readonly<Record<string, unknown>> {
  const found = new Map<string, unknown>([['', part]])
  for (const one of found.values()) {
    for (const [, reference = ''] of JSON.stringify(one).matchAll(/"\$ref":"(#\/[^"]+)"/g)) {
      const steps = reference.slice(2).split('/')
      found.set(
        reference,
        steps.reduce((at: unknown, step) => Reflect.get(Object(at), step), document),
      )
    }
  }
  found.delete('')
  return Object.fromEntries(found)
}
