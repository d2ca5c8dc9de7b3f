import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { defaultAssumptions } from '../../../src/domain/assumptions.ts'
import { DOUBTFUL, quickParse } from '../../../src/http/contract/quick-parse.ts'
import { queryContracts } from '../../../src/http/contract/transaction-query.ts'
import { transactionContracts } from '../../../src/http/contract/transaction-request.ts'
import { customerContracts } from '../../../src/http/contract/vault/customer-request.ts'
import { tokenContracts } from '../../../src/http/contract/vault/token-request.ts'

const transactions = transactionContracts(defaultAssumptions)
const tokens = tokenContracts(defaultAssumptions)

const header = { 'X-Correlation-Id': 'order-1:try.1' }
const amount_details = { total_amount: '1000', currency: 'AUD' }
const creditcard = { pan: '4111111111111111', expiry_date: '1230', cvv: '123' }
const directdebit = { bsb: '032-001', account_number: '00123456', account_name: 'A Buyer' }
const card = { 'CARD.PAN': '4111111111111111', 'CARD.EXPIRY': '1230', 'CARD.NAME': 'A Buyer' }
const page = { limit: '10', offset: '20', merchant_id: '2' }

function transactionBody(parts: object) {
  const transaction = { reference: 'order-1', ...parts }
  return { merchant: { id: 1 }, kvps: { 'a.b_1': 'c', 'GATEWAY.REQUEST.KVP.x': '' }, transaction }
}

const byCard = { amount_details, payment_method: { creditcard } }
const byDebit = { amount_details, payment_method: { directdebit } }

const cases: readonly (readonly [string, z.ZodType, object])[] = [
  ['a purchase', transactions.purchase, call({ body: transactionBody(byCard) })],
  ['a debit', transactions.purchase, call({ body: transactionBody(byDebit) })],
  ['a preauthorisation', transactions.preauthorisation, call({ body: transactionBody(byCard) })],
  [
    'a refund',
    transactions.refund,
    call({ path: { audit: '1000001' }, body: transactionBody({ amount_details }) }),
  ],
  ['a void', transactions.void, call({ path: { audit: '7' }, body: transactionBody({}) })],
  ['a lookup', queryContracts.lookup, call({ header: {}, path: { audit: '1000001' } })],
  [
    'a search',
    queryContracts.search,
    call({ query: { merchant_id: '1', correlation_id_lookup: 'order-1' } }),
  ],
  [
    'a customer search',
    customerContracts.customer_search,
    call({ query: { ...page, ordering: 'reference', name: 'ann', reference: 'r' } }),
  ],
  [
    'a new customer',
    customerContracts.customer_create,
    call({ body: { reference: 'r-1', name: 'Ann Buyer' } }),
  ],
  [
    'a changed customer',
    customerContracts.customer_update,
    call({ path: { customer_id: '5' }, body: { name: 'Ann' } }),
  ],
  ['a list of tokens', tokens.token_list, call({ path: { customer_id: '5' }, query: page })],
  ['a token to go', tokens.token_delete, call({ path: { customer_id: '5', token_id: '6' } })],
]

describe.each(cases)('%s', (_name, schema, good) => {
  const quick = quickParse(schema)

  test('is taken without a doubt', () => {
    expect(quick(good)).toStrictEqual(schema.parse(good))
  })

  test('however it is spoilt, is taken for nothing but what the schema takes it for', () => {
    const places = placesIn(good)
    let accepted = 0
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...places), spoiling), { minLength: 1, maxLength: 2 }),
        (changes) => {
          const spoilt = changes.reduce(
            (value, [place, change]) => spoil(value, place, change),
            structuredClone(good),
          )
          const answer = quick(spoilt)
          if (answer === DOUBTFUL) return
          accepted += 1
          expect(answer).toStrictEqual(schema.parse(spoilt))
        },
      ),
      { numRuns: 3000 },
    )
    expect(accepted).toBeGreaterThan(0)
  })
})

