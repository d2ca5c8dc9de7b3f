import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { text as textOf } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RequestAnswer } from '../../src/http/contract/control/calls/requests.ts'
import { page } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { binary } from '../support/binary.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { inlineScript } from '../support/inline-script.ts'
import { startTestSandbox } from '../support/start.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1'

interface Agent extends AsyncDisposable {
  readonly client: Client
  /** What a tool says; throws where it failed. */
  text(name: string, given?: Record<string, unknown>): Promise<string>
  json(name: string, given?: Record<string, unknown>): Promise<Record<string, unknown>>
}

async function agent(url: string, cwd = tmpdir()): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'mcp', '--url', url],
    cwd,
    stderr: 'ignore',
  })
  await client.connect(transport)
  const text: Agent['text'] = async (name, given = {}) => {
    const call = { name, arguments: given }
    const answer = await client.callTool(call, undefined, { timeout: 120_000 })
    const [first] = answer.content as readonly { readonly text: string }[]
    if (answer.isError) throw new Error(first?.text)
    return first?.text ?? ''
  }
  const json: Agent['json'] = async (name, given) => JSON.parse(await text(name, given))
  return { client, text, json, [Symbol.asyncDispose]: () => client.close() }
}

const secret = 'password_of_the_user: hunter2\n'
let files: Awaited<ReturnType<typeof scratchFolder>>
/** With its own sandbox, of which each test uses another world. */
let shared: Agent
beforeAll(async () => {
  files = await scratchFolder({
    'secret.yaml': secret,
    'project/.env': secret,
    'project/up.yaml': 'name: up\nextends: [../secret]\nrules: []\n',
    'project/beside.yaml': 'name: beside\nextends: [linked]\nrules: []\n',
    'project/rules/good.yaml': 'name: good\nextends: [default]\nrules: []\n',
    'project/only.yaml': 'name: only\nextends: [default]\n',
    'project/bad.yaml': 'x',
  })
  shared = await agent(NOWHERE, files.at('project'))
  await shared.text('sandbox')
})
afterAll(async () => {
  await shared[Symbol.asyncDispose]()
  await files[Symbol.asyncDispose]()
})

/** The tools of the shared agent, in a world of this name. */
function inWorld(world: string): Pick<Agent, 'text' | 'json'> {
  return {
    text: (name, given) => shared.text(name, { ...given, world }),
    json: (name, given) => shared.json(name, { ...given, world }),
  }
}

test('it tells its tools, each with words and whether it only reads', async () => {
  const { tools } = await shared.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'sandbox',
    'magic_values',
    'break_next_payment',
    'add_rule',
    'list_rules',
    'clear_rules',
    'list_scenarios',
    'load_scenario',
    'check_scenario',
    'move_clock',
    'settle',
    'requests',
    'story',
    'explain',
    'report',
    'reconcile',
    'coverage',
    'reset',
    'api_reference',
    'exec',
    'sweep',
  ])
  for (const { name, description = '', inputSchema } of tools) {
    expect(description.length).toBeGreaterThan(40)
    expect(inputSchema.type).toBe('object')
    for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {})) {
      expect(schema, `${name}.${parameter}`).toHaveProperty('description')
    }
    expect(page('docs/guides/agents.md').text).toContain(`| \`${name}\` |`)
    const isAboutWorlds = !['check_scenario', 'exec', 'sweep'].includes(name)
    expect('world' in (inputSchema.properties ?? {}), name).toBe(isAboutWorlds)
  }
  const instructions = shared.client.getInstructions() ?? ''
  const named = [...instructions.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(named.slice(0, 2)).toEqual(['sandbox', 'api_reference'])
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(named))
})

