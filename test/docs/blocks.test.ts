import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import { complaintText } from '../../src/base/documents/complaint.ts'
import { allCommands } from '../../src/cli/all-commands.ts'
import { readBooks } from '../../src/judge/books/read-books.ts'
import { settingsFrom } from '../../src/runtime/config/settings-from.ts'
import { readScenario } from '../../src/scenario/reading/read.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { Attempt } from '../support/attempt.ts'
import { ControlClient } from '../support/control-client.ts'
import {
  call,
  GatewayClient,
  newId,
  paidBody,
  type TestResponse,
} from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'
import { VaultClient } from '../support/vault-client.ts'
import { blocksOf, languagePages, page, pages } from './pages.ts'

interface PlaywrightFixtures {
  world(
    none: object,
    use: (name: string) => Promise<TestResponse>,
    info: { readonly parallelIndex: number },
  ): Promise<TestResponse>
  extraHTTPHeaders(
    given: { readonly world: string },
    use: (headers: Record<string, string>) => Promise<TestResponse>,
  ): Promise<TestResponse>
}

interface Check {
  readonly page: string
  readonly language: string
  /** How many blocks the check looks at, where that is not all of them. */
  readonly blocks?: number
  readonly by: string
}

const here = 'this file'
const examples = 'test/runtime/pages.test.ts'
const samples = 'test/docs/generated/samples.test.ts'

