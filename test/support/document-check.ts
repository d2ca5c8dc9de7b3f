import type { IncomingHttpHeaders } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type Described, openApiDocument } from '../../src/control/openapi/document.ts'
import type { JsonSchema } from '../../src/control/openapi/json-schema.ts'
import type { OperationObject } from '../../src/control/openapi/operation-object.ts'

export type Document = ReturnType<typeof openApiDocument>

/** What came back for a call, as it stood on the wire. */
interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface DocumentedOperation {
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** `closed`: members and values that the document does not name count as faults. */
type Reading = 'open' | 'closed'

/** Holds answers and requests of the API against its own OpenAPI document. */
export class DocumentCheck {
  readonly document: Document
  readonly operations: ReadonlyMap<string, DocumentedOperation>
  readonly #ajv: Ajv2020
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: Document, reading: Reading = 'closed') {
    this.document = document
    this.operations = new Map(operationsOf(document).map((one) => [one.operation.operationId, one]))
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, formats })
    this.#ajv.addSchema(document, 'document')
    this.#ajv.addSchema(reading === 'closed' ? (closed(document) as object) : document, 'answers')
  }

  /** Throws what is wrong with an answer, in words. */
  hold(operationId: string, { status, headers, text }: Answered): void {
    const { method, path, operation } = this.#operation(operationId)
    const key = operation.responses[status] ? String(status) : 'default'
    const response = operation.responses[key]
    const said = `${operationId} answered ${status} ${text.slice(0, 400)}`
    if (response === undefined || (key === 'default' && status < 500)) {
      throw new Error(`${said}: the document does not have this status`)
    }
    if (response.content === undefined) {
      if (text !== '') throw new Error(`${said}: the document says that there is no body`)
      return
    }
    const place = `paths/${escaped(path)}/${method}/responses/${key}/content/application~1json/schema`
    const body: unknown = JSON.parse(text)
    this.#demand(`answers#/${place}`, body, said)
    if (headers['content-type'] !== 'application/json; charset=utf-8') {
      throw new Error(`${said}: as ${headers['content-type']}`)
    }
    const unknown = codesOf(body).filter((code) => !isListed(response['x-error-codes'], code))
    if (unknown.length > 0) throw new Error(`${said}: the document does not have ${unknown}`)
  }

  /** Whether the document takes a body for a good one. */
  takesBody(operationId: string, body: unknown): boolean {
    const { method, path } = this.#operation(operationId)
    const place = `paths/${escaped(path)}/${method}/requestBody/content/application~1json/schema`
    return this.#validator(`document#/${place}`)(body)
  }

  /** What a reference of the document leads to; any other schema is itself. */
  resolved(schema: JsonSchema): JsonSchema {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref))?.[1] ?? ''
    return this.document.components.schemas[name] ?? schema
  }

  /** What the document demands of a body; undefined where there is none. */
  bodySchema(operationId: string): JsonSchema | undefined {
    return this.#operation(operationId).operation.requestBody?.content['application/json'].schema
  }

  #demand(reference: string, value: unknown, said: string): void {
    const validate = this.#validator(reference)
    if (validate(value)) return
    throw new Error(`${said}: ${this.#ajv.errorsText(validate.errors)}`)
  }

  #validator(reference: string): ValidateFunction {
    const known = this.#validators.get(reference)
    if (known) return known
    const made = this.#ajv.compile({ $ref: reference })
    this.#validators.set(reference, made)
    return made
  }

  #operation(id: string): DocumentedOperation {
    const found = this.operations.get(id)
    if (found === undefined) throw new Error(`The document has no operation ${id}`)
    return found
  }
}

/** A check against the document of a sandbox at some address. */
export function documentCheck(described: Omit<Described, 'version'>, reading?: Reading) {
  return new DocumentCheck(openApiDocument({ version: '0.0.0', ...described }), reading)
}

export function operationsOf({ paths }: Document): readonly DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

function isListed(codes: readonly string[] | undefined, code: string): boolean {
  return codes === undefined || codes.includes(code)
}

function codesOf(body: unknown): readonly string[] {
  const { errors } = body as { readonly errors?: readonly { readonly error_code: string }[] }
  return errors?.map(({ error_code }) => error_code) ?? []
}

function escaped(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}

const formats = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  uri: /^https?:\/\/\S+$/,
}

/** The same document with nothing left open: neither further members nor further values. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, closed(member)]),
  )
  const { anyOf: [first, last] = [] } = members as { readonly anyOf?: readonly object[] }
  if (first && 'enum' in first && JSON.stringify(last) === '{"type":"string"}') {
    return { ...members, anyOf: [first] }
  }
  return members.type === 'object' && members.properties
    ? { additionalProperties: false, ...members }
    : members
}
