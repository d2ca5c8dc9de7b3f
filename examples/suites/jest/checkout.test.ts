import { connectSandbox, type Sandbox, startSandbox } from 'sandgate'
import { patience, pay, statusOf } from '../checkout'

// The shop is impatient here, and a test has time for all of its recovery.
Object.assign(patience, { timeout: 3000, pause: 100 })
jest.setTimeout(30_000)

const card = { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } }
const account = { bsb: '032-056', account_number: '123456', account_name: 'J Citizen' }

let sandbox: Sandbox

beforeAll(async () => {
  const isGiven = process.env.SANDGATE_URL !== undefined
  sandbox = await (isGiven ? connectSandbox() : startSandbox())
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset({ label: expect.getState().currentTestName ?? '' }))

test('a card is charged', async () => {
  const order = { reference: 'order 1', cents: 1995, paymentMethod: card }
  const { status } = await pay(sandbox.api, order)
  expect(status.transaction_status_code).toBe('approved')
})

test('a lost response charges once', async () => {
  await sandbox.scenarios.rule({ outcome: { fault: { at: 'after', reset: true } } })
  const order = { reference: 'order 2', cents: 1995, paymentMethod: card }
  const { status } = await pay(sandbox.api, order)
  expect(status.transaction_status_code).toBe('approved')
  expect(await sandbox.transactions()).toHaveLength(1)
})

test('a direct debit that comes back is noticed', async () => {
  const order = { reference: 'order 3', cents: 1995, paymentMethod: { directdebit: account } }
  const { audit, status } = await pay(sandbox.api, order)
  expect(status.transaction_status_code).toBe('pending')
  await sandbox.clock.advance('next')
  expect(await statusOf(sandbox.api, audit)).toBe('declined')
})