/** Who holds the blocks of a page against the program. Shell is run wherever it stands. */
const checks: readonly Check[] = [
  { page: 'README.md', language: 'text', blocks: 1, by: 'test/e2e/example-clients.test.ts' },
  { page: 'README.md', language: 'js', blocks: 2, by: here },
  ...['js', 'text'].map((language) => ({
    page: 'docs/start/fix-a-double-charge.md',
    language,
    by: 'test/docs/fix-a-double-charge.test.ts',
  })),
  { page: 'docs/start/first-payment.md', language: 'json', blocks: 1, by: here },
  { page: 'docs/start/is-this-my-gateway.md', language: 'json', blocks: 1, by: here },
  { page: 'docs/guides/testers.md', language: 'yaml', blocks: 1, by: here },
  { page: 'docs/guides/coding-agents.md', language: 'json', blocks: 1, by: here },
  {
    page: 'docs/guides/paying-agents.md',
    language: 'text',
    blocks: 2,
    by: 'test/e2e/example-agent.test.ts',
  },
  { page: 'docs/reference/api.md', language: 'json', by: `${here}, ${samples}` },
  { page: 'docs/reference/assumptions.md', language: 'yaml', blocks: 1, by: examples },
  { page: 'docs/guides/books.md', language: 'csv', blocks: 1, by: here },
  { page: 'docs/guides/books.md', language: 'js', blocks: 1, by: here },
  ...['sql', 'php'].map((language) => ({
    page: 'docs/guides/books.md',
    language,
    blocks: 1,
    by: 'nobody: it needs a database, or PHP',
  })),
  { page: 'docs/guides/ci.md', language: 'yaml', blocks: 4, by: 'test/docs/commands.test.ts' },
  {
    page: 'docs/guides/sweep-jobs.md',
    language: 'yaml',
    blocks: 2,
    by: 'test/scripts/linted.test.ts',
  },
  {
    page: 'docs/guides/containers.md',
    language: 'yaml',
    blocks: 1,
    by: 'test/docs/containers.test.ts',
  },
  ...['js', 'java'].map((language) => ({
    page: 'docs/guides/containers.md',
    language,
    blocks: 1,
    by: 'test/docs/testcontainers.test.ts',
  })),
  { page: 'docs/guides/real-gateway.md', language: 'yaml', by: 'test/docs/real-gateway.test.ts' },
  { page: 'docs/reference/control-api.md', language: 'json', by: samples },
  { page: 'docs/reference/control-api.md', language: 'text', by: samples },
  { page: 'docs/reference/config.md', language: 'yaml', blocks: 2, by: examples },
  { page: 'docs/start/first-payment.md', language: 'powershell', blocks: 1, by: here },
  { page: 'docs/reference/config.md', language: 'text', blocks: 1, by: here },
  { page: 'docs/reference/findings.md', language: 'text', by: 'test/docs/generated/pages.test.ts' },
  { page: 'docs/reference/library.md', language: 'ts', by: examples },
  {
    page: 'docs/reference/library.md',
    language: 'js',
    blocks: 1,
    by: 'test/e2e/vitest-fixture.test.ts',
  },
  {
    page: 'docs/reference/openapi.md',
    language: 'ts',
    blocks: 1,
    by: 'test/e2e/openapi-tools.test.ts',
  },
  ...['mjs', 'ts', 'python', 'php', 'java', 'go'].flatMap((language) =>
    languagePages.map((page) => ({
      page,
      language,
      by: 'test/docs/generated/languages.test.ts',
    })),
  ),
  ...languagePages.map((page) => ({
    page,
    language: 'yaml',
    blocks: 1,
    by: 'test/docs/commands.test.ts',
  })),
  {
    page: 'docs/guides/report.md',
    language: 'text',
    blocks: 2,
    by: 'test/docs/report-page.test.ts, test/judge/recovery.test.ts',
  },
  {
    page: 'docs/guides/accept-and-compare.md',
    language: 'text',
    blocks: 1,
    by: 'test/cli/report-compare.test.ts',
  },
  {
    page: 'docs/guides/accept-and-compare.md',
    language: 'yaml',
    blocks: 1,
    by: 'test/docs/report-page.test.ts',
  },
  {
    page: 'docs/reference/coverage.md',
    language: 'yaml',
    blocks: 1,
    by: 'test/docs/report-page.test.ts',
  },
  { page: 'docs/guides/scenarios.md', language: 'yaml', by: 'test/docs/scenario-files.test.ts' },
  {
    page: 'docs/reference/scenario-file.md',
    language: 'yaml',
    blocks: 1,
    by: 'test/docs/scenario-files.test.ts',
  },
  { page: 'docs/reference/scenario-file.md', language: '', blocks: 1, by: here },
  {
    page: 'docs/internals/architecture.md',
    language: 'text',
    by: 'nobody: an outline of folders',
  },
  {
    page: 'docs/internals/store.md',
    language: '',
    by: 'nobody: outlines of files that nobody types',
  },
  {
    page: 'docs/start/sweep.md',
    language: 'text',
    blocks: 1,
    by: 'test/cli/sweep/sweep-text.test.ts',
  },
  {
    page: 'docs/guides/own-backend.md',
    language: 'js',
    blocks: 7,
    by: `${here}, test/e2e/example-suites.test.ts`,
  },
  { page: 'docs/reference/vault.md', language: 'json', by: `${here}, ${samples}` },
  { page: 'docs/guides/worlds.md', language: 'js', blocks: 1, by: here },
  { page: 'docs/guides/worlds.md', language: 'ts', by: examples },
]

test('every block of the manual is held against the program', () => {
  const unchecked = pages.flatMap((one) => {
    const languages = new Set(blocksOf(one).map(({ language }) => language))
    languages.delete('sh')
    return [...languages].flatMap((language) => {
      const found = checks.find((check) => check.page === one.name && check.language === language)
      return blocksOf(one, language)
        .slice(found === undefined ? 0 : (found.blocks ?? Number.POSITIVE_INFINITY))
        .map(({ line }) => `${one.name}:${line}: ${language}`)
    })
  })
  expect(unchecked).toEqual([])
})

/** The values of a document by their paths, each as the kind of value that it is. */
function shapeOf(value: unknown, path = ''): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return { [path]: typeof value }
  const parts = Object.entries(value).map(([key, part]) => shapeOf(part, `${path}/${key}`))
  return Object.assign({}, ...parts)
}

