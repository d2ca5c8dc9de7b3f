import { describe, expect, test } from 'vitest'
import type { RequestsResponse } from '../../src/control/contract/calls/requests.ts'
import { recordedRun } from '../runtime/run-file/recorded-run.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, call, GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

/** Of a known scheme, and nobody's test number. */
const PAN = '4539148803436467'
const SPACED = '4539 1488 0343 6467'
const DASHED = '4539-1488-0343-6467'
const DOTTED = '4539.1488.0343.6467'
const ESCAPED = `%34${PAN.slice(1)}`

type Use = (sandbox: TestSandbox) => Promise<unknown>

const rule = (name: string, outcome: object) => ({ name, outcome })

/** Not in conditions of rules, which declare their numbers test numbers. */
const uses: Readonly<Record<string, Use>> = {
  'the label of a reset': ({ url }) =>
    new ControlClient(url).post('/reset', { label: `test 12 ${SPACED} 13` }),
  'the name of a rule': async ({ url, api }) => {
    const control = new ControlClient(url)
    await control.post('/rules', rule(`r ${SPACED}`, { response_code: '51' }))
    await new GatewayClient(api).purchase()
    await control.post('/rules', rule(DASHED, { response_code: '51' }))
    expect((await control.delete(`/rules/${DASHED}`)).status).toBe(200)
  },
  'the message of a rule': async ({ url, api }) => {
    const declined = { status: 'declined', response_code: '05', response_message: `m ${SPACED}` }
    await new ControlClient(url).post('/rules', rule('one', declined))
    await new GatewayClient(api).purchase()
  },
  'the body of a fault': async ({ url, api }) => {
    const fault = { at: 'before', http: 500, body: `sorry, ${DASHED}` }
    await new ControlClient(url).post('/rules', rule('one', { fault }))
    await fetch(`${api}/transactions/purchase`, { method: 'POST' })
  },
  'the Origin header': ({ api }) =>
    call(`${api}/customers`, { headers: { origin: `http://1.${DASHED}.example:80` } }),
  'the media type': ({ api }) =>
    call(`${api}/transactions/purchase`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': `text/${SPACED}` },
    }),
  'a path': ({ api }) => call(`${api}/${DASHED}`),
  'a path with an escaped digit': ({ api }) => call(`${api}/transactions/${ESCAPED}`),
  'a query with an escaped digit': ({ api }) => call(`${api}/customers?name=${ESCAPED}&limit=3`),
  'a path with escapes': ({ api }) => call(`${api}/12-${encodeURIComponent(SPACED)}/3`),
  'a query': ({ api }) =>
    call(`${api}/customers?merchant_id=1&name=${encodeURIComponent(SPACED)}&limit=1`),
  'the name of a parameter': ({ api }) => call(`${api}/customers?${DASHED}=1&${DASHED}=2`),
  'a correlation id': ({ api }) =>
    new GatewayClient(api).purchase({}, { 'x-correlation-id': `order-1-${DASHED}` }),
  'a reference and KVPs': async ({ api }) => {
    const texts = { 'transaction.reference': `order 1 ${SPACED}`, kvps: { a: DASHED } }
    expect((await new GatewayClient(api).purchase(texts)).status).toBe(200)
  },
  'a reference and KVPs with escapes': async ({ api }) => {
    const spaced = encodeURIComponent(SPACED)
    const texts = { 'transaction.reference': `order 1%20${ESCAPED}`, kvps: { a: spaced } }
    expect((await new GatewayClient(api).purchase(texts)).status).toBe(200)
  },
  'a label and a rule with escapes': async ({ url, api }) => {
    const control = new ControlClient(url)
    expect((await control.post('/reset', { label: `t%20${ESCAPED}` })).status).toBe(200)
    const declined = rule(`r ${ESCAPED}`, { response_code: '51' })
    expect((await control.post('/rules', declined)).status).toBe(200)
    await new GatewayClient(api).purchase({ 'transaction.reference': `for%20${ESCAPED}` })
  },
  'texts with the escapes of other characters': async ({ api }) => {
    const behind = `%23${PAN}`
    await call(`${api}/orders/${behind}`, {
      headers: { 'x-order': behind, 'x-json': `\\u0023${PAN} 4\\u0035${PAN.slice(2)}` },
    })
    const texts = { 'transaction.reference': `Order ${behind}`, kvps: { a: `%E9${DASHED}` } }
    expect((await new GatewayClient(api).purchase(texts)).status).toBe(200)
  },
  'the name of a KVP': ({ api }) => new GatewayClient(api).purchase({ kvps: { [DOTTED]: 'x' } }),
  'the name of a KVP that is refused': ({ api }) =>
    new GatewayClient(api).purchase({ kvps: { [SPACED]: 'x', [`${PAN}-`]: 'v' } }),
  'an account name': ({ api }) =>
    new GatewayClient(api).purchase(
      byDirectDebit({ 'transaction.payment_method.directdebit.account_name': DASHED }),
    ),
  'an amount': ({ api }) =>
    new GatewayClient(api).purchase({ 'transaction.amount_details.total_amount': SPACED }),
  'an unknown member': ({ api }) => new GatewayClient(api).purchase({ [DASHED]: SPACED }),
  'an imported reference': async ({ url, api }) => {
    await new GatewayClient(api).purchase({ 'transaction.reference': 'order 77' })
    const { text } = await new ControlClient(url).get('/state')
    const { check: _check, ...state } = JSON.parse(text.replace('order 77', `77 ${SPACED}`))
    expect((await new ControlClient(url).put('/state', state)).status).toBe(200)
  },
  'a scenario': async ({ url }) => {
    const rules = [rule(SPACED, { response_code: '51' })]
    const scenario = { name: 'mine', description: `about ${DASHED}`, rules }
    expect((await new ControlClient(url).post('/scenarios', scenario)).status).toBe(200)
  },
}

