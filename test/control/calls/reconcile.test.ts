import { expect, test } from 'vitest'
import type { ReportResponse } from '../../../src/control/contract/calls/report.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import type { Reconciliation } from '../../../src/judge/books/books-document.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function begin(settings: Parameters<typeof startTestSandbox>[0] = {}) {
  const sandbox = await startTestSandbox(settings)
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const pay = (reference: string, cents = 4995, merchant = 1) =>
    gateway.purchase({
      'merchant.id': merchant,
      'transaction.reference': reference,
      'transaction.amount_details.total_amount': String(cents),
    })
  const compare = async (...orders: readonly object[]) =>
    (await control.post<Reconciliation>('/reconcile', { orders })).body
  return { sandbox, control, gateway, pay, compare, [Symbol.asyncDispose]: () => sandbox.stop() }
}

test('books that agree have no findings', async () => {
  await using shop = await begin()
  await shop.pay('A, 1 (b)')
  expect(await shop.compare({ reference: 'A, 1 (b)', paid: 4995 })).toEqual({
    orders: 1,
    agreeing: 1,
    findings: [],
    dropped_findings: 0,
    next: null,
    undecided: [],
  })
})

test('an empty book has no order for any payment', async () => {
  await using shop = await begin()
  await shop.pay('A-1')
  await shop.pay('A-2')
  const { findings } = await shop.compare()
  expect(findings.map(({ code, reference }) => [code, reference])).toEqual([
    ['not-in-books', 'A-1'],
    ['not-in-books', 'A-2'],
  ])
})

test('differences are findings of the report until books are compared again', async () => {
  await using shop = await begin()
  await shop.pay('A-1')
  await shop.compare({ reference: 'A-1', paid: 0, state: 'cancelled' })
  const { body } = await shop.control.get<ReportResponse>('/report')
  expect(body).toMatchObject({
    verdict: 'unsafe',
    headline: 'Unsafe: 1 payment not booked',
    counts: { error: 1, warning: 0, note: 0 },
    books: [{ test: { world: 'default', number: 1, label: null }, orders: 1, agreeing: 0 }],
    findings: [
      {
        code: 'paid-not-booked',
        subject: 'order A-1',
        payment: 'default-1-1',
        steps: [{ audit: 1_000_001 }],
        advice: expect.stringMatching(
          / GET \S+\?merchant_id=1&correlation_id_lookup=\w[^…]+, and book/,
        ),
      },
    ],
  })
  await shop.compare({ reference: 'A-1', paid: 4995 })
  expect((await shop.control.get<ReportResponse>('/report')).body.counts.error).toBe(0)
})

test('a difference comes with the steps of its payment and the search for it', async () => {
  await using shop = await begin()
  const { body } = await shop.pay('Order 7')
  await shop.gateway.void(body.audit)
  const { findings } = await shop.compare({ reference: 'Order 7', paid: 4995, state: 'shipped' })
  expect(findings).toMatchObject([
    {
      code: 'booked-not-paid',
      about: body.audit,
      advice: expect.stringContaining(`GET /v1/transactions/${body.audit}, the payment`),
      steps: [{ kind: 'purchase' }, { kind: 'void' }, { kind: 'change' }],
    },
  ])
  const { body: report } = await shop.control.get<ReportResponse>('/report')
  expect(report.findings).toMatchObject([{ code: 'booked-not-paid', subject: 'Order 7' }])
})

test('differences stay in the report after a reset', async () => {
  await using shop = await begin()
  await shop.pay('A-1')
  await shop.compare()
  await shop.control.post('/reset', {})
  const { body } = await shop.control.get<ReportResponse>('/report')
  expect(body).toMatchObject({
    counts_by_code: { 'not-in-books': 1 },
    books: [{ test: { world: 'default', number: 1 } }],
  })
  expect(body.findings).toMatchObject([{ code: 'not-in-books', steps: [{ audit: 1_000_001 }] }])
})

test('a difference shows every payment of its order', async () => {
  await using shop = await begin()
  await shop.pay('A-1')
  await shop.pay('A-1')
  await shop.compare({ reference: 'A-1', paid: 4995 })
  const { body } = await shop.control.get<ReportResponse>('/report')
  expect(body.findings.find(({ code }) => code === 'paid-not-booked')).toMatchObject({
    steps: [
      { audit: 1_000_001, paid: 4995 },
      { audit: 1_000_002, paid: 9990 },
    ],
  })
})

test('comparisons that agree are added up', async () => {
  await using shop = await begin()
  for (const reference of ['A-1', 'A-2', 'A-3']) {
    await shop.pay(reference)
    await shop.compare({ reference, paid: reference === 'A-2' ? 0 : 4995 })
    await shop.control.post('/reset', {})
  }
  const { books } = (await shop.control.get<ReportResponse>('/report')).body
  expect(books.map(({ test, orders, agreeing }) => [test?.number, orders, agreeing])).toEqual([
    [2, 1, 0],
    [undefined, 2, 2],
  ])
})

test('the books of a world are compared with its own payments', async () => {
  await using shop = await begin()
  await shop.pay('A-1')
  const other = new ControlClient(`${shop.sandbox.url}/w/other`)
  const { body } = await other.post<Reconciliation>('/reconcile', { orders: [] })
  expect(body.findings).toEqual([])
  const wrong = await other.post<Reconciliation>('/reconcile', {
    orders: [{ reference: 'A-1', paid: 4995 }],
  })
  expect(wrong.body.findings).toMatchObject([
    {
      code: 'booked-not-paid',
      advice: expect.stringMatching(
        / This world has no payments; are these the books of default\?$/,
      ),
    },
  ])
})

test.each<[string, readonly object[], string]>([
  [
    'an amount with a decimal point',
    [{ reference: 'A-1', paid: '49.95' }],
    'Order 1: paid: expected cents as a whole number, found "49.95": write 4995',
  ],
  [
    'a negative amount',
    [{ reference: 'A-1', paid: -1 }],
    'Order 1: paid: expected cents, 0 or more, found -1: write refunds as `refunded`',
  ],
  [
    'an order twice',
    [
      { reference: 'A-1', paid: 1 },
      { reference: 'A-1', paid: 1 },
    ],
    "Order 'A-1' is there twice: order 1 and order 2",
  ],
  [
    'no merchant although there are several',
    [{ reference: 'A-1', paid: 1 }],
    "Order 'A-1': merchant is missing, and there are payments of merchants 1, 2",
  ],
])('%s is refused', async (_, orders, message) => {
  await using shop = await begin()
  await shop.pay('A-1')
  await shop.pay('A-1', 100, 2)
  const { status, body } = await shop.control.post<ErrorResponse>('/reconcile', { orders })
  expect([status, body.errors]).toEqual([
    422,
    [{ error_code: 'invalid_format', error_message: message, location: ['body', 'orders'] }],
  ])
})