test('an agent starts a sandbox, loses an answer and is told of the double charge', async () => {
  await using started = await agent(NOWHERE)
  const { api, url, started_here } = await started.json('sandbox')
  expect(started_here).toBe(true)
  const shop = new GatewayClient(String(api))
  expect(await started.text('magic_values')).toContain('4000000000000051')
  expect(await started.text('break_next_payment', { how: 'lose_the_answer' })).toContain('Armed')
  await shop.purchase().catch(() => undefined)
  const { body } = await shop.purchase()
  const report = await started.text('report')
  expect(report).toMatch(/^Unsafe: 1 double charge/)
  expect(report.length).toBeLessThan(3000)
  expect(await started.json('report', { format: 'json' })).toMatchObject({ verdict: 'unsafe' })
  const { requests } = await started.json('requests', { operation: 'purchase', format: 'json' })
  const [first] = requests as readonly RequestAnswer[]
  const text = await started.text('requests', { operation: 'purchase' })
  expect(text.split('\n')).toHaveLength(3)
  const [story] = JSON.parse(await started.text('story', { reference: 'order 1', format: 'json' }))
  expect(story).toMatchObject({ reference: 'order 1', verdict: 'double-charge' })
  const told = await started.text('story', { reference: 'order 1' })
  expect(told).toContain('order 1, AUD')
  expect(told).toContain('double-charge')
  const correlation_id = first?.request.correlation_id
  for (const by of [{ id: story.id }, { correlation_id }, { audit: body.audit }]) {
    expect(await started.text('story', by)).toBe(told)
  }
  expect(await started.text('story', { audit: 7 })).toContain("no payment with audit '7'")
  await expect(started.text('story')).rejects.toThrow(/Give one of id/)
  expect(await started.text('coverage')).toMatch(/% covered: \d+ of \d+ cases/)
  expect(await started.text('move_clock', { by: 'next' })).toBeTypeOf('string')
  expect(await started.text('reset', { label: 'the next test' })).toContain('as it was')
  expect(await started.json('requests', { format: 'json' })).toEqual({ requests: [] })
  await started.client.close()
  await expect(fetch(String(url))).rejects.toThrow()
})

test('an agent lists, checks and loads scenarios', async () => {
  const started = inWorld('scenarios')
  await started.text('sandbox')
  expect(await started.text('list_scenarios')).toContain('hard-recovery')
  const file = files.at('project/only.yaml')
  expect(await shared.text('check_scenario', { file })).toContain('only')
  await expect(shared.text('check_scenario', { file: 'bad.yaml' })).rejects.toThrow(/bad\.yaml:1/)
  expect(await started.text('load_scenario', { scenario: 'lost-answers' })).toContain(
    'lost-answers',
  )
  const { scenarios } = await started.json('list_scenarios', { format: 'json' })
  expect(scenarios).toMatchObject([{ name: 'lost-answers' }, { name: 'default' }])
  await started.text('load_scenario', { scenario: file, replace: true })
  const { scenarios: left } = await started.json('list_scenarios', { format: 'json' })
  expect(left).toMatchObject([{ name: 'only' }])
  await expect(started.text('load_scenario', { scenario: 'lost-answer' })).rejects.toThrow(
    /lost-answers/,
  )
  await expect(started.text('load_scenario', { scenario: '--json' })).rejects.toThrow(
    /Must be a name or a path/,
  )
})

test('an agent lets banks clear and return debits', async () => {
  const started = inWorld('debits')
  const { api } = await started.json('sandbox')
  const shop = new GatewayClient(String(api))
  const { body: first } = await shop.purchase(byDirectDebit())
  const { body: second } = await shop.purchase(byDirectDebit())
  const returned = await started.text('settle', { audits: [first.audit], return_code: '6' })
  expect(returned).toMatch(new RegExp(`${first.audit}.*declined`))
  expect(await started.json('settle', { format: 'json' })).toMatchObject({
    settled: [{ audit: second.audit }],
  })
  expect((await shop.lookup(second.audit)).body.status.transaction_status_code).toBe('approved')
  await expect(started.text('settle', { audits: [first.audit] })).rejects.toThrow(/settle/)
})

test('a sandbox that was found goes on, and what it refuses is told', async () => {
  await using sandbox = await startTestSandbox()
  await using started = await agent(sandbox.url)
  expect(await started.json('sandbox')).toMatchObject({ url: sandbox.url, started_here: false })
  await expect(started.text('move_clock', { by: 'soon' })).rejects.toThrow(
    /Invalid duration 'soon'/,
  )
  await expect(started.text('requests', { limit: 'many' })).rejects.toThrow(
    /^limit: expected a number, found the text "many"$/,
  )
  await expect(started.text('reset', { lable: 'a test' })).rejects.toThrow(
    /^lable: unknown key 'lable', did you mean 'label'\?$/,
  )
  for (const [name, given] of [
    ['move_clock', { by: '4111111111111111' }],
    ['reconcile', { file: '4111111111111111.csv' }],
  ] as const) {
    await expect(started.text(name, given)).rejects.not.toThrow('4111111111111111')
  }
  expect(await started.text('story', { id: '4111111111111111' })).toContain("id '411111xxxxxx1111'")
  await expect(started.text('storry')).rejects.toThrow(/^There is no tool 'storry', did you mean/)
  await started.client.close()
  expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200)
})

