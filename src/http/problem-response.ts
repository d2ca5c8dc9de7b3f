import type { Assumptions } from '../domain/assumptions/assumptions.ts'
import type { Problem, ProblemCode } from '../domain/problem.ts'
import { type Redacted, redactAddress } from '../domain/redaction/redacted.ts'
import type { Answer } from './answer.ts'
import { type LocatedObjection, located } from './request-problem.ts'

/** The only place that maps problem codes to HTTP statuses. */
const statuses: Readonly<Record<ProblemCode, number>> = {
  malformed_json: 400,
  unsupported_media_type: 415,
  body_too_large: 413,
  missing_field: 422,
  invalid_type: 422,
  invalid_length: 422,
  invalid_characters: 422,
  invalid_format: 422,
  out_of_range: 422,
  invalid_pan: 422,
  invalid_expiry: 422,
  invalid_amount: 422,
  currency_not_supported: 422,
  currency_mismatch: 422,
  repeated_parameter: 422,
  duplicate_kvp: 422,
  missing_correlation_id: 422,
  invalid_correlation_id: 422,
  duplicate_correlation_id: 409,
  correlation_id_in_progress: 409,
  unauthenticated: 401,
  forbidden_merchant: 403,
  browser_call_refused: 403,
  vault_not_enabled: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_completable: 422,
  already_completed: 422,
  amount_exceeds_preauthorisation: 422,
  not_refundable: 422,
  refund_exceeds_original: 422,
  not_voidable: 422,
  rail_not_supported: 422,
  token_not_found: 422,
  token_inactive: 422,
  preferred_name_in_use: 422,
  reference_in_use: 422,
  unknown_account_type: 422,
  too_many_requests: 429,
  forbidden_host: 403,
  forbidden_origin: 403,
  invalid_world: 422,
  too_many_worlds: 429,
  malformed_request: 400,
  request_time_out: 408,
  expectation_failed: 417,
  headers_too_large: 431,
  internal_error: 500,
}

export function statusOf(code: ProblemCode): number {
  return statuses[code]
}

/** The most errors that a refusal lists. */
const MOST_ERRORS = 100

export function refusal(problem: Problem, headers: Readonly<Record<string, string>> = {}): Answer {
  const refused = located(problem)
  const refusals = refused.slice(0, MOST_ERRORS).map(({ code }) => code)
  const body = errorBody(refused)
  return { status: statusOf(problem.code), headers, body, note: { refusals }, refused }
}

/** Renames the codes of a refusal as the assumptions say. */
export function underGatewayCodes(answer: Answer, { error_codes }: Assumptions): Answer {
  const { refused } = answer
  if (refused === undefined || refused.every(({ code }) => error_codes[code] === code))
    return answer
  return { ...answer, body: errorBody(refused, error_codes) }
}

/** The names of the gateway's error codes. */
export type Codes = Partial<Assumptions['error_codes']>

function errorBody(objections: readonly LocatedObjection[], codes: Codes = {}): Redacted {
  const named = objections.slice(0, MOST_ERRORS)
  const further = objections.length - named.length
  const text = JSON.stringify({
    errors: named.map(({ code, message, location }) =>
      errorItem(codes[code] ?? code, message, location),
    ),
    ...(further > 0 && { further_errors: further }),
  })
  // A message may quote the request, and a location may contain a key that the client chose.
  return redactAddress(text)
}

/** Also for codes that a scenario invents. */
export function errorItem(code: string, message: string, location: readonly unknown[] = []) {
  return { error_code: code, error_message: message, location: location.map(shownStep) }
}

/** The most characters of a step that are repeated: a client may choose any name of a member. */
const LONGEST_STEP = 1000
/** A card number in escapes is shorter. */
const LONGEST_NUMBER = 200

function shownStep(step: unknown): string {
  const text = String(step)
  if (text.length <= LONGEST_STEP) return text
  // Redact before cutting: half a card number would not be recognised.
  return `${redactAddress(text.slice(0, LONGEST_STEP + LONGEST_NUMBER)).slice(0, LONGEST_STEP)}…`
}
