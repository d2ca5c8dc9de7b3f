import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type {
  PaymentsResponse,
  ReportResponse,
  WholePaymentResponse,
} from '../../../src/control/contract/calls/report.ts'
import type {
  RequestListResponse,
  RequestsResponse,
} from '../../../src/control/contract/calls/requests.ts'
import { settingsFrom } from '../../../src/runtime/config/settings-from.ts'
import { openRun } from '../../../src/runtime/run-file/open-run.ts'
import { Attempt, PATIENCE } from '../../support/attempt.ts'
import { ControlClient } from '../../support/control-client.ts'
import { byDirectDebit, GatewayClient, paidBody } from '../../support/gateway-client.ts'
import { PageClient } from '../../support/page-client.ts'
import { startTestSandbox } from '../../support/start.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'saved-'))
})

afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }))

/** Two purchases of one order, the first of which had no answer. */
async function chargeTwice(url: string, reference: string): Promise<void> {
  await new ControlClient(url).post('/rules', {
    name: `lost-${reference}`,
    when: { operation: 'purchase', reference },
    times: 1,
    outcome: { fault: { at: 'after', http: 502 } },
  })
  const client = new GatewayClient(`${url}/v1`)
  const order = { 'transaction.reference': reference }
  await client.purchase(order)
  await client.purchase(order)
}

/** A test that was reset away, a world of its own, a removed world and what is open. */
async function runOf(url: string): Promise<void> {
  const control = new ControlClient(url)
  await control.post('/reset', { label: 'checkout survives a lost response' })
  await chargeTwice(url, 'A-1')
  await control.post('/reset')
  await chargeTwice(`${url}/w/blue`, 'B-1')
  await chargeTwice(`${url}/w/gone`, 'G-1')
  await control.delete('/worlds/gone')
  const client = new GatewayClient(`${url}/v1`)
  await client.purchase({ 'transaction.reference': 'C-1' })
  await client.purchase(byDirectDebit({ 'transaction.reference': 'D-1' }))
  await client.search('nobody')
}

interface Told {
  readonly report: ReportResponse
  readonly listed: PaymentsResponse
  readonly whole: readonly WholePaymentResponse[]
  readonly rest: readonly unknown[]
}

const lists = [
  '/coverage',
  '/requests',
  '/requests/1',
  '/transactions',
  '/transactions/1000001',
  '/clock',
  '/search?q=A-1',
  '/scenarios',
]

async function toldBy(url: string): Promise<Told> {
  const control = new ControlClient(url)
  const { body: report } = await control.get<ReportResponse>('/report')
  const { body: listed } = await control.get<PaymentsResponse>('/payments')
  const whole = await Promise.all(
    listed.payments.map(
      async ({ id }) => (await control.get<WholePaymentResponse>(`/payments/${id}`)).body,
    ),
  )
  const rest = await Promise.all(
    ['', '/w/blue'].flatMap((prefix) =>
      lists.map(async (list) => (await new ControlClient(url + prefix).get(list)).body),
    ),
  )
  return { report, listed, whole, rest }
}

