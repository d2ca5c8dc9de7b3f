import { expect, test } from 'vitest'
import { checkWorldName } from '../../../src/http/pipeline/open-call.ts'
import { Attempt } from '../../support/attempt.ts'
import { ControlClient } from '../../support/control-client.ts'
import { call, faultsOf, GatewayClient } from '../../support/gateway-client.ts'
import { HalfSent } from '../../support/half-sent.ts'
import { useRules } from '../../support/rules.ts'
import { startTestSandbox } from '../../support/start.ts'

const form = 'use 1 to 40 of a-z, 0-9 and -, and no card number'

test.each([
  ['a', undefined],
  ['x'.repeat(40), undefined],
  ['x'.repeat(41), `Invalid world name '${'x'.repeat(41)}': ${form}`],
  ['Blue', `Invalid world name 'Blue': ${form}`],
  ['', `Invalid world name '': ${form}`],
  ['4111111111111111', `Invalid world name '411111xxxxxx1111': ${form}`],
  ['com1', "Invalid world name 'com1': Windows keeps it for a device"],
  ['com10', undefined],
])('a world may be called %j, or why not', (name, message) => {
  const check = () => checkWorldName(name)
  if (message === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(message)
})

test.each([
  ['GET', '/v1/transactions/1'],
  ['GET', '/v1/nowhere'],
  ['PUT', '/v1/customers'],
  // The name comes before the body.
  ['POST', '/v1/transactions/purchase'],
  ['GET', '/_sandbox/clock'],
  ['GET', '/'],
])('%s %s of a world that cannot be is refused for its name', async (method, path) => {
  await using sandbox = await startTestSandbox()
  const body = method === 'GET' ? undefined : 'no JSON'
  const answer = await call(`${sandbox.url}/w/Blue${path}`, { method, body })
  expect([answer.status, ...faultsOf(answer)]).toEqual([422, 'invalid_world at path.world'])
})

test('a world that cannot be is not made by a control call either', async () => {
  await using sandbox = await startTestSandbox()
  const { status } = await new ControlClient(sandbox.url).put('/worlds/Blue')
  expect([status, sandbox.running.worlds.names()]).toEqual([422, ['default']])
})

test('a world is in use while a call waits in it', async () => {
  await using sandbox = await startTestSandbox()
  const world = await sandbox.running.worlds.open('x')
  expect(world.isInUse).toBe(false)
  useRules(world, { when: {}, outcome: { fault: { at: 'after', kind: 'hang' } } })
  const looking = new Attempt(`${sandbox.url}/w/x/v1`, '/customers', { method: 'GET' })
  await expect.poll(() => world.history.chapter?.underWay).toHaveLength(1)
  expect(world.isInUse).toBe(true)
  looking.leave()
  await expect.poll(() => world.isInUse).toBe(false)
})

test('a control call whose world is removed before its body has come is refused', async () => {
  await using sandbox = await startTestSandbox()
  await new ControlClient(sandbox.url).put('/worlds/x')
  const explain = `${sandbox.url}/w/x/_sandbox/scenarios/explain`
  const late = await HalfSent.begin(explain, { amount: '100' })
  await sandbox.running.worlds.remove('x')
  expect((await late.finish()).status).toBeGreaterThanOrEqual(400)
  expect(sandbox.running.worlds.names()).toEqual(['default'])
})

test('links name the world, unless it is the default one', async () => {
  await using sandbox = await startTestSandbox()
  for (const prefix of ['', '/w/x']) {
    const api = `${sandbox.url}${prefix}/v1`
    const { body } = await new GatewayClient(api).purchase()
    expect(body._links.self?.href).toBe(`${api}/transactions/${body.audit}`)
  }
})

test('a call that is refused before its world is made is shown in the default one, masked', async () => {
  await using sandbox = await startTestSandbox({ worldLimit: 1 })
  const client = new GatewayClient(`${sandbox.url}/w/x/v1`)
  const { status } = await client.purchase({ 'transaction.amount_details.total_amount': '0' })
  // The limit of worlds does not come into it.
  expect(status).toBe(422)
  const [entry] = sandbox.world.history.entries()
  expect(entry?.request).toMatchObject({
    path: '/w/x/v1/transactions/purchase',
    body: {
      transaction: { payment_method: { creditcard: { pan: '411111xxxxxx1111', cvv: 'xxx' } } },
    },
  })
})

test.each([
  ['', [200]],
  ['?limit=5', [200]],
  ['?limit=0', [422, 'out_of_range at query.limit']],
  ['?limit=5&limit=5', [422, 'repeated_parameter at query.limit']],
  ['?limit=5&offset=0', [200]],
])('a query of %j is read whole, and each parameter once', async (query, expected) => {
  await using sandbox = await startTestSandbox()
  const answer = await call(`${sandbox.api}/customers${query}`)
  expect([answer.status, ...(answer.status === 200 ? [] : faultsOf(answer))]).toEqual(expected)
})
