import type { Sample } from './sample.ts'

const stored = {
  'CARD.PAN': '4111111111111111',
  'CARD.EXPIRY': '1230',
  'CARD.NAME': 'ANN EXAMPLE',
}
const bank = {
  'BANK.BSB': '032-000',
  'BANK.ACCOUNT_NUMBER': '123456',
  'BANK.ACCOUNT_NAME': 'ANN EXAMPLE',
}

/** Every operation of the vault. Ids count from 1. */
export const vaultSamples: readonly Sample[] = [
  {
    of: 'customer_create',
    method: 'POST',
    path: '/v1/customers',
    body: { reference: 'C-1', name: 'Ann Example' },
  },
  {
    of: 'customer_create, again',
    note: 'The reference already exists, so the response is the existing customer, unchanged.',
    method: 'POST',
    path: '/v1/customers',
    body: { reference: 'C-1', name: 'Another Name' },
  },
  { of: 'customer_search', method: 'GET', path: '/v1/customers?name=ann' },
  { of: 'customer_lookup', method: 'GET', path: '/v1/customers/1' },
  {
    of: 'customer_update',
    method: 'PATCH',
    path: '/v1/customers/1',
    body: { name: 'Ann B Example' },
  },
  {
    of: 'token_create, a card',
    method: 'POST',
    path: '/v1/customers/1/tokens',
    body: { preferred_name: 'main card', active: true, account: { general_creditcard: stored } },
  },
  {
    of: 'token_create, a bank account',
    method: 'POST',
    path: '/v1/customers/1/tokens',
    body: { preferred_name: 'savings', active: true, account: { general_bankaccount: bank } },
  },
  { of: 'token_list', method: 'GET', path: '/v1/customers/1/tokens' },
  { of: 'token_lookup', method: 'GET', path: '/v1/customers/1/tokens/1' },
  {
    of: 'token_update',
    method: 'PATCH',
    path: '/v1/customers/1/tokens/1',
    body: { active: false },
  },
  { of: 'token_delete', method: 'DELETE', path: '/v1/customers/1/tokens/1' },
  { of: 'customer_delete', method: 'DELETE', path: '/v1/customers/1' },
]
