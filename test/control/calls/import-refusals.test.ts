import { describe, expect, test } from 'vitest'
import { assumptionsWith } from '../../../src/domain/assumptions/assumptions.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { ControlClient } from '../../support/control-client.ts'
import { call, GatewayClient } from '../../support/gateway-client.ts'
import { bodiesIn, rawAnswers } from '../../support/raw-http.ts'
import { startTestSandbox } from '../../support/start.ts'

type Row = Record<string, unknown>

interface Document {
  meta: Row[]
  customers: Row[]
  tokens: Row[]
  transactions: Row[]
}

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const { body } = await gateway.purchase({}, { 'x-correlation-id': 'first' })
  await gateway.refund(body.audit, {}, { 'x-correlation-id': 'second' })
  await gateway.preauthorise()
  await control.post('/seed', { customers: 2, tokens: 2, transactions: 0 })
  return { sandbox, control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

async function exported(control: ControlClient): Promise<Document> {
  const { check, ...document } = JSON.parse((await control.get('/state')).text)
  return { ...document, saved_at: 'then' }
}

function withRow(rows: Row[], index: number, members: Row): Row[] {
  return rows.with(index, { ...rows.at(index), ...members })
}

function withMeta({ meta, ...rest }: Document, row: Row): Document {
  return { ...rest, meta: [...meta.filter(({ id }) => id !== row.id), row] }
}

type Spoil = (document: Document) => Document

const transaction =
  (index: number, members: Row): Spoil =>
  (document) => ({
    ...document,
    transactions: withRow(document.transactions, index, members),
  })

const token =
  (index: number, members: Row): Spoil =>
  (document) => ({ ...document, tokens: withRow(document.tokens, index, members) })

const resolve = { event: 'resolve', outcome: outcome() }

function outcome() {
  return { status: 'approved', gatewayStatusCode: 0, responseCode: '00', responseMessage: '' }
}

const manyKeys = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`k${i}`, i]))

const cases: readonly (readonly [string, Spoil, string])[] = [
  [
    'a slow response to what is decided',
    (document) => ({
      ...document,
      slow_responses: [{ id: 1_000_001, outcome: outcome(), due: [] }],
    }),
    'slow_responses[0]: There is no undecided transaction with this audit',
  ],
  [
    'a kept response to what is not there',
    (document) => ({
      ...document,
      kept_responses: [{ id: 1_000_009, request: 'r', status: 200, body: '{}' }],
    }),
    'kept_responses[0]: There is no transaction with this audit',
  ],
  [
    'a running clock beyond the end of time',
    (document) => withMeta(document, { id: 'clock', mode: 'running', offset: 9e15 - 8e14 }),
    'meta[2]: Must show a time from 1970 on and before 9999-01-01T00:00:00.000Z',
  ],
  [
    'two clocks',
    (document) => ({
      ...document,
      meta: [...document.meta, { id: 'clock', mode: 'running', offset: 0 }],
    }),
    'meta[3]: clock is there twice',
  ],
  [
    'a row of no kind',
    (document) => withMeta(document, { id: 'clok', ...manyKeys }),
    'meta[3]: id: Must be one of clock, seed, scenarios, one_shots, correlations, ids',
  ],
  [
    'very many unknown keys',
    (document) => withMeta(document, { id: 'clock', mode: 'running', offset: 0, ...manyKeys }),
    'meta[2]: Unknown keys: k0, k1, k2, k3, k4 and 8,995 more',
  ],
  [
    'a refund of nothing',
    transaction(1, { target: 0 }),
    'transactions[1]: target: Must be given for a completion, a refund and a void, and for nothing else',
  ],
  [
    'a refund of what is not there',
    transaction(1, { target: 5 }),
    'transactions[1]: target: There is no transaction 5',
  ],
  [
    "a refund of another merchant's purchase",
    transaction(1, { merchant: 2 }),
    "transactions[1]: target: Transaction 1000001 is another merchant's",
  ],
  [
    'a plan beyond the end of time',
    transaction(0, { due: [{ at: 8e15, ...resolve }] }),
    'transactions[0]: due.0.at: Must be before 9999-12-31T00:00:00.000Z',
  ],
  [
    'plans that are not in order',
    transaction(0, {
      due: [
        { at: 9, ...resolve },
        { at: 8, ...resolve },
      ],
    }),
    'transactions[0]: due: Must be in the order of time',
  ],
  [
    'two customers of one reference',
    (document) => {
      const { reference } = document.customers[0] ?? {}
      return { ...document, customers: withRow(document.customers, 1, { reference }) }
    },
    'customers[1]: reference: Customer 1 has the same',
  ],
  [
    'a token of no customer',
    token(0, { customer: 77 }),
    'tokens[0]: customer: There is no customer 77',
  ],
  [
    'two tokens of one virtual PAN',
    (document) => token(1, { virtualPan: document.tokens[0]?.virtualPan })(document),
    'tokens[1]: virtualPan: Token 1 has the same',
  ],
  [
    'two tokens of one customer with one name',
    (document) => {
      const { customer, preferredName } = document.tokens[0] ?? {}
      return token(1, { customer, preferredName })(document)
    },
    'tokens[1]: preferredName: Token 1 has the same',
  ],
]