/** All that the sandbox itself tells. */
const told = [
  ...['/requests', '/payments', '/report', '/coverage', '/rules', '/scenarios', '/worlds'],
  ...['', '/state', '/transactions', '/transactions/1000001'],
]
const pages = ['', '/requests', '/report', '/scenarios', '/requests/1', '/world']

/** What everything looks like in which a card number could hide. */
function digitsIn(text: string): string {
  const read = text.replaceAll(/%2[0D]|&[a-z]+;/gi, ' ')
  return read.replaceAll(/%3(?=[0-9])/g, '').replaceAll(/(?<=[0-9])[ +.-]+(?=[0-9])/g, '')
}

async function everythingTold(sandbox: TestSandbox): Promise<string> {
  const { url } = sandbox
  const answers = told.map(async (path) => (await new ControlClient(url).get(path)).text)
  const shown = pages.map(async (path) => {
    const page = await fetch(`${url}/_sandbox${path}`, { headers: { accept: 'text/html' } })
    return await page.text()
  })
  return [...(await Promise.all(answers)), ...(await Promise.all(shown))].join('\n')
}

describe('a card number with spaces, dashes or dots is found nowhere', () => {
  test.each(Object.entries(uses))('in %s', async (_what, use) => {
    let text = ''
    let events = ''
    const run = await recordedRun(async (sandbox) => {
      const watch = await new ControlClient(sandbox.url).watch()
      await use(sandbox)
      text = await everythingTold(sandbox)
      watch.leave()
      events = JSON.stringify(watch.told)
    })
    expect(run.logs).toEqual([])
    for (const shown of [run.text, text, events]) expect(digitsIn(shown)).not.toContain(PAN)
  })
})

test('it is masked from the first response on, and the report shows that', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  const { body } = await client.purchase({ kvps: { note: SPACED } })
  expect(body.kvps['GATEWAY.REQUEST.KVP.note']).toBe('453914xxxxxx6467')
  const found = await client.lookup(body.audit)
  expect(found.body.kvps['GATEWAY.REQUEST.KVP.note']).toBe('453914xxxxxx6467')
  const { text } = await new ControlClient(sandbox.url).get('/report')
  expect(text).toContain('looks-like-a-card-number')
})

test('a correlation id with one is kept masked, and finds its transaction', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  const control = new ControlClient(sandbox.url)
  const headers = { 'x-correlation-id': `a:${DASHED}` }
  const { body } = await client.purchase({}, headers)
  const again = await client.purchase({}, headers)
  const shown = 'Correlation id a:453914xxxxxx6467 was used'
  expect([again.status, again.text]).toEqual([409, expect.stringContaining(shown)])
  // Another card with the same ends is another id.
  const other = { 'x-correlation-id': 'a:4539140000096467' }
  expect((await client.purchase({}, other)).status).toBe(200)
  expect((await client.search(`a:${DASHED}`)).body.results).toMatchObject([{ audit: body.audit }])
  const asked = await control.get<RequestsResponse>(`/requests?correlation_id=a:${DASHED}`)
  expect(asked.body.requests.map((one) => one.id)).toEqual([1, 2, 4])
  const expired = await control.post('/expire', { ids: [`a:${DASHED}`] })
  expect(expired.body).toEqual({ expired: 1 })
  expect((await client.search(`a:${DASHED}`)).body.results).toEqual([])
})

test('a member named by a card does not reach the report', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase({ [PAN]: PAN, 'transaction.reference': PAN })
  const { text } = await new ControlClient(sandbox.url).get('/report')
  expect(text).toContain('looks-like-a-card-number')
  expect(text).not.toContain(PAN)
})

test('a key in escapes of JSON that is refused is masked in the refusal', async () => {
  await using sandbox = await startTestSandbox()
  const escapes = PAN.replaceAll(/./g, (digit) => `\\u003${digit}`)
  const kvps = { [escapes]: 'v' }
  const { status, text } = await new GatewayClient(sandbox.api).purchase({ kvps })
  expect([status, text]).toEqual([422, expect.stringContaining('453914xxxxxx6467')])
  const requests = await new ControlClient(sandbox.url).get('/requests')
  expect(text + requests.text).not.toContain('u0034')
})

test('no world and no snapshot is named by a card number', async () => {
  await using sandbox = await startTestSandbox()
  const world = await call(`${sandbox.url}/w/w-${DASHED}/v1/customers`)
  expect(world.status).toBe(422)
  expect(world.text).toContain("Invalid world name 'w-453914xxxxxx6467'")
  expect(world.text).toContain('no card number')
  const welcome = await call(`${sandbox.url}/w/w-${DASHED}/`)
  expect(welcome.status).toBe(422)
  expect(digitsIn(welcome.text)).not.toContain(PAN)
  for (const name of [DASHED, `before_${DASHED}`, DOTTED]) {
    const snapshot = await new ControlClient(sandbox.url).put(`/snapshots/${name}`)
    expect(snapshot.status).toBe(422)
    expect(snapshot.text).toContain('no card number')
    expect(digitsIn(snapshot.text)).not.toContain(PAN)
  }
})

test('a long header is cut after it is masked, so that no part of a number is left', async () => {
  await using sandbox = await startTestSandbox()
  for (const before of [285, 290, 295]) {
    const headers = { 'x-note': `${'n'.repeat(before)}${PAN}` }
    await call(`${sandbox.api}/transactions/1`, { headers })
  }
  const { text } = await new ControlClient(sandbox.url).get('/requests')
  expect(text).toContain('nnn453914xxx')
  expect(text).not.toContain(PAN.slice(0, 8))
})
