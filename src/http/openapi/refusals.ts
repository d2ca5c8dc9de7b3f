import { type ProblemCode, problemCodes, problemFacts } from '../../domain/problem.ts'
import { placeholders } from '../paths.ts'
import { statusOf } from '../problem-response.ts'
import { ERROR_CODES, everySchema } from './json-schema.ts'
import { type DocumentedName, groupOf } from './operation-facts.ts'
import type { RequestSchemas } from './request-schemas.ts'

/** What the document needs to know about an operation. */
export interface DocumentedOperation {
  readonly name: DocumentedName
  readonly method: string
  readonly path: string
  readonly hasBody: boolean
}

/** The settings that decide which refusals are possible. */
export interface Access {
  readonly auth: 'open' | 'required'
  readonly browserCalls: 'refuse' | 'allow'
}

/** Every refusal of an operation, by HTTP status. */
export function refusalsOf(
  operation: DocumentedOperation,
  schemas: RequestSchemas,
  access: Access,
): ReadonlyMap<number, readonly ProblemCode[]> {
  const ofFields = codesOfFields(schemas)
  const codes = problemCodes.filter(
    (code) => isPossible(code, access) && (ofFields.has(code) || reaches(code, operation)),
  )
  const statuses = [...new Set(codes.map(statusOf))].sort((one, other) => one - other)
  return new Map(
    statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)]),
  )
}

function isPossible(code: ProblemCode, { auth, browserCalls }: Access): boolean {
  if (code === 'unauthenticated') return auth === 'required'
  if (code === 'browser_call_refused') return browserCalls === 'refuse'
  return true
}

/** The error codes that the fields list. */
function codesOfFields({ header, path, query, body }: RequestSchemas): ReadonlySet<string> {
  const all = [header, path, query, body].flatMap(everySchema)
  const codes = all.flatMap(({ [ERROR_CODES]: errors = [] }) => errors as readonly string[])
  const demanding = [query, body].flatMap(everySchema)
  const hasRequired = demanding.some(({ required }) => Array.isArray(required))
  return new Set(hasRequired ? [...codes, 'missing_field'] : codes)
}

function reaches(code: ProblemCode, { name, method, hasBody, path }: DocumentedOperation): boolean {
  const [, reach] = problemFacts[code]
  const group = groupOf(name)
  switch (reach) {
    case 'all':
      return true
    case 'with a body':
      return hasBody
    case 'creating':
      return group === 'Transactions' && method === 'POST'
    case 'vault':
      return group === 'Customers' || group === 'Tokens'
    case 'with a path parameter':
      return placeholders(path).length > 0
    case 'naming a merchant':
      return name !== 'lookup' && name !== 'index'
    case 'fields':
    case 'no operation':
      return false
    default:
      return reach.some((one) => one === name)
  }
}
