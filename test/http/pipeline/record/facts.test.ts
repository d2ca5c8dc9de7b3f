import { afterAll, beforeAll, expect, test } from 'vitest'
import { assumptionsWith } from '../../../../src/domain/assumptions/assumptions.ts'
import type { Exchange, ExchangeFacts } from '../../../../src/insight/exchange.ts'
import type { OutcomeDocument } from '../../../../src/scenario/scenario-document.ts'
import { ControlClient } from '../../../support/control-client.ts'
import {
  byDirectDebit,
  call,
  cents,
  GatewayClient,
  type Overrides,
  paidBody,
  VISA,
} from '../../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'
import { card, VaultClient } from '../../../support/vault-client.ts'

/** A valid number that nobody publishes for tests. */
const FOREIGN = '4539148803436467'

const NOW = Date.parse('2026-03-10T01:00:00Z')

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox({}, { realTime: () => NOW })
})

afterAll(() => sandbox.stop())

let lastWorld = 0

/** A world of its own, with clients of it. Real time stands still. */
async function begin({ url, running } = sandbox) {
  lastWorld += 1
  const name = `facts-${lastWorld}`
  const world = await running.worlds.open(name)
  const control = new ControlClient(url, name)
  const api = `${url}/w/${name}/v1`
  return {
    api,
    client: new GatewayClient(api),
    vault: new VaultClient(api),
    /** Shapes the next call alone. */
    next: (outcome: OutcomeDocument) => control.post('/rules', { outcome }),
    last: (): Exchange => {
      const entry = world.history.entries().at(-1)
      if (entry === undefined) throw new Error('No call was recorded')
      return entry
    },
    [Symbol.asyncDispose]: async () => {
      await running.worlds.remove(name)
    },
  }
}

type Mine = Awaited<ReturnType<typeof begin>>

const lost = () => undefined

test('a purchase is recorded with what it asked for and what it made', async () => {
  await using mine = await begin()
  await mine.client.purchase()
  expect(mine.last().facts).toEqual({
    requested: { reference: 'order 1', amount: 1000, currency: 'AUD', target: undefined },
    made: {
      audit: 1_000_001,
      kind: 'purchase',
      status: 'approved',
      gatewayStatusCode: 0,
      responseCode: '00',
      responseMessage: 'Approved',
      reason: undefined,
      amount: 1000,
      total: 1000,
      currency: 'AUD',
      rail: 'card',
      cardType: 'visa',
      expiry: '2030-12',
      isByToken: false,
      hasSurcharge: false,
      expiresAt: undefined,
      isDrifting: false,
    },
    about: undefined,
    shown: undefined,
    refusals: undefined,
    fingerprint: undefined,
    cardNumberIn: undefined,
    foreignCard: undefined,
    isStoredCard: false,
    next: undefined,
    vault: undefined,
    retryAfterMs: undefined,
    waitedMs: expect.any(Number),
    hasLeft: undefined,
  } satisfies Record<keyof ExchangeFacts, unknown>)
})

test('a surcharge is recorded, with the total', async () => {
  const merchant = { id: 1, name: 'Shop', vault: true, standaloneRefunds: true }
  const merchants = [{ ...merchant, surcharge: { default: '1.5', cardTypes: {}, methods: {} } }]
  await using other = await startTestSandbox({ merchants })
  await using mine = await begin(other)
  await mine.client.purchase()
  expect(mine.last().facts.made).toMatchObject({ hasSurcharge: true, amount: 1000, total: 1015 })
})

test('a payment by token and an answer outside of the contract are recorded as such', async () => {
  await using mine = await begin()
  const customer = await mine.vault.createCustomer()
  const token = await mine.vault.createToken(customer.body.id)
  await mine.next({ drift: true })
  const creditcard = { pan: token.body.virtual_pan }
  await mine.client.purchase({ 'transaction.payment_method': { creditcard } })
  const { made, foreignCard, isStoredCard } = mine.last().facts
  expect([made?.isByToken, made?.isDrifting, foreignCard, isStoredCard]).toEqual([
    true,
    true,
    undefined,
    undefined,
  ])
  await mine.client.lookup(1_000_001)
  expect(mine.last().facts.shown).toMatchObject({ audit: 1_000_001, isDrifting: true })
})

const order1 = { reference: 'order 1', currency: 'AUD', target: undefined }

