import { expect, test } from 'vitest'
import * as z from 'zod'
import { defaultAssumptions } from '../../../../../src/domain/assumptions/assumptions.ts'
import { marksOf } from '../../../../../src/gateway/wire/contract/check.ts'
import { noted, type Secret } from '../../../../../src/gateway/wire/contract/note.ts'
import { redactedRequest } from '../../../../../src/gateway/wire/pipeline/record/redacted-request.ts'
import { VISA } from '../../../../support/gateway-client.ts'

const MASKED = '411111xxxxxx1111'
const HIDDEN = '(not shown)'

const world = {
  rules: { isNamed: () => false },
  environment: { assumptions: defaultAssumptions, fingerprint: (text: string) => text },
}

const body = z.object({
  note: z.string(),
  kvps: z.record(z.string(), z.string()),
  inner: z.object({ note: z.string() }),
})
const query = z.object({ limit: z.string(), name: z.string() })
const marks = marksOf(z.object({ body, query }))

function kept(body: unknown, query: Readonly<Record<string, string>> = {}, known = marks) {
  return redactedRequest({ path: '/v1/things', query, pathValues: {}, world }, body, known)
}

test.each<[unknown, unknown]>([
  ['Ann', 'Ann'],
  [`card ${VISA}`, `card ${MASKED}`],
  [null, null],
  [true, true],
  [7, 7],
  [-99_999_999_999, -99_999_999_999],
  [100_000_000_000, 'x'.repeat(12)],
  [Number(VISA), MASKED],
  [[VISA], HIDDEN],
  [{}, HIDDEN],
])('a text that is sent as %j is stored as %j', (note, stored) => {
  expect(kept({ note }).body).toEqual({ note: stored })
})

test.each<[Secret, unknown, unknown]>([
  ['pan', VISA, MASKED],
  ['pan', '4111 1111 1111 1111', 'x'.repeat(19)],
  ['pan', Number(VISA), MASKED],
  ['pan', null, null],
  ['pan', true, true],
  ['pan', [VISA], HIDDEN],
  ['account', '123456789', 'xxxxxx789'],
  ['account', '1234567890', 'x'.repeat(10)],
  ['account', '12a', 'xxx'],
  ['bsb', '062-000', '062-000'],
  ['bsb', '12345678', 'x'.repeat(8)],
  ['cvv', '737', 'xxx'],
  ['expiry', '1230', 'xxxx'],
  ['cvv', '7'.repeat(33), 'x'.repeat(32)],
])('a secret %s that is sent as %j is stored as %j', (secret, sent, stored) => {
  const known = marksOf(z.object({ body: z.object({ it: noted(z.string(), { secret }) }) }))
  expect(kept({ it: sent }, {}, known).body).toEqual({ it: stored })
})

test.each<[string, unknown, unknown, readonly string[]]>([
  ['plain texts', { order: '7' }, { order: '7' }, []],
  ['a card number alone', { card: VISA }, { card: MASKED }, ['kvps']],
  ['a card number', { order: '7', card: VISA }, { order: '7', card: MASKED }, ['kvps']],
  [
    'a card number before others',
    { card: VISA, order: '7' },
    { card: MASKED, order: '7' },
    ['kvps'],
  ],
  ['a card number in a key', { [VISA]: '7' }, { [MASKED]: '7' }, ['kvps']],
  ['what is no text', { order: 7 }, { order: HIDDEN }, []],
  ['what is no text, and a card number', { a: 7, b: VISA }, { a: HIDDEN, b: MASKED }, ['kvps']],
  ['__proto__', JSON.parse('{"__proto__":"x"}'), { '(__proto__)': 'x' }, []],
  ['no object', 'x', HIDDEN, []],
])('texts with keys of the client are stored, with %s', (_what, kvps, stored, cardNumberIn) => {
  const { body, cardNumberIn: places } = kept({ kvps })
  expect(body).toEqual({ kvps: stored })
  expect(places.map(({ place }) => place)).toEqual(cardNumberIn)
})

test('members are noted by their path: those that do not exist, and those with a card number', () => {
  const note = `card ${VISA}`
  const body = { note, inner: { note, odd: 1, [VISA]: 2 }, strange: { note } }
  const { unknownMembers, cardNumberIn, body: stored } = kept(body)
  expect(stored).toEqual({
    note: `card ${MASKED}`,
    inner: { note: `card ${MASKED}`, odd: HIDDEN, xxxxxxxxxxxx1111: HIDDEN },
    strange: HIDDEN,
  })
  expect([unknownMembers, cardNumberIn.map(({ place }) => place)]).toEqual([
    ['inner.odd', 'inner.xxxxxxxxxxxx1111', 'strange'],
    ['note', 'inner.note'],
  ])
})

test('a query is stored as far as its names are known', () => {
  const { query, cardNumberIn } = kept(undefined, {
    limit: '5',
    name: `Ann ${VISA}`,
    secret: VISA,
    [VISA]: '1',
    ...JSON.parse('{"__proto__":"1"}'),
  })
  expect(query).toEqual({
    [MASKED]: HIDDEN,
    limit: '5',
    name: `Ann ${MASKED}`,
    secret: HIDDEN,
    '(__proto__)': HIDDEN,
  })
  expect(cardNumberIn).toMatchObject([{ place: 'name', published: true }])
})

test('a request asks for what its contract marks, wherever that is', () => {
  const asking = marksOf(
    z.object({
      path: z.object({ audit: noted(z.string(), { asks: 'target' }) }),
      query: z.object({ merchant_id: noted(z.string(), { asks: 'merchant' }) }),
      body: z.object({
        order: z.object({ number: noted(z.string(), { asks: 'reference' }) }),
        cents: noted(z.string(), { asks: 'amount' }),
        card: noted(z.string(), { secret: 'pan', asks: 'account' }).optional(),
      }),
    }),
  )
  const call = { path: '/v1/things', world }
  const body = { order: { number: `A ${VISA}` }, cents: '1000', card: VISA }
  const query = { merchant_id: '7' }
  const read = redactedRequest({ ...call, query, pathValues: { audit: '12' } }, body, asking)
  const sent = { pan: MASKED, type: 'visa', fingerprint: VISA, foreign: undefined }
  expect(read).toMatchObject({ merchant: 7, card: sent })
  const account = MASKED
  expect(read.asked).toEqual({
    reference: `A ${MASKED}`,
    amount: 1000,
    account,
    method: 'card',
    target: 12,
  })
  const odd = { order: { number: 7 }, cents: '10.00', card: [VISA] }
  const unread = redactedRequest(
    { ...call, query: { merchant_id: VISA }, pathValues: { audit: VISA } },
    odd,
    asking,
  )
  expect(unread.asked).toEqual({})
  expect(unread).toMatchObject({ merchant: undefined, card: undefined })
})
