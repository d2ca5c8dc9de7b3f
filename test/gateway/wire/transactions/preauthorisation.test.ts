import { describe, expect, test } from 'vitest'
import { DAY } from '../../../../src/domain/time/instant.ts'
import { startGateway } from '../../../support/gateway.ts'
import { byDirectDebit, cents, faultsOf } from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'
import { passTime } from '../../../support/world-time.ts'

test('a preauthorisation has a code of twelve characters, and can be completed or voided', async () => {
  await using gateway = await startGateway()
  const { api, client } = gateway
  const { status, body } = await client.preauthorise()
  expect(status).toBe(200)
  expect(body.status).toEqual({
    gateway_status_code: 0,
    gateway_status_message: 'Processed',
    transaction_status_code: 'approved',
    acquirer: {
      response_code: '00',
      response_message: 'Approved',
      settlement_date: '2026-03-10',
      authorisation_code: expect.stringMatching(/^\d{6}$/),
      preauthorisation_code: expect.stringMatching(/^[A-Z0-9]{12}$/),
    },
  })
  expect(body._links).toEqual({
    self: { href: `${api}/transactions/${body.audit}` },
    completion: { href: `${api}/transactions/${body.audit}/completion` },
    void: { href: `${api}/transactions/${body.audit}/void` },
  })
  const found = await client.lookup(body.audit)
  expect(found.body.transaction.transaction_type).toBe('preauthorisation')
  expect(found.body.status).toEqual(body.status)
})

test('a declined preauthorisation offers nothing to do', async () => {
  await using gateway = await startGateway()
  const { body } = await gateway.client.preauthorise({
    'transaction.payment_method.creditcard.expiry_date': '0125',
  })
  expect(body.status.transaction_status_code).toBe('declined')
  expect(Object.keys(body._links)).toEqual(['self'])
})

test('a direct debit cannot be preauthorised', async () => {
  await using gateway = await startGateway()
  const answer = await gateway.client.preauthorise(byDirectDebit())
  expect(answer.status).toBe(422)
  expect(faultsOf(answer)).toEqual([
    'method_not_supported at body.transaction.payment_method.directdebit',
  ])
})

test('a completion is a separate transaction, which ends the hold', async () => {
  await using gateway = await startGateway()
  const { api, client } = gateway
  const { body: held } = await client.preauthorise()
  const { status, body } = await client.complete(held.audit, {
    ...cents(400),
    'transaction.preauthorisation_code': 'ignored',
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    audit: 1000002,
    gateway_timestamp: '2026-03-10T12:00:00+11:00',
    merchant: { id: 1 },
    kvps: {
      'GATEWAY.RESPONSE.KVP.AUTHORISATION_CODE': body.status.acquirer.authorisation_code,
      'GATEWAY.RESPONSE.KVP.TRACE_NUMBER': expect.stringMatching(/^\d{6}$/),
    },
    status: {
      gateway_status_code: 0,
      gateway_status_message: 'Processed',
      transaction_status_code: 'approved',
      acquirer: {
        response_code: '00',
        response_message: 'Approved',
        settlement_date: '2026-03-10',
        authorisation_code: expect.stringMatching(/^\d{6}$/),
      },
    },
    _links: {
      self: { href: `${api}/transactions/1000002` },
      target: { href: `${api}/transactions/1000001` },
      refund: { href: `${api}/transactions/1000002/refund` },
      void: { href: `${api}/transactions/1000002/void` },
    },
  })
  const found = await client.lookup(1000002)
  expect(found.body.transaction).toEqual({
    reference: 'order 1',
    transaction_type: 'completion',
    amount_details: { total_amount: '400', currency: 'AUD' },
    payment_method: { creditcard: { pan: '411111xxxxxx1111', type: 'visa' } },
  })
  const hold = await client.lookup(held.audit)
  expect(hold.body.status.transaction_status_code).toBe('approved')
  expect(Object.keys(hold.body._links)).toEqual(['self'])
})

describe('a completion is refused', () => {
  test.each([
    ['of more than the hold', cents(1001), 'amount_exceeds_preauthorisation', 'total_amount'],
    [
      'in another currency',
      { 'transaction.amount_details.currency': 'NZD' },
      'currency_mismatch',
      'currency',
    ],
  ])('%s', async (_what, changes, code, member) => {
    await using gateway = await startGateway()
    const { client } = gateway
    const { body } = await client.preauthorise()
    const answer = await client.complete(body.audit, changes)
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual([`${code} at body.transaction.amount_details.${member}`])
    expect((await client.complete(body.audit)).status).toBe(200)
  })

  test('a second time', async () => {
    await using gateway = await startGateway()
    const { client } = gateway
    const { body } = await client.preauthorise()
    await client.complete(body.audit, cents(1))
    const answer = await client.complete(body.audit, cents(1))
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['already_completed at path.audit'])
  })

  test('of a hold that was voided', async () => {
    await using gateway = await startGateway()
    const { client } = gateway
    const { body } = await client.preauthorise()
    await client.void(body.audit)
    const answer = await client.complete(body.audit)
    expect(faultsOf(answer)).toEqual(['not_completable at path.audit'])
  })

  test('of a purchase', async () => {
    await using gateway = await startGateway()
    const { client } = gateway
    const { body } = await client.purchase()
    const answer = await client.complete(body.audit)
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['not_completable at path.audit'])
  })
})

test('a declined completion leaves the hold as it was', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { body } = await client.preauthorise()
  useRules(world, {
    when: { operation: ['completion'] },
    times: 1,
    outcome: { response_code: '51' },
  })
  const declined = await client.complete(body.audit)
  expect(declined.body.status.transaction_status_code).toBe('declined')
  expect(Object.keys(declined.body._links)).toEqual(['self', 'target'])
  expect((await client.lookup(body.audit)).body._links).toHaveProperty('completion')
  expect((await client.complete(body.audit)).body.status.transaction_status_code).toBe('approved')
})

test('an expired hold has no links, cannot be voided, and its completion is declined with 25', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { body } = await client.preauthorise()
  passTime(world, 7 * DAY - 1)
  expect(Object.keys((await client.lookup(body.audit)).body._links)).toEqual([
    'self',
    'completion',
    'void',
  ])
  passTime(world, 1)
  const expired = await client.lookup(body.audit)
  expect(expired.body.status.transaction_status_code).toBe('approved')
  expect(Object.keys(expired.body._links)).toEqual(['self'])
  expect(faultsOf(await client.void(body.audit))).toEqual(['not_voidable at path.audit'])
  const late = await client.complete(body.audit)
  expect(late.status).toBe(200)
  expect(late.body.status).toMatchObject({
    gateway_status_code: 0,
    transaction_status_code: 'declined',
    acquirer: { response_code: '25', response_message: 'Record not found' },
  })
})

test('seven days are 168 hours, also over the end of daylight saving', async () => {
  await using gateway = await startGateway({ clock: Date.parse('2026-04-01T12:00:00+11:00') })
  const { client, world } = gateway
  const { body } = await client.preauthorise()
  passTime(world, Date.parse('2026-04-08T10:59:59.999+10:00') - world.now())
  expect((await client.lookup(body.audit)).body._links).toHaveProperty('completion')
  passTime(world, 1)
  expect((await client.lookup(body.audit)).body._links).not.toHaveProperty('completion')
})
