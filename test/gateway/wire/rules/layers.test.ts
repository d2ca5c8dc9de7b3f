import { expect, test } from 'vitest'
import type { RuleDocument } from '../../../../src/scenario/scenario-document.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { byDirectDebit, GatewayClient, type TestResponse } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'

async function begin(rules: readonly RuleDocument[] = [], name = 'mine') {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  await control.put('/scenarios', { scenarios: [{ name, extends: ['default'], rules }, 'default'] })
  return { sandbox, control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

function shaped({ status, headers, body }: TestResponse) {
  return [status, body.status?.acquirer.response_code, headers['x-sandbox-rule']]
}

const amount = (cents: string) => ({ 'transaction.amount_details.total_amount': cents })

test('a rule that only loses responses leaves declines declined and returns returned', async () => {
  await using mine = await begin([{ name: 'lost', outcome: { fault: { at: 'after', http: 502 } } }])
  const { gateway, sandbox } = mine
  const declined = await gateway.purchase(amount('1000051'))
  expect([declined.status, declined.headers['x-sandbox-rule']]).toEqual([
    502,
    'mine/lost, default/amount-code',
  ])
  expect(sandbox.world.records.transaction(1_000_001)).toMatchObject({ responseCode: '51' })
  await gateway.purchase(byDirectDebit({ 'transaction.payment_method.directdebit.bsb': '032-053' }))
  expect(sandbox.world.records.transaction(1_000_002)).toMatchObject({
    status: 'pending',
    due: [{ outcome: { status: 'declined', responseCode: '3' } }],
  })
})

test('each layer is decided by the first rule that speaks about it, and all are named', async () => {
  await using mine = await begin([
    { name: 'slow', outcome: { delay: '1ms' } },
    { name: 'extra', outcome: { kvps: { RISK: 'high' } } },
    { name: 'no', outcome: { response_code: '05' } },
    { name: 'never', outcome: { response_code: '51', delay: '1h', kvps: { RISK: 'low' } } },
  ])
  const answer = await mine.gateway.purchase()
  expect(shaped(answer)).toEqual([200, '05', 'mine/slow, mine/extra, mine/no'])
  expect(answer.body.kvps['GATEWAY.RESPONSE.KVP.RISK']).toBe('high')
  const { body } = await mine.control.get<{ requests: { rule: string; rules: string[] }[] }>(
    '/requests',
  )
  expect(body.requests[0]).toMatchObject({
    rule: 'mine/slow',
    rules: ['mine/slow', 'mine/extra', 'mine/no'],
  })
})

test('an empty outcome approves and delivers plainly, whatever later rules say', async () => {
  await using mine = await begin([{ name: 'plain', when: { reference: 'vip-*' }, outcome: {} }])
  const vip = { 'transaction.reference': 'vip-1' }
  const { gateway } = mine
  expect(shaped(await gateway.purchase({ ...amount('1000051'), ...vip }))).toEqual([
    200,
    '00',
    'mine/plain',
  ])
  expect(shaped(await gateway.purchase({ ...amount('9900503'), ...vip }))).toEqual([
    200,
    '00',
    'mine/plain',
  ])
})

test('a rule is not used up by requests that it cannot shape', async () => {
  await using mine = await begin()
  const { control, gateway, sandbox } = mine
  await control.post('/rules', {
    name: 'returned',
    outcome: { resolves: { after: 'return', status: 'declined', response_code: '6' } },
  })
  expect(shaped(await gateway.purchase())).toEqual([200, '00', undefined])
  const debit = await gateway.purchase(byDirectDebit())
  expect(debit.headers['x-sandbox-rule']).toBe('rules/returned')
  expect(sandbox.world.records.transaction(1_000_002)?.due[0]).toMatchObject({
    outcome: { status: 'declined', responseCode: '6' },
  })
})

test('two scenarios that extend one base do not hide each other', async () => {
  await using mine = await begin([
    { name: 'slow', when: { amount: '7' }, outcome: { delay: '1ms' } },
  ])
  const { control, gateway } = mine
  await control.post('/scenarios', {
    name: 'yours',
    extends: ['default'],
    rules: [{ name: 'no', when: { amount: '8' }, outcome: { response_code: '05' } }],
  })
  expect(shaped(await gateway.purchase(amount('7')))).toEqual([200, '00', 'mine/slow'])
  expect(shaped(await gateway.purchase(amount('8')))).toEqual([200, '05', 'yours/no'])
  expect(shaped(await gateway.purchase(amount('1000051')))).toEqual([
    200,
    '51',
    'default/amount-code',
  ])
})

test('a rule that names lookups sees the transaction they ask for; one that does not, does not', async () => {
  await using mine = await begin([
    {
      name: 'this order',
      when: { operation: ['lookup', 'search'], reference: 'order 7' },
      outcome: { fault: { at: 'before', http: 500 } },
    },
    { name: 'unnamed', when: { amount: '4321' }, outcome: { fault: { at: 'after', http: 502 } } },
  ])
  const { gateway } = mine
  const seventh = await gateway.purchase(
    { 'transaction.reference': 'order 7' },
    { 'x-correlation-id': 'seventh' },
  )
  expect((await gateway.lookup(seventh.body.audit)).headers['x-sandbox-rule']).toBe(
    'mine/this order',
  )
  expect((await gateway.search('seventh')).status).toBe(500)
  const lost = await gateway.purchase(amount('4321'), { 'x-correlation-id': 'lost' })
  expect(lost.status).toBe(502)
  expect((await gateway.search('lost')).body.results).toHaveLength(1)
})

test('the new conditions see the user, the expiry, the id, the audit number and its target', async () => {
  await using mine = await begin([
    { name: 'user', when: { user: 'any*', amount: '11' }, outcome: { response_code: '01' } },
    { name: 'expiry', when: { expiry: '12/30', amount: '12' }, outcome: { response_code: '54' } },
    { name: 'id', when: { correlation_id: 'c-*' }, outcome: { response_code: '02' } },
    {
      name: 'not',
      when: { operation: 'purchase', not: { amount: ['1?', '1000'] } },
      outcome: { response_code: '03' },
    },
    { name: 'target', when: { target_audit: 1_000_001 }, outcome: { response_code: '04' } },
    { name: 'audit', when: { audit: [1_000_007] }, outcome: { response_code: '07' } },
  ])
  const { gateway } = mine
  const code = async (answer: Promise<TestResponse>) => shaped(await answer)[1]
  expect(await code(gateway.purchase())).toBe('00')
  expect(await code(gateway.purchase(amount('11')))).toBe('01')
  const expiring = { ...amount('12'), 'transaction.payment_method.creditcard.expiry_date': '1230' }
  expect(await code(gateway.purchase(expiring))).toBe('54')
  expect(await code(gateway.purchase({}, { 'x-correlation-id': 'c-9' }))).toBe('02')
  expect(await code(gateway.purchase(amount('999')))).toBe('03')
  expect(await code(gateway.refund(1_000_001))).toBe('04')
  expect(await code(gateway.purchase())).toBe('07')
})

test('a request of the journal is explained by the rules that shaped it', async () => {
  await using mine = await begin([
    { name: 'no', when: { reference: 'order 7' }, times: 1, outcome: { response_code: '05' } },
    {
      name: 'near',
      when: { operation: 'purchase', amount: '99' },
      outcome: { response_code: '51' },
    },
  ])
  await mine.gateway.purchase({ 'transaction.reference': 'order 7' })
  const { body } = await mine.control.post<{
    rules: { id: string }[]
    tried: { id: string; reason: string }[]
  }>('/scenarios/explain', { request: 1 })
  expect(body.rules.map(({ id }) => id)).toEqual(['mine/no'])
  expect(body.tried[0]).toMatchObject({
    id: 'mine/near',
    reason: 'amount is 1000, not 99',
    failed: 1,
    held: 1,
  })
  const unknown = await mine.control.post('/scenarios/explain', { request: 99 })
  expect(unknown.status).toBe(404)
})

interface Near {
  readonly nearest: readonly { readonly rule: string; readonly reason: string }[]
}

test('the nearest rules of a request are those of its time, whatever is added, used up or removed later', async () => {
  await using mine = await begin([
    { name: 'once', times: 1, outcome: { response_code: '05' } },
    { name: 'dear', when: { amount: '99' }, outcome: { response_code: '51' } },
    { name: 'card', when: { pan: '4111110000091111' }, outcome: { response_code: '51' } },
  ])
  const { control, gateway } = mine
  await gateway.purchase()
  await gateway.purchase()
  const nearest = async (request: number) =>
    (await control.get<Near>(`/requests/${request}`)).body.nearest
  const dear = { rule: 'mine/dear', reason: 'amount is 1000, not 99' }
  // The number differs where it is masked, so only the sandbox could tell.
  const card = {
    rule: 'mine/card',
    reason: 'pan is 411111xxxxxx1111, which differs in the hidden digits',
  }
  const usedUp = { rule: 'mine/once', reason: 'used up (1 of 1)' }
  const [first, second] = [await nearest(1), await nearest(2)]
  expect(first.slice(0, 2)).toEqual([dear, card])
  expect(second.slice(0, 3)).toEqual([usedUp, dear, card])
  await control.post('/rules', { name: 'later', when: { amount: '98' }, outcome: {} })
  await control.delete('/scenarios/mine')
  expect([await nearest(1), await nearest(2)]).toEqual([first, second])
  const { body } = await control.post<{ tried: { id: string; reason: string }[] }>(
    '/scenarios/explain',
    { request: 2 },
  )
  const mineOnly = body.tried.filter(({ id }) => !id.startsWith('default/'))
  expect(mineOnly.map(({ id, reason }) => ({ rule: id, reason }))).toEqual([usedUp, dear, card])
  const listed = await control.get<{ payments: { id: string }[] }>('/payments')
  const latest = listed.body.payments.at(-1)
  const { body: payment } = await control.get<{ requests: readonly Near[] }>(
    `/payments/${latest?.id}`,
  )
  expect(payment.requests.at(-1)?.nearest).toEqual(second)
})

test('no rule is asked about a request that is refused', async () => {
  await using mine = await begin([{ name: 'any', outcome: { response_code: '05' } }])
  await mine.gateway.purchase({ 'transaction.reference': '' })
  const { body } = await mine.control.get<Near>('/requests/1')
  expect(body.nearest).toEqual([])
})