test('an account is left to the schema: it refuses members that it does not know', () => {
  const body = { preferred_name: 'mine', active: true, account: { general_creditcard: card } }
  const request = call({ path: { customer_id: '5' }, body })
  expect(quickParse(tokens.token_create)(request)).toBe(DOUBTFUL)
  expect(tokens.token_create.parse(request)).toMatchObject({ body })
})

describe('what is not understood is doubted', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['an unknown kind of schema', z.bigint(), 1n],
    ['a schema that changes its input', z.coerce.string(), 'a'],
    ['a check that changes its input', z.string().trim(), ' a'],
    ['a format', z.email(), 'a@b.co'],
    ['a strict object', z.strictObject({}), {}],
    ['a pattern with a memory', z.string().regex(/a/g), 'a'],
    ['a number of any kind', z.number(), 1],
    ['a limit that is not part of it', z.int().gt(1), 2],
    ['keys of a form', z.record(z.string().min(1), z.string()), {}],
    ['a check that waits', z.string().refine(async () => true), 'a'],
    ['a change that waits', z.string().transform(async (text) => text), 'a'],
  ])('%s', (_name, schema, value) => {
    expect(quickParse(schema)(value)).toBe(DOUBTFUL)
  })

  test('an optional member that is there without a value', () => {
    expect(quickParse(z.object({ a: z.string().optional() }))({ a: undefined })).toBe(DOUBTFUL)
    expect(quickParse(z.object({ a: z.string().optional() }))({})).toStrictEqual({})
  })

  test('a member that could be taken for the prototype', () => {
    const value = JSON.parse('{"__proto__":"a"}')
    expect(quickParse(z.record(z.string(), z.string()))(value)).toBe(DOUBTFUL)
  })
})

test('each default is an object of its own', () => {
  const quick = quickParse(z.object({ kvps: z.record(z.string(), z.string()).default({}) }))
  const [one, other] = [quick({}), quick({})] as { kvps: object }[]
  expect(one).toStrictEqual({ kvps: {} })
  expect(one?.kvps).not.toBe(other?.kvps)
})

function call(parts: object): object {
  return { header, path: {}, query: {}, body: undefined, ...parts }
}

type Place = readonly string[]

/** Every member at every depth. */
function placesIn(value: unknown, above: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => [
    [...above, key],
    ...placesIn(member, [...above, key]),
  ])
}

type Change =
  | { readonly kind: 'put' | 'beside'; readonly value: unknown }
  | { readonly kind: 'remove' }

/** Half of them are what a form might still accept. */
const likely = fc.constantFrom<unknown>(
  ...['', '0', '1', '01', '9999999999', '10000000000', 'AUD', 'aud', 'XXX', '1329', '0013', '12'],
  ...['4111111111111112', '9000000000000000', '378282246310005', '1234', '032001', '123456789'],
  ...['-5', '2147483648', 'name', '-name', 'ordering', 'a'.repeat(60), 'a'.repeat(256), 'é', '"'],
  ...[0, 1, -1, 1.5, 2_147_483_647, 2_147_483_648, 2 ** 53, null, true, false],
  ...[{}, [], [[]], { '': '' }, { a: 'b' }],
)

const spoiling: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), value: fc.oneof(likely, fc.jsonValue()) }),
  fc.record({ kind: fc.constant('beside' as const), value: fc.jsonValue() }),
  fc.record({ kind: fc.constant('remove' as const) }),
)

function spoil(value: object, place: Place, change: Change): object {
  const above = place.slice(0, -1)
  const holder = above.reduce<unknown>(
    (inside, key) => (inside as Record<string, unknown> | null)?.[key],
    value,
  )
  const key = place.at(-1) ?? ''
  // An earlier change may have taken the place away.
  if (typeof holder !== 'object' || holder === null) return value
  const members = holder as Record<string, unknown>
  if (change.kind === 'remove') delete members[key]
  else members[change.kind === 'put' ? key : `${key}_`] = change.value
  return value
}