function jsonOf(name: string): readonly unknown[] {
  return blocksOf(page(name), 'json').map(({ code }) => JSON.parse(code))
}

test('the first purchase is answered as its page shows', async () => {
  await using sandbox = await startTestSandbox()
  const [, body = ''] = /-d '([^']+)'/.exec(page('docs/start/first-payment.md').text) ?? []
  const headers = { 'x-correlation-id': 'order-1001' }
  const sent = { method: 'POST', headers, body: JSON.parse(body) }
  const answer = await call(`${sandbox.api}/transactions/purchase`, sent)
  const [shown] = jsonOf('docs/start/first-payment.md')
  expect(shapeOf(answer.body)).toEqual(shapeOf(shown))
  expect(answer.body.status).toMatchObject({ transaction_status_code: 'approved' })
})

test('the bodies of the API are accepted, and refused, as they show', async () => {
  await using sandbox = await startTestSandbox()
  const [body, refusal] = jsonOf('docs/reference/api.md')
  const headers = { 'x-correlation-id': newId() }
  const url = `${sandbox.api}/transactions/purchase`
  expect((await call(url, { method: 'POST', headers, body })).status).toBe(200)
  const gateway = new GatewayClient(sandbox.api)
  const refused = await gateway.purchase({ 'transaction.amount_details.total_amount': '0' })
  expect(shapeOf(refused.body)).toEqual(shapeOf(refusal))
  expect(refused.body.errors[0]).toMatchObject({ error_code: 'invalid_amount' })
})

test('the request by which a reader recognises the gateway is accepted', async () => {
  await using sandbox = await startTestSandbox()
  const [body] = jsonOf('docs/start/is-this-my-gateway.md')
  const headers = { 'x-correlation-id': newId() }
  const url = `${sandbox.api}/transactions/purchase`
  const answer = await call(url, { method: 'POST', headers, body })
  expect(answer.body.status).toMatchObject({ transaction_status_code: 'approved' })
})

test('the first scenario of a tester loses two responses, and declines the orders that it names', async () => {
  await using sandbox = await startTestSandbox()
  const [file] = blocksOf(page('docs/guides/testers.md'), 'yaml')
  await call(`${sandbox.url}/_sandbox/scenarios`, { method: 'POST', body: parse(file?.code ?? '') })
  const gateway = new GatewayClient(sandbox.api)
  expect((await gateway.purchase()).status).toBe(503)
  const hanging = new Attempt(sandbox.api, '/transactions/purchase', { body: paidBody() })
  const charged = () =>
    [1_000_001, 1_000_002].map((audit) => sandbox.world.records.transaction(audit)?.status)
  await expect.poll(charged).toEqual(['approved', 'approved'])
  hanging.leave()
  const statuses: unknown[] = []
  for (const reference of ['TEST-1', 'Order 1']) {
    const { body } = await gateway.purchase({ 'transaction.reference': reference })
    statuses.push(body.status.transaction_status_code)
  }
  expect(statuses).toEqual(['declined', 'approved'])
})

test('the books are read as they show', async () => {
  const [csv] = blocksOf(page('docs/guides/books.md'), 'csv')
  const orders = await readBooks(csv?.code ?? '')
  expect(orders.map(({ reference, paid, state }) => [reference, paid, state])).toEqual([
    ['A-1001', 4995, 'shipped'],
    ['A-1002', 0, 'cancelled'],
  ])
  const [script] = blocksOf(page('docs/guides/books.md'), 'js')
  const printed: string[] = []
  const log = { log: (line: string) => printed.push(line) }
  new Function('orders', 'console', script?.code ?? '')(orders, log)
  const again = await readBooks(printed.join('\n'))
  expect(again).toEqual(orders)
})

test('an agent gets the instruction to run a command that exists', () => {
  const [config] = jsonOf('docs/guides/coding-agents.md')
  const { command, args } = (config as AgentConfig).mcpServers.sandgate
  expect([command, ...args]).toEqual(['npx', 'sandgate', 'mcp'])
  expect(Object.keys(allCommands)).toContain('mcp')
})

