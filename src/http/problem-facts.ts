import type { ProblemCode } from '../domain/problem.ts'
import type { Operation } from '../scenario/rule.ts'

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
  /** The HTTP status; 422 unless given. */
  readonly status?: number
  readonly reach: RefusalReach
  /** One sentence about what is wrong. */
  readonly means: string
}

const paying = ['purchase', 'preauthorisation', 'standalone_refund'] as const

/** Every refusal: its HTTP status, which operations give it, and what it means. */
export const problemFacts: Readonly<Record<ProblemCode, ProblemFact>> = {
  malformed_json: { status: 400, reach: 'with a body', means: 'The body is not well-formed JSON.' },
  unsupported_media_type: {
    status: 415,
    reach: 'with a body',
    means: 'The body must be application/json in UTF-8.',
  },
  body_too_large: {
    status: 413,
    reach: 'with a body',
    means: 'A body may have at most 65536 bytes.',
  },
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
    status: 409,
    reach: 'creating',
    means: 'This X-Correlation-Id was used for another transaction of the merchant.',
  },
  correlation_id_in_progress: {
    status: 409,
    reach: 'creating',
    means: 'A request with this X-Correlation-Id is still being processed.',
  },
  unauthenticated: { status: 401, reach: 'all', means: 'Valid credentials are required.' },
  forbidden_merchant: {
    status: 403,
    reach: 'naming a merchant',
    means: 'This user may not use the merchant.',
  },
  browser_call_refused: {
    status: 403,
    reach: 'all',
    means: 'The API is for backend servers; a web page must not call it.',
  },
  vault_not_enabled: {
    status: 403,
    reach: 'vault',
    means: 'The merchant does not have the vault.',
  },
  not_found: {
    status: 404,
    reach: 'with a path parameter',
    means: 'There is nothing of that number.',
  },
  method_not_allowed: {
    status: 405,
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
  reference_in_use: { reach: ['customer_update'], means: 'Another customer has this reference.' },
  unknown_account_type: {
    reach: 'fields',
    means: 'The account must hold exactly one account, of a known type that the token keeps.',
  },
  too_many_requests: {
    status: 429,
    reach: 'no operation',
    means: 'A scenario says that there are too many.',
  },
  forbidden_host: {
    status: 403,
    reach: 'all',
    means: 'The sandbox was not started for this Host.',
  },
  forbidden_origin: {
    status: 403,
    reach: 'no operation',
    means: 'Pages of other sites may not call the control API.',
  },
  too_many_worlds: {
    status: 429,
    reach: 'no operation',
    means: 'There are as many worlds as `worlds.limit` allows.',
  },
  malformed_request: {
    status: 400,
    reach: 'no operation',
    means: 'The request is not well-formed HTTP, or does not have one Host header.',
  },
  request_time_out: {
    status: 408,
    reach: 'no operation',
    means: 'The request was not complete in time.',
  },
  expectation_failed: {
    status: 417,
    reach: 'no operation',
    means: 'Only `Expect: 100-continue` is supported.',
  },
  headers_too_large: {
    status: 431,
    reach: 'no operation',
    means: 'The headers of the request are too large.',
  },
  invalid_world: { reach: 'no operation', means: 'A world is called 1 to 40 of a-z, 0-9 and -.' },
  internal_error: {
    status: 500,
    reach: 'all',
    means: 'The sandbox failed, or a scenario says that the gateway did. Look the transaction up.',
  },
}
