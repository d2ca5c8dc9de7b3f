import { expect, test } from 'vitest'
import type { ErrorResponse } from '../../../../src/gateway/wire/contract/transaction-answer.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { GatewayClient } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  return { sandbox, control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

const outcome = { status: 'declined' }
const long = 'x'.repeat(100_000)

test.each<[string, unknown, string]>([
  [
    'a list of many entries',
    { when: { reference: Array(20_000).fill('a') }, outcome },
    'expected at most 1000 entries',
  ],
  ['a long name', { name: long, outcome }, 'expected at most 80 characters'],
  [
    'a long glob',
    { when: { reference: '*a'.repeat(200) }, outcome },
    'expected at most 255 characters',
  ],
  ['an unknown key that is long', { [long.slice(0, 90_000)]: 1, outcome }, "unknown key 'xxx"],
  [
    'many unknown keys',
    { ...Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`k${i}`, 1])), outcome },
    "unknown key 'k0'",
  ],
  [
    'depth',
    { when: { kvp: JSON.parse('[['.repeat(20) + ']]'.repeat(20)) }, outcome },
    'expected a map of keys, found a list',
  ],
  [
    'an object that is no text',
    { when: { operation: { toString: 'x' } }, outcome },
    'expected an operation or a list of them',
  ],
])('a rule with %s is refused in plain words', async (_title, rule, words) => {
  await using mine = await begin()
  for (const answer of [
    await mine.control.post<ErrorResponse>('/rules', rule),
    await mine.control.post<ErrorResponse>('/scenarios', { name: 'x', rules: [rule] }),
  ]) {
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0]?.error_message).toContain(words)
  }
  expect((await mine.gateway.purchase()).status).toBe(200)
})

test('explaining what is no request is refused', async () => {
  await using mine = await begin()
  const { status } = await mine.control.post('/scenarios/explain', { operation: { toString: 'x' } })
  expect(status).toBe(422)
})

test('more than 2000 rules are refused, and as many are loaded', async () => {
  await using mine = await begin()
  const rules = (length: number) =>
    Array.from({ length }, (_, i) => ({ when: { reference: `${'*a'.repeat(50)}${i}*` }, outcome }))
  const refused = await mine.control.post<ErrorResponse>('/scenarios', {
    name: 'many',
    rules: rules(2001),
  })
  expect(refused.body.errors[0]?.error_message).toBe('expected at most 2000 entries')
  const { status } = await mine.control.post('/scenarios', { name: 'many', rules: rules(2000) })
  expect(status).toBe(200)
  const more = await mine.control.post<ErrorResponse>('/scenarios', {
    name: 'one',
    rules: rules(1),
  })
  expect(more.body.errors[0]?.error_message).toContain('2001 rules together, and may have 2000')
  expect((await mine.gateway.purchase()).status).toBe(200)
})
