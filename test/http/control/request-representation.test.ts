import { expect, test } from 'vitest'
import { requestAnswer } from '../../../src/http/control/representation/request-representation.ts'
import type { Exchange } from '../../../src/insight/exchange.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function anExchange(): Promise<Exchange> {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).lookup(1)
  const [exchange] = sandbox.world.history.entries()
  if (exchange === undefined) throw new Error('it is not in the journal')
  return exchange
}

test('a request is shown as it is recorded: its duration in milliseconds to the microsecond, its sender only if it is ours', async () => {
  const exchange = await anExchange()
  const shown = (changes: Partial<Exchange>) => requestAnswer({ ...exchange, ...changes })
  expect(shown({ durationMs: 12.345_678 }).duration).toBe(12.346)
  expect(shown({ durationMs: 0 }).duration).toBe(0)
  expect(shown({})).not.toHaveProperty('sender')
  expect(shown({ sender: 'dashboard' })).toHaveProperty('sender', 'dashboard')
})

test.each([
  [undefined, null],
  ['', null],
  ['{"a":1}', { a: 1 }],
  ['<html>', '<html>'],
])('the body %j of an answer is shown as %j', async (body, shown) => {
  const exchange = await anExchange()
  const answer = { ...exchange.answer, body } as Exchange['answer']
  expect(requestAnswer({ ...exchange, answer }).answer.body).toBeDefined()
  expect(requestAnswer({ ...exchange, answer }).answer.body).toEqual(shown)
})
