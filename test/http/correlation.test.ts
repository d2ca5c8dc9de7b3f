import { expect, test } from 'vitest'
import { correlationOf } from '../../src/http/call.ts'

test.each([
  [undefined, { given: undefined, id: undefined }],
  ['', { given: undefined, id: undefined }],
  ['c-1', { given: 'c-1', id: 'c-1' }],
  ['c 1', { given: 'c 1', id: undefined }],
  ['x'.repeat(129), { given: 'x'.repeat(129), id: undefined }],
])('a correlation id of %j is kept if it is good', (value, expected) => {
  expect(correlationOf({ headers: { 'x-correlation-id': value } })).toEqual(expected)
})