test('where no sandbox answers, a tool says so and shows no empty report', async () => {
  const sandbox = await startTestSandbox()
  await using started = await agent(sandbox.url)
  await started.text('sandbox')
  await sandbox.stop()
  for (const name of ['report', 'requests', 'coverage', 'list_scenarios', 'magic_values']) {
    await expect(started.text(name)).rejects.toThrow(/Call the tool `sandbox` to start one/)
  }
  expect(await started.json('sandbox')).toMatchObject({ started_here: true })
})

test('a payment that was made to stay pending is decided when the clock moves', async () => {
  const started = inWorld('pending')
  const { api } = await started.json('sandbox')
  const shop = new GatewayClient(String(api))
  await started.text('break_next_payment', { how: 'pending' })
  const { body } = await shop.purchase()
  expect(body.status.transaction_status_code).toBe('pending')
  const { fired } = await started.json('move_clock', { by: 'next', format: 'json' })
  expect(fired).toMatchObject([{ audit: body.audit, from: 'pending', to: 'approved' }])
  const { body: later } = await shop.lookup(body.audit)
  expect(later.status.transaction_status_code).toBe('approved')
})

test('settling takes as many audits as a list has, and refuses more at once', async () => {
  const started = inWorld('many')
  const audits = Array.from({ length: 20_000 }, (_, i) => 1_000_001 + i)
  await expect(started.text('settle', { audits })).rejects.toThrow(/200/)
  await expect(started.text('settle', { audits: audits.slice(0, 200) })).rejects.toThrow(
    '1000001: there is no such transaction',
  )
})

test('an agent reads scenario files below the working folder alone', async () => {
  await symlink(files.at('secret.yaml'), files.at('project/linked.yaml'))
  await symlink(files.at('project/.env'), files.at('project/env.yaml'))
  const refused = ['../secret.yaml', 'rules/../../secret.yaml', files.at('secret.yaml')]
  refused.push('../missing.yaml', './.env', './env.yaml', 'linked.yaml', 'beside.yaml')
  for (const file of refused) {
    const message = /^Only YAML and JSON files below the working folder are read, not '[^']+'$/
    await expect(shared.text('check_scenario', { file }), file).rejects.toThrow(message)
    await expect(shared.text('load_scenario', { scenario: file }), file).rejects.toThrow(message)
  }
  await expect(shared.text('check_scenario', { file: 'up.yaml' })).rejects.toThrow(
    /^up\.yaml:2:11: extends\[0\]: expected [^\n]+$/,
  )
  const scenario = 'rules/good.yaml'
  expect(await shared.text('check_scenario', { file: scenario })).toContain('good')
  expect(await shared.text('load_scenario', { scenario })).toContain('good')
  await expect(shared.text('check_scenario', { file: 'missing.yaml' })).rejects.toThrow(
    /There is no scenario file/,
  )
})

test('a line that is not JSON, and JSON that is no message, are answered with their codes', async () => {
  const child = spawn(process.execPath, [binary, 'mcp', '--url', NOWHERE], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.end('{"jsonrpc": \n{"hello": 1}\n[]\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n')
  const [printed] = await Promise.all([textOf(child.stdout), once(child, 'exit')])
  const answers = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers).toMatchObject([
    { jsonrpc: '2.0', id: null, error: { code: -32700 } },
    { jsonrpc: '2.0', id: null, error: { code: -32600 } },
    { jsonrpc: '2.0', id: null, error: { code: -32600 } },
    { jsonrpc: '2.0', id: 7, result: {} },
  ])
})

test.each([
  [{ name: 'requests', arguments: [] }, 'arguments: expected a map of keys, found a list'],
  [{ name: 'requests', arguments: 'x' }, 'arguments: expected a map of keys, found the text "x"'],
  [{ name: 'requests', arguments: { limit: 'x' } }, 'limit: expected a number, found the text "x"'],
  [{ name: 'move_clock', arguments: null }, 'by: this key is missing'],
  [{ name: 5 }, "There is no tool '5'"],
  [{}, "There is no tool 'undefined'"],
])('a call with %j is answered in one sentence', async (params, message) => {
  const request = { method: 'tools/call', params }
  const { content, isError } = await shared.client.request(request, CallToolResultSchema)
  expect(isError).toBe(true)
  expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/^[^\n{]+$/) }])
  expect(content).toMatchObject([{ text: expect.stringContaining(message) }])
})

