import { describe, expect, test } from 'vitest'
import { startAssuming, startGateway, type TestGateway } from '../../support/gateway.ts'
import { byDirectDebit, cents, faultsOf } from '../../support/gateway-client.ts'
import { useRules } from '../../support/rules.ts'
import { moveTo } from '../../support/world-time.ts'

async function purchased({ client }: TestGateway): Promise<number> {
  return (await client.purchase()).body.audit
}

test('a refund is a separate transaction that points to its original', async () => {
  await using gateway = await startGateway()
  const { api, client } = gateway
  const audit = await purchased(gateway)
  const { status, body } = await client.refund(audit, cents(400))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    audit: audit + 1,
    status: { transaction_status_code: 'approved', acquirer: { response_code: '00' } },
  })
  expect(body._links).toEqual({
    self: { href: `${api}/transactions/${audit + 1}` },
    target: { href: `${api}/transactions/${audit}` },
    void: { href: `${api}/transactions/${audit + 1}/void` },
  })
  const found = await client.lookup(body.audit)
  expect(found.body.transaction).toEqual({
    reference: 'order 1',
    transaction_type: 'refund',
    target_audit: audit,
    amount_details: { total_amount: '400', currency: 'AUD' },
    payment_method: { creditcard: { pan: '411111xxxxxx1111', type: 'visa' } },
  })
})

test('refunds in parts never add up to more than the original', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const audit = await purchased(gateway)
  await client.refund(audit, cents(400))
  const tooMuch = await client.refund(audit, cents(601))
  expect(tooMuch.status).toBe(422)
  expect(faultsOf(tooMuch)).toEqual([
    'refund_exceeds_original at body.transaction.amount_details.total_amount',
  ])
  expect((await client.refund(audit, cents(600))).status).toBe(200)
  const original = await client.lookup(audit)
  expect(original.body.status.transaction_status_code).toBe('approved')
  expect(Object.keys(original.body._links)).toEqual(['self'])
  expect(faultsOf(await client.refund(audit, cents(1)))).toEqual([
    'refund_exceeds_original at body.transaction.amount_details.total_amount',
  ])
})

test('of twenty refunds at once, only as many pass as there is money for', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const audit = await purchased(gateway)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.refund(audit, cents(300))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(17)
})

test('a voided refund frees its amount again', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const audit = await purchased(gateway)
  const { body } = await client.refund(audit)
  expect((await client.refund(audit, cents(1))).status).toBe(422)
  expect((await client.void(body.audit)).status).toBe(200)
  expect((await client.lookup(audit)).body._links).toHaveProperty('refund')
  expect((await client.refund(audit)).status).toBe(200)
})

test('a declined refund does not count', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const audit = await purchased(gateway)
  useRules(world, { when: { operation: ['refund'] }, times: 1, outcome: { response_code: '05' } })
  expect((await client.refund(audit)).body.status.transaction_status_code).toBe('declined')
  expect((await client.refund(audit)).body.status.transaction_status_code).toBe('approved')
})

test('an undecided refund counts until it is decided', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const audit = await purchased(gateway)
  useRules(world, {
    when: { operation: ['refund'] },
    times: 1,
    outcome: {
      status: 'unknown',
      resolves: [{ after: '30000ms', status: 'declined' }],
    },
  })
  expect((await client.refund(audit)).body.status.gateway_status_code).toBe(-99)
  expect((await client.refund(audit)).status).toBe(422)
  moveTo(world, world.now() + 30_000)
  expect((await client.refund(audit)).status).toBe(200)
})

describe('a refund is refused', () => {
  test('in another currency', async () => {
    await using gateway = await startGateway()
    const audit = await purchased(gateway)
    const answer = await gateway.client.refund(audit, {
      'transaction.amount_details.currency': 'USD',
    })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual([
      'currency_mismatch at body.transaction.amount_details.currency',
    ])
  })

  test('of what was never paid, or was undone', async () => {
    await using gateway = await startGateway()
    const { client } = gateway
    const declined = await client.purchase({
      'transaction.payment_method.creditcard.expiry_date': '0125',
    })
    const held = await client.preauthorise()
    const pending = await client.purchase(byDirectDebit())
    const voided = await client.purchase()
    const undoing = await client.void(voided.body.audit)
    const alone = await client.standaloneRefund()
    for (const { body } of [declined, held, pending, voided, undoing, alone]) {
      const answer = await client.refund(body.audit, cents(1))
      expect(answer.status).toBe(422)
      expect(faultsOf(answer)).toEqual(['not_refundable at path.audit'])
    }
  })
})

