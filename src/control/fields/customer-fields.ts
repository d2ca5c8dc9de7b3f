import type { CustomerDetailResponse, CustomerResponse } from '../contract/calls/customers.ts'
import { heldInstant, type ResourceField } from './field.ts'

/** What a customer shows: the columns of its lists and its facts, in this order. */
export const customerFields: readonly ResourceField<CustomerResponse, CustomerDetailResponse>[] = [
  { label: 'id', value: ({ id }) => id, column: { isKey: true, align: 'right' } },
  {
    label: 'name',
    value: ({ name }) => name,
    column: { room: 'text', phone: 'own-line' },
    factIn: 'terminal',
  },
  { label: 'reference', value: ({ reference }) => reference, column: { room: 'text' } },
  {
    label: 'tokens',
    listed: ({ tokens: count }) => ({ is: 'count', count }),
    column: { align: 'right', phone: 'named' },
  },
  {
    label: 'merchant',
    value: ({ merchant }) => merchant,
    column: { align: 'right', phone: 'named' },
  },
  {
    label: 'created',
    value: ({ created_at }) => heldInstant(created_at, 'date'),
    column: { drop: 2, phone: 'named' },
  },
]

/** What a token shows in the list of its customer. */
export const tokenFields: readonly ResourceField<CustomerDetailResponse['tokens'][number]>[] = [
  { label: 'token', listed: ({ id }) => id, column: { align: 'right' } },
  {
    label: 'preferred name',
    listed: ({ preferred_name }) => preferred_name,
    column: { room: 'text' },
  },
  {
    label: 'account',
    listed: ({ account, card_type, method }) => ({ is: 'payer', account, card_type, method }),
    column: {},
  },
  {
    label: 'virtual PAN',
    listed: ({ virtual_pan: text }) => ({ is: 'code', text }),
    column: { phone: 'named' },
  },
  {
    label: 'state',
    listed: ({ active }) =>
      active
        ? { is: 'words', text: 'active', meaning: 'good' }
        : { is: 'words', text: 'inactive', meaning: 'quiet' },
    column: {},
  },
  {
    label: 'created',
    listed: ({ created_at }) => heldInstant(created_at, 'date'),
    column: { drop: 2, phone: 'named', only: 'pages' },
  },
]
