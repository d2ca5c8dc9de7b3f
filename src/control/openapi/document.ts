import { type Assumptions, listAssumptions } from '../../domain/assumptions/assumptions.ts'
import { type ProblemCode, problemCodes, problemFacts } from '../../domain/problem.ts'
import { errorAnswerWith } from '../../gateway/wire/contract/transaction-answer.ts'
import { errorItem } from '../../gateway/wire/problem-response.ts'
import { rootOperation } from '../../gateway/wire/root.ts'
import { gatewayOperations } from '../../gateway/wire/transactions/transactions.ts'
import { vaultOperations } from '../../gateway/wire/vault/operations.ts'
import { answersOf } from './answers.ts'
import {
  type Components,
  type JsonSchema,
  jsonSchemaOf,
  namesOf,
  withReferences,
} from './json-schema.ts'
import { groups } from './operation-facts.ts'
import {
  contractsOf,
  type DocumentParts,
  type OperationObject,
  operationObject,
} from './operation-object.ts'
import { responseHeaders } from './responses.ts'

/** What the document describes. */
export interface Described {
  readonly version: string
  /** The API's base address: `http://127.0.0.1:7263/v1`. */
  readonly api: string
  readonly assumptions: Assumptions
  readonly auth: 'open' | 'required'
}

/** An OpenAPI 3.1 document, with the members that this code uses. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly examples: Readonly<
      Record<string, { readonly summary: string; readonly value: unknown }>
    >
  }
}

/** Describes all of `/v1`, from the contracts that requests are checked against. */
export function openApiDocument(described: Described): OpenApiDocument {
  const { assumptions, version, api, auth } = described
  const schemas: Components = new Map()
  const { paths, codes } = pathsOf(described, schemas)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Payment gateway and customer vault',
      version,
      summary: 'The API that the Sandgate sandbox imitates',
      description: introduction(assumptions),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: api, description: 'The sandbox' }],
    security: [...(auth === 'open' ? [{}] : []), { basic: [] }, { bearer: [] }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        [...schemas.keys()].sort().map((name) => [name, schemas.get(name)]),
      ),
      headers: usedHeaders(paths),
      examples: Object.fromEntries(
        [...codes].sort().map((code) => [code, errorExample(code, assumptions)]),
      ),
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: "A user's name and password." },
        bearer: { type: 'http', scheme: 'bearer', description: "A user's token." },
      },
    },
    'x-assumptions': listAssumptions(assumptions),
  } as OpenApiDocument
}

function pathsOf({ assumptions, api, auth }: Described, components: Components) {
  const contracts = contractsOf(assumptions)
  const names = assumptions.error_codes
  const answers = answersOf(assumptions, { api })
  const shared: DocumentParts = {
    access: { auth, browserCalls: assumptions.browser_calls },
    errors: withReferences(jsonSchemaOf(errorAnswerWith(namesOf(problemCodes, names))), components),
    names,
    components,
    codes: new Set(),
  }
  const paths: Record<string, Record<string, OperationObject>> = {}
  const root = { ...rootOperation(assumptions), name: 'index' } as const
  const served = [root, ...gatewayOperations(assumptions), ...vaultOperations(assumptions)]
  for (const operation of served) {
    const { name, method, path } = operation
    const own = { contract: contracts[name], answers: answers[name] }
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationObject(operation, own, shared),
    }
  }
  return { paths, codes: shared.codes }
}

function errorExample(code: ProblemCode, { error_codes }: Assumptions) {
  const [, , means] = problemFacts[code]
  return { summary: means, value: { errors: [errorItem(error_codes[code], means)] } }
}

function usedHeaders(paths: object) {
  const text = JSON.stringify(paths)
  const used = Object.entries(responseHeaders).filter(([name]) =>
    text.includes(`#/components/headers/${name}"`),
  )
  return Object.fromEntries(used)
}

/** The text before the first operation. */
function introduction(assumptions: Assumptions): string {
  return [
    "JSON over HTTP, with links in the style of HAL. The API is for a merchant's backend server; a web page must not call it.",
    'Amounts are strings of cents. Texts have letters, digits, spaces and ASCII punctuation other than quotes and the backslash. Unknown fields of a body are ignored. Responses may have further fields, and fields with an `unknown` value may have further values: accept them.',
    'Every call that changes something needs its own `X-Correlation-Id`. A 2xx response means only that the gateway responded; a 4xx that nothing was processed; a 5xx or no response that the outcome is unknown.',
    "The gateway's specification leaves some things open. The sandbox assumes the following; each can be set in `sandgate.config.yaml`.",
    table(assumptions),
  ].join('\n\n')
}

function table(assumptions: Assumptions): string {
  const rows = listAssumptions(assumptions).map(
    ({ key, value, source, reason }) =>
      `| \`${key}\` | ${cell(value)} | ${source} | ${reason.replaceAll('|', '\\|')} |`,
  )
  return ['| Assumption | Value | Source | Why |', '|---|---|---|---|', ...rows].join('\n')
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `\`${text.replaceAll('|', '\\|')}\``
}
