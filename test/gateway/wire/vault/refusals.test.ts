import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, type Sent } from '../../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'
import { bank, card, type Query, refusalOf, VaultClient } from '../../../support/vault-client.ts'

let sandbox: TestSandbox
let vault: VaultClient

// One for all: nothing that is refused changes anything, and the last test says so.
beforeAll(async () => {
  sandbox = await startTestSandbox()
  vault = new VaultClient(sandbox.api)
  await vault.createCustomer()
  await vault.createToken(1)
  await vault.createToken(1, { preferred_name: 'bank', account: bank() })
})

afterAll(() => sandbox.stop())

const operations: readonly [string, string, unknown?][] = [
  ['GET', '/customers'],
  ['POST', '/customers', { reference: 'new', name: 'New' }],
  ['GET', '/customers/1'],
  ['PATCH', '/customers/1', {}],
  ['DELETE', '/customers/1'],
  ['GET', '/customers/1/tokens'],
  ['POST', '/customers/1/tokens', { preferred_name: 'new', active: true, account: card() }],
  ['GET', '/customers/1/tokens/1'],
  ['PATCH', '/customers/1/tokens/1', {}],
  ['DELETE', '/customers/1/tokens/1'],
]

const changing = operations.filter(([method]) => method !== 'GET')
const withBody = operations.filter(([, , body]) => body !== undefined)
const good = { 'x-correlation-id': 'good' }

test.each(changing)('%s %s needs a correlation id', async (method, path, body) => {
  const header = 'X-Correlation-Id'
  const none = await call(sandbox.api + path, { method, body })
  expect(refusalOf(none)).toEqual([422, `missing_correlation_id at header.${header}`])
  const empty = await call(sandbox.api + path, { method, body, headers: { [header]: '' } })
  expect(refusalOf(empty)).toEqual([422, `missing_correlation_id at header.${header}`])
})

test.each(operations)(
  '%s %s refuses a bad correlation id, unechoed',
  async (method, path, body) => {
    const headers = { 'x-correlation-id': 'not good' }
    const refused = await call(sandbox.api + path, { method, body, headers })
    expect(refusalOf(refused)).toEqual([422, 'invalid_correlation_id at header.X-Correlation-Id'])
    expect(refused.headers).not.toHaveProperty('x-correlation-id')
  },
)

test.each(operations)('%s %s refuses a bad merchant id', async (method, path, body) => {
  for (const [given, code] of [
    ['0', 'out_of_range'],
    ['2147483648', 'out_of_range'],
    ['one', 'invalid_type'],
    ['', 'invalid_type'],
  ]) {
    const url = `${sandbox.api + path}?merchant_id=${given}`
    const refused = await call(url, { method, body, headers: good })
    expect(refusalOf(refused)).toEqual([422, `${code} at query.merchant_id`])
    expect(refused.headers['x-correlation-id']).toBe('good')
  }
})

test.each(operations)('%s %s may not be called by a web page', async (method, path, body) => {
  const headers = { ...good, origin: 'https://shop.example' }
  const refused = await call(sandbox.api + path, { method, body, headers })
  expect(refusalOf(refused)).toEqual([403, 'browser_call_refused at header.Origin'])
})

const badBodies: readonly [string, Sent, unknown[]][] = [
  ['not JSON', { body: '{', headers: json() }, [400, 'malformed_json at body']],
  ['no type', { body: '{}' }, [415, 'unsupported_media_type at header.Content-Type']],
  ['too long', { body: 'x'.repeat(65_537), headers: json() }, [413, 'body_too_large at body']],
  ['null', { body: 'null', headers: json() }, [422, 'invalid_type at body']],
  ['a list', { body: '[]', headers: json() }, [422, 'invalid_type at body']],
]

function json() {
  return { 'content-type': 'application/json' }
}

test.each(badBodies)(
  'a body that is %s is refused by all that need one',
  async (_kind, sent, is) => {
    for (const [method, path] of withBody) {
      const headers = { ...good, ...sent.headers }
      expect(refusalOf(await call(sandbox.api + path, { ...sent, method, headers }))).toEqual(is)
    }
  },
)

test.each([
  ['/customers', 'PUT', 'GET, HEAD, POST'],
  ['/customers/1', 'POST', 'GET, HEAD, PATCH, DELETE'],
  ['/customers/1/tokens', 'DELETE', 'GET, HEAD, POST'],
  ['/customers/1/tokens/1', 'PUT', 'GET, HEAD, PATCH, DELETE'],
])('%s does not know %s', async (path, method, allow) => {
  const refused = await call(sandbox.api + path, { method, headers: good })
  expect(refusalOf(refused)).toEqual([405, 'method_not_allowed at path'])
  expect(refused.headers.allow).toBe(allow)
})

test.each<[Query, ...string[]]>([
  [{ limit: 0 }, 'out_of_range at query.limit'],
  [{ limit: 101 }, 'out_of_range at query.limit'],
  [{ offset: -1 }, 'out_of_range at query.offset'],
  [{ offset: 2147483548 }, 'out_of_range at query.offset'],
  [{ ordering: 'id' }, 'invalid_format at query.ordering'],
  [{ name: 'n'.repeat(61) }, 'invalid_length at query.name'],
  [{ name: 'Zoë' }, 'invalid_characters at query.name'],
  [{ reference: 'r'.repeat(51) }, 'invalid_length at query.reference'],
  [
    { ordering: 'x', offset: 'y', limit: 'z', name: '"', reference: '' },
    'invalid_type at query.limit',
    'invalid_characters at query.name',
    'invalid_type at query.offset',
    'invalid_format at query.ordering',
    'invalid_length at query.reference',
  ],
])('a search with %j is refused', async (query, ...faults) => {
  expect(refusalOf(await vault.customers(query))).toEqual([422, ...faults])
})