test('a completion can be refunded, its preauthorisation cannot', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const { body: held } = await client.preauthorise()
  const { body: completed } = await client.complete(held.audit, cents(700))
  expect((await client.refund(held.audit, cents(1))).status).toBe(422)
  expect((await client.refund(completed.audit, cents(701))).status).toBe(422)
  expect((await client.refund(completed.audit, cents(700))).status).toBe(200)
})

test('a cleared direct debit is refunded as a credit, pending until the next banking morning', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { body } = await client.purchase(byDirectDebit())
  moveTo(world, Date.parse('2026-03-13T12:00:00+11:00'))
  expect((await client.lookup(body.audit)).body.status.transaction_status_code).toBe('approved')
  const refund = await client.refund(body.audit)
  expect(refund.body.kvps).toEqual({})
  expect(refund.body.status.transaction_status_code).toBe('pending')
  expect((await client.refund(body.audit, cents(1))).status).toBe(422)
  const found = await client.lookup(refund.body.audit)
  expect(found.body.transaction).toMatchObject({
    transaction_type: 'refund',
    target_audit: body.audit,
    directdebit_mode: 'credit',
  })
  moveTo(world, Date.parse('2026-03-16T08:59:59.999+11:00'))
  expect((await client.lookup(refund.body.audit)).body.status.transaction_status_code).toBe(
    'pending',
  )
  moveTo(world, Date.parse('2026-03-16T09:00:00+11:00'))
  expect((await client.lookup(refund.body.audit)).body.status.transaction_status_code).toBe(
    'approved',
  )
})

test('a credit after the cut-off is lodged on the next banking day, and clears the day after', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  moveTo(world, Date.parse('2026-03-13T16:00:00+11:00'))
  const { audit } = (await client.standaloneRefund(byDirectDebit())).body
  const status = async () => (await client.lookup(audit)).body.status
  expect((await status()).acquirer.settlement_date).toBe('2026-03-16')
  moveTo(world, Date.parse('2026-03-17T08:59:59.999+11:00'))
  expect((await status()).transaction_status_code).toBe('pending')
  moveTo(world, Date.parse('2026-03-17T09:00:00+11:00'))
  expect((await status()).transaction_status_code).toBe('approved')
})

describe('a standalone refund', () => {
  test('points to nothing, and may be of any amount', async () => {
    await using gateway = await startGateway()
    const { api, client } = gateway
    const { status, body } = await client.standaloneRefund(cents(999_999))
    expect(status).toBe(200)
    expect(body._links).toEqual({
      self: { href: `${api}/transactions/${body.audit}` },
      void: { href: `${api}/transactions/${body.audit}/void` },
    })
    const found = await client.lookup(body.audit)
    expect(found.body.transaction).toEqual({
      reference: 'order 1',
      transaction_type: 'refund',
      amount_details: { total_amount: '999999', currency: 'AUD' },
      payment_method: { creditcard: { pan: '411111xxxxxx1111', type: 'visa' } },
    })
  })

  test('to a bank account is a credit', async () => {
    await using gateway = await startGateway()
    const { client } = gateway
    const { body } = await client.standaloneRefund(byDirectDebit())
    expect(body.status.transaction_status_code).toBe('pending')
    expect((await client.lookup(body.audit)).body.transaction.directdebit_mode).toBe('credit')
  })

  test.each([
    ['approve', '00'],
    ['decline', '54'],
  ] as const)('to an expired card: %s', async (expired_card_refunds, code) => {
    await using gateway = await startAssuming({ expired_card_refunds })
    const { body } = await gateway.client.standaloneRefund({
      'transaction.payment_method.creditcard.expiry_date': '0125',
    })
    expect(body.status.acquirer.response_code).toBe(code)
  })

  test('is refused to a merchant who is not enabled for it', async () => {
    const merchant = { id: 1, name: 'Shop', vault: true, surcharge: undefined }
    await using gateway = await startGateway({
      merchants: [{ ...merchant, standaloneRefunds: false }],
    })
    const answer = await gateway.client.standaloneRefund()
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['not_refundable at body.merchant.id'])
  })
})
