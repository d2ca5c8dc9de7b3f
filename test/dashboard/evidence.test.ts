import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { openRun } from '../../src/runtime/run-file/open-run.ts'
import { ControlClient } from '../support/control-client.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

/** A client that loses its answer and pays again. */
async function payTwice(api: string, reference: string): Promise<void> {
  const gateway = new GatewayClient(api)
  const order = { 'transaction.reference': reference, ...cents(9_800_503) }
  await gateway.purchase(order)
  await gateway.purchase(order)
}

/** The page of the first payment that the report shows, with its address. */
async function paymentPage(
  url: string,
): Promise<{ readonly address: string; readonly text: string }> {
  const client = new PageClient(url)
  const report = await client.get('/_sandbox/report')
  const [, address = ''] = /href="([^"]*\/payments\/[^"]*)">The payment</.exec(report.text) ?? []
  const { status, text } = await client.get(address)
  expect(status).toBe(200)
  return { address, text }
}

/** Every request with bodies, a comparison, a test to copy, and no link to what is there no more. */
async function expectEvidence(url: string, reference: string): Promise<void> {
  const { address, text } = await paymentPage(url)
  const words = wordsOf(text)
  expect(words).toContain('Double charge')
  expect(words).toContain('Step 1: purchase')
  expect(text).toContain(reference)
  const client = new PageClient(url)
  const part = async (name: string) => (await client.get(`${address}?part=${name}`)).text
  expect(await part('request')).toContain('total_amount')
  expect(words).toContain("The gateway's own response, which the client never got")
  expect(wordsOf(await part('headers'))).toContain('content-type application/json')
  expect(words).toContain('no lookup')
  expect(words).toContain('Instead: first ask GET /v1/transactions?… ;')
  expect(words).toContain('GET /v1/transactions?merchant_id=1&amp;correlation_id_lookup=')
  expect(text).toContain('id="compare"')
  expect(await part('test')).toContain('id="test-text"')
  expect(text).not.toMatch(/href="[^"]*\/(?:transactions|requests)\//)
  const [, second = ''] = /href="([^"]*\?step=2)#exchange"/.exec(text) ?? []
  expect(wordsOf((await client.get(second)).text)).toContain('Step 2: purchase')
  const compared = await client.get(`${address}?step=1&with=2`)
  expect(compared.text).toContain('id="side-by-side"')
}

const endings = {
  reset: (control: ControlClient) => control.post('/reset', {}),
  import: async (control: ControlClient) => {
    const { body } = await control.get('/state')
    return await control.put('/state', body)
  },
  'restored snapshot': async (control: ControlClient) => {
    await control.put('/snapshots/before', undefined)
    return await control.post('/snapshots/before/restore', {})
  },
} as const

test.each(Object.entries(endings))(
  'after a %s the payment of a finding has all its requests',
  async (_what, end) => {
    await using sandbox = await startTestSandbox()
    await payTwice(sandbox.api, 'twice-1')
    const { status } = await end(new ControlClient(sandbox.url))
    expect(status).toBeLessThan(300)
    // The same numbers, for something else.
    await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'other-1' })
    await expectEvidence(sandbox.url, 'twice-1')
    const { text } = await paymentPage(sandbox.url)
    expect(text).toMatch(/>default\/http-503-after<\/a> \(<a href="[^"]*\/scenarios\/default#L\d/)
  },
)

test('the payment of a world that was removed has all its requests', async () => {
  await using sandbox = await startTestSandbox()
  await payTwice(`${sandbox.url}/w/blue/v1`, 'twice-2')
  await new GatewayClient(sandbox.api).purchase({ 'transaction.reference': 'other-2' })
  await new ControlClient(sandbox.url).delete('/worlds/blue')
  await expectEvidence(sandbox.url, 'twice-2')
  const { body } = await new ControlClient(sandbox.url).get<{ worlds: unknown[] }>('/worlds')
  expect(body.worlds).toHaveLength(1)
})

