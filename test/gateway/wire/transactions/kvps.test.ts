import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactMembers } from '../../../../src/base/redaction/redacted.ts'
import { startGateway } from '../../../support/gateway.ts'
import { faultsOf } from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'

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

test('a key that only ends like it is refunded', async () => {
  await using gateway = await startGateway()
  const { kvps } = (await gateway.client.purchase({ kvps: { a__proto__: 'x' } })).body
  expect(kvps['GATEWAY.REQUEST.KVP.a__proto__']).toBe('x')
})

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

test('a rule may add KVPs of the gateway', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  useRules(world, { when: {}, outcome: { kvps: redactMembers({ 'RISK.SCORE': '17' }) } })
  const { body } = await client.purchase()
  expect(body.kvps['GATEWAY.RESPONSE.KVP.RISK.SCORE']).toBe('17')
  expect((await client.lookup(body.audit)).body.kvps).toEqual(body.kvps)
})
