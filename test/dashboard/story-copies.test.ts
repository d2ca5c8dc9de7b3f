import { expect, test } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { PageClient } from '../support/page-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

/** What a story's page offers to copy. */
async function copied(sandbox: TestSandbox, form: 'vitest' | 'scenario'): Promise<string> {
  const { text } = await new PageClient(sandbox.url).get(`/_sandbox/stories/default-1-1?as=${form}`)
  const [, code = ''] = /<pre id="test-text">(.*?)<\/pre>/s.exec(text) ?? []
  return code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&gt;', '>')
}

/** Runs the test that was copied, as vitest would. */
async function run(code: string): Promise<void> {
  let body: (() => Promise<void>) | undefined
  const take = (_title: string, given: () => Promise<void>) => {
    body = given
  }
  const script = code.replaceAll(/^import .*$/gm, '').replace('await using', 'const')
  const sandboxes: AsyncDisposable[] = []
  const start = async () => {
    const sandbox = await startSandbox()
    sandboxes.push(sandbox)
    return sandbox
  }
  new Function('test', 'expect', 'startSandbox', script)(take, expect, start)
  try {
    await body?.()
  } finally {
    for (const one of sandboxes) await one[Symbol.asyncDispose]()
  }
  expect(sandboxes).toHaveLength(1)
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
  ['declined', 1_000_051],
  ['unclear', 9_800_000],
  ['paid', 1000],
])('the test of a payment that is %s expects that', async (verdict, amount) => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase(cents(amount)).catch(() => undefined)
  const code = await copied(sandbox, 'vitest')
  expect(code).toContain(`toEqual(['${verdict}'])`)
  await run(code)
})

test.each([
  ['came', '{ delay: 2s }', /"delay": "2\d{3}ms"/],
  ['ever came', '{ fault: { at: after, hang: true } }', /"hang": true/],
])(
  'a payment whose client left before its answer %s is copied as it went',
  async (_when, outcome, told) => {
    await using sandbox = await startTestSandbox()
    const client = new PageClient(sandbox.url)
    await client.send('/_sandbox', 'rule', { text: `when: {}\noutcome: ${outcome}\n` })
    await client.send('/_sandbox', 'purchase')
    await expect
      .poll(async () => (await client.get('/_sandbox')).text, { timeout: 5000 })
      .toContain('the client stopped waiting after 1.5 s')
    const code = await copied(sandbox, 'vitest')
    expect(code).toMatch(told)
    expect(code).not.toContain('resolves')
    await run(code)
  },
)
