import { describe, expect, test } from 'vitest'
import { DAY, END_OF_TIME } from '../../../../src/domain/time/instant.ts'
import type { Transaction } from '../../../../src/domain/transaction/transaction.ts'
import type { TableName } from '../../../../src/world/records/medium.ts'
import { Records } from '../../../../src/world/records/records.ts'
import { transactionLine } from '../../../../src/world/records/transaction-line.ts'
import { checkedLine } from '../../../../src/world/records/untrusted/row-schema.ts'
import { UntrustedRows } from '../../../../src/world/records/untrusted/untrusted-rows.ts'
import { byCard, NOON, transaction } from '../../../support/transaction.ts'

const card = byCard.rail === 'card' ? byCard.card : undefined
const stored = { rail: 'card', card: { ...card, fingerprint: 'f'.repeat(22) } }

function rowOf(changes: Partial<Transaction> = {}): string {
  const line = transactionLine(transaction(changes))
  return JSON.stringify({ ...JSON.parse(line), method: stored })
}

const outcome = {
  status: 'approved',
  gatewayStatusCode: 0,
  responseCode: '00',
  responseMessage: 'Approved',
} as const
const resolve = (at: number) => ({ at, event: 'resolve', outcome }) as const

describe('a transaction', () => {
  test.each<[string, Partial<Transaction>]>([
    ['as it is written', {}],
    ['with a surcharge', { total: 1015, surcharge: { percent: '1.5', added: 15 } }],
    ['with moves at one instant', { due: [resolve(NOON), resolve(NOON)] }],
    ['with moves one after the other', { due: [resolve(NOON), resolve(NOON + 1)] }],
    ['on the one before it', { kind: 'refund', target: 1_000_000 }],
  ])('%s is taken over', (_what, changes) => {
    const row = rowOf(changes)
    expect(checkedLine('transactions', row)).toBe(row)
  })

  test.each<[string, Partial<Transaction>, string]>([
    [
      'without its surcharge in the total',
      { total: 1000, surcharge: { percent: '1.5', added: 15 } },
      'transactions.total: Must be the amount and what the surcharge adds',
    ],
    [
      'with less than its amount',
      { total: 985, surcharge: { percent: '1.5', added: 15 } },
      'transactions.total: Must be the amount and what the surcharge adds',
    ],
    [
      'with moves in the wrong order',
      { due: [resolve(NOON + 1), resolve(NOON)] },
      'transactions.due: Must be in the order of time',
    ],
    [
      'on itself',
      { kind: 'refund', target: 1_000_001 },
      'transactions: Must act on an earlier transaction',
    ],
    [
      'on nothing, though it is a refund',
      { kind: 'refund' },
      'transactions.target: Must be given for a completion, a refund and a void, and for nothing else',
    ],
  ])('%s is refused', (_what, changes, message) => {
    expect(() => checkedLine('transactions', rowOf(changes))).toThrow(message)
  })
})

describe('a row of the world itself', () => {
  const oneShots = (rule: object) => ({
    id: 'one_shots',
    rules: [{ id: 'rules/one', rule: { name: 'one', when: {}, outcome: {}, ...rule } }],
    last: 1,
  })

  test.each<[string, object]>([
    ['a seed', { id: 'seed', value: 7 }],
    ['a clock', { id: 'clock', mode: 'frozen', at: NOON }],
    ['a rule', oneShots({ times: 1 })],
    ['a rule with a fault', oneShots({ outcome: { fault: { at: 'before', kind: 'reset' } } })],
    ['an open question of a run', { id: 'unclear 1', exchange: {} }],
  ])('%s is taken over', (_what, row) => {
    expect(JSON.parse(checkedLine('meta', JSON.stringify(row)))).toEqual(row)
  })

  test.each<[string, object, string]>([
    ['a clock at the end of time', { id: 'clock', mode: 'frozen', at: END_OF_TIME }, 'meta.at: '],
    ['a seed that is a text', { id: 'seed', value: '7' }, 'meta.value: '],
    ['a kind that does not exist', { id: 'sead', value: 7 }, 'meta: Invalid input'],
    ['a kind that every object has', { id: 'toString', value: 7 }, 'meta: Invalid input'],
    [
      'a fault that does not exist',
      oneShots({ outcome: { fault: { at: 'before', kind: 'sneeze' } } }),
      'meta.rules.0.rule.outcome.fault: Must be a fault',
    ],
  ])('%s is refused', (_what, row, message) => {
    expect(() => checkedLine('meta', JSON.stringify(row))).toThrow(message)
  })
})

