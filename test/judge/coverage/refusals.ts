import { expect } from 'vitest'
import { unlistedMerchant } from '../../../src/domain/merchant.ts'
import type { refusalCases } from '../../../src/judge/coverage/refusals.ts'
import { amount, type Judged } from '../wire/judged.ts'
import type { Proof } from './proof.ts'

const users = [{ name: 'shop', token: 'tok-shop', merchant: 1, merchants: [1] }]
const authorized = { authorization: 'Bearer tok-shop' }
const closed = {
  auth: 'required',
  users,
  merchants: [unlistedMerchant(1), unlistedMerchant(2)],
} as const

/** A rule sends this error to a request that the API would accept. */
async function sendFaked({ control, client }: Judged, fault: object) {
  await control.post('/rules', { name: 'faked', outcome: { fault: { at: 'before', ...fault } } })
  const { status } = await client.purchase({}, authorized)
  expect(fault).toMatchObject({ http: status })
}

export const refusalProofs: Record<(typeof refusalCases)[number]['name'], Proof> = {
  'invalid-request': {
    shown: ({ client }) =>
      client.purchase({ 'transaction.amount_details.total_amount': undefined }),
    missed: async (judged) => {
      const headers = { 'x-correlation-id': 'once' }
      await judged.client.purchase({}, headers)
      await judged.client.purchase({}, headers)
      await judged.client.lookup(999)
    },
  },
  'missing-correlation-id': {
    shown: ({ client }) => client.purchase({}, { 'x-correlation-id': undefined }),
    missed: ({ client }) => client.purchase({}, { 'x-correlation-id': 'not*valid' }),
  },
  'invalid-correlation-id': {
    shown: ({ client }) => client.purchase({}, { 'x-correlation-id': 'not*valid' }),
    missed: ({ client }) => client.purchase({}, { 'x-correlation-id': undefined }),
  },
  'duplicate-correlation-id': {
    shown: async ({ client }) => {
      await client.purchase({}, { 'x-correlation-id': 'once' })
      await client.purchase({}, { 'x-correlation-id': 'once' })
    },
    missed: async ({ client }) => {
      await client.purchase({}, { 'x-correlation-id': 'one' })
      await client.purchase({}, { 'x-correlation-id': 'other' })
      await client.purchase({ 'merchant.id': 2 }, { 'x-correlation-id': 'one' })
      await client.purchase(amount(9900409), { 'x-correlation-id': 'refused' })
      await client.purchase(amount(9800409), { 'x-correlation-id': 'processed' })
    },
  },
  'parallel-correlation-id': {
    shown: async (judged) => {
      const rule = { name: 'slow', when: { operation: 'purchase' }, outcome: { delay: '300ms' } }
      await judged.control.post('/rules', rule)
      await Promise.all([judged.pay('same'), judged.pay('same')])
    },
    missed: async (judged) => {
      await judged.pay('same')
      await judged.pay('same')
    },
  },
  unauthenticated: {
    settings: closed,
    shown: ({ client }) => client.purchase({}, { authorization: 'Bearer wrong' }),
    missed: async (judged) => {
      await judged.client.purchase({ 'merchant.id': 2 }, authorized)
      await sendFaked(judged, { http: 401, error_code: 'unauthorized' })
    },
  },
  forbidden: {
    settings: closed,
    shown: ({ client }) => client.purchase({ 'merchant.id': 2 }, authorized),
    missed: async (judged) => {
      await judged.client.purchase({ 'merchant.id': 2 })
      await judged.client.purchase({}, { ...authorized, origin: 'http://localhost:3000' })
      await sendFaked(judged, { http: 403, error_code: 'forbidden' })
    },
  },
}
