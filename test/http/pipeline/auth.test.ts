import { expect, test } from 'vitest'
import { isSameSecret, mayUse, usersOnly } from '../../../src/http/pipeline/auth.ts'

const both = { name: 'both', password: 's3cret', token: 'tok', merchant: 1, merchants: [1, 2] }
const byToken = { name: 'token', token: 'only', merchant: 2, merchants: 'any' } as const
const byPassword = { name: 'word', password: 'pass', merchant: 3, merchants: [3] }
const authenticate = usersOnly([both, byToken, byPassword])

const encoded = (text: string) => Buffer.from(text).toString('base64')

test.each([
  [`Basic ${encoded('both:s3cret')}`, both],
  [`bAsIc  ${encoded('word:pass')}`, byPassword],
  ['Bearer tok', both],
  ['bearer only', byToken],
])('%s is the user %o', (authorization, user) => {
  expect(authenticate(authorization)).toBe(user)
})

test.each([
  undefined,
  '',
  'Basic',
  'Bearer',
  'Bearer undefined',
  // A user without a password has none, not even this one.
  `Basic ${encoded('token:undefined')}`,
  `Basic ${encoded('token:')}`,
  `Digest ${encoded('both:s3cret')}`,
  `Bearer ${encoded('both:s3cret')}`,
  'Basic both:s3cret',
  'tok',
])('%s is nobody', (authorization) => {
  expect(() => authenticate(authorization)).toThrow('Valid credentials are required')
})

test('a user may act for the merchants of a list, or for any', () => {
  expect([1, 2, 3].map((merchant) => mayUse(both, merchant))).toEqual([true, true, false])
  expect(mayUse(byToken, 99)).toBe(true)
})

test('secrets are the same only as a whole', () => {
  expect(isSameSecret('s3cret', 's3cret')).toBe(true)
  expect(isSameSecret('s3cret', 's3cre')).toBe(false)
})
