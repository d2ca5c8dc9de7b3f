import { expect, test } from 'vitest'
import type { RuleDocument } from '../../../../src/scenario/scenario-document.ts'
import { scratchFolder } from '../../../runtime/scratch.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { GatewayClient } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'

async function begin(rules: readonly RuleDocument[], data?: string) {
  const sandbox = await startTestSandbox(data === undefined ? {} : { data })
  const control = new ControlClient(sandbox.url)
  await control.post('/clock/freeze', {})
  const loaded = await control.put('/scenarios', { scenarios: [{ name: 'mine', rules }] })
  expect(loaded.status).toBe(200)
  const gateway = new GatewayClient(sandbox.api)
  return { sandbox, control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

type Gateway = GatewayClient

/** The status, or that of the transaction, of some purchases in a row. */
async function inTurn(gateway: Gateway, count: number, reference = 'A-1') {
  const results: unknown[] = []
  for (let i = 0; i < count; i += 1) {
    const { status, body } = await gateway.purchase({ 'transaction.reference': reference })
    results.push(status === 200 ? body.status?.transaction_status_code : status)
  }
  return results
}

const three = [
  { status: 'declined', response_code: '51' },
  { fault: { at: 'after', http: 503 } },
  { status: 'unknown' },
] as const

test.each([
  ['last', ['declined', 503, 'unknown', 'unknown', 'unknown']],
  ['default', ['declined', 503, 'unknown', 'approved', 'approved']],
  ['repeat', ['declined', 503, 'unknown', 'declined', 503]],
  [undefined, ['declined', 503, 'unknown', 'approved', 'approved']],
] as const)('each request takes the next outcome of a sequence, then %s', async (then, results) => {
  const outcome = { sequence: three, ...(then && { then }) }
  await using mine = await begin([{ name: 'strikes', outcome }])
  expect(await inTurn(mine.gateway, 5)).toEqual(results)
})

test('a sequence is counted by its per, and survives a restart', async () => {
  // biome-ignore lint/suspicious/noThenProperty: a word of the scenario language
  const outcome = { sequence: three, then: 'default' } as const
  await using folder = await scratchFolder()
  const data = folder.at('data')
  {
    await using mine = await begin([{ name: 'strikes', per: 'reference', outcome }], data)
    expect(await inTurn(mine.gateway, 2, 'A-1')).toEqual(['declined', 503])
    expect(await inTurn(mine.gateway, 1, 'A-2')).toEqual(['declined'])
  }
  await using sandbox = await startTestSandbox({ data })
  const gateway = new GatewayClient(sandbox.api)
  expect(await inTurn(gateway, 2, 'A-1')).toEqual(['unknown', 'approved'])
  expect(await inTurn(gateway, 1, 'A-2')).toEqual([503])
})

test('a temporary rule with a sequence applies to as many requests as it has outcomes', async () => {
  await using mine = await begin([{ when: { operation: 'void' }, outcome: {} }])
  await mine.control.post('/rules', { outcome: { sequence: three } })
  expect(await inTurn(mine.gateway, 4)).toEqual(['declined', 503, 'unknown', 'approved'])
  const { body } = await mine.control.get<{ nearest: unknown[] }>('/requests/4')
  expect(body.nearest[0]).toEqual({ rule: 'rules/rule-1', reason: 'used up (3 of 3)' })
})

const limited = { fault: { at: 'before', http: 429, body: 'json', retry_after: 10 } } as const

test('a rate counts the requests of the last time on the sandbox clock, separately by its per', async () => {
  const rate = { more_than: 2, within: '1m', per: 'reference' } as const
  await using mine = await begin([{ name: 'limit', when: { rate }, outcome: limited }])
  const { control, gateway } = mine
  expect(await inTurn(gateway, 2)).toEqual(['approved', 'approved'])
  const { body } = await control.get<{ nearest: unknown[] }>('/requests/2')
  expect(body.nearest).toEqual([
    { rule: 'mine/limit', reason: 'the rate is 2 within 1m for this reference, not more than 2' },
  ])
  await control.post('/clock/advance', { by: '30s' })
  expect(await inTurn(gateway, 1)).toEqual([429])
  expect(await inTurn(gateway, 1, 'A-2')).toEqual(['approved'])
  // The first two are a minute old; the one that was refused counts too.
  await control.post('/clock/advance', { by: '30s' })
  expect(await inTurn(gateway, 2)).toEqual(['approved', 429])
})

test('explain shows which outcome of a sequence comes next, and only for rules with several', async () => {
  const sequence = [{ response_code: '51' }, { fault: { at: 'after', reset: true } }] as const
  await using mine = await begin([{ name: 'strikes', per: 'reference', outcome: { sequence } }])
  const next = async (reference: string) => {
    const asked = { operation: 'purchase', reference }
    const { body } = await mine.control.post<{ rules: { next?: string }[] }>(
      '/scenarios/explain',
      asked,
    )
    return body.rules[0]?.next
  }
  expect(await next('A-1')).toBe('declined 51 (Insufficient funds)')
  await mine.gateway.purchase({ 'transaction.reference': 'A-1' })
  expect(await next('A-1')).toBe('processed, then connection reset')
  expect(await next('A-2')).toBe('declined 51 (Insufficient funds)')
  await mine.control.post('/rules', { outcome: { response_code: '05' } })
  expect(await next('A-1')).toBeUndefined()
})

test('a request without what a rate counts by is explained', async () => {
  const rate = { more_than: 2, within: '1m', per: 'card' } as const
  await using mine = await begin([{ name: 'limit', when: { rate }, outcome: limited }])
  const { body } = await mine.control.post<{ tried: unknown[] }>('/scenarios/explain', {
    operation: 'search',
  })
  expect(body.tried).toContainEqual(
    expect.objectContaining({ id: 'mine/limit', reason: 'the request has no card to count by' }),
  )
})

test('a rate by card sees the card of a token and of a full number as one', async () => {
  const rate = { more_than: 1, within: '1h', per: 'card' } as const
  await using mine = await begin([
    { when: { operation: 'purchase', rate }, outcome: { response_code: '65' } },
  ])
  const code = async (body = {}) =>
    (await mine.gateway.purchase(body)).body.status?.acquirer.response_code
  const other = { 'transaction.payment_method.creditcard.pan': '5555555555554444' }
  expect([await code(), await code(other), await code()]).toEqual(['00', '00', '65'])
})

test('a lookup and a search miss a transaction that exists, as often as the rule says', async () => {
  await using mine = await begin([
    { name: 'lag', times: 2, when: { operation: ['lookup', 'search'] }, outcome: { found: false } },
  ])
  const { gateway, control } = mine
  await gateway.purchase({}, { 'x-correlation-id': 'a' })
  const missed = await gateway.lookup(1_000_001)
  expect([missed.status, missed.headers['x-sandbox-rule']]).toEqual([404, 'mine/lag'])
  const search = await gateway.search('a')
  expect(search.body).toEqual({ results: [] })
  expect(search.headers['x-sandbox-rule']).toBe('mine/lag')
  expect((await gateway.lookup(1_000_001)).status).toBe(200)
  const { body } = await control.get('/requests/2')
  expect(body).toMatchObject({ rules: ['mine/lag'], response: { status: 404 }, audit: null })
})

test('a rule that hides what is found is not used up by lookups and searches that find nothing', async () => {
  const when = { operation: ['lookup', 'search'] } as const
  await using mine = await begin([{ name: 'lag', times: 1, when, outcome: { found: false } }])
  const { gateway, control } = mine
  for (const missed of [await gateway.lookup(1_000_001), await gateway.search('a')]) {
    expect(missed.headers['x-sandbox-rule']).toBeUndefined()
  }
  const explained = await control.post('/scenarios/explain', { request: 2 })
  const reason = 'the search finds nothing anyway'
  expect(explained.body).toMatchObject({ rules: [], tried: [{ id: 'mine/lag', reason }] })
  await gateway.purchase({}, { 'x-correlation-id': 'a' })
  expect((await gateway.search('a')).headers['x-sandbox-rule']).toBe('mine/lag')
})

test('rules see headers, in any case and without showing credentials', async () => {
  const rules = [
    { name: 'agent', when: { header: { 'User-Agent': 'shop/*' } }, outcome: limited },
    { name: 'secret', when: { header: { 'x-api-key': 'open*' } }, outcome: limited },
  ]
  await using mine = await begin(rules)
  const { gateway, control } = mine
  expect((await gateway.purchase({}, { 'user-agent': 'shop/1.0' })).status).toBe(429)
  const headers = { 'user-agent': 'curl/8', 'x-api-key': 'sesame' }
  expect((await gateway.purchase({}, headers)).status).toBe(200)
  const { body } = await control.get<{ nearest: unknown[] }>('/requests/2')
  expect(body.nearest).toEqual([
    { rule: 'mine/agent', reason: 'header user-agent is curl/8, not shop/*' },
    { rule: 'mine/secret', reason: 'header x-api-key is (hidden), not open*' },
  ])
  const described = { header: { 'USER-AGENT': 'shop/2' } }
  const explained = await control.post('/scenarios/explain', described)
  expect(explained.body).toMatchObject({ rule: { id: 'mine/agent' } })
})

test.each([
  [{ day: [1, 15] }, '2026-03-15T01:00:00Z', '2026-03-14T01:00:00Z'],
  [{ day: 31 }, '2026-03-30T14:00:00Z', '2026-03-31T14:00:00Z'],
  [{ holiday: true }, '2026-12-25T01:00:00Z', '2026-12-24T01:00:00Z'],
  [{ holiday: false }, '2026-12-24T01:00:00Z', '2026-12-25T01:00:00Z'],
  [{ weekday: 'Saturday' }, '2026-03-14T01:00:00Z', '2026-03-13T01:00:00Z'],
  [{ weekday: ['sun', 'Monday'] }, '2026-03-16T01:00:00Z', '2026-03-17T01:00:00Z'],
] as const)('%j holds at %s and not at %s', async (when, at, not) => {
  await using mine = await begin([{ when, outcome: limited }])
  const ruleAt = async (instant: string) =>
    (await mine.control.post<{ rule: unknown }>('/scenarios/explain', { at: instant })).body.rule
  expect([await ruleAt(at), await ruleAt(not)]).toEqual([expect.anything(), null])
})
