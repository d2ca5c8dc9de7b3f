import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { faultsOf } from '../../../support/gateway-client.ts'

test('a key is refunded under the namespace, which is not added twice', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const kvps = { plain: '1', 'GATEWAY.REQUEST.KVP.full': '2', 'GATEWAY.short': '3', 'a.b_C': ' ' }
  const { body } = await client.purchase({ kvps })
  expect(body.kvps).toMatchObject({
    'GATEWAY.REQUEST.KVP.plain': '1',
    'GATEWAY.REQUEST.KVP.full': '2',
    'GATEWAY.REQUEST.KVP.short': '3',
    'GATEWAY.REQUEST.KVP.a.b_C': ' ',
  })
  expect(Object.keys(body.kvps)).toHaveLength(6)
  expect((await client.lookup(body.audit)).body.kvps).toEqual(body.kvps)
})

test('what is sent comes back, whatever it is', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const key = fc.stringMatching(/^[A-Za-z0-9_.]{1,64}$/).filter((text) => text !== '__proto__')
  const value = fc.stringMatching(/^[ !#-&(-[\]^-~]{0,255}$/)
  await fc.assert(
    fc.asyncProperty(fc.dictionary(key, value, { maxKeys: 50 }), async (kvps) => {
      const { body } = await client.purchase({ kvps })
      for (const [name, text] of Object.entries(kvps)) {
        expect(body.kvps[`GATEWAY.REQUEST.KVP.${name}`]).toBe(text)
      }
    }),
    { numRuns: 25 },
  )
})

test.each(['__proto__', 'GATEWAY.__proto__', 'GATEWAY.REQUEST.KVP.__proto__'])(
  'the one key that could not be refunded is refused: %s',
  async (key) => {
    await using gateway = await startGateway()
    const { client, world } = gateway
    const kvps = JSON.parse(`{"${key}":"x","ok":"1"}`)
    expect(faultsOf(await client.purchase({ kvps }))).toEqual([
      `invalid_characters at body.kvps.${key}`,
    ])
    expect(world.records.size('transactions')).toBe(0)
  },
)

test('every operation takes KVPs and adds its own', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const kvps = { kvps: { step: 'x' } }
  const { body: held } = await client.preauthorise(kvps)
  const { body: completed } = await client.complete(held.audit, kvps)
  const { body: refund } = await client.refund(completed.audit, kvps)
  const { body: undone } = await client.void(refund.audit, kvps)
  const { body: alone } = await client.standaloneRefund(kvps)
  for (const body of [held, completed, refund, undone, alone]) {
    expect(body.kvps).toEqual({
      'GATEWAY.REQUEST.KVP.step': 'x',
      'GATEWAY.RESPONSE.KVP.AUTHORISATION_CODE': body.status.acquirer.authorisation_code,
      'GATEWAY.RESPONSE.KVP.TRACE_NUMBER': expect.stringMatching(/^\d{6}$/),
    })
  }
})
