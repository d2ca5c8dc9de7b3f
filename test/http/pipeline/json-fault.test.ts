import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFault } from '../../../src/http/pipeline/body.ts'
import { startGateway } from '../../support/gateway.ts'
import { call } from '../../support/gateway-client.ts'

test.each([
  ['', 'it is empty'],
  [' \n', 'it is empty'],
  ['{"a":', 'it ends too early, at line 1, column 6'],
  ['{\n  "a": 1,\n  "b": x\n}', 'the fault is at line 3, column 8'],
  ['{"a":1,}', 'the fault is at line 1, column 8'],
  ['[1 2]', 'the fault is at line 1, column 4'],
  ['{"a":1}}', 'the fault is at line 1, column 8'],
  ["{'a':1}", 'the fault is at line 1, column 2'],
  ['[1]]', 'the fault is at line 1, column 4'],
  ['[01]', undefined],
])('of %j: %s', (text, fault) => {
  expect(jsonFault(text)).toBe(fault)
})

test('the fault of a text of 64 KiB is found, and not that of a longer one', () => {
  const longest = '['.repeat(64 * 1024)
  expect(jsonFault(longest)).toBe('it ends too early, at line 1, column 65537')
  expect(jsonFault(`${longest}[`)).toBeUndefined()
})

/** Sound texts, cut, with a character more or less. */
const spoilt = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', '"', '}', ',', ':', '0', '-', '\\', 'é'),
  )
  .map(([text, at, less, more]) => {
    const cut = at % (text.length + 1)
    return text.slice(0, cut) + more + text.slice(cut + less)
  })

test('a fault is found where, and only where, the text cannot be parsed; digits do not matter', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), spoilt, fc.string()), (text) => {
      const fault = jsonFault(text)
      if (!/0\d/.test(text)) expect(fault === undefined).toBe(isJson(text))
      if (isJson(text)) expect(fault).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test('a refusal says where the fault is, and nothing of what stands there', async () => {
  await using gateway = await startGateway()
  const { status, body } = await call(`${gateway.api}/transactions/purchase`, {
    method: 'POST',
    body: '{"pan":"4111111111111111",\n secret}',
    headers: { 'content-type': 'application/json', 'x-correlation-id': 'c-1' },
  })
  expect([status, body.errors]).toEqual([
    400,
    [
      {
        error_code: 'malformed_json',
        error_message: 'The body is not well-formed JSON: the fault is at line 2, column 2',
        location: ['body'],
      },
    ],
  ])
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