interface AgentConfig {
  readonly mcpServers: { readonly sandgate: { readonly command: string; readonly args: string[] } }
}

test('the token of the vault is accepted', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const customer = await vault.createCustomer()
  const [body] = jsonOf('docs/reference/vault.md')
  const token = await vault.createToken(customer.body.id, body as Record<string, unknown>)
  expect(token.status).toBe(201)
})

test('the address of a worker is one of its own world', async () => {
  await using sandbox = await startTestSandbox()
  const [block] = blocksOf(page('docs/guides/worlds.md'), 'js')
  const env = { SANDGATE_URL: sandbox.url, VITEST_POOL_ID: '3' }
  const api: unknown = new Function('process', `${block?.code}\nreturn api`)({ env })
  expect(api).toBe(`${sandbox.url}/w/worker-3/v1`)
  expect((await call(`${api}/transactions/1000001`)).status).toBe(404)
})

const backend = new URL('../../examples/suites/backend/', import.meta.url)

test('two workers that test one app at once stay apart', async () => {
  await using sandbox = await startTestSandbox({ worldRequired: true })
  vi.stubEnv('GATEWAY_URL', sandbox.api)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { app }: { readonly app: Server } = await import(new URL('app.mjs', backend).href)
  onTestFinished(() => void app.close())
  await once(app.listen(0, '127.0.0.1'), 'listening')
  const { port } = app.address() as AddressInfo
  const fixtures = (await readFile(new URL('fixtures.mjs', backend), 'utf8')).replaceAll(
    /^import .*$|^export /gm,
    '',
  )
  const base = { extend: (given: PlaywrightFixtures) => given }
  const { world, extraHTTPHeaders }: PlaywrightFixtures = new Function(
    'base',
    `${fixtures}\nreturn test`,
  )(base)
  const decline = { times: 2, outcome: { response_code: '51' } }
  await new ControlClient(sandbox.url, 'worker-1').post('/rules', decline)
  const post = (headers: Record<string, string>) =>
    call(`http://127.0.0.1:${port}/order-1`, { method: 'POST', headers })
  const checkout = (parallelIndex: number) =>
    world({}, (name) => extraHTTPHeaders({ world: name }, post), { parallelIndex })
  const checkouts = await Promise.all([0, 1, 0, 1].map(checkout))
  expect(checkouts.map(({ text }) => text)).toEqual([
    'approved',
    'declined',
    'approved',
    'declined',
  ])
  expect((await post({})).text).toBe('unknown')
  const sizes = sandbox.running.worlds
    .list()
    .map(({ name, records }) => [name, records.size('transactions')])
  expect(sizes).toEqual([
    ['default', 0],
    ['worker-0', 2],
    ['worker-1', 2],
  ])
})

test('a Cypress test resets the sandbox under its name', async () => {
  await using sandbox = await startTestSandbox()
  const blocks = blocksOf(page('docs/guides/own-backend.md'), 'js').map(({ code }) => code)
  const [config = '', support = ''] = blocks.slice(2, 4)
  const readConfig = new Function('process', config.replace('export default', 'return'))
  const { env } = readConfig({ env: { SANDGATE_URL: sandbox.url } })
  const Cypress = {
    currentTest: { titlePath: ['checkout', 'a declined card is shown'] },
    env: (name: string) => env[name],
  }
  const request = (method: string, url: string, body: unknown) => call(url, { method, body })
  let reset: Promise<TestResponse> | undefined
  const beforeEach = (hook: () => void) => hook()
  const cy = {
    request: (...sent: Parameters<typeof request>) => {
      reset = request(...sent)
    },
  }
  new Function('beforeEach', 'Cypress', 'cy', support)(beforeEach, Cypress, cy)
  expect((await reset)?.status).toBe(200)
  await new GatewayClient(sandbox.api).purchase()
  const { all_tests } = await sandbox.running.report()
  expect(all_tests).toMatchObject([{ label: 'checkout > a declined card is shown' }])
})

