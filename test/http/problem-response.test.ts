import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { problem, problemCodes, subjects } from '../../src/domain/problem.ts'
import { refusal, statusOf, underGatewayCodes } from '../../src/http/problem-response.ts'
import { located, RequestProblem } from '../../src/http/request-problem.ts'

/** Every refusal that is not a plain 422. */
const others: Readonly<Record<string, number>> = {
  malformed_json: 400,
  unauthenticated: 401,
  forbidden_merchant: 403,
  browser_call_refused: 403,
  vault_not_enabled: 403,
  forbidden_host: 403,
  forbidden_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  duplicate_correlation_id: 409,
  correlation_id_in_progress: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  too_many_worlds: 429,
  internal_error: 500,
  malformed_request: 400,
  request_time_out: 408,
  expectation_failed: 417,
  headers_too_large: 431,
}

test.each(problemCodes.map((code) => [code, others[code] ?? 422] as const))(
  '%s is answered with %i',
  (code, status) => {
    expect(statusOf(code)).toBe(status)
    expect(refusal(problem(code, 'No'), { Allow: 'GET' })).toMatchObject({
      status,
      headers: { Allow: 'GET' },
      body: `{"errors":[{"error_code":"${code}","error_message":"No","location":[]}]}`,
      note: { refusals: [code] },
    })
  },
)

test('a refusal for several reasons has the status of the first, and names all', () => {
  const { status, body } = refusal(
    new RequestProblem([
      { code: 'missing_field', message: 'Gone', location: ['body', 'items', 0] },
      { code: 'invalid_type', message: 'Odd', location: ['query', 'limit'] },
    ]),
  )
  expect(status).toBe(422)
  expect(JSON.parse(body ?? '')).toEqual({
    errors: [
      { error_code: 'missing_field', error_message: 'Gone', location: ['body', 'items', '0'] },
      { error_code: 'invalid_type', error_message: 'Odd', location: ['query', 'limit'] },
    ],
  })
})

test('a refusal names 100 errors, and says how many more there are', () => {
  const wrong = Array.from({ length: 250 }, (_, i) => ({
    code: 'invalid_type' as const,
    message: 'Odd',
    location: ['body', 'audits', i],
  }))
  const answer = refusal(new RequestProblem(wrong))
  for (const { body = '' } of [answer, underGatewayCodes(answer, renamed)]) {
    const { errors, further_errors } = JSON.parse(body)
    expect([errors.length, further_errors]).toEqual([100, 150])
  }
  expect(answer.note?.refusals).toHaveLength(100)
  const exact = refusal(new RequestProblem(wrong.slice(0, 100)))
  expect(JSON.parse(exact.body ?? '')).not.toHaveProperty('further_errors')
})

const renamed = {
  ...defaultAssumptions,
  error_codes: { ...defaultAssumptions.error_codes, invalid_type: 'E1' },
}

test.each(subjects)('a refusal about %s has a place in the request', (subject) => {
  const [{ location } = { location: [] }] = located(problem('not_found', 'No', subject))
  const isAnywhere = ['body', 'path', 'query', 'header'].includes(String(location[0]))
  expect(isAnywhere || subject === 'nothing').toBe(true)
})
