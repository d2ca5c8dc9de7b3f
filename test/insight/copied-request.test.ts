import { expect, test } from 'vitest'
import { commandLine, curlText, sendable } from '../../src/insight/copied-request.ts'

const request = {
  ...{ method: 'GET', path: '/v1/transactions', query: {}, correlation_id: null, body: null },
}

const base = 'http://localhost:8080'

test('a request without a body is copied without a type of one', () => {
  expect(curlText({ request }, base, 'new')).toBe(`curl '${base}/v1/transactions'`)
  const query = { correlation_id_lookup: 'a b', limit: '1' }
  expect(curlText({ request: { ...request, query } }, base, 'new')).toBe(
    `curl '${base}/v1/transactions?correlation_id_lookup=a+b&limit=1'`,
  )
})

test('a request with a body is copied with a new id', () => {
  const sent = { ...request, method: 'POST', correlation_id: 'order-"17"', body: { a: 1 } }
  expect(curlText({ request: sent }, base, 'new')).toBe(
    [
      `curl -X POST '${base}/v1/transactions'`,
      `-H 'X-Correlation-Id: order-17-new'`,
      `-H 'Content-Type: application/json'`,
      `--data-raw '{"a":1}'`,
    ].join(' \\\n  '),
  )
})

test('a command is quoted where a shell needs it', () => {
  expect(commandLine(['npm', 'test'])).toBe('npm test')
  expect(commandLine(['sh', '-c', 'npm test && npm run e2e'])).toBe(
    "sh -c 'npm test && npm run e2e'",
  )
  expect(commandLine(['a=b@c%+:,./-_', '', '$x'])).toBe("a=b@c%+:,./-_ '' '$x'")
})

test.each([
  ['411111xxxxxx1111', '4111111111111111'],
  ['999999xxxxxx9999', '4111111111111111'],
  ['340000xxxxx9999', '378282246310005'],
  ['371449xxxxx8431', '371449635398431'],
  ['379999xxxxx9999', '378282246310005'],
  ['519999xxxxxx9999', '5555555555554444'],
  ['229999xxxxxx9999', '5555555555554444'],
  ['359999xxxxxx9999', '3530111333300000'],
  ['369999xxxx9999', '30569309025904'],
  ['309999xxxx9999', '30569309025904'],
  ['659999xxxxxx9999', '6011111111111117'],
])('the masked number %s becomes a test number of its scheme', (pan, test) => {
  expect(sendable({ creditcard: { pan } })).toEqual({ creditcard: { pan: test } })
})

test.each([
  ['cvv', 'xxx', '111'],
  ['cvv', '', '111'],
  ['cvv', 'xxxx', '1111'],
  ['expiry_date', 'xxxx', '1230'],
  ['CARD.EXPIRY', 'xxxx', '1230'],
  ['account_number', 'xxxxx678', '11111678'],
  ['account_number', '12345678', '12345678'],
  ['reference', 'xylophone', 'xylophone'],
  ['reference', 'order', 'order'],
  ['count', 3, 3],
  ['nothing', null, null],
])('of the member %s, %j is sent as %j', (name, value, sent) => {
  expect(sendable({ list: [{ [name]: value }] })).toEqual({ list: [{ [name]: sent }] })
})
