import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sendable } from '../../src/base/text/copied-request.ts'
import { quoted } from '../../src/base/text/shell-line.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

test('a request can be copied as cURL: test card, a new id, nothing masked', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'order (7)' })
  const answer = await fetch(`${sandbox.url}/_sandbox/copy/requests/1`)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toContain(`curl -sS -X POST '${sandbox.api}/transactions/purchase'`)
  expect(text).toContain('"pan":"4111111111111111"')
  expect(text).not.toMatch(/x{3}|'X-Correlation-Id: test-\d+'/)
  expect(text).toMatch(/X-Correlation-Id: test-\d+-\d+'/)
})

test('no text means anything to a shell once it is quoted', () => {
  const shown = fc.string({
    unit: fc.constantFrom("'", '"', '`', '$', '\\', '!', '\n', 'a', '(', ';'),
  })
  fc.assert(
    fc.property(shown, (text) => {
      const output = execFileSync('sh', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' })
      expect(output).toBe(text)
    }),
    { numRuns: 30 },
  )
})

test.each([
  ['340001xxxxx0009', '378282246310005'],
  ['340000xxxxx0009', '340000000000009'],
  ['400000xxxxxx0051', '4000000000000051'],
  ['555555xxxxxx4444', '5555555555554444'],
  ['411111xxxxxx1111', '4111111111111111'],
  ['9123456789012345', '9123456789012345'],
])('%s is sent again as %s', (pan, sent) => {
  expect(sendable({ creditcard: { pan } })).toEqual({ creditcard: { pan: sent } })
})
