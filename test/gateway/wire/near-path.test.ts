import { expect, test } from 'vitest'
import { pathHint } from '../../../src/gateway/wire/router.ts'
import { startTestSandbox } from '../../support/start.ts'

interface Refusal {
  readonly errors: readonly { readonly error_code: string; readonly error_message: string }[]
}

async function refused(url: string, line: string) {
  const [method = '', path = ''] = line.split(' ')
  const answer = await fetch(url + path, { method })
  const [error] = ((await answer.json()) as Refusal).errors
  return { status: answer.status, code: error?.error_code, message: error?.error_message }
}

test.each([
  ['POST /v1/transactions/purchases', 405, '/v1/transactions/purchase'],
  ['POST /v1/Transactions/Purchase', 404, '/v1/transactions/purchase'],
  ['POST /transactions/purchase', 404, '/v1/transactions/purchase'],
  ['POST /transactions/purchse', 404, '/v1/transactions/purchase'],
  ['POST /v1/transactions/purchase/', 404, '/v1/transactions/purchase'],
  ['POST /v1/transactions/1000001/refnd', 404, '/v1/transactions/1000001/refund'],
  ['GET /transaction/1000001', 404, '/v1/transactions/1000001'],
  ['POST /w/blue/transactions/purchase', 404, '/w/blue/v1/transactions/purchase'],
  ['GET /v1/transaction/4111111111111111', 404, '/v1/transactions/411111xxxxxx1111'],
  ['POST /_sandbox/setle', 404, '/_sandbox/settle'],
  [`POST /v1/transactions/purchase${'/'.repeat(175)}`, 404, '/v1/transactions/purchase'],
])('%s is %i and leads to %s', async (line, status, path) => {
  await using sandbox = await startTestSandbox()
  const answer = await refused(sandbox.url, line)
  expect(answer.status).toBe(status)
  expect(answer.code).toBe(status === 404 ? 'not_found' : 'method_not_allowed')
  expect(answer.message).toMatch(/^[^;]*\. Did you mean '\S+'\?$/)
  expect(answer.message).toContain(`. Did you mean '${path}'?`)
  expect(answer.message).not.toContain('4111111111111111')
})

test.each([
  'GET /nowhere',
  'POST /v1/payments',
  'DELETE /v1/transactions/1000001',
  'POST /v1/transactions/1000001',
  'GET /v1/transactions/purchase',
  `POST /v1/transactions/purchase${'/'.repeat(176)}`,
  'GET /_sandbox/nowhere',
])('%s leads nowhere', async (line) => {
  await using sandbox = await startTestSandbox()
  expect((await refused(sandbox.url, line)).message).not.toContain('Did you mean')
})

test('a word is meant rather than a value that could be anything', () => {
  const served = ['/things/{id}', '/things/words'].map((path) => ({ method: 'GET', path }))
  const url = 'http://localhost/things/wrods'
  expect(pathHint({ method: 'HEAD', path: '/things/wrods', url }, served)).toBe(
    ". Did you mean '/things/words'?",
  )
})
