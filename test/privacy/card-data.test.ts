import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import type { Settings } from '../../src/runtime/config/settings.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { firstRenewal } from '../support/first-renewal.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import {
  amountBody,
  byDirectDebit,
  call,
  cents,
  GatewayClient,
  newId,
  type Overrides,
  paidBody,
  type TestResponse,
} from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

const VISA = '4539148803436467'
const MASTERCARD = '5425233430109903'
const AMEX = '374245455400126'
const WRONG = '4539148803436468'
const MAESTRO = '501897345127'
const ACCOUNT = '918273645'
const CVV = '739'
const CVV4 = '7391'

const secrets: readonly RegExp[] = [
  ...[VISA, MASTERCARD, AMEX, WRONG, MAESTRO, ACCOUNT].map((number) => new RegExp(number)),
  ...['4539 1488 0343 6467', '4539-1488-0343-6467'].map((number) => new RegExp(number)),
  ...[CVV, CVV4].map((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w-])`)),
]

/** Numbers of the machine's own, any three digits of which may come up by chance. */
const chance =
  /\d{4}-\d\d-\d\dT[\d:.]+|"(?:arrived|processed|responded|duration\w*|waited\w*|real_at|pid|content-length)":"?[\d.]+/g

/** The secrets in a text, which should be none. */
function secretsIn(text: string): readonly string[] {
  const deliberate = text.replaceAll(chance, '')
  return secrets.flatMap((secret) => secret.exec(deliberate)?.[0] ?? [])
}

const METHOD = 'transaction.payment_method'
const CARD = `${METHOD}.creditcard`
const json = { 'content-type': 'application/json' }

const byVisa = { [METHOD]: { creditcard: { pan: VISA, expiry_date: '1230', cvv: CVV } } }
const byAmex = { [METHOD]: { creditcard: { pan: AMEX, expiry_date: '1230', cvv: CVV4 } } }
const byMastercard = { [METHOD]: { creditcard: { pan: MASTERCARD, expiry_date: '1230' } } }
const byAccount = byDirectDebit({ [`${METHOD}.directdebit.account_number`]: ACCOUNT })

/** Every operation as it should be. */
async function goodCalls({ client }: TestGateway): Promise<readonly TestResponse[]> {
  const id = newId()
  const bought = await client.purchase(byVisa, { 'x-correlation-id': id })
  const held = await client.preauthorise(byMastercard)
  const completed = await client.complete(held.body.audit)
  const refunded = await client.refund(bought.body.audit, cents(400))
  const debit = await client.purchase(byAccount)
  const made = [
    ...[bought, held, completed, refunded, debit],
    await client.standaloneRefund(byAmex),
    await client.standaloneRefund(byAccount),
    await client.void(completed.body.audit),
    await client.void(debit.body.audit),
  ]
  const found = []
  for (const { body } of made) found.push(await client.lookup(body.audit))
  return [...made, ...found, await client.search(id), await client.purchase(byVisa)]
}

/** Secrets of the wrong type, in the wrong place, in requests that cannot be read. */
const badBodies: readonly Overrides[] = [
  { [`${CARD}.pan`]: Number(VISA) },
  { [`${CARD}.pan`]: WRONG },
  { [`${CARD}.pan`]: '4539 1488 0343 6467' },
  { [`${CARD}.pan`]: [VISA] },
  { [`${CARD}.pan`]: { number: VISA } },
  { ...byVisa, [`${CARD}.cvv`]: Number(CVV) },
  { ...byVisa, [`${CARD}.cvv`]: CVV4 },
  { ...byVisa, [`${CARD}.cvv`]: { code: CVV } },
  { ...byVisa, [`${CARD}.expiry_date`]: VISA },
  { [CARD]: `${VISA} ${CVV}` },
  { [CARD]: [VISA, CVV] },
  { [METHOD]: `4539-1488-0343-6467 ${CVV}` },
  { [METHOD]: { card: { pan: VISA, cvv: CVV } } },
  { transaction: VISA },
  { transaction: [{ pan: VISA, cvv: CVV }] },
  { merchant: Number(VISA) },
  { 'merchant.id': Number(VISA) },
  { 'merchant.id': VISA },
  { 'transaction.amount_details.total_amount': VISA },
  { 'transaction.amount_details.total_amount': Number(VISA) },
  { 'transaction.amount_details.total_amount': MAESTRO },
  { 'transaction.amount_details.total_amount': Number(MAESTRO) },
  { 'transaction.amount_details.currency': VISA },
  { kvps: VISA },
  { kvps: { card: Number(VISA) } },
  { kvps: { card: [VISA] } },
  { ...byAccount, [`${METHOD}.directdebit.account_number`]: Number(ACCOUNT) },
  { ...byAccount, [`${METHOD}.directdebit.account_number`]: `${ACCOUNT}0` },
  { ...byAccount, [`${METHOD}.directdebit.account_number`]: `9-${ACCOUNT}` },
  { ...byAccount, [`${METHOD}.directdebit.bsb`]: VISA },
  { ...byAccount, [`${METHOD}.directdebit.bsb`]: ACCOUNT },
  { ...byAccount, [`${METHOD}.directdebit.bsb`]: `062-000 ${ACCOUNT}` },
  { [METHOD]: { directdebit: ACCOUNT } },
]

/** Members that the API does not have, beside a request that is as it should be. */
const strangeMembers: Overrides = {
  card_number: VISA,
  security_code: CVV,
  constructor: VISA,
  'transaction.pan': VISA,
  'transaction.cvv': CVV,
  'transaction.account': { number: ACCOUNT },
  'merchant.account_number': ACCOUNT,
  'transaction.payment_method.creditcard.cvc': CVV,
  [VISA]: VISA,
}

async function badCalls(gateway: TestGateway): Promise<readonly TestResponse[]> {
  const { client, api, url } = gateway
  const path = '/transactions/purchase'
  const whole = JSON.stringify(paidBody(byVisa))
  const answers = [await client.purchase(strangeMembers)]
  for (const changes of badBodies) {
    answers.push(await client.purchase(changes))
    answers.push(await client.preauthorise(changes))
  }
  const target = await client.purchase(byVisa)
  const { audit } = target.body
  answers.push(
    target,
    await client.post(path, whole.slice(0, -1), json),
    await client.post(path, `"${VISA} ${CVV}"`, json),
    await client.post(path, VISA, json),
    await client.post(path, `[${VISA}]`, json),
    await client.post(path, `pan=${VISA}&cvv=${CVV}`, { 'content-type': 'text/plain' }),
    await client.post(path, whole, { 'content-type': `text/${VISA}` }),
    await client.post(path, paidBody({ ...byVisa, pad: 'x'.repeat(70_000) })),
    await client.purchase(byVisa, { 'x-correlation-id': `${VISA} ${CVV}` }),
    await client.purchase(byVisa, { 'x-correlation-id': undefined }),
    await client.purchase(byVisa, { origin: `http://${VISA}.example` }),
    await client.purchase(byVisa, { host: `${VISA}.example` }),
    await client.post(`/transactions/${audit}/refund`, amountBody({ ...byVisa, ...cents(9999) })),
    await client.complete(audit, byVisa),
    await client.void(audit, byVisa),
    await client.void(audit, byVisa),
    await client.void(7, byVisa),
    await client.lookup(VISA),
    await client.lookup(`%34${VISA.slice(1)}`),
    await client.get(`/transactions?pan=${VISA}&cvv=${CVV}&merchant_id=${VISA}`),
    await client.get(`/transactions?${VISA}=1&correlation_id_lookup=${VISA}&merchant_id=1`),
    await client.get(`/cards/${VISA}`),
    await client.post(`/cards/${VISA}?cvv=${CVV}`, whole, json),
    await call(`${api}${path}`, { method: 'PUT', body: whole, headers: json }),
    await call(`${url}/w/${VISA}/v1/transactions/1`),
    await call(`${url}/w/card-${VISA}/v1/transactions/1`),
  )
  return answers
}