test('an agent works in a world, and reads every time in Sydney', async () => {
  await using started = await agent(NOWHERE)
  const world = 'worker-1'
  const { api, url, now } = await started.json('sandbox', { world })
  expect(String(url)).toMatch(/\/w\/worker-1$/)
  await started.text('break_next_payment', { how: 'decline', world })
  const { body } = await new GatewayClient(String(api)).purchase()
  expect(body.status.transaction_status_code).toBe('declined')
  const { requests } = await started.json('requests', { world, format: 'json' })
  const [request] = requests as readonly RequestAnswer[]
  const [story] = JSON.parse(
    await started.text('story', { audit: body.audit, world, format: 'json' }),
  )
  const told = await started.text('story', { audit: body.audit, world })
  expect(told).toContain(story.steps[0].at)
  for (const at of [now, request?.at, request?.real_at, story.steps[0].at]) {
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+1[01]:00$/)
  }
  expect(await started.json('requests', { format: 'json' })).toEqual({ requests: [] })
  expect(await started.text('story', { audit: body.audit })).toBe(told)
  await expect(started.text('story', { audit: 7, world: 'nobody' })).rejects.toThrow(/nobody/)
  await expect(started.text('reset', { world: 'A B' })).rejects.toThrow(/^world: /)
  await started.text('reset', { world })
  expect(await started.json('requests', { world, format: 'json' })).toEqual({ requests: [] })
})

test('an agent adds one-shot rules and has an answer explained', async () => {
  const started = inWorld('rules')
  const { api } = await started.json('sandbox')
  const rule = { when: { amount: 4995 }, outcome: { response_code: '05' } }
  expect(await started.text('add_rule', { rule })).toContain("Added 'rule-1'")
  expect(await started.text('list_rules')).toContain('rule-1')
  expect(await started.text('explain', { amount: '4995' })).toContain('rule-1')
  expect(await started.text('explain', { pan: '4000000000000051' })).toContain('default/')
  await new GatewayClient(String(api)).purchase()
  expect(await started.text('explain', { request: 1 })).toContain('No rule applied to the request')
  expect(await started.text('clear_rules')).toBe('Removed 1 rule.')
  await expect(started.text('add_rule', { rule: { outcom: {} } })).rejects.toThrow(/outcome/)
})

test('an agent reads the API reference, whole or one operation of it', async () => {
  expect(await shared.text('api_reference')).toMatch(/^purchase +POST \/transactions\/purchase/m)
  expect(await shared.json('api_reference', { format: 'json' })).toHaveProperty('openapi')
  const text = await shared.text('api_reference', { operation: 'purchase' })
  const { path, method, operation, referred } = JSON.parse(text)
  expect({ path, method }).toEqual({ path: '/transactions/purchase', method: 'post' })
  expect(operation).toHaveProperty('requestBody')
  for (const [, reference] of text.matchAll(/"\$ref": "([^"]+)"/g)) {
    expect(referred).toHaveProperty([reference ?? ''])
  }
  await expect(shared.text('api_reference', { operation: 'purchas' })).rejects.toThrow(
    /did you mean 'purchase'/,
  )
})

/** Pays, and pays again if the answer is lost. */
const naive = `
const pay = (id) => fetch(process.env.SANDGATE_API + '/transactions/purchase', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-correlation-id': id + process.pid },
  signal: AbortSignal.timeout(1000),
  body: JSON.stringify({
    merchant: { id: 1 },
    transaction: {
      reference: 'A-1',
      amount_details: { total_amount: '1995', currency: 'AUD' },
      payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } },
    },
  }),
}).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error('lost'))))
await pay('a').catch(() => pay('b')).catch(() => undefined)
console.log('paid with 4111111111111111')
`

test('an agent runs a command against its own sandbox, and attacks it', async () => {
  const run = { command: inlineScript(naive), scenario: 'lost-answers' }
  const text = await shared.text('exec', run)
  expect(text).toMatch(/^paid with 411111\D+1111$/m)
  expect(text).toContain('Unsafe: 1 double charge')
  expect(text).toMatch(/Exit code 4$/)
  expect(await shared.json('exec', { ...run, format: 'json' })).toMatchObject({
    exit_code: 4,
    verdict: 'unsafe',
  })
  const swept = await shared.text('sweep', { command: run.command })
  expect(swept).toContain('DOUBLE CHARGE')
  expect(swept).toContain('without --quick')
  expect(swept).toMatch(/Exit code 4$/)
  const forever = ['sleep', '1000']
  expect(await shared.text('exec', { command: forever, seconds: 1 })).toMatch(
    /, stopped after 1 s$/,
  )
  await expect(shared.text('exec', { ...run, scenario: '/etc/x.yaml' })).rejects.toThrow(
    /below the working folder/,
  )
}, 120_000)
