import { expect, test } from 'vitest'
import * as z from 'zod'
import { assumptionsWith } from '../../../src/domain/assumptions/assumptions.ts'
import { marksOf } from '../../../src/http/contract/marks.ts'
import { noteOf } from '../../../src/http/contract/note.ts'
import { expiryDate } from '../../../src/http/contract/payment-field.ts'
import { transactionAnswers } from '../../../src/http/contract/transaction-answer.ts'
import { queryContracts } from '../../../src/http/contract/transaction-query.ts'
import { transactionContracts } from '../../../src/http/contract/transaction-request.ts'
import { tokenAnswers } from '../../../src/http/contract/vault/vault-answer.ts'

/** A member of a schema, however deep. */
function at(schema: z.core.$ZodType, ...path: readonly string[]): z.core.$ZodType {
  return path.reduce<z.core.$ZodType>((one, name) => {
    const { def } = (one as z.core.$ZodTypes)._zod
    const found = def.type === 'object' ? def.shape[name] : undefined
    if (found === undefined) throw new Error(`There is no ${name}`)
    return found
  }, schema)
}

test('what an answer may hold is bounded', () => {
  const boundsOf = (schema: z.core.$ZodType, ...path: string[]) =>
    z.toJSONSchema(at(schema, ...path))
  const { lookup, search } = transactionAnswers(assumptionsWith({}))
  const { token, list } = tokenAnswers(assumptionsWith({}))
  const numbered = { minimum: 1, maximum: 2_147_483_647 }
  expect(boundsOf(search, 'results')).toMatchObject({ maxItems: 1 })
  expect(boundsOf(token, 'id')).toMatchObject(numbered)
  expect(boundsOf(list, 'results')).toMatchObject({ maxItems: 100 })
  expect(boundsOf(lookup, 'transaction', 'target_audit')).toMatchObject(numbered)
  const texts = tokenAnswers(assumptionsWith({ token_id_type: 'string' }))
  expect(boundsOf(texts.token, 'id')).toMatchObject({ type: 'string', pattern: '^[0-9]+$' })
})

test.each([
  ['auto', 'MMYY or YYMM', '1230'],
  ['MMYY', 'MMYY', '1230'],
  ['YYMM', 'YYMM', '3012'],
] as const)('an expiry date as %s is described, and refused, as %s', (format, order, example) => {
  const schema = expiryDate(assumptionsWith({ expiry_format: format }))
  expect(schema.safeParse(example).success).toBe(true)
  expect(schema.safeParse('1313').error?.issues[0]?.message).toBe(
    `invalid_expiry\u0000Must be a month as ${order}, such as ${example}`,
  )
  expect(noteOf(schema)).toMatchObject({
    description: `The month in which the card expires, as ${order}. It is good to the end of that month in Sydney.`,
    example,
  })
})

test.each([
  ['any', { example: 'AUD', rules: { pattern: '^[A-Z]{3}$' } }],
  [['NZD', 'USD'], { example: 'NZD', rules: { enum: ['NZD', 'USD'] } }],
] as const)('a currency that may be %j is described as such', (currencies, note) => {
  const { refund } = transactionContracts(assumptionsWith({ currencies }))
  const path = ['body', 'transaction', 'amount_details', 'currency']
  expect(noteOf(at(refund, ...path))).toMatchObject(note)
})

test('the payment method of a purchase is a card or an account, that of a hold a card', () => {
  const contracts = transactionContracts(assumptionsWith({}))
  const path = ['body', 'transaction', 'payment_method']
  expect(noteOf(at(contracts.purchase, ...path))).toMatchObject({
    description: 'What pays or is paid: exactly one of a card and a bank account.',
    exactlyOne: ['creditcard', 'directdebit'],
    errors: ['invalid_type', 'missing_field', 'invalid_format'],
  })
  expect(noteOf(at(contracts.preauthorisation, ...path))).toMatchObject({
    description: 'What pays: a card. A direct debit cannot be preauthorised.',
    exactlyOne: ['creditcard'],
    errors: ['invalid_type', 'missing_field', 'invalid_format', 'rail_not_supported'],
  })
})

test('the parameters that a request may have are those of its contract', () => {
  const of = (contract: z.core.$ZodType) => [...marksOf(contract).query]
  expect(of(queryContracts.search)).toEqual(['merchant_id', 'correlation_id_lookup'])
  expect(of(queryContracts.lookup)).toEqual([])
  expect(of(z.object({}))).toEqual([])
})