/** Free text that the client made up itself; its own answer may give it back, nothing else may. */
async function talkativeCalls({ client }: TestGateway): Promise<readonly TestResponse[]> {
  const reference = { 'transaction.reference': `card ${VISA}` }
  const kvps = { kvps: { note: `paid with ${VISA}`, [`card_${VISA}`]: 'x' } }
  const id = { 'x-correlation-id': `order:${VISA}` }
  const { body } = await client.purchase({ ...reference, ...kvps }, id)
  await client.purchase({}, id)
  await client.purchase({ kvps: { [VISA]: 7 } })
  const named = byDirectDebit({ [`${METHOD}.directdebit.account_name`]: `Ann ${VISA}` })
  const debit = await client.purchase(named)
  const refund = await client.refund(body.audit, { ...reference, ...kvps })
  const found = await client.search(id['x-correlation-id'])
  expect(found.body.results[0]?.audit).toBe(body.audit)
  return [
    found,
    await client.lookup(body.audit),
    await client.lookup(debit.body.audit),
    await client.lookup(refund.body.audit),
  ]
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return await Promise.all(
    files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
  )
}

/** All that a sandbox says of itself. */
async function controlPages({ url }: TestGateway): Promise<readonly string[]> {
  const paths = ['requests?limit=200', 'transactions?limit=1000', 'state', 'report', 'worlds', '']
  const answers = await Promise.all(paths.map((path) => call(`${url}/_sandbox/${path}`)))
  return answers.map(({ text }) => text)
}

