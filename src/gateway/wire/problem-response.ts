import { isOutOfFiles, knownReason, reasonOf } from '../../base/file-failure.ts'
import { type Redacted, redactAddress, redactText } from '../../base/redaction/redacted.ts'
import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import { Problem, type ProblemCode, problemFacts } from '../../domain/problem.ts'
import { StoreError, StoreFailure } from '../store/port/store-error.ts'
import type { Answer } from './answer.ts'
import { type LocatedObjection, located, requestProblem } from './request-problem.ts'

export function statusOf(code: ProblemCode): number {
  return problemFacts[code][0]
}

/** The most errors that a refusal lists. */
export const MOST_ERRORS = 100

export function refusalResponse(
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const refused = located(problem)
  return { status: statusOf(problem.code), headers, body: errorBody(refused), refused }
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
    errors: named.map(({ code, message, location, nearest }) => ({
      ...errorItem(codes[code] ?? code, message, location),
      nearest,
    })),
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

/** A step of a location, as an error names it. */
export function shownStep(step: unknown): string {
  const text = String(step)
  // As text: JSON would escape the backslashes of a number that is written in escapes.
  if (text.length <= LONGEST_STEP) return redactAddress(text)
  // Redact before cutting: half a card number would not be recognised.
  return `${redactAddress(text.slice(0, LONGEST_STEP + LONGEST_NUMBER)).slice(0, LONGEST_STEP)}…`
}

interface Failing {
  readonly log: (line: string, cause?: unknown) => void
}

/** A refusal is an answer; any other error is an internal failure, which the log explains. */
export function failure(api: Failing, cause: unknown): Answer {
  if (cause instanceof Problem) {
    const headers: Record<string, string> =
      cause.code === 'unauthenticated'
        ? { 'WWW-Authenticate': 'Basic realm="sandgate", Bearer realm="sandgate"' }
        : {}
    return refusalResponse(cause, headers)
  }
  if (isOutOfFiles(cause)) {
    const message = 'The sandbox has too many files open; try again, or raise ulimit -n'
    return { ...ownFailure(message, reasonOf(cause), { 'Retry-After': '1' }), status: 503 }
  }
  api.log('A request failed inside the sandbox', cause)
  if (cause instanceof StoreFailure) return ownFailure(cause.message, cause.reason)
  if (cause instanceof StoreError) return ownFailure(cause.message, cause.message)
  const reason = knownReason(cause)
  if (reason === undefined) return ownFailure(INTERNAL, 'an internal error, which its log explains')
  return ownFailure(`The sandbox could not use one of its files: ${reason}; see its log`, reason)
}

const INTERNAL = 'Internal error in the sandbox; see its log'

/** The sandbox failed by itself. `reason` ends a sentence of the report. */
function ownFailure(
  message: string,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const answer = refusalResponse(requestProblem('internal_error', message), headers)
  return { ...answer, failure: redactText(reason) }
}
