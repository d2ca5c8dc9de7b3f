import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test, vi } from 'vitest'
import type { RequestAnswer } from '../../src/http/contract/control/calls/requests.ts'
import { page } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { binary, startBinary } from '../support/binary.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Agent extends AsyncDisposable {
  readonly client: Client
  /** What a tool says; throws where it failed. */
  text(name: string, given?: Record<string, unknown>): Promise<string>
  json(name: string, given?: Record<string, unknown>): Promise<Record<string, unknown>>
}

async function agent(url: string): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'mcp', '--url', url],
    stderr: 'ignore',
  })
  await client.connect(transport)
  const text: Agent['text'] = async (name, given = {}) => {
    const answer = await client.callTool({ name, arguments: given })
    const [first] = answer.content as readonly { readonly text: string }[]
    if (answer.isError) throw new Error(first?.text)
    return first?.text ?? ''
  }
  const json: Agent['json'] = async (name, given) => JSON.parse(await text(name, given))
  return { client, text, json, [Symbol.asyncDispose]: () => client.close() }
}

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1'

test('it tells its tools, each with words and whether it only reads', async () => {
  await using started = await agent(NOWHERE)
  const { tools } = await started.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'sandbox',
    'magic_values',
    'break_next_payment',
    'list_scenarios',
    'load_scenario',
    'check_scenario',
    'move_clock',
    'settle',
    'requests',
    'story',
    'report',
    'reconcile',
    'coverage',
    'reset',
  ])
  for (const { name, description = '', inputSchema } of tools) {
    expect(description.length).toBeGreaterThan(40)
    expect(inputSchema.type).toBe('object')
    for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {})) {
      expect(schema, `${name}.${parameter}`).toHaveProperty('description')
    }
    expect(page('docs/agents.md').text).toContain(`| \`${name}\` |`)
  }
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
  expect(report).toMatch(/^UNSAFE: 1 double charge/)
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
  await using files = await scratchFolder({
    'good.yaml': 'name: good\nrules: []\n',
    'bad.yaml': 'x',
  })
  await using started = await agent(NOWHERE)
  await started.text('sandbox')
  expect(await started.text('list_scenarios')).toContain('hard-recovery')
  expect(await started.text('check_scenario', { file: files.at('good.yaml') })).toContain('good')
  await expect(started.text('check_scenario', { file: files.at('bad.yaml') })).rejects.toThrow(
    /bad\.yaml:1/,
  )
  expect(await started.text('load_scenario', { scenario: 'lost-answers' })).toContain(
    'lost-answers',
  )
  const { scenarios } = await started.json('list_scenarios', { format: 'json' })
  expect(scenarios).toMatchObject([{ name: 'lost-answers' }, { name: 'default' }])
  await started.text('load_scenario', { scenario: files.at('good.yaml'), replace: true })
  const { scenarios: left } = await started.json('list_scenarios', { format: 'json' })
  expect(left).toMatchObject([{ name: 'good' }])
  await expect(started.text('load_scenario', { scenario: 'lost-answer' })).rejects.toThrow(
    /lost-answers/,
  )
  await expect(started.text('load_scenario', { scenario: '--json' })).rejects.toThrow(
    /Must be a name or a path/,
  )
})

test('an agent lets banks clear and return debits', async () => {
  await using started = await agent(NOWHERE)
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
  await using sandbox = await startBinary(['--quiet'])
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
  await expect(started.text('storry')).rejects.toThrow(/^There is no tool 'storry', did you mean/)
  await started.client.close()
  expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200)
})

test('where no sandbox answers, a tool says so and shows no empty report', async () => {
  const sandbox = await startBinary(['--quiet'])
  await using started = await agent(sandbox.url)
  await started.text('sandbox')
  await sandbox.stop()
  for (const name of ['report', 'requests', 'coverage', 'list_scenarios', 'magic_values']) {
    await expect(started.text(name)).rejects.toThrow(/Call the tool `sandbox` to start one/)
  }
  expect(await started.json('sandbox')).toMatchObject({ started_here: true })
})

test('a payment that was made to stay pending is decided when the clock moves', async () => {
  await using started = await agent(NOWHERE)
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
  await using sandbox = await startBinary(['--memory'])
  await using started = await agent(sandbox.url)
  const audits = Array.from({ length: 20_000 }, (_, i) => 1_000_001 + i)
  await expect(started.text('settle', { audits })).rejects.toThrow(/200/)
  await expect(started.text('settle', { audits: audits.slice(0, 200) })).rejects.toThrow(
    '1000001: there is no such transaction',
  )
})