test('the payment of an open test leads to its own world', async () => {
  await using sandbox = await startTestSandbox()
  await payTwice(`${sandbox.url}/w/blue/v1`, 'twice-3')
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/payments/blue-1-1')
  expect(text).toContain('href="/w/blue/_sandbox/transactions/')
  expect(text).not.toContain('href="/_sandbox/transactions/')
})

test('a payment names who paid and its neighbours, and is saved as one file', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase({ 'transaction.reference': 'before' })
  await payTwice(sandbox.api, 'twice-5')
  await gateway.purchase({ 'transaction.reference': 'after' })
  const client = new PageClient(sandbox.url)
  const { text } = await client.get('/_sandbox/payments/default-1-2')
  const who = 'card visa 411111xxxxxx1111 · merchant 1 · Tue 10 Mar, 12:00:00'
  expect(wordsOf(text)).toContain(who)
  expect(text).toContain('href="/_sandbox/payments/default-1-3" rel="prev">Newer')
  expect(text).toContain('href="/_sandbox/payments/default-1-1" rel="next">Older')
  const saved = await client.get('/_sandbox/save/payments/default-1-2')
  for (const part of [
    'twice-5',
    'Double charge',
    '411111xxxxxx1111',
    'Step 2: purchase',
    '</svg>',
  ]) {
    expect(saved.text).toContain(part)
  }
  expect(saved.text).not.toMatch(/<(?:script|form)|4111111111111111|href="\//)
  expect((await client.get('/_sandbox/save/payments/default-1-9')).status).toBe(404)
})

test('a run file that is opened shows every payment with its requests', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'evidence-'))
  try {
    const record = path.join(folder, 'run.jsonl')
    const recorded = await startSandbox({ record })
    await payTwice(`${recorded.url}/v1`, 'twice-4')
    await recorded.reset()
    await new GatewayClient(`${recorded.url}/v1`).purchase({ 'transaction.reference': 'other-4' })
    await recorded.reset()
    await recorded.close()
    const { running } = await openRun(record, { log: () => undefined })
    try {
      await expectEvidence(running.localUrl, 'twice-4')
      const { text } = await new PageClient(running.localUrl).get('/_sandbox/payments/default-2-1')
      expect(text).toContain('transaction_status_code')
      expect(text).toContain('other-4')
    } finally {
      await running.stop()
    }
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
})

const written = `# Tuesdays
name: bad-day
extends: [default]
rules:
  - name: first
    when: { reference: nobody }
    outcome: { status: approved }

  - name: no-money
    when: { reference: 'bad-*' }
    outcome: { response_code: '51' }
`

test('a request leads to the line of the rule that shaped its response', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lines-'))
  try {
    const file = path.join(folder, 'bad-day.yaml')
    await writeFile(file, written)
    await using sandbox = await startTestSandbox({ scenarios: [file] })
    const gateway = new GatewayClient(sandbox.api)
    await gateway.purchase({ 'transaction.reference': 'bad-1' })
    await gateway.purchase(cents(9_800_503))
    const client = new PageClient(sandbox.url)
    const lineOf = async (request: number) => {
      const { text } = await client.get(`/_sandbox/requests/${request}`)
      const [, page = '', id] = /href="([^"]*)#(L\d+)">line \d+</.exec(text) ?? []
      const source = await client.get(page)
      return [page, id, new RegExp(`<li id="${id}">(.*?)</li>`).exec(source.text)?.[1]]
    }
    expect(await lineOf(1)).toEqual(['/_sandbox/scenarios/bad-day', 'L9', '  - name: no-money'])
    const [page, , line] = await lineOf(2)
    expect([page, line]).toEqual([
      '/_sandbox/scenarios/default',
      expect.stringMatching(/^ {2}- name: /),
    ])
    const payment = await client.get('/_sandbox/payments/default-1-1')
    expect(payment.text).toContain('href="/_sandbox/scenarios/bad-day#L9"')
    expect((await client.get('/_sandbox/scenarios')).text).toContain('>View YAML</a>')
    const missing = await client.get('/_sandbox/scenarios/nobody')
    expect(missing.status).toBe(404)
    expect(wordsOf(missing.text)).toContain("The source of the scenario 'nobody' is not available")
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
})
