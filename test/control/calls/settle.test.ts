import { expect, test } from 'vitest'
import type { TransactionDetailResponse } from '../../../src/control/contract/calls/transactions.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function begin(debits: number, bsb = '062-000') {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  for (let i = 0; i < debits; i += 1) {
    await gateway.purchase({
      'transaction.payment_method': {
        directdebit: { bsb, account_number: '12345678', account_name: 'Ann Example' },
      },
    })
  }
  return { control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

function detail(control: ControlClient, audit: number) {
  return control.get<TransactionDetailResponse>(`/transactions/${audit}`)
}

test('all pending direct debits are settled, oldest first, and nothing more is to come', async () => {
  await using sandbox = await begin(3)
  const { control, gateway } = sandbox
  await gateway.purchase()
  const { body } = await control.post('/settle', { all: true })
  expect(body).toEqual({
    settled: [
      { audit: 1000001, status: 'approved' },
      { audit: 1000002, status: 'approved' },
      { audit: 1000003, status: 'approved' },
    ],
  })
  const one = await detail(control, 1000001)
  expect(one.body).toMatchObject({ status: 'approved', response_code: '00', due: [] })
  expect(one.body.moves).toEqual([
    { at: '2026-03-10T01:00:00.000Z', from: null, to: 'pending', cause: 'created' },
    { at: '2026-03-10T01:00:00.000Z', from: 'pending', to: 'approved', cause: 'settled' },
  ])
  expect((await control.get('/clock/upcoming')).body).toEqual({ scheduled: [] })
})

test.each(['/settle', '/expire'])(
  'POST %s with all: false asks for nothing, and is refused',
  async (path) => {
    await using sandbox = await begin(1)
    expect(await sandbox.control.post(path, { all: false })).toMatchObject({
      status: 422,
      body: { errors: [{ error_message: 'Must be true, or left out', location: ['body', 'all'] }] },
    })
  },
)

test('what is not there or not pending is refused with its reason, and twice is once', async () => {
  await using sandbox = await begin(1)
  const { control, gateway } = sandbox
  await gateway.purchase()
  const audits = [1000001, 1000001, 1000002, 1000999]
  const { body } = await control.post('/settle', { audits })
  expect(body).toEqual({
    settled: [{ audit: 1000001, status: 'approved' }],
    refused: [
      { audit: 1000002, reason: 'it is approved (card purchase), not a pending direct debit' },
      { audit: 1000999, reason: 'there is no such transaction' },
    ],
  })
  expect((await control.post('/settle', { all: true })).body).toEqual({ settled: [] })
})

test('a settled credit counts against its debit, and a returned one no longer does', async () => {
  await using sandbox = await begin(1)
  const { control, gateway } = sandbox
  await control.post('/settle', { all: true })
  const refund = await gateway.refund(1000001)
  expect(refund.body.status.transaction_status_code).toBe('pending')
  expect((await detail(control, 1000001)).body.refunded).toBe(1000)
  await control.post('/settle', { audits: [1000002], status: 'declined' })
  const { body } = await detail(control, 1000001)
  expect(body).toMatchObject({
    refunded: 0,
    acting: [{ audit: 1000002, operation: 'refund', status: 'declined', amount: 1000 }],
  })
})

test.each([
  [{}, 'missing_field at body'],
  [{ audits: [1000001], all: true }, 'invalid_format at body'],
  [{ audits: Array(1001).fill('x') }, 'out_of_range at body.audits'],
  [{ all: true, response_code: '05' }, 'invalid_format at body.response_code'],
  [{ all: true, status: 'approved', response_code: '6' }, 'invalid_format at body.response_code'],
  [{ all: true, code: '6' }, 'invalid_format at body'],
])('%j is refused', async (given, fault) => {
  await using sandbox = await begin(1)
  const { control } = sandbox
  const { status, body } = await control.post<ErrorResponse>('/settle', given)
  expect(status).toBe(422)
  expect(body.errors.map((one) => `${one.error_code} at ${one.location.join('.')}`)).toContain(
    fault,
  )
  expect((await detail(control, 1000001)).body.status).toBe('pending')
})

test('an undecided transaction is resolved, and a cleared debit returned, each once', async () => {
  await using sandbox = await begin(1)
  const { control, gateway } = sandbox
  await gateway.purchase({ 'transaction.amount_details.total_amount': '9700099' })
  const undecided = { audits: [1000002], status: 'declined', response_code: '51' }
  expect((await control.post('/resolve', undecided)).body).toEqual({
    resolved: [{ audit: 1000002, status: 'declined' }],
    refused: [],
  })
  await control.post('/settle', { all: true })
  expect((await control.post('/return', { audits: [1000001] })).body).toEqual({
    returned: [{ audit: 1000001, status: 'declined' }],
    refused: [],
  })
  expect((await detail(control, 1000001)).body).toMatchObject({ response_code: '6' })
  expect((await control.post('/return', { audits: [1000001] })).body).toEqual({
    returned: [],
    refused: [
      {
        audit: 1000001,
        reason: 'it is declined (direct debit purchase), not a cleared direct debit',
      },
    ],
  })
  expect((await control.post('/resolve', { audits: [1000002] })).status).toBe(422)
  expect((await control.post('/return', { audits: [1], response_code: '00' })).status).toBe(422)
})
