import { expect, test } from 'vitest'
import { rawAnswers } from '../../support/raw-http.ts'
import { startTestSandbox } from '../../support/start.ts'

test('the globals of the process stay as they are', async () => {
  const { Request: request, Response: response } = globalThis
  await using sandbox = await startTestSandbox()
  expect((await fetch(`${sandbox.url}/`)).status).toBe(200)
  expect((await fetch(`${sandbox.url}/`, { method: 'HEAD' })).status).toBe(200)
  expect(globalThis.Request).toBe(request)
  expect(globalThis.Response).toBe(response)
})

test.each([
  ['/v1/transactions/77', '404 Not Found'],
  ['/v1//transactions/77', '404 Not Found'],
  ['/v1/./transactions/77', '404 Not Found'],
  ['/v1/x/../transactions/77', '404 Not Found'],
  ['/v1/transactions?merchant_id=1&correlation_id_lookup=a%2Bb', '200 OK'],
  ['/v1/transactions?merchant_id=1&correlation_id_lookup=a"b', '422 Unprocessable Entity'],
  ['/_sandbox/clock', '200 OK'],
  ['/_sandbox/./clock', '200 OK'],
  ['/w/blue/_sandbox/clock', '200 OK'],
  ['/', '200 OK'],
])('a request for %s is answered with %s, plain or not', async (target, status) => {
  await using sandbox = await startTestSandbox()
  const { port } = new URL(sandbox.url)
  for (const host of ['127.0.0.1', 'LOCALHOST', '[::1]']) {
    const asking = [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', '', '']
    expect(await rawAnswers(port, asking.join('\r\n'))).toMatch(`HTTP/1.1 ${status}`)
  }
})
