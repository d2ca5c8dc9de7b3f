import { expect, test } from 'vitest'
import { redactText } from '../../../../src/domain/redaction/redacted.ts'
import type { PaymentMethod } from '../../../../src/domain/transaction/transaction.ts'
import {
  earlierPayment,
  resolvePayment,
  storedFacts,
  transactionFacts,
} from '../../../../src/world/commands/transactions/payment.ts'
import { factsOf } from '../../../../src/world/commands/transactions/transaction-request.ts'
import {
  deleteCustomer,
  findOrCreateCustomer,
} from '../../../../src/world/commands/vault/customers.ts'
import { createToken } from '../../../../src/world/commands/vault/tokens.ts'
import type { World } from '../../../../src/world/world.ts'
import { bareWorld } from '../../../support/bare-world.ts'
import { byCard, byDebit, NOON, refusalOf, transaction } from '../../../support/transaction.ts'

const visa = { method: 'card', pan: '411111xxxxxx1111', card: 'card', card_type: 'visa' }
const debit = { method: 'direct_debit', bsb: '062-000', account_number: 'xxxxx678' }
const token = { id: 5, virtualPan: '9000000000000005' }

function withoutExpiry(method: PaymentMethod): PaymentMethod {
  if (method.rail !== 'card') return method
  const { expiry: _left, ...card } = method.card
  return { ...method, card }
}

test.each<[string, PaymentMethod, object]>([
  ['a card', byCard, { ...visa, expiry: '1230' }],
  ['a card without an expiry', withoutExpiry(byCard), visa],
  ['an account', byDebit, debit],
  ['a token', { ...byDebit, token }, { ...debit, virtual_pan: token.virtualPan }],
])('rules can see of %s what is stored', (_what, method, facts) => {
  expect(storedFacts(method)).toEqual(facts)
})

test.each([
  ['a purchase', {}, { audit: '1000001', correlation_id: 'c-1' }],
  ['a refund', { target: 7 }, { audit: '1000001', correlation_id: 'c-1', target_audit: '7' }],
  ['one whose id is forgotten', { correlation: redactText('') }, { audit: '1000001' }],
])('rules can see of %s that is looked up what it was', (_what, changes, own) => {
  const { world } = bareWorld(NOON)
  expect(transactionFacts(world, transaction(changes))).toEqual({
    ...visa,
    expiry: '1230',
    amount: '1000',
    currency: 'AUD',
    reference: 'order 1',
    kvp: {},
    ...own,
  })
})

const sent = {
  operation: 'refund',
  merchant: { id: 1, name: 'M', vault: true, standaloneRefunds: true, surcharge: undefined },
  user: 'anybody',
  correlationId: 'c-1',
  reference: 'order 1',
  kvps: {},
  kept: { correlationKey: redactText('c-1'), reference: redactText('order 1'), kvps: {} },
  currency: undefined,
  payment: undefined,
  requestHash: undefined,
} as const

test.each([
  [{ amount: 5, targetAudit: 7 }, '5', '7'],
  [{ amount: undefined, targetAudit: undefined }, undefined, undefined],
])(
  'rules can see the amount and the target of a request, if it has them',
  (given, amount, target) => {
    const payment = { method: byCard, facts: {} }
    const facts = factsOf({ ...sent, ...given }, payment, { now: NOON, audit: 9 })
    expect([facts.amount, facts.target_audit, facts.audit]).toEqual([amount, target, '9'])
  },
)

/** Stores a card of a customer, and gives the token. */
function stored(world: World) {
  const texts = { reference: 'CUST-1', name: 'Ann Example' }
  return world.run((context) => {
    const { customer } = findOrCreateCustomer(world, context, 1, texts)
    const expiry = { year: 2030, month: 12 }
    const account = { type: 'card', pan: '4111111111111111', expiry, name: 'ANN' } as const
    const input = { preferredName: 'main card', active: true, account }
    return { customer, token: createToken(world, context, customer, input) }
  })
}

test('rules can see whose token pays, and what is sent beside it', () => {
  const { world } = bareWorld(NOON)
  const { virtualPan } = stored(world).token
  const input = { kind: 'virtual_pan', virtualPan, expiry: undefined, cvv: undefined } as const
  const owner = { token_name: 'main card', customer_reference: 'CUST-1', virtual_pan: virtualPan }
  const plain = resolvePayment(world, 1, input)
  expect(plain.facts).toMatchObject({ ...owner, expiry: '1230' })
  expect(plain.facts).not.toHaveProperty('cvv')
  const other = { ...input, expiry: { year: 2031, month: 1 }, cvv: '123' }
  expect(resolvePayment(world, 1, other).facts).toMatchObject({
    ...owner,
    expiry: '0131',
    cvv: '123',
  })
  expect(refusalOf(() => resolvePayment(world, 1, { ...input, cvv: '1234' }))).toBe(
    'invalid_format',
  )
  expect(refusalOf(() => resolvePayment(world, 2, input))).toBe('token_not_found')
})

test('whose token an earlier payment was made with is known as long as there is one', () => {
  const { world } = bareWorld(NOON)
  const { customer, token: made } = stored(world)
  const method = { ...byCard, token: { id: made.id, virtualPan: made.virtualPan } }
  const paid = { ...visa, expiry: '1230', virtual_pan: made.virtualPan }
  expect(earlierPayment(world, method).facts).toEqual({
    ...paid,
    token_name: 'main card',
    customer_reference: 'CUST-1',
  })
  const gone = { table: 'customers', key: customer.id, line: undefined } as const
  world.commit([gone])
  expect(earlierPayment(world, method).facts).toEqual({ ...paid, token_name: 'main card' })
  deleteCustomer(world, customer)
  expect(earlierPayment(world, method).facts).toEqual(paid)
})