async function everythingLeft(settings: Partial<Settings>): Promise<readonly string[]> {
  const data = await mkdtemp(join(tmpdir(), 'sandgate-'))
  try {
    const gateway = await startGateway({ ...settings, data })
    const { world, logs } = gateway
    const events: string[] = []
    world.events.listen((event) => events.push(JSON.stringify(event)))
    const answers = [
      ...(await goodCalls(gateway)),
      ...(await badCalls(gateway)),
      ...(await talkativeCalls(gateway)),
    ]
    const pages = await controlPages(gateway)
    const kept = JSON.stringify([world.records.image(), world.history.entries()])
    const early = await filesIn(data)
    await gateway.stop()
    const late = await filesIn(data)
    expect(events.length).toBeGreaterThan(50)
    expect(late.join()).toContain('453914xxxxxx6467')
    const said = answers.map(({ text, headers }) => text + JSON.stringify(headers))
    return [...said, ...pages, ...events, ...logs, kept, ...early, ...late]
  } finally {
    await rm(data, { recursive: true, maxRetries: 10 })
  }
}

describe('card numbers, account numbers and CVVs are found nowhere', () => {
  test('in responses, pages, events, logs, memory and files', async () => {
    for (const text of await everythingLeft({})) {
      expect([secretsIn(text), text.slice(0, 500)]).toEqual([[], text.slice(0, 500)])
    }
  })

  test('where responses are kept to be replayed, and browsers are let in', async () => {
    const assumptions = {
      ...defaultAssumptions,
      duplicate_correlation_id: 'replay',
      browser_calls: 'allow',
    } as const
    for (const text of await everythingLeft({ assumptions })) {
      expect([secretsIn(text), text.slice(0, 500)]).toEqual([[], text.slice(0, 500)])
    }
  })
})

test('a crash says nothing of the request that met it', async () => {
  await using gateway = await startGateway()
  const { client, world, logs } = gateway
  const { body } = await client.purchase(byVisa)
  const line = world.records.line('transactions', body.audit) ?? ''
  world.commit([{ table: 'transactions', key: body.audit, line: line.slice(0, -9) }])
  const answer = await client.void(body.audit, { ...byVisa, 'transaction.reference': VISA })
  expect(answer.status).toBe(500)
  expect(logs).toHaveLength(1)
  expect(secretsIn(logs.join() + answer.text)).toEqual([])
})

test('a header comes back as it was sent; what is text of a transaction is masked at once', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const sent = { 'x-correlation-id': VISA }
  const { body, headers } = await client.purchase({ kvps: { note: VISA } }, sent)
  expect(headers['x-correlation-id']).toBe(VISA)
  expect(body.kvps['GATEWAY.REQUEST.KVP.note']).toBe('453914xxxxxx6467')
  const found = await client.lookup(body.audit)
  expect(found.body.kvps['GATEWAY.REQUEST.KVP.note']).toBe('453914xxxxxx6467')
})

test('what leaves the data folder holds no key', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  await using sandbox = await startTestSandbox({ data })
  const control = new ControlClient(sandbox.url)
  await new GatewayClient(sandbox.api).purchase()
  const log = await readFile(await firstRenewal(data), 'utf8')
  await control.put('/snapshots/kept')
  const secret = /[0-9a-f]{64}/.exec(await readFile(folder.at('data/key'), 'utf8'))?.[0] ?? ''
  expect(secret).toHaveLength(64)
  const check = /"key":"([\w-]{8})"/
  const known = check.exec(log)?.[1] ?? ''
  expect(known).toHaveLength(8)
  const leaving = [
    (await control.get('/state')).text,
    await readFile(folder.at('data/worlds/default/snapshots/kept.json'), 'utf8'),
    (await control.get('/requests')).text,
    (await control.get('/report')).text,
  ]
  for (const text of leaving) {
    expect(text.length).toBeGreaterThan(10)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(known)
  }
})

test('the journal does not hold an account number under the name of something else', async () => {
  await using sandbox = await startTestSandbox()
  const debit = 'transaction.payment_method.directdebit'
  const members = { bsb: '718293645', name: '718293645', id: 718293645, reference: '718293645' }
  await new GatewayClient(sandbox.api).purchase({ [debit]: members })
  const one = await (await fetch(`${sandbox.url}/_sandbox/requests/1`)).text()
  expect(one).toContain('directdebit')
  expect(one).not.toContain('718293645')
})
