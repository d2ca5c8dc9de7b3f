/** Every reason for which Sandgate refuses a request. The HTTP layer maps each one to a status. */
export const problemCodes = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'missing_field',
  'invalid_type',
  'invalid_length',
  'invalid_characters',
  'invalid_format',
  'out_of_range',
  'invalid_pan',
  'invalid_expiry',
  'invalid_amount',
  'currency_not_supported',
  'currency_mismatch',
  'repeated_parameter',
  'duplicate_kvp',
  'missing_correlation_id',
  'invalid_correlation_id',
  'duplicate_correlation_id',
  'correlation_id_in_progress',
  'unauthenticated',
  'forbidden_merchant',
  'browser_call_refused',
  'vault_not_enabled',
  'not_found',
  'method_not_allowed',
  'not_completable',
  'already_completed',
  'amount_exceeds_preauthorisation',
  'not_refundable',
  'refund_exceeds_original',
  'not_voidable',
  'rail_not_supported',
  'token_not_found',
  'token_inactive',
  'preferred_name_in_use',
  'reference_in_use',
  'unknown_account_type',
  'too_many_requests',
  'forbidden_host',
  'forbidden_origin',
  'invalid_world',
  'too_many_worlds',
  'malformed_request',
  'request_time_out',
  'expectation_failed',
  'headers_too_large',
  'internal_error',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/**
 * The field that a refusal is about. The HTTP layer knows where it is in a request.
 * @internal Exported for tests.
 */
const subjects = [
  'amount',
  'currency',
  'kvps',
  'target',
  'payment_method',
  'pan',
  'expiry',
  'cvv',
  'merchant',
  'correlation_id',
  'customer_reference',
  'preferred_name',
  'account',
  'stored_expiry',
  'world',
  'scenario',
  'rule',
  'rule_name',
  'clock_now',
  'advance_to',
  'advance_by',
  'seeded_tokens',
  'document',
  'nothing',
] as const

export type Subject = (typeof subjects)[number]

/** One thing that is wrong with a request. */
export interface Objection {
  readonly code: ProblemCode
  readonly message: string
  readonly subject: Subject
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