test.each<[string, Overrides, object]>([
  ['12 digits', cents(123_456_789_012), { ...order1, amount: 123_456_789_012 }],
  ['13 digits', cents(1_234_567_890_123), { ...order1, amount: undefined }],
  [
    'no digits',
    { 'transaction.amount_details.total_amount': 'ten' },
    { ...order1, amount: undefined },
  ],
  [
    'a number',
    { 'transaction.amount_details.total_amount': 1000 },
    { ...order1, amount: undefined },
  ],
])('an amount of %s is recorded if it can be read', async (_form, changes, requested) => {
  await using mine = await begin()
  await mine.client.purchase(changes)
  expect(mine.last().facts.requested).toEqual(requested)
})

test.each([7, 1_234_567_890_123, null])(
  'a reference of %j is no payment request',
  async (given) => {
    await using mine = await begin()
    await mine.client.purchase({ 'transaction.reference': given })
    expect(mine.last().facts.requested).toBeUndefined()
  },
)

test('a vault call with the members of a payment is no payment request', async () => {
  await using mine = await begin()
  await mine.vault.createCustomer({ transaction: { reference: 'order 1' } })
  expect(mine.last().facts.requested).toBeUndefined()
})

test('a refund is recorded with its target and without a card of its own', async () => {
  await using mine = await begin()
  await mine.client.purchase()
  await mine.client.refund(1_000_001)
  const { facts } = mine.last()
  expect(facts.requested?.target).toBe(1_000_001)
  expect(facts.isStoredCard).toBeUndefined()
  expect(facts.made).toMatchObject({ audit: 1_000_002, kind: 'refund' })
})

test.each<[string, Overrides, string | undefined]>([
  ['the amount', cents(1_000_051), "the amount's cents are 51"],
  ['an approval', cents(1000), undefined],
])('%s explains the answer of the bank', async (_what, changes, reason) => {
  await using mine = await begin()
  await mine.client.purchase(changes)
  expect(mine.last().facts.made?.reason).toBe(reason)
})