test('a scenario is complained about in the words that the page shows', async () => {
  const [shown] = blocksOf(page('docs/reference/scenario-file.md'), '')
  const text = `name: checkout
description: Two mistakes
rules:
  - name: short of money
    when:
      opeartion: purchase
      amount: "50000"
    times: 1
    outcome: { response_code: 05 }
`
  const { errors } = await readScenario(text, 'checkout.yaml')
  expect(errors.map((error) => `${complaintText(error)}\n`).join('')).toBe(shown?.code)
})

test('a config is complained about in the words that the page shows', async () => {
  const [shown] = blocksOf(page('docs/reference/config.md'), 'text')
  const file = 'sandgate.config.yaml'
  const text = `server:
  prt: 7263
${'# more\n'.repeat(6)}assumptions: { paths: { void: /transactions/cancel } }


scenarios: [default, flaky-dya]
`
  await using folder = await scratchFolder({ [file]: text })
  const refused = settingsFrom({ config: folder.at(file) }, 'serve')
  const error = await refused.catch((thrown: unknown) => thrown)
  expect(`${error}`.replaceAll(`${folder.path}/`, '')).toBe(`StartError: ${shown?.code.trim()}`)
})

test('the first purchase is the same in sh and in PowerShell', () => {
  const shell = blocksOf(page('docs/start/first-payment.md'), 'sh')
  const first = shell.find(({ code }) => code.startsWith('curl'))
  const [windows] = blocksOf(page('docs/start/first-payment.md'), 'powershell')
  const bodyIn = (code = '') => /'(\{.*\})'/.exec(code)?.[1]
  const addressIn = (code = '') => /http:\S+/.exec(code)?.[0]
  expect(bodyIn(windows?.code)).toBe(bodyIn(first?.code))
  expect(addressIn(windows?.code)).toBe(addressIn(first?.code))
  // Neither PowerShell's own curl, nor quotes in an argument, which its versions pass on differently.
  expect(windows?.code).toMatch(/^'\{.*\}' \|\n {2}curl\.exe .*`\n.* --data-binary '@-'\n$/)
})

test('what the README says to clone is the repository of the package', () => {
  const { url } = manifest.repository
  const cloned = ['README.md', 'docs/start/install.md'].map(
    (name) => /^git clone (\S+)/m.exec(page(name).text)?.[1],
  )
  expect(cloned).toEqual([url, url].map((address) => address.replace(/^git\+/, '')))
})

const clients = [
  [0, 'wrong', 'unsafe'],
  [1, 'right', 'safe'],
] as const

test.each(clients)('the client %i of the README is as %s as it says', async (nth, _, verdict) => {
  await using sandbox = await startTestSandbox()
  const rule = { when: {}, times: 1, outcome: { fault: { at: 'after', reset: true } } }
  await call(`${sandbox.url}/_sandbox/rules`, { method: 'POST', body: rule })
  const ask = async (method: string, path: string, body?: unknown, headers = {}) => {
    const sent = { method, body, headers: { 'x-correlation-id': newId(), ...lowercase(headers) } }
    return (await call(`${sandbox.api}${path}`, sent)).body
  }
  const client = new Function(
    'order',
    'post',
    'get',
    'randomUUID',
    `return (async () => {
    ${blocksOf(page('README.md'), 'js')[nth]?.code}
  })()`,
  )
  const order = { id: 'payment-1', payment: paidBody() }
  const post = (path: string, body: unknown, headers: object) => ask('POST', path, body, headers)
  const get = (path: string) => ask('GET', path)
  expect((await client(order, post, get, newId)).status.transaction_status_code).toBe('approved')
  const { body } = await call(`${sandbox.url}/_sandbox/report`)
  expect(body).toMatchObject({ verdict })
})

function lowercase(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}
