import { expect, test } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { call } from '../../../support/gateway-client.ts'

test('a body that is not JSON is refused with the place of its fault', async () => {
  await using gateway = await startGateway()
  const refusal = async (text: string) => {
    const { body } = await call(`${gateway.api}/transactions/purchase`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', 'x-correlation-id': 'c-1' },
    })
    return `${body.errors[0]?.error_message}`.replace('The body is not well-formed JSON', '')
  }
  for (const [text, fault] of [
    ['', ': it is empty'],
    [' \n', ': it is empty'],
    ['{"a":', ': it ends too early, at line 1, column 6'],
    ['{\n  "a": 1,\n  b: 2\n}', ': the error is at line 3, column 3'],
    ['{"a":1,}', ': the error is at line 1, column 8'],
    ['[1 2]', ': the error is at line 1, column 4'],
    ['{"a":1}}', ': the error is at line 1, column 8'],
    ["{'a':1}", ': the error is at line 1, column 2'],
    ['[1]]', ': the error is at line 1, column 4'],
    ['[1, x]', ': the error is at line 1, column 5'],
  ] as const) {
    expect(await refusal(text), text).toBe(fault)
  }
})

test('a refusal says where the fault is, and shows nothing of the text there', async () => {
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
        error_message: 'The body is not well-formed JSON: the error is at line 2, column 2',
        location: ['body'],
      },
    ],
  ])
})
