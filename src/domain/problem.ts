import { payingKinds } from './transaction/kinds-and-statuses.ts'

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
  | readonly string[]

/** The HTTP status, the operations, and one sentence about what is wrong. */
type ProblemFact = readonly [status: number, reach: RefusalReach, means: string]

/** Every reason for which Sandgate refuses a request. */
export const problemFacts = {
  malformed_json: [400, 'with a body', 'The body is not well-formed JSON.'],
  unsupported_media_type: [415, 'with a body', 'The body must be application/json in UTF-8.'],
  body_too_large: [413, 'with a body', 'A body may have at most 65536 bytes.'],
  missing_field: [422, 'fields', 'A required field is missing.'],
  invalid_type: [422, 'fields', 'The value has the wrong JSON type.'],
  invalid_length: [422, 'fields', 'The text is too short or too long.'],
  invalid_characters: [422, 'fields', 'The text has a character that is not accepted.'],
  invalid_format: [422, 'fields', 'The text does not have the required form.'],
  out_of_range: [422, 'fields', 'The number is too small or too large.'],
  invalid_pan: [422, 'fields', 'The card number is not 13 to 19 digits that pass Luhn.'],
  invalid_expiry: [
    422,
    'fields',
    'The expiry date is malformed, or a card to be stored has expired.',
  ],
  invalid_amount: [422, 'fields', 'The amount is not a string of 1 to 10 digits, in cents.'],
  currency_not_supported: [422, 'fields', 'The currency is not accepted.'],
  currency_mismatch: [
    422,
    ['completion', 'refund'],
    'The currency is not that of the original transaction.',
  ],
  repeated_parameter: [422, 'all', 'A query parameter is given more than once.'],
  duplicate_kvp: [422, 'fields', 'Two keys of KVPs come out the same.'],
  missing_correlation_id: [422, 'fields', 'The X-Correlation-Id header is required.'],
  invalid_correlation_id: [
    422,
    'fields',
    'The X-Correlation-Id has 1 to 128 letters, digits or + - _ : . ,',
  ],
  duplicate_correlation_id: [
    409,
    'creating',
    'This X-Correlation-Id was used for another transaction of the merchant.',
  ],
  correlation_id_in_progress: [
    409,
    'creating',
    'A request with this X-Correlation-Id is still being processed.',
  ],
  unauthenticated: [401, 'all', 'Valid credentials are required.'],
  forbidden_merchant: [403, 'naming a merchant', 'This user may not use the merchant.'],
  browser_call_refused: [
    403,
    'all',
    'The API is for backend servers; a web page must not call it.',
  ],
  vault_not_enabled: [403, 'vault', 'The merchant does not have the vault.'],
  not_found: [404, 'with a path parameter', 'There is nothing of that number.'],
  method_not_allowed: [405, 'all', 'The path does not have this method; see the Allow header.'],
  not_completable: [
    422,
    ['completion'],
    'The transaction is not an approved preauthorisation that can still be completed.',
  ],
  already_completed: [422, ['completion'], 'The preauthorisation is already completed.'],
  amount_exceeds_preauthorisation: [
    422,
    ['completion'],
    'The amount is more than was preauthorised.',
  ],
  not_refundable: [
    422,
    ['refund', 'standalone_refund'],
    'The transaction cannot be refunded, or the merchant may not make standalone refunds.',
  ],
  refund_exceeds_original: [422, ['refund'], 'Together, the refunds would be more than was paid.'],
  not_voidable: [422, ['void'], 'The transaction can no longer be voided.'],
  method_not_supported: [422, ['preauthorisation'], 'A direct debit cannot be preauthorised.'],
  token_not_found: [422, payingKinds, 'No token has this virtual PAN.'],
  token_inactive: [422, payingKinds, 'The token is inactive.'],
  preferred_name_in_use: [
    422,
    ['token_create', 'token_update'],
    'The customer has a token of this name already.',
  ],
  reference_in_use: [422, ['customer_update'], 'Another customer has this reference.'],
  unknown_account_type: [
    422,
    'fields',
    'The account must hold exactly one account, of a known type that the token keeps.',
  ],
  too_many_requests: [
    429,
    'no operation',
    'A scenario says that there are too many, or 100 clients receive events already.',
  ],
  forbidden_host: [403, 'all', 'The sandbox was not started for this Host.'],
  forbidden_origin: [403, 'no operation', 'Pages of other sites may not call the control API.'],
  invalid_world: [422, 'no operation', 'A world name has 1 to 40 characters: a-z, 0-9 and -.'],
  world_conflict: [400, 'no operation', 'The path and the headers name different worlds.'],
  world_required: [
    400,
    'no operation',
    'The request names no world; `worlds.required` asks for one.',
  ],
  too_many_worlds: [429, 'no operation', 'There are as many worlds as `worlds.limit` allows.'],
  malformed_request: [
    400,
    'all',
    'The request is not well-formed HTTP, does not have one Host header, or has too long a query.',
  ],
  request_timeout: [408, 'no operation', 'The request was not complete in time.'],
  expectation_failed: [417, 'no operation', 'Only `Expect: 100-continue` is supported.'],
  headers_too_large: [431, 'no operation', 'The headers of the request are too large.'],
  internal_error: [
    500,
    'all',
    'The sandbox failed, or a scenario says that the gateway did. Look the transaction up.',
  ],
} satisfies Readonly<Record<string, ProblemFact>>

export type ProblemCode = keyof typeof problemFacts

export const problemCodes = Object.keys(problemFacts) as readonly ProblemCode[]

/** The field that a refusal is about. The HTTP layer knows where it is in a request. */
export type Subject =
  | 'amount'
  | 'currency'
  | 'kvps'
  | 'target'
  | 'payment_method'
  | 'pan'
  | 'expiry'
  | 'cvv'
  | 'merchant'
  | 'correlation_id'
  | 'customer_reference'
  | 'preferred_name'
  | 'account'
  | 'stored_expiry'
  | 'world'
  | 'scenario'
  | 'rule'
  | 'rule_name'
  | 'clock_now'
  | 'advance_to'
  | 'advance_by'
  | 'seeded_tokens'
  | 'document'
  | 'nothing'

/** One thing that is wrong with a request. */
export interface Objection {
  readonly code: ProblemCode
  readonly message: string
  readonly subject: Subject
  /** The name that was probably meant; the message proposes it. */
  readonly nearest?: string | undefined
}

/** A refusal: the request is not carried out and changes nothing. */
export class Problem extends Error {
  readonly objections: readonly Objection[]

  constructor(objections: readonly Objection[]) {
    super(objections.map((objection) => objection.message).join('; '))
    this.name = 'Problem'
    this.objections = objections
  }

  get code(): ProblemCode {
    return this.objections[0]?.code ?? 'internal_error'
  }
}

/** A refusal for a single reason. */
export function problem(code: ProblemCode, message: string, subject: Subject = 'nothing'): Problem {
  return new Problem([{ code, message, subject }])
}