test.each([
  ['the first instant', 0, 0, true],
  ['before 1970', 0, -1, false],
  ['the last instant', END_OF_TIME - 1, 0, true],
  ['the end of time', END_OF_TIME - 1, 1, false],
])('a running clock may show %s', async (_what, realNow, offset, isFine) => {
  const fingerprint = (secret: string) => secret
  const rows = new UntrustedRows(new Records(), { realNow, cacheMs: 1, fingerprint })
  rows.load('meta', JSON.stringify({ id: 'clock', mode: 'running', offset }))
  const finished = rows.finish().then(
    () => true,
    (cause: Error) => cause.message.startsWith('meta: clock: Must show a time') && false,
  )
  expect(await finished).toBe(isFine)
})

describe('the limits of a row', () => {
  const MAX_ID = 2_147_483_647
  const PLANNED_END = END_OF_TIME + 364 * DAY

  const withCard = (expiry: object) => {
    const method = { ...stored, card: { ...stored.card, expiry } }
    return JSON.stringify({ ...JSON.parse(rowOf()), method })
  }
  const customer = (changes: object) =>
    JSON.stringify({ id: 1, merchant: 1, name: 'A', reference: 'R', createdAt: 0, ...changes })
  const kept = (status: number) => JSON.stringify({ id: 1, request: 'r', status, body: '' })
  const meta = (row: object) => JSON.stringify(row)
  const rule = (changes: object) =>
    meta({
      id: 'one_shots',
      rules: [{ id: 'rules/one', rule: { name: 'one', when: {}, outcome: {}, ...changes } }],
      last: 1,
    })
  const ids = (changes: object) => meta({ id: 'ids', customer: 0, token: 0, ...changes })
  const weighted = { weight: 1, outcome: {} }

  test.each<[string, TableName, readonly string[], readonly string[]]>([
    [
      'an id',
      'customers',
      [customer({ id: 1 }), customer({ id: MAX_ID })],
      [customer({ id: 0 }), customer({ id: MAX_ID + 1 }), customer({ id: 1.5 })],
    ],
    [
      'a name',
      'customers',
      [customer({ name: 'A' }), customer({ name: 'A'.repeat(60) })],
      [customer({ name: '' }), customer({ name: 'A'.repeat(61) })],
    ],
    [
      'an instant',
      'customers',
      [customer({ createdAt: 0 }), customer({ createdAt: END_OF_TIME - 1 })],
      [customer({ createdAt: -1 }), customer({ createdAt: END_OF_TIME })],
    ],
    [
      'a planned instant',
      'transactions',
      [rowOf({ cutoffAt: PLANNED_END - 1 })],
      [rowOf({ cutoffAt: PLANNED_END })],
    ],
    [
      'an amount',
      'transactions',
      [rowOf({ amount: 1 }), rowOf({ amount: 9_999_999_999 })],
      [rowOf({ amount: 0 }), rowOf({ amount: 10_000_000_000 })],
    ],
    [
      'a gateway status',
      'transactions',
      [rowOf({ gatewayStatusCode: MAX_ID }), rowOf({ gatewayStatusCode: -MAX_ID - 1 })],
      [rowOf({ gatewayStatusCode: MAX_ID + 1 }), rowOf({ gatewayStatusCode: -MAX_ID - 2 })],
    ],
    [
      'an expiry',
      'transactions',
      [withCard({ year: 9999, month: 12 }), withCard({ year: 0, month: 1 })],
      [
        withCard({ year: 10_000, month: 12 }),
        withCard({ year: 2030, month: 13 }),
        withCard({ year: 2030, month: 0 }),
      ],
    ],
    ['a kept answer', 'kept_answers', [kept(200), kept(299)], [kept(199), kept(300)]],
    [
      'a seed',
      'meta',
      [meta({ id: 'seed', value: 0 }), meta({ id: 'seed', value: MAX_ID })],
      [meta({ id: 'seed', value: -1 }), meta({ id: 'seed', value: MAX_ID + 1 })],
    ],
    [
      'the last ids',
      'meta',
      [ids({}), ids({ customer: MAX_ID, token: MAX_ID })],
      [ids({ customer: MAX_ID + 1 }), ids({ token: MAX_ID + 1 })],
    ],
    ['the times of a rule', 'meta', [rule({ times: 0 })], [rule({ times: -1 })]],
    ['each so many of a rule', 'meta', [rule({ every: 1 })], [rule({ every: 0 })]],
    [
      'the chance of a rule',
      'meta',
      [rule({ chance: 0 }), rule({ chance: 1 })],
      [rule({ chance: -0.1 }), rule({ chance: 1.1 })],
    ],
    ['the choice of a rule', 'meta', [rule({ oneOf: [weighted] })], [rule({ oneOf: [] })]],
    [
      'a card number of a rule',
      'meta',
      [rule({ when: { pan: ['4111*'] } }), rule({ when: { reference: ['order *'] } })],
      [rule({ when: { pan: ['order *'] } })],
    ],
  ])('%s', (_what, table, fine, refused) => {
    for (const row of fine) expect(() => checkedLine(table, row)).not.toThrow()
    for (const row of refused) expect(() => checkedLine(table, row)).toThrow(`${table}.`)
  })
})