describe('an import whose rows do not fit together is refused, and changes nothing', () => {
  test.each(cases)('%s', async (_title, spoil, message) => {
    await using begun = await begin()
    const { control, gateway, sandbox } = begun
    const before = await exported(control)
    const body = JSON.stringify(spoil(before))
    const headers = { 'content-type': 'application/json' }
    const answer = await call(`${sandbox.url}/_sandbox/state`, { method: 'PUT', headers, body })
    expect(answer.body.errors).toEqual([
      {
        error_code: 'invalid_format',
        error_message: expect.stringContaining(message),
        location: ['body'],
      },
    ])
    expect(answer.status).toBe(422)
    expect(await exported(control)).toEqual(before)
    expect((await gateway.purchase()).status).toBe(200)
    expect(sandbox.logs).toEqual([])
  })
})

describe('an import whose sums were edited leaves a sandbox that works', () => {
  test.each<[string, Spoil]>([
    ['a refund that its purchase does not know of', transaction(0, { refunded: 0 })],
    ['a completion that is not there', transaction(2, { completions: 1, completed: 5 })],
    ['voided without a void', transaction(2, { status: 'voided' })],
    [
      'a pending void of what is voided',
      (document) =>
        transaction(1, { kind: 'void', status: 'unknown', due: [{ at: 1, ...resolve }] })(
          transaction(0, { status: 'voided' })(document),
        ),
    ],
    [
      'a pending refund that is declined',
      transaction(1, {
        status: 'pending',
        due: [{ at: 1, event: 'resolve', outcome: { ...outcome(), status: 'declined' } }],
      }),
    ],
    ['a correlation id twice', transaction(1, { correlation: 'first' })],
  ])('%s', async (_title, spoil) => {
    await using begun = await begin()
    const { control, gateway, sandbox } = begun
    const seen = [(await control.put('/state', spoil(await exported(control)))).status]
    for (const audit of [1_000_001, 1_000_002, 1_000_003]) {
      for (const answer of [
        await gateway.refund(audit),
        await gateway.void(audit),
        await gateway.complete(audit),
        await gateway.lookup(audit),
        await control.post('/settle', { audits: [audit] }),
      ]) {
        seen.push(answer.status)
      }
    }
    seen.push((await gateway.search('first')).status)
    seen.push((await control.post('/clock/advance', { by: '30d' })).status)
    seen.push((await control.get('/state')).status)
    expect(seen.filter((status) => status >= 500)).toEqual([])
    expect([seen[0], seen.at(-1)]).toEqual([200, 200])
    expect(sandbox.logs).toEqual([])
  })
})

test('an id that was used again after it was forgotten can be imported', async () => {
  await using begun = await begin()
  const { control, gateway } = begun
  await control.post('/clock/advance', { by: '24h' })
  await gateway.purchase({}, { 'x-correlation-id': 'first' })
  await control.post('/expire', { all: true })
  await gateway.purchase({}, { 'x-correlation-id': 'first' })
  const before = await exported(control)
  expect((await control.put('/state', before)).status).toBe(200)
  expect(await exported(control)).toEqual(before)
})

test('a world at the end of time can be exported and imported', async () => {
  await using begun = await begin()
  const { control, gateway } = begun
  await control.put('/clock', { now: '9998-12-31T23:00:00Z' })
  await gateway.preauthorise()
  const before = await exported(control)
  expect((await control.put('/state', before)).status).toBe(200)
  expect(await exported(control)).toEqual(before)
})

test('what was declined by the rules of the gateway can be exported and imported', async () => {
  const assumptions = assumptionsWith({ rule_refusals: 'decline' })
  await using sandbox = await startTestSandbox({ assumptions })
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const { body } = await gateway.preauthorise()
  expect((await gateway.refund(body.audit)).status).toBe(200)
  const before = await exported(control)
  expect((await control.put('/state', before)).status).toBe(200)
  expect(await exported(control)).toEqual(before)
})

test('a connection can still be used after the refusal of an import that was not read to its end', async () => {
  await using sandbox = await startTestSandbox()
  const { host, port } = new URL(sandbox.url)
  const head = (line: string, more: string) => `${line} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`
  const body = '['.repeat(3_000_000)
  const put = head('PUT /_sandbox/state', `Content-Length: ${body.length}\r\n`) + body
  const next = head('GET /_sandbox/health', 'Connection: close\r\n')
  expect(bodiesIn(await rawAnswers(port, put + next))).toEqual([
    [422, expect.anything()],
    [200, expect.objectContaining({ status: 'ok' })],
  ])
})

test('an import that leaves tables out is refused, and the world stays as it is', async () => {
  await using begun = await begin()
  const { control, sandbox } = begun
  const whole = await exported(control)
  const { transactions: _left, ...without } = whole
  const { format, version, saved_at } = whole as Document & Row
  for (const document of [without, { format, version, saved_at }]) {
    const { status, body } = await control.put<ErrorResponse>('/state', JSON.stringify(document))
    expect(status).toBe(422)
    expect(body.errors[0]?.error_message).toMatch(
      /(?:this table is|these tables are) missing: .*transactions.*; give an empty list .* or use reset /,
    )
  }
  expect(sandbox.world.records.size('transactions')).toBe(3)
})
