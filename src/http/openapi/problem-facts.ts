import { type ProblemCode, problemCodes } from '../../domain/problem.ts'
import type { Operation } from '../../scenario/rule.ts'
import { placeholders } from '../paths.ts'
import { statusOf } from '../problem-response.ts'
import { ERROR_CODES, everySchema } from './json-schema.ts'
import { type DocumentedName, operationFacts } from './operation-facts.ts'
import type { RequestSchemas } from './request-schemas.ts'

/** The operations that can give a refusal. `fields`: those with a field that lists its code. */
type RefusalReach =
  | 'all'
  | 'fields'
  | 'with a body'
  | 'creating'
  | 'vault'
  | 'with a path parameter'
  | 'naming a merchant'
  | 'no operation'
  | readonly Operation[]

interface ProblemFact {
  readonly reach: RefusalReach
  /** One sentence about what is wrong. */
  readonly means: string
}

const paying = ['purchase', 'preauthorisation', 'standalone_refund'] as const

/** Every refusal: what it means, and which operations give it. */
export const problemFacts: Readonly<Record<ProblemCode, ProblemFact>> = {
  malformed_json: { reach: 'with a body', means: 'The body is not well-formed JSON.' },
  unsupported_media_type: {
    reach: 'with a body',
    means: 'The body must be application/json in UTF-8.',
  },
  body_too_large: { reach: 'with a body', means: 'A body may have at most 65536 bytes.' },
  missing_field: { reach: 'fields', means: 'A required field is missing.' },
  invalid_type: { reach: 'fields', means: 'The value has the wrong JSON type.' },
  invalid_length: { reach: 'fields', means: 'The text is too short or too long.' },
  invalid_characters: { reach: 'fields', means: 'The text has a character that is not accepted.' },
  invalid_format: { reach: 'fields', means: 'The text does not have the required form.' },
  out_of_range: { reach: 'fields', means: 'The number is too small or too large.' },
  invalid_pan: { reach: 'fields', means: 'The card number is not 13 to 19 digits that pass Luhn.' },
  invalid_expiry: {
    reach: 'fields',
    means: 'The expiry date is malformed, or a card to be stored has expired.',
  },
  invalid_amount: {
    reach: 'fields',
    means: 'The amount is not a string of 1 to 10 digits, in cents.',
  },
  currency_not_supported: { reach: 'fields', means: 'The currency is not accepted.' },
  currency_mismatch: {
    reach: ['completion', 'refund'],
    means: 'The currency is not that of the original transaction.',
  },
  repeated_parameter: { reach: 'all', means: 'A query parameter is given more than once.' },
  duplicate_kvp: { reach: 'fields', means: 'Two keys of KVPs come out the same.' },
  missing_correlation_id: { reach: 'fields', means: 'The X-Correlation-Id header is required.' },
  invalid_correlation_id: {
    reach: 'fields',
    means: 'The X-Correlation-Id has 1 to 128 letters, digits or + - _ : . ,',
  },
  duplicate_correlation_id: {
    reach: 'creating',
    means: 'This X-Correlation-Id was used for another transaction of the merchant.',
  },
  correlation_id_in_progress: {
    reach: 'creating',
    means: 'A request with this X-Correlation-Id is still being processed.',
  },
  unauthenticated: { reach: 'all', means: 'Valid credentials are required.' },
  forbidden_merchant: { reach: 'naming a merchant', means: 'This user may not use the merchant.' },
  browser_call_refused: {
    reach: 'all',
    means: 'The API is for backend servers; a web page must not call it.',
  },
  vault_not_enabled: { reach: 'vault', means: 'The merchant does not have the vault.' },
  not_found: { reach: 'with a path parameter', means: 'There is nothing of that number.' },
  method_not_allowed: {
    reach: 'all',
    means: 'The path does not have this method; see the Allow header.',
  },
  not_completable: {
    reach: ['completion'],
    means: 'The transaction is not an approved preauthorisation that can still be completed.',
  },
  already_completed: { reach: ['completion'], means: 'The preauthorisation is already completed.' },
  amount_exceeds_preauthorisation: {
    reach: ['completion'],
    means: 'The amount is more than was preauthorised.',
  },
  not_refundable: {
    reach: ['refund', 'standalone_refund'],
    means: 'The transaction cannot be refunded, or the merchant may not make standalone refunds.',
  },
  refund_exceeds_original: {
    reach: ['refund'],
    means: 'Together, the refunds would be more than was paid.',
  },
  not_voidable: { reach: ['void'], means: 'The transaction can no longer be voided.' },
  rail_not_supported: {
    reach: ['preauthorisation'],
    means: 'A direct debit cannot be preauthorised.',
  },
  token_not_found: { reach: paying, means: 'No token has this virtual PAN.' },
  token_inactive: { reach: paying, means: 'The token is inactive.' },
  preferred_name_in_use: {
    reach: ['token_create', 'token_update'],
    means: 'The customer has a token of this name already.',
  },
  reference_in_use: {
    reach: ['customer_update'],
    means: 'Another customer has this reference.',
  },
  unknown_account_type: {
    reach: 'fields',
    means: 'The account must hold exactly one account, of a known type that the token keeps.',
  },
  too_many_requests: { reach: 'no operation', means: 'A scenario says that there are too many.' },
  forbidden_host: { reach: 'all', means: 'The sandbox was not started for this Host.' },
  forbidden_origin: {
    reach: 'no operation',
    means: 'Pages of other sites may not call the control API.',
  },
  too_many_worlds: {
    reach: 'no operation',
    means: 'There are as many worlds as `worlds.limit` allows.',
  },
  malformed_request: {
    reach: 'no operation',
    means: 'The request is not well-formed HTTP, or does not have one Host header.',
  },
  request_time_out: { reach: 'no operation', means: 'The request was not complete in time.' },
  expectation_failed: {
    reach: 'no operation',
    means: 'Only `Expect: 100-continue` is supported.',
  },
  headers_too_large: { reach: 'no operation', means: 'The headers of the request are too large.' },
  invalid_world: { reach: 'no operation', means: 'A world is called 1 to 40 of a-z, 0-9 and -.' },
  internal_error: {
    reach: 'all',
    means: 'The sandbox failed, or a scenario says that the gateway did. Look the transaction up.',
  },
}

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
  const { reach } = problemFacts[code]
  const { group } = operationFacts[name]
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
