import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlText, sendable } from '../../../src/base/text/copied-request.ts'
import { curlLine, shells, usualShell } from '../../../src/base/text/shell-line.ts'

const call = {
  method: 'POST',
  url: 'http://127.0.0.1:7263/v1/transactions/purchase',
  headers: ["X-Correlation-Id: it's"],
  body: '{"a":"x & y","b":"Zoë"}',
}

test.each([
  [
    'sh' as const,
    String.raw`curl -sS -X POST 'http://127.0.0.1:7263/v1/transactions/purchase' \
  -H 'X-Correlation-Id: it'\''s' \
  --data-raw '{"a":"x & y","b":"Zoë"}'`,
  ],
  [
    'powershell' as const,
    [
      String.raw`'{"a":"x & y","b":"Zo\u00eb"}' | curl.exe -sS -X POST 'http://127.0.0.1:7263/v1/transactions/purchase' ` +
        '`',
      "  -H 'X-Correlation-Id: it''s' `",
      "  --data-binary '@-'",
    ].join('\n'),
  ],
])('a call for %s', (shell, line) => {
  expect(curlLine(call, shell)).toBe(line)
})

test.each(shells)('a lookup for %s has neither method nor body', (shell) => {
  const url = 'http://127.0.0.1:7263/v1/transactions/1000001'
  const program = shell === 'powershell' ? 'curl.exe' : 'curl'
  const lookup = { method: 'GET', url, headers: [], body: undefined }
  expect(curlLine(lookup, shell)).toBe(`${program} -sS '${url}'`)
})

test('PowerShell takes typographic quotes for plain ones', () => {
  const odd = { ...call, headers: ['X-Note: \u2019; calc'], body: undefined }
  expect(curlLine(odd, 'powershell')).toContain("-H 'X-Note: \u2019\u2019; calc'")
})

/** What somebody else may have written into a run file. */
const hostile = {
  method: "POST $(echo run) `echo run` ' ; echo run\n& calc",
  url: "http://127.0.0.1:7263/v1/'$(echo run)'\r\ncalc",
  headers: ["X-Correlation-Id: '$(echo run)'\ncalc"],
  body: undefined,
}
const harmless = [
  '-sS',
  '-X',
  hostile.method.replace('\n', ''),
  hostile.url.replace('\r\n', '%0D%0A'),
  '-H',
  hostile.headers[0]?.replace('\n', ''),
]

test('a copied request of a foreign run file runs nothing but curl in sh', () => {
  const shown = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${curlLine(hostile, 'sh')}`
  const words = execFileSync('sh', ['-c', shown], { encoding: 'utf8' }).split('\0')
  expect(words).toEqual([...harmless, ''])
})

test('nor in PowerShell, where all of it is within single quotes', () => {
  const line = curlLine(hostile, 'powershell').replaceAll("''", '')
  expect(line.replaceAll(/'[^']*'/g, '…')).toBe('curl.exe -sS -X … … `\n  -H …')
})

test('a quote in a correlation id is left out, since PowerShell may change it', () => {
  const request = { method: 'GET', path: '/v1/x', query: {}, correlation_id: 'a"b', body: null }
  expect(curlText({ request }, '', '7', 'powershell')).toContain("'X-Correlation-Id: ab-7'")
})

test('a copied request has the name of its client, as rules may look at it, and no other header', () => {
  const headers = { 'User-Agent': 'shop/1.0', authorization: '(hidden)', accept: '*/*' }
  const request = { method: 'GET', path: '/v1/x', query: {}, correlation_id: null, body: null }
  const line = (own: Readonly<Record<string, string>>) =>
    curlText({ request: { ...request, headers: own } }, '', '7', 'sh')
  expect(line(headers)).toBe("curl -sS '/v1/x' \\\n  -H 'User-Agent: shop/1.0'")
  expect(line({ 'user-agent': 'long…' })).toBe("curl -sS '/v1/x'")
})

test.each([
  ['linux', {}, 'sh'],
  ['darwin', {}, 'sh'],
  ['win32', {}, 'powershell'],
  ['win32', { MSYSTEM: 'MINGW64' }, 'sh'],
])('on %s with %j the usual shell is %s', (platform, env, shell) => {
  expect(usualShell(platform, env)).toBe(shell)
})

test.each([
  ['x', '111'],
  ['xxx', '111'],
  ['xxxx', '1111'],
])('a CVV that is kept as %s is sent again as %s', (cvv, sent) => {
  expect(sendable({ cvv })).toEqual({ cvv: sent })
})