async function savedIn(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

const quiet = { log: () => undefined }

test('a saved run shows the same as the sandbox it was saved from', async () => {
  await using sandbox = await startTestSandbox()
  await runOf(sandbox.url)
  const live = await toldBy(sandbox.url)
  expect(live.report.headline).toMatch(/^Unsafe: 3 double charges/)
  const saved = await new PageClient(sandbox.url).get('/_sandbox/save/run.jsonl')
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename="sandgate-run.jsonl"')
  const { running, title } = await openRun(await savedIn('run.jsonl', saved.text), quiet)
  try {
    expect(await toldBy(running.localUrl)).toEqual(live)
    expect(title).toMatchObject({
      what: expect.stringMatching(/^This run began on .* in Sydney$/),
      more: '9 requests',
    })
    const payment = live.listed.payments.find(({ reference }) => reference === 'A-1')
    const page = await new PageClient(running.localUrl).get(`/_sandbox/payments/${payment?.id}`)
    expect(page.text).toContain('checkout survives a lost response')
    const control = new ControlClient(running.localUrl)
    const before = (await control.get('/report')).body
    const { body: books } = await control.post('/reconcile', { orders: [] })
    expect(books).toMatchObject({
      findings: [
        { reference: 'C-1', steps: [{ audit: 1_000_001 }] },
        { gateway: { pending: 1000 } },
      ],
    })
    expect((await control.get('/report')).body).toEqual(before)
    const again = await control.post('/reset')
    expect(again.status).toBe(405)
    const paid = await new GatewayClient(running.api).purchase()
    expect(paid.status).toBe(405)
  } finally {
    await running.stop()
  }
})

test('a run without its end is shown as far as it goes', async () => {
  await using sandbox = await startTestSandbox()
  await chargeTwice(sandbox.url, 'A-1')
  const { text } = await new ControlClient(sandbox.url).get('/run')
  const cut = text.slice(0, text.indexOf('{"record":"state"') + 30)
  const opened = await openRun(await savedIn('cut.jsonl', cut), quiet)
  expect((await opened.running.report()).headline).toMatch(/^Unsafe: 1 double charge/)
  expect(opened.title.more).toBe('2 requests; cut short, so stored transactions are missing')
  await opened.running.stop()
})

test('a run without its end may have more entries than a function takes arguments', async () => {
  await using sandbox = await startTestSandbox()
  await chargeTwice(sandbox.url, 'A-1')
  const { text } = await new ControlClient(sandbox.url).get('/run')
  const moved = {
    at: '1970-01-01T00:00:00.000Z',
    audit: 1,
    to: 'approved',
    by_response: false,
    expired: false,
  }
  const entry = JSON.stringify({ record: 'moved', world: 'default', moved })
  const cut = text.slice(0, text.indexOf('{"record":"state"'))
  const opened = await openRun(
    await savedIn('many.jsonl', cut + `${entry}\n`.repeat(130_000)),
    quiet,
  )
  expect((await opened.running.report()).headline).toMatch(/^Unsafe: 1 double charge/)
  await opened.running.stop()
})

test.each([
  ['"format":2', '"format":1', ':1 is not part of a run file: format: it was written by another'],
  ['"state":{', '"state":{"x":1,', 'cannot be opened: Not a state document: '],
  ['"arrived":', '"was":', 'exchange.arrived: '],
  ['"verdict":"unsafe"', '"verdict":7', 'report.verdict: '],
])('a line with %s changed to %s is named', async (from, to, message) => {
  await using sandbox = await startTestSandbox()
  await chargeTwice(sandbox.url, 'A-1')
  const { text } = await new ControlClient(sandbox.url).get('/run')
  expect(text).toContain(from)
  const file = await savedIn('edited.jsonl', text.replace(from, to))
  await expect(openRun(file, quiet)).rejects.toThrow(message)
})

test('a run that lost its oldest requests has its whole report', async () => {
  await using sandbox = await startTestSandbox({ requestLimit: 10 })
  await chargeTwice(sandbox.url, 'A-1')
  const client = new GatewayClient(sandbox.api)
  for (let i = 0; i < 20; i++) await client.lookup(1)
  const { text } = await new ControlClient(sandbox.url).get('/run')
  const { running, title } = await openRun('saved', { ...quiet, text })
  expect((await running.report()).headline).toMatch(/^Unsafe: 1 double charge/)
  expect(title.more).toBe('10 requests; 12 older requests not kept')
  await running.stop()
})

test('a run that lost the beginning of a call can be opened with the rest of it', async () => {
  await using sandbox = await startTestSandbox({ requestLimit: 3 })
  const control = new ControlClient(sandbox.url)
  const rule = { name: 'slow', when: { operation: 'purchase' }, outcome: { delay: '10 minutes' } }
  await control.post('/rules', rule)
  const slow = new Attempt(sandbox.api, '/transactions/purchase', { body: paidBody() })
  const waiting = async () => (await control.get<RequestListResponse>('/requests')).body.waiting
  await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ left: false }]), PATIENCE)
  const client = new GatewayClient(sandbox.api)
  for (let i = 0; i < 10; i++) await client.lookup(1)
  slow.leave()
  await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ left: true }]), PATIENCE)
  const { text } = await control.get('/run')
  const { running, title } = await openRun('saved', { ...quiet, text })
  expect(title.more).toBe('3 requests; 7 older requests not kept')
  expect(await running.report()).toMatchObject({ requests: 11 })
  await running.stop()
})

test('a saved run has the requests of each world, however many another one has', async () => {
  await using sandbox = await startTestSandbox({ requestLimit: 3 })
  const blue = new GatewayClient(`${sandbox.url}/w/blue/v1`)
  for (const audit of [1, 2, 3]) await blue.lookup(audit)
  const client = new GatewayClient(sandbox.api)
  for (let i = 0; i < 10; i++) await client.lookup(1)
  const { text } = await new ControlClient(sandbox.url).get('/run')
  const { running } = await openRun('saved', { ...quiet, text })
  for (const [prefix, ids] of [
    ['/w/blue', [3, 2, 1]],
    ['', [10, 9, 8]],
  ] as const) {
    const asked = [sandbox.url, running.localUrl].map(async (url) => {
      const { body } = await new ControlClient(url + prefix).get<RequestsResponse>('/requests')
      return body.requests.map(({ id }) => id).toReversed()
    })
    expect(await Promise.all(asked)).toEqual([ids, ids])
  }
  await running.stop()
})

test('a run that required credentials is opened without any', async () => {
  const document = {
    auth: 'required',
    users: [{ name: 'shop', token: 'key', merchant: 1 }],
  } as const
  const settings = await settingsFrom({ config: document, memory: true }, 'test', folder)
  await using sandbox = await startTestSandbox({ ...settings, port: 0 })
  await new PageClient(sandbox.url).send('/_sandbox', 'purchase')
  const { text } = await new ControlClient(sandbox.url).get('/run')
  expect(text).not.toContain('"key"')
  const { running } = await openRun('saved', { ...quiet, text })
  const opened = new ControlClient(running.localUrl)
  expect((await opened.get('/requests')).body).toMatchObject({
    requests: [{ sender: 'dashboard' }],
  })
  expect((await opened.get('/coverage')).body).toEqual(
    (await new ControlClient(sandbox.url).get('/coverage')).body,
  )
  await running.stop()
})

test('a run is saved with its scenario and its import as they were at the start', async () => {
  await using before = await startTestSandbox()
  await new GatewayClient(before.api).purchase()
  const { text: state } = await new ControlClient(before.url).get('/state')
  const baseline = await savedIn('base.json', state)
  const rules = [{ name: 'broke', when: { reference: 'A-1' }, outcome: { response_code: '51' } }]
  const scenario = await savedIn('mine.json', JSON.stringify({ name: 'mine', rules }))
  await using sandbox = await startTestSandbox({ baseline, scenarios: [scenario] })
  await rm(baseline)
  await rm(scenario)
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'A-1' })
  await new GatewayClient(sandbox.api).lookup(1_000_001)
  const { text } = await new ControlClient(sandbox.url).get('/run')
  const { running } = await openRun('saved', { ...quiet, text })
  const opened = new ControlClient(running.localUrl)
  for (const list of ['/transactions', '/scenarios', '/requests']) {
    const live = await new ControlClient(sandbox.url).get(list)
    expect((await opened.get(list)).body).toEqual(live.body)
  }
  await running.stop()
})
