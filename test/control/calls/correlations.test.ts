import { expect, test } from 'vitest'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient, VISA } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const buy = (id: string) => gateway.purchase({}, { 'x-correlation-id': id })
  const found = async (id: string) => (await gateway.search(id)).body.results.length
  return {
    control,
    gateway,
    buy,
    found,
    [Symbol.asyncDispose]: () => sandbox.stop(),
  }
}

test('named ids are forgotten at once, and may be used again', async () => {
  await using sandbox = await begin()
  const { control, gateway, buy, found } = sandbox
  for (const id of ['a', 'b', VISA]) await buy(id)
  const { body } = await control.post('/expire', { ids: ['a', VISA, 'never'] })
  expect(body).toEqual({ expired: 2 })
  expect([await found('a'), await found('b'), await found(VISA)]).toEqual([0, 1, 0])
  expect((await buy('a')).status).toBe(200)
  expect((await buy('b')).status).toBe(409)
  expect((await gateway.lookup(1000001)).status).toBe(200)
  expect((await control.post('/expire', { ids: ['b', 'b'] })).body).toEqual({
    expired: 1,
  })
})

test('all are forgotten at once, and once only', async () => {
  await using sandbox = await begin()
  const { control, buy, found } = sandbox
  for (const id of ['a', 'b']) await buy(id)
  expect((await control.post('/expire', { all: true })).body).toEqual({ expired: 2 })
  expect((await control.post('/expire', { all: true })).body).toEqual({ expired: 0 })
  expect([await found('a'), await found('b')]).toEqual([0, 0])
  await buy('a')
  expect(await found('a')).toBe(1)
})

test.each([{ all: true }, { ids: ['slow'] }])(
  'a payment in progress is still found after %j, since an empty search would mean a second try',
  async (given) => {
    await using sandbox = await begin()
    const { control, buy, found } = sandbox
    await control.post('/rules', { outcome: { delay: '700ms' } })
    const waiting = buy('slow')
    await expect.poll(() => found('slow')).toBe(1)
    await control.post('/expire', given)
    expect(await found('slow')).toBe(1)
    expect((await waiting).status).toBe(200)
  },
)

test.each([
  [{}, 'missing_field at body'],
  [{ ids: ['a'], all: true }, 'invalid_format at body'],
  [{ ids: ['a'.repeat(256)] }, 'invalid_length at body.ids.0'],
])('%j is refused', async (given, fault) => {
  await using sandbox = await begin()
  const answer = await sandbox.control.post<ErrorResponse>('/expire', given)
  const found = answer.body.errors.map((one) => `${one.error_code} at ${one.location.join('.')}`)
  expect([answer.status, found]).toEqual([422, [fault]])
})

test('more than 1 000 ids are refused', async () => {
  await using sandbox = await begin()
  const ids = Array.from({ length: 1001 }, () => 'a')
  const answer = await sandbox.control.post('/expire', { ids })
  expect([answer.status, answer.body]).toMatchObject([
    422,
    {
      errors: [
        {
          error_code: 'out_of_range',
          error_message: 'Must have at most 1000 ids; send the others with another call',
          location: ['body', 'ids'],
        },
      ],
    },
  ])
})
