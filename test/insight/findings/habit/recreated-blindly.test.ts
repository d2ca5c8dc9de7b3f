import { expect, test } from 'vitest'
import { type ToldCall, ToldCalls } from './told-calls.ts'

const customer: ToldCall = {
  ...{ operation: 'customer_create', path: '/v1/customers' },
  body: { name: 'Ann', reference: 'c-1' },
}
const renamed = { ...customer, body: { name: 'Ann', reference: 'c-2' } }
const token: ToldCall = {
  ...{ operation: 'token_create', path: '/v1/customers/1/tokens' },
  body: { preferred_name: 'Visa', account: 'card-1' },
}
const lost = { status: undefined }
const taken = { status: 409, facts: { refusals: ['preferred_name_in_use'] } }
const customers: ToldCall = { operation: 'customer_search', path: '/v1/customers' }
const tokens: ToldCall = { operation: 'token_list', path: '/v1/customers/1/tokens' }
const garbage = { at: 'after', kind: 'garbage' } as const

const customerText = (answer: string) =>
  `The customer was created again after an unclear answer (${answer}), with no list or get in between.`
const tokenText =
  'The token was created again after an unclear answer (503), with no list or get in between.'

test.each<[string, readonly ToldCall[], string | undefined]>([
  ['a customer under another reference', [{ ...customer, ...lost }, renamed], customerText('none')],
  ['a customer after 503', [{ ...customer, status: 503 }, renamed], customerText('503')],
  [
    'a customer after what is not JSON',
    [{ ...customer, fault: garbage }, renamed],
    customerText('not JSON'),
  ],
  ['a customer under the same reference', [{ ...customer, ...lost }, customer], undefined],
  ['a customer after a clear answer', [customer, renamed], undefined],
  [
    'a customer after an attempt that was answered',
    [{ ...customer, ...lost }, customer, renamed],
    undefined,
  ],
  ['a customer after a list', [{ ...customer, ...lost }, customers, renamed], undefined],
  [
    'a customer after a list that failed',
    [{ ...customer, ...lost }, { ...customers, status: 503 }, renamed],
    customerText('none'),
  ],
  [
    'a customer after a list of another merchant',
    [{ ...customer, ...lost }, { ...customers, merchant: 2 }, renamed],
    customerText('none'),
  ],
  [
    'a customer after a list of tokens',
    [{ ...customer, ...lost }, tokens, renamed],
    customerText('none'),
  ],
  [
    'a customer after a payment',
    [{ ...customer, ...lost }, { operation: 'lookup' }, renamed],
    customerText('none'),
  ],
  [
    'another customer',
    [
      { ...customer, ...lost },
      { ...customer, body: { name: 'Bob', reference: 'c-2' } },
    ],
    undefined,
  ],
  ['a token again', [{ ...token, status: 503 }, token], tokenText],
  [
    'a token that is refused, as the first one went through',
    [
      { ...token, status: 503 },
      { ...token, ...taken },
    ],
    `${tokenText} It was refused, because the first one had gone through.`,
  ],
  [
    'a token that is refused for something else',
    [
      { ...token, status: 503 },
      { ...token, status: 422 },
    ],
    undefined,
  ],
  ['a token after a list', [{ ...token, status: 503 }, tokens, token], undefined],
  [
    "a token after a list of another customer's",
    [{ ...token, status: 503 }, { ...tokens, path: '/v1/customers/2/tokens' }, token],
    tokenText,
  ],
  ['a token after a list of customers', [{ ...token, status: 503 }, customers, token], tokenText],
  [
    'a token of the same account under another name',
    [
      { ...token, status: 503 },
      { ...token, body: { preferred_name: 'second', account: 'card-1' } },
    ],
    tokenText,
  ],
  [
    'a token of another account under another name',
    [
      { ...token, status: 503 },
      { ...token, body: { preferred_name: 'second', account: 'card-2' } },
    ],
    undefined,
  ],
])('%s', (_name, calls, message) => {
  const told = new ToldCalls()
  for (const call of calls) told.call(call)
  const found = told.found('recreated-blindly')
  expect(found.map((one) => one.message)).toEqual(message === undefined ? [] : [message])
})

test('the advice is that for a customer, or that for a token', () => {
  const told = new ToldCalls()
  for (const call of [{ ...customer, ...lost }, renamed, { ...token, ...lost }, token]) {
    told.call(call)
  }
  const found = told.found('recreated-blindly')
  expect(found.map(({ subject, advice }) => [subject, advice])).toEqual([
    [
      'customer Ann',
      'List the customers by reference first, or create it again with the same reference, which returns the customer that has it.',
    ],
    [
      'token Visa',
      "List the customer's tokens first; only if it is not among them, create it again.",
    ],
  ])
})
