import { expect, test } from 'vitest'
import {
  type Access,
  type DocumentedOperation,
  refusalsOf,
} from '../../../src/http/openapi/refusals.ts'
import type { RequestSchemas } from '../../../src/http/openapi/request-schemas.ts'

const nothing: RequestSchemas = { header: {}, path: {}, query: {}, body: undefined }
const open: Access = { auth: 'open', browserCalls: 'allow' }

const lookup: DocumentedOperation = {
  name: 'lookup',
  method: 'GET',
  path: '/transactions/{audit}',
  hasBody: false,
}
const search: DocumentedOperation = { ...lookup, name: 'search', path: '/transactions' }
const index: DocumentedOperation = { ...lookup, name: 'index', path: '/' }
const refund: DocumentedOperation = {
  name: 'refund',
  method: 'POST',
  path: '/transactions/{audit}/refund',
  hasBody: true,
}
const customers: DocumentedOperation = { ...search, name: 'customer_search', path: '/customers' }
const newToken: DocumentedOperation = {
  name: 'token_create',
  method: 'POST',
  path: '/customers/{customer_id}/tokens',
  hasBody: true,
}

const everywhere = {
  405: ['method_not_allowed'],
  422: ['repeated_parameter'],
  500: ['internal_error'],
}

test.each<[DocumentedOperation, Readonly<Record<number, readonly string[]>>]>([
  [index, { 403: ['forbidden_host'], ...everywhere }],
  [lookup, { 403: ['forbidden_host'], 404: ['not_found'], ...everywhere }],
  [search, { 403: ['forbidden_merchant', 'forbidden_host'], ...everywhere }],
  [
    refund,
    {
      400: ['malformed_json'],
      403: ['forbidden_merchant', 'forbidden_host'],
      404: ['not_found'],
      405: ['method_not_allowed'],
      409: ['duplicate_correlation_id', 'correlation_id_in_progress'],
      413: ['body_too_large'],
      415: ['unsupported_media_type'],
      422: ['currency_mismatch', 'repeated_parameter', 'not_refundable', 'refund_exceeds_original'],
      500: ['internal_error'],
    },
  ],
  [
    customers,
    { 403: ['forbidden_merchant', 'vault_not_enabled', 'forbidden_host'], ...everywhere },
  ],
  [
    newToken,
    {
      400: ['malformed_json'],
      403: ['forbidden_merchant', 'vault_not_enabled', 'forbidden_host'],
      404: ['not_found'],
      405: ['method_not_allowed'],
      413: ['body_too_large'],
      415: ['unsupported_media_type'],
      422: ['repeated_parameter', 'preferred_name_in_use'],
      500: ['internal_error'],
    },
  ],
])('$name can be refused without regard to its fields', (operation, expected) => {
  const refusals = refusalsOf(operation, nothing, open)
  const statuses = [...refusals.keys()]
  expect(statuses).toEqual([...statuses].sort())
  expect(Object.fromEntries(refusals)).toEqual(expected)
})

test('what the fields list and demand can be refused, too', () => {
  const codes = (schemas: Partial<RequestSchemas>) =>
    refusalsOf(index, { ...nothing, ...schemas }, open).get(422)
  expect(codes({ header: { 'x-error-codes': ['invalid_format'] } })).toEqual([
    'invalid_format',
    'repeated_parameter',
  ])
  expect(codes({ query: { properties: { a: {} }, required: ['a'] } })).toEqual([
    'missing_field',
    'repeated_parameter',
  ])
  // Without its path parameter, a request is another one.
  expect(codes({ path: { required: ['a'] } })).toEqual(['repeated_parameter'])
})

test.each<[Access, readonly string[]]>([
  [{ auth: 'required', browserCalls: 'allow' }, ['unauthenticated']],
  [{ auth: 'open', browserCalls: 'refuse' }, ['browser_call_refused']],
  [open, []],
])('under %j there are the refusals %j', (access, expected) => {
  const all = [...refusalsOf(index, nothing, access).values()].flat()
  expect(all.filter((code) => /unauthenticated|browser/.test(code))).toEqual(expected)
})
