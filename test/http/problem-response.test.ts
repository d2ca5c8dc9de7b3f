import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { problem, problemCodes, subjects } from '../../src/domain/problem.ts'
import { failure, refusal, statusOf, underGatewayCodes } from '../../src/http/problem-response.ts'
import { inOrder, located, RequestProblem } from '../../src/http/request-problem.ts'

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

test('of several codes, those are renamed that have another name', () => {
  const wrong = [
    { code: 'missing_field', message: 'Gone', location: ['body', 'a'] },
    { code: 'invalid_type', message: 'Odd', location: ['body', 'b'] },
  ] as const
  const { body = '' } = underGatewayCodes(refusal(new RequestProblem(wrong)), renamed)
  const codes = JSON.parse(body).errors.map((error: { error_code: string }) => error.error_code)
  expect(codes).toEqual(['missing_field', 'E1'])
})

test('a name of 1000 characters is repeated as it is, and a longer one is cut', () => {
  const stepOf = (name: string) => {
    const wrong = { code: 'invalid_type', message: 'Odd', location: [name] } as const
    return JSON.parse(refusal(new RequestProblem([wrong])).body ?? '').errors[0].location[0]
  }
  const long = 'x'.repeat(1000)
  expect([stepOf(long), stepOf(`${long}y`)]).toEqual([long, `${long}…`])
})

test('only a stranger is told how to authenticate', () => {
  const headersOf = (code: 'unauthenticated' | 'not_found') =>
    failure({ log: () => undefined }, problem(code, 'No')).headers
  expect(headersOf('unauthenticated')).toEqual({
    'WWW-Authenticate': 'Basic realm="sandgate", Bearer realm="sandgate"',
  })
  expect(headersOf('not_found')).toEqual({})
})

test('errors are in the order of their places, and at one place in that of their words', () => {
  const at = (location: readonly string[], message: string) =>
    ({ code: 'invalid_type', message, location }) as const
  const [first, second] = [at(['body', 'a'], 'Odd'), at(['body', 'a', 'x'], 'Odd')]
  const [third, fourth] = [at(['body', 'b'], 'Even'), at(['body', 'b'], 'Odd')]
  expect(inOrder([fourth, third, second, first])).toEqual([first, second, third, fourth])
})

test('errors with the same words at one place stay as they came', () => {
  const codes = ['out_of_range', 'invalid_type', 'missing_field'] as const
  const same = codes.map((code) => ({ code, message: 'Odd', location: ['body'] }))
  expect(inOrder(same)).toEqual(same)
})