test('a code that a rule sets is explained by the rule', async () => {
  await using mine = await begin()
  await mine.next({ response_code: '05' })
  await mine.client.purchase()
  expect(mine.last().facts.made?.reason).toMatch(/^rule rules\//)
})

const nobody = '/transactions?merchant_id=1&correlation_id_lookup=nobody'

interface Look {
  readonly title: string
  readonly outcome?: OutcomeDocument
  readonly path: string
  readonly about: ExchangeFacts['about']
  readonly shown: ExchangeFacts['shown']
}

const found = { audit: 1_000_001, status: 'approved', isDrifting: false } as const
const before = (fault: object): OutcomeDocument => ({ fault: { at: 'before', ...fault } })
const after = (fault: object): OutcomeDocument => ({ fault: { at: 'after', ...fault } })

test.each<Look>([
  {
    title: 'a lookup shows a transaction',
    path: '/transactions/1000001',
    about: { audit: 1_000_001 },
    shown: found,
  },
  {
    title: 'a lookup shows that there is no transaction',
    path: '/transactions/1000009',
    about: { audit: 1_000_009 },
    shown: null,
  },
  {
    title: 'a search shows a transaction',
    path: '/transactions?merchant_id=1&correlation_id_lookup=c-1',
    about: { correlationKey: expect.stringMatching(/^c-1/) },
    shown: found,
  },
  {
    title: 'a search shows that there is no transaction',
    path: nobody,
    about: { correlationKey: expect.stringMatching(/^nobody/) },
    shown: null,
  },
  {
    title: 'a refused lookup shows nothing',
    path: '/transactions/none',
    about: undefined,
    shown: undefined,
  },
  {
    title: 'a refused search shows nothing',
    path: '/transactions?merchant_id=x&correlation_id_lookup=c-1',
    about: { correlationKey: expect.stringMatching(/^c-1/) },
    shown: undefined,
  },
  {
    title: 'a search for no id has no target',
    path: '/transactions?merchant_id=1',
    about: undefined,
    shown: undefined,
  },
  {
    title: 'a lookup that a rule stops before processing shows nothing',
    outcome: before({ garbage: true }),
    path: '/transactions/1000001',
    about: { audit: 1_000_001 },
    shown: undefined,
  },
  {
    title: 'a lookup whose answer is replaced by a 404 shows nothing',
    outcome: after({ http: 404 }),
    path: '/transactions/1000001',
    about: { audit: 1_000_001 },
    shown: undefined,
  },
  {
    title: 'a lookup without an answer shows nothing',
    outcome: after({ reset: true }),
    path: '/transactions/1000001',
    about: { audit: 1_000_001 },
    shown: undefined,
  },
])('$title', async ({ outcome, path, about, shown }) => {
  await using mine = await begin()
  await mine.client.purchase({}, { 'x-correlation-id': 'c-1' })
  if (outcome !== undefined) await mine.next(outcome)
  await mine.client.get(path).catch(lost)
  const { facts } = mine.last()
  expect(facts.about).toEqual(about)
  expect(facts.shown).toEqual(shown)
  expect(facts.requested).toBeUndefined()
})

test('a call that is cut off is no refusal', async () => {
  await using mine = await begin()
  await mine.next(before({ reset: true }))
  await mine.client.purchase().catch(lost)
  expect(mine.last().facts).toMatchObject({ refusals: undefined, retryAfterMs: undefined })
})

test('a refusal is recorded with its codes, and that of a rule with the code of the rule', async () => {
  await using mine = await begin()
  await mine.client.post('/transactions/purchase', '{', { 'content-type': 'application/json' })
  expect(mine.last().facts.refusals).toEqual(['malformed_json'])
  await mine.next(before({ http: 422, error_code: 'odd' }))
  await mine.client.purchase()
  expect(mine.last().facts.refusals).toEqual(['odd'])
})

test.each<[string, OutcomeDocument, number | undefined]>([
  ['seconds', before({ http: 400, retry_after: 7 }), 7000],
  ['no time', before({ http: 503, retry_after: 0 }), 0],
  ['a later date', before({ http: 503, retry_after: '2026-03-10T01:00:05Z' }), 5000],
  ['the present', before({ http: 503, retry_after: '2026-03-10T01:00:00Z' }), undefined],
  ['nothing', before({ http: 503 }), undefined],
  [
    'a header in place of its own value',
    { headers: { 'retry-after': '9' }, ...before({ http: 503, retry_after: 7 }) },
    9000,
  ],
  [
    'a date in a header',
    { headers: { 'Retry-After': 'Tue, 10 Mar 2026 01:00:03 GMT' }, ...before({ http: 503 }) },
    3000,
  ],
  ['a header of a good answer', { headers: { 'Retry-After': '9' } }, undefined],
])('the wait that an answer asks for is known from %s', async (_what, outcome, ms) => {
  await using mine = await begin()
  await mine.next(outcome)
  await mine.client.purchase()
  expect(mine.last().facts.retryAfterMs).toBe(ms)
})

test.each([
  [400, true],
  [499, true],
  [500, false],
])('a call that is answered with %i has a fingerprint: %s', async (http, isKept) => {
  await using mine = await begin()
  await mine.next(before({ http }))
  await mine.client.purchase()
  expect(mine.last().facts.fingerprint).toEqual(isKept ? expect.any(String) : undefined)
})

test('after a refusal, calls of the same operation have fingerprints: equal ones for equal bodies', async () => {
  await using mine = await begin()
  const { client, last } = mine
  await client.purchase(cents(0))
  const refused = last().facts.fingerprint
  await client.purchase(cents(0))
  expect(last().facts.fingerprint).toBe(refused)
  await client.purchase()
  expect(last().facts.fingerprint).toEqual(expect.any(String))
  expect(last().facts.fingerprint).not.toBe(refused)
  await client.preauthorise()
  expect(last().facts.fingerprint).toBeUndefined()
  await client.lookup(7)
  expect(last().facts.fingerprint).toBeUndefined()
})

const buyWith = (pan: unknown) => (mine: Mine) =>
  mine.client.purchase({ 'transaction.payment_method.creditcard.pan': pan })

test.each<[string, (mine: Mine) => Promise<unknown>, string | undefined]>([
  ['a test card', buyWith(VISA), undefined],
  ['a foreign card', buyWith(FOREIGN), '453914xxxxxx6467'],
  ['a number that no card has', buyWith('4539148803436468'), undefined],
  ['a card number as a JSON number', buyWith(Number(FOREIGN)), undefined],
  [
    'a foreign card in the vault',
    async ({ vault }) => {
      const customer = await vault.createCustomer()
      return vault.createToken(customer.body.id, { account: card({ 'CARD.PAN': FOREIGN }) })
    },
    '453914xxxxxx6467',
  ],
])('%s is known to be a test card, a foreign one or none', async (_what, send, foreignCard) => {
  await using mine = await begin()
  await send(mine)
  expect(mine.last().facts.foreignCard).toBe(foreignCard)
})

test('a card is the same card whether its payment was made, refused or lost', async () => {
  await using mine = await begin()
  const { client, last, next } = mine
  await client.purchase()
  const made = last().card
  expect(made).toEqual(expect.any(String))
  await client.purchase(cents(0))
  expect(last().card).toBe(made)
  await next(before({ http: 503 }))
  await client.purchase()
  expect(last().card).toBe(made)
  await next(before({ http: 503 }))
  await buyWith('4539148803436468')(mine)
  expect(last().card).toBeUndefined()
  await client.lookup(1_000_001)
  expect(last().card).toBeUndefined()
})

test('an answer that is given again is not one of a new payment', async () => {
  const assumptions = assumptionsWith({ duplicate_correlation_id: 'replay' })
  await using other = await startTestSandbox({ assumptions })
  await using mine = await begin(other)
  const body = paidBody()
  const send = () => mine.client.post('/transactions/purchase', body, { 'x-correlation-id': 'c-1' })
  await send()
  expect((await send()).headers['x-sandbox-replayed']).toBe('true')
  const { card: again, facts } = mine.last()
  expect([again, facts.made]).toEqual([undefined, undefined])
})

test.each<[string, Overrides, boolean | undefined]>([
  ['the stored card', {}, true],
  ['another card', { 'transaction.payment_method.creditcard.pan': '5555555555554444' }, false],
  ['a bank account', byDirectDebit(), undefined],
])('whether a payment by %s is by a stored card is recorded', async (_what, changes, isStored) => {
  await using mine = await begin()
  const customer = await mine.vault.createCustomer()
  await mine.vault.createToken(customer.body.id)
  await mine.client.purchase(changes)
  expect(mine.last().facts.isStoredCard).toBe(isStored)
})

test.each<[string, (mine: Mine) => Promise<unknown>, number | undefined]>([
  ['its body', ({ client }) => client.purchase({ 'merchant.id': 2 }), 2],
  ['its query', ({ vault }) => vault.createCustomer({}, { merchant_id: 2 }), 2],
  ['its user', ({ vault }) => vault.createCustomer(), 1],
  ['its user if the body has none', ({ client }) => client.purchase({ 'merchant.id': VISA }), 1],
  ['nothing if it is no operation', ({ api }) => call(`${api}/nowhere`), undefined],
])('the merchant of a call is known from %s', async (_where, send, merchant) => {
  await using mine = await begin()
  await send(mine)
  expect(mine.last().merchant).toBe(merchant)
})

test.each<[string, Readonly<Record<string, unknown>>, ExchangeFacts['vault']]>([
  ['a new account', { account: card() }, ['renewed']],
  ['no use any more', { active: false }, ['deactivated']],
  ['both', { account: card(), active: false }, ['renewed', 'deactivated']],
  ['another name', { preferred_name: 'other' }, []],
  ['use again', { active: true }, []],
])('an update of a token to %s is recorded', async (_what, body, events) => {
  await using mine = await begin()
  const customer = await mine.vault.createCustomer()
  const token = await mine.vault.createToken(customer.body.id)
  expect(mine.last().facts.vault).toBeUndefined()
  await mine.vault.updateToken(customer.body.id, token.body.id, body)
  expect(mine.last().facts.vault).toEqual(events)
})

test('a customer that is made again is recorded as found again', async () => {
  await using mine = await begin()
  await mine.vault.createCustomer()
  expect(mine.last().facts.vault).toBeUndefined()
  await mine.vault.createCustomer()
  expect(mine.last().facts.vault).toEqual(['found-again'])
})

test('the next page is recorded without the address and the world', async () => {
  await using mine = await begin()
  for (const reference of ['a', 'b']) await mine.vault.createCustomer({ reference })
  await mine.vault.customers({ limit: 1 })
  expect(mine.last().facts.next).toBe('/v1/customers?limit=1&offset=1')
})

test('the places of card numbers in free text are recorded', async () => {
  await using mine = await begin()
  await mine.client.purchase({ 'transaction.reference': `card ${VISA}` })
  expect(mine.last().facts.cardNumberIn).toEqual(['transaction.reference'])
})