const accountFaults: readonly [unknown, ...string[]][] = [
  [{ general_wallet: {} }, 'unknown_account_type at body.account'],
  [{ ...card(), ...bank() }, 'unknown_account_type at body.account'],
  [{ ...card(), general_wallet: {} }, 'unknown_account_type at body.account'],
  [{ general_creditcard: null }, 'invalid_type at body.account.general_creditcard'],
  [
    card({ 'CARD.PAN': '4111111111111112' }),
    'invalid_pan at body.account.general_creditcard.CARD.PAN',
  ],
  [
    card({ 'CARD.PAN': '9111111111111119' }),
    'invalid_pan at body.account.general_creditcard.CARD.PAN',
  ],
  [
    card({ 'CARD.EXPIRY': '1313' }),
    'invalid_expiry at body.account.general_creditcard.CARD.EXPIRY',
  ],
  [
    card({ 'CARD.EXPIRY': '0226' }),
    'invalid_expiry at body.account.general_creditcard.CARD.EXPIRY',
  ],
  [card({ 'CARD.NAME': '' }), 'invalid_length at body.account.general_creditcard.CARD.NAME'],
  [
    { general_creditcard: {} },
    'missing_field at body.account.general_creditcard.CARD.EXPIRY',
    'missing_field at body.account.general_creditcard.CARD.NAME',
    'missing_field at body.account.general_creditcard.CARD.PAN',
  ],
]

const bankFaults: readonly [unknown, ...string[]][] = [
  [bank({ 'BANK.BSB': '06200' }), 'invalid_format at body.account.general_bankaccount.BANK.BSB'],
  [
    bank({ 'BANK.ACCOUNT_NUMBER': '1234567890' }),
    'invalid_format at body.account.general_bankaccount.BANK.ACCOUNT_NUMBER',
  ],
  [
    bank({ 'BANK.ACCOUNT_NAME': 'n'.repeat(33) }),
    'invalid_length at body.account.general_bankaccount.BANK.ACCOUNT_NAME',
  ],
]

test.each([...accountFaults, ...bankFaults])(
  'a token with account %j is refused',
  async (account, ...faults) => {
    const refused = await vault.createToken(1, { preferred_name: 'x', account })
    expect(refusalOf(refused)).toEqual([422, ...faults])
  },
)

test.each([
  ...bankFaults,
  [card(), 'unknown_account_type at body.account'] as const,
  // Another type is the fault, not that this card has expired.
  [card({ 'CARD.EXPIRY': '0120' }), 'unknown_account_type at body.account'] as const,
])('an update of a bank token to account %j is refused', async (account, ...faults) => {
  expect(refusalOf(await vault.updateToken(1, 2, { account }))).toEqual([422, ...faults])
})

test.each<[Record<string, unknown>, ...string[]]>([
  [{ preferred_name: undefined }, 'missing_field at body.preferred_name'],
  [{ preferred_name: 'n'.repeat(51) }, 'invalid_length at body.preferred_name'],
  [{ active: 'true' }, 'invalid_type at body.active'],
  [{ account: undefined }, 'missing_field at body.account'],
  [{ preferred_name: 'main card' }, 'preferred_name_in_use at body.preferred_name'],
  [
    { preferred_name: 'main card', account: card({ 'CARD.EXPIRY': '0226' }) },
    'invalid_expiry at body.account.general_creditcard.CARD.EXPIRY',
    'preferred_name_in_use at body.preferred_name',
  ],
  [
    { preferred_name: 1, active: 1, account: 1 },
    'invalid_type at body.account',
    'invalid_type at body.active',
    'invalid_type at body.preferred_name',
  ],
])('a token with %j is refused', async (changes, ...faults) => {
  const whole = { preferred_name: 'x', ...changes }
  expect(refusalOf(await vault.createToken(1, whole))).toEqual([422, ...faults])
})

test('all that is wrong with path, query, header and body is said at once', async () => {
  const url = `${sandbox.api}/customers/0/tokens/x?merchant_id=0`
  const refused = await call(url, { method: 'PATCH', body: { active: 'no' } })
  expect(refusalOf(refused)).toEqual([
    422,
    'invalid_type at body.active',
    'missing_correlation_id at header.X-Correlation-Id',
    'out_of_range at path.customer_id',
    'invalid_type at path.token_id',
    'out_of_range at query.merchant_id',
  ])
})

test('members that the API does not have are ignored and noted', async () => {
  const account = card({ 'CARD.CVV': '987', 'CARD.COLOUR': 'gold' })
  const updated = await vault.updateToken(1, 1, { account, nickname: 'x' })
  expect(updated.status).toBe(200)
  const entry = sandbox.world.history.entries().at(-1)
  expect(entry?.request.unknown_fields).toEqual([
    'account.general_creditcard.CARD.CVV',
    'account.general_creditcard.CARD.COLOUR',
    'nickname',
  ])
  expect(JSON.stringify(entry?.request)).not.toMatch(/\b987\b/)
})

test('nothing that was refused has changed anything', async () => {
  expect((await vault.customers()).body.results).toHaveLength(1)
  expect((await vault.customer(1)).body.name).toBe('Ann Example')
  const tokens = (await vault.tokens(1)).body.results
  expect(tokens.map(({ id, preferred_name, active }) => [id, preferred_name, active])).toEqual([
    [1, 'main card', true],
    [2, 'bank', true],
  ])
  expect(sandbox.logs).toEqual([])
})
