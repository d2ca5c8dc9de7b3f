import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Sandbox, startSandbox } from '../../src/index.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { PageClient } from '../support/page-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

/** What a payment's page offers to copy. */
async function copied(
  sandbox: TestSandbox,
  form: 'vitest' | 'scenario',
  payment = 1,
): Promise<string> {
  const path = `/_sandbox/payments/default-1-${payment}?part=test&as=${form}`
  const { text } = await new PageClient(sandbox.url).get(path)
  const [, code = ''] = /<pre id="test-text">(.*?)<\/pre>/s.exec(text) ?? []
  return code
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** The test of a client that is not mended, which shows the fault that it was copied for. */
function unmended(code: string): string {
  return code.replace(/\.not\.toContain\('(.*)'\)/, ".toContain('$1')")
}

/** Runs the test that was copied, as vitest would, and says how each of its calls was answered. */
async function run(code: string): Promise<readonly (number | null)[]> {
  let body: (() => Promise<void>) | undefined
  const take = (_title: string, given: () => Promise<void>) => {
    body = given
  }
  const script = code.replaceAll(/^import .*$/gm, '').replace('await using', 'const')
  const sandboxes: Sandbox[] = []
  const start = async () => {
    const sandbox = await startSandbox()
    sandboxes.push(sandbox)
    return sandbox
  }
  new Function('test', 'expect', 'startSandbox', script)(take, expect, start)
  try {
    await body?.()
    expect(sandboxes).toHaveLength(1)
    const requests = (await sandboxes[0]?.requests()) ?? []
    return requests.map(({ response }) => response.status)
  } finally {
    for (const one of sandboxes) await one[Symbol.asyncDispose]()
  }
}

test('a debit that was returned by hand is returned by its test, and by its scenario', async () => {
  await using sandbox = await startTestSandbox()
  const { body } = await new GatewayClient(sandbox.api).purchase(byDirectDebit())
  const fields = { move: 'settle-returned', audit: String(body.audit) }
  await new PageClient(sandbox.url).send('/_sandbox', 'move', fields)
  const code = await copied(sandbox, 'vitest')
  expect(code).toContain("toEqual(['declined'])")
  await run(code)
  await expect(run(code.replace(/"resolves": \[.*?\]/s, '"resolves": []'))).rejects.toThrow()
  expect(await copied(sandbox, 'scenario')).toContain(
    '"resolves":[{"after":"return","status":"declined"}]',
  )
})

test('a debit that cleared and was returned late goes both ways again', async () => {
  await using sandbox = await startTestSandbox()
  const { body } = await new GatewayClient(sandbox.api).purchase(byDirectDebit())
  const client = new PageClient(sandbox.url)
  await client.send('/_sandbox', 'advance', { by: '4 banking days' })
  await client.send('/_sandbox', 'advance', { by: '2 banking days' })
  await client.send('/_sandbox', 'move', { move: 'return', audit: String(body.audit) })
  await run(await copied(sandbox, 'vitest'))
})

test.each([
  ['came', '{ delay: 2s }', /"delay": "2\d{3}ms"/],
  ['ever came', '{ fault: { at: after, hang: true } }', /"hang": true/],
])(
  'a payment whose client left before its response %s is copied as it went',
  async (_when, outcome, told) => {
    await using sandbox = await startTestSandbox()
    const client = new PageClient(sandbox.url)
    await client.send('/_sandbox', 'rule', { text: `when: {}\noutcome: ${outcome}\n` })
    await client.send('/_sandbox', 'purchase')
    await expect
      .poll(async () => (await client.get('/_sandbox')).text, { timeout: 5000 })
      .toMatch(/the client stopped waiting after 1\.\d s/)
    // The bank takes longer than its client waited; it is copied when it has answered.
    await expect.poll(() => copied(sandbox, 'vitest'), { timeout: 5000 }).toMatch(told)
    const code = await copied(sandbox, 'vitest')
    expect(code).not.toContain('resolves')
    await run(unmended(code))
  },
)

const second = { 'transaction.reference': 'second' }

test('a refund is copied with the audit number of its purchase', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  await client.purchase({ 'transaction.reference': 'first' })
  const { body } = await client.purchase(second)
  await client.lookup(body.audit)
  await client.refund(body.audit, second)
  const code = await copied(sandbox, 'vitest', 2)
  expect(code).not.toContain(String(body.audit))
  expect(await run(code)).toEqual([200, 200, 200])
})

