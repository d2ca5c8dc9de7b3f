import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { ScenariosAnswer } from '../../../src/http/contract/control/calls/scenarios.ts'
import type { ErrorAnswer } from '../../../src/http/contract/transaction-answer.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  return { sandbox, control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

const outcome = { status: 'declined' }
const long = 'x'.repeat(1_000_000)

/** As text: an object literal cannot have a member of this name. */
const polluted = '{"when":{"kvp":{"__proto__":"x"}},"outcome":{"status":"declined"}}'

test.each<[string, unknown, string]>([
  [
    'a list of many entries',
    { when: { reference: Array(200_000).fill('a') }, outcome },
    'expected at most 1000 entries, found 200000',
  ],
  ['a long name', { name: long, outcome }, 'expected at most 10000 characters, found 1000000'],
  [
    'a long glob',
    { when: { reference: '*a'.repeat(200) }, outcome },
    'expected at most 255 characters',
  ],
  ['an unknown key that is long', { [long.slice(0, 90_000)]: 1, outcome }, "unknown key 'xxx"],
  [
    'many unknown keys',
    { ...Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`k${i}`, 1])), outcome },
    'expected at most 100 keys',
  ],
  [
    'depth',
    { when: { kvp: JSON.parse('[['.repeat(20) + ']]'.repeat(20)) }, outcome },
    'nested too deeply',
  ],
  ['__proto__', JSON.parse(polluted), "unknown key '__proto__'"],
  [
    'an object that is no text',
    { when: { operation: { toString: 'x' } }, outcome },
    'expected an operation or a list of them',
  ],
])('a rule with %s is refused in plain words', async (_title, rule, words) => {
  await using mine = await begin()
  const started = performance.now()
  for (const answer of [
    await mine.control.post<ErrorAnswer>('/rules', rule),
    await mine.control.post<ErrorAnswer>('/scenarios', { name: 'x', rules: [rule] }),
  ]) {
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0]?.error_message).toContain(words)
  }
  expect(performance.now() - started).toBeLessThan(5000)
  expect((await mine.gateway.purchase()).status).toBe(200)
})

test('explaining what is no request is refused', async () => {
  await using mine = await begin()
  const { status } = await mine.control.post('/scenarios/explain', { operation: { toString: 'x' } })
  expect(status).toBe(422)
})

test('too many rules are refused, and many are checked while other calls are answered', async () => {
  await using mine = await begin()
  const { control } = mine
  const rules = (length: number) =>
    Array.from({ length }, (_, i) => ({ when: { reference: `${'*a'.repeat(100)}${i}*` }, outcome }))
  const refused = await control.post<ErrorAnswer>('/scenarios', {
    name: 'many',
    rules: Array.from({ length: 10_001 }, () => ({ outcome })),
  })
  expect(refused.body.errors[0]?.error_message).toBe('expected at most 10000 entries, found 10001')
  let isLoaded = false
  const loading = control
    .post('/scenarios', { name: 'many', rules: rules(2000) })
    .then((answer) => {
      isLoaded = true
      return answer
    })
  let answered = 0
  while (!isLoaded) {
    await control.get('/health')
    answered += 1
  }
  expect((await loading).status).toBe(200)
  expect(answered).toBeGreaterThan(5)
}, 30_000)

test('a client that gives up leaves nothing loaded', async () => {
  await using mine = await begin()
  const { sandbox, control } = mine
  const rules = Array.from({ length: 3000 }, (_, i) => ({
    when: { amount: String(i + 1) },
    outcome,
  }))
  const body = JSON.stringify({ name: 'abandoned', rules })
  const left = request(`${sandbox.url}/_sandbox/scenarios`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
  })
  left.on('error', () => undefined)
  await new Promise<void>((resolve) => left.end(body, () => resolve()))
  // The server has it all once it answers a call that came behind it.
  await control.get('/health')
  left.destroy()
  const after = { name: 'after', rules: rules.slice(0, 2999) }
  expect((await control.post('/scenarios', after)).status).toBe(200)
  const { body: loaded } = await control.get<ScenariosAnswer>('/scenarios')
  expect(loaded.scenarios.map(({ name }) => name)).toEqual(['after', 'default'])
}, 30_000)