test('a completion and its void are copied with an audit number each', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  await client.purchase()
  const { body: hold } = await client.preauthorise(second)
  const { body: completion } = await client.complete(hold.audit, second)
  await client.void(completion.audit, second)
  expect(await run(await copied(sandbox, 'vitest', 2))).toEqual([200, 200, 200])
})

test('a payment whose response was lost is voided by its audit', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  await client.purchase({ 'transaction.reference': 'first' })
  const text = 'when: {}\noutcome: { fault: { at: after, reset: true } }\n'
  await new PageClient(sandbox.url).send('/_sandbox', 'rule', { text })
  await client.purchase(second, { 'x-correlation-id': 'lost' }).catch(() => undefined)
  await client.void(1_000_002, second)
  const code = await copied(sandbox, 'vitest', 2)
  expect(await run(unmended(code))).toEqual([null, 200])
})

test('a fault of a lookup is copied, without a verdict', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  const { body } = await client.purchase(byDirectDebit())
  const text = 'when: { operation: lookup }\noutcome: { fault: { at: after, reset: true } }\n'
  await new PageClient(sandbox.url).send('/_sandbox', 'rule', { text })
  await client.lookup(body.audit).catch(() => undefined)
  const scenario = await copied(sandbox, 'scenario')
  expect(scenario).toMatch(/"operation":"lookup"}\n.*\n *outcome: {"fault":{[^}]*}}\n/)
  await using other = await startSandbox()
  await other.scenarios.load(parse(scenario))
})

test('the clock of a copied test moves where it moved in the payment', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  const page = new PageClient(sandbox.url)
  const { body } = await client.purchase(byDirectDebit())
  await page.send('/_sandbox', 'advance', { by: '4 banking days' })
  await client.refund(body.audit)
  await page.send('/_sandbox', 'advance', { by: '4 banking days' })
  const code = await copied(sandbox, 'vitest')
  const lines = code.match(/transactions\/purchase|clock\.advance|\/refund/g)
  expect(lines).toEqual(['transactions/purchase', 'clock.advance', '/refund', 'clock.advance'])
  expect(await run(code)).toEqual([200, 200])
})

const search = '/transactions?merchant_id=1&correlation_id_lookup=lost'

test.each([
  ['unresolved', 'after', [], ['search']],
  ['unresolved', 'before', [], ['search', 'again']],
  ['lost-sale', 'before', [search], ['again']],
] as const)(
  'the test of a payment that is %s, lost %s processing, is red until its client is mended',
  async (verdict, at, looks, mending) => {
    await using sandbox = await startTestSandbox()
    await new ControlClient(sandbox.url).post('/rules', { outcome: { fault: { at, http: 500 } } })
    await new GatewayClient(sandbox.api).purchase({}, { 'x-correlation-id': 'lost' })
    for (const look of looks) await fetch(sandbox.api + look)
    const code = await copied(sandbox, 'vitest')
    expect(code).toContain(`.not.toContain('${verdict}')`)
    await expect(run(code)).rejects.toThrow(verdict)
    const [purchase = ''] = /await fetch.*?catch\(\(\) => undefined\)/s.exec(code) ?? []
    const steps = {
      search: `await fetch(sandbox.api + '${search}')`,
      again: purchase.replace('"lost"', '"again"'),
    }
    const [before = '', after = ''] = code.split('\n\n  const payments')
    const mended = mending.map((step) => steps[step]).join('\n')
    await run(`${before}\n${mended}\n  const payments${after}`)
  },
)
