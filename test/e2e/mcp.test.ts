import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentResponse } from '../../src/control/contract/calls/report.ts'
import type { RequestResponse } from '../../src/control/contract/calls/requests.ts'
import { page } from '../docs/pages.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { binary } from '../support/binary.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1'

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
    cwd: tmpdir(),
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

/** With its own sandbox, of which each test uses another world. */
let shared: Agent
beforeAll(async () => {
  shared = await agent(NOWHERE)
  await shared.text('sandbox')
})
afterAll(async () => await shared[Symbol.asyncDispose]())

test('it tells its tools, each with words and whether it only reads', async () => {
  const { tools } = await shared.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'sandbox',
    'magic_values',
    'break_next_payment',
    'move_clock',
    'requests',
    'payment',
    'report',
    'reconcile',
    'reset',
  ])
  for (const { name, description = '', inputSchema } of tools) {
    expect(description.length).toBeGreaterThan(40)
    expect(inputSchema.type).toBe('object')
    for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {})) {
      expect(schema, `${name}.${parameter}`).toHaveProperty('description')
    }
    expect(page('docs/guides/coding-agents.md').text).toContain(`| \`${name}\` |`)
    expect(inputSchema.properties, name).toHaveProperty('world')
  }
  const instructions = shared.client.getInstructions() ?? ''
  expect(instructions.split('`')[1]).toBe('sandbox')
})

test('an agent starts a sandbox, loses a response and learns of the double charge', async () => {
  await using started = await agent(NOWHERE)
  const { api, url, started_here } = await started.json('sandbox')
  expect(started_here).toBe(true)
  const shop = new GatewayClient(String(api))
  expect(await started.text('magic_values')).toContain('4000000000000051')
  expect(await started.text('break_next_payment', { how: 'lose_the_response' })).toContain(
    'Added: ',
  )
  await shop.purchase().catch(() => undefined)
  const { body } = await shop.purchase()
  const report = await started.text('report')
  expect(report).toMatch(/^Unsafe: 1 double charge/)
  expect(report.length).toBeLessThan(3000)
  expect(await started.json('report', { format: 'json' })).toMatchObject({ verdict: 'unsafe' })
  const { requests } = await started.json('requests', { operation: 'purchase', format: 'json' })
  const [first] = requests as readonly RequestResponse[]
  const text = await started.text('requests', { operation: 'purchase' })
  expect(text.split('\n')).toHaveLength(3)
  const { payments, next } = await started.json('payment', { reference: 'order 1', format: 'json' })
  expect(next).toBeNull()
  const [payment] = payments as readonly PaymentResponse[]
  expect(payment).toMatchObject({ reference: 'order 1', verdict: 'double-charge' })
  const shown = await started.text('payment', { reference: 'order 1' })
  expect(shown).toContain('order 1')
  expect(shown).toContain('Charged twice')
  expect(shown).toContain('the response was lost')
  const correlation_id = first?.request.correlation_id
  for (const by of [
    { id: payment?.id },
    { correlation_id },
    { audit: body.audit },
    { verdict: 'double-charge', charged: true },
  ]) {
    expect(await started.text('payment', by)).toBe(shown)
  }
  const one = await started.json('payment', { id: payment?.id, format: 'json' })
  expect(one.id).toBe(payment?.id)
  expect(one.findings).toContainEqual(expect.objectContaining({ code: 'double-charge' }))
  expect(await started.text('payment', { audit: 7, charged: true })).toBe(
    "There is no payment with audit '7' and charged 'true'.",
  )
  await expect(started.text('payment')).rejects.toThrow(/^Give the id of a payment, or some of /)
  expect(await started.text('move_clock', { by: 'next' })).toBeTypeOf('string')
  expect(await started.text('reset', { label: 'the next test' })).toContain('as it was')
  expect(await started.json('requests', { format: 'json' })).toEqual({ requests: [], next: null })
  await started.client.close()
  await expect(fetch(String(url))).rejects.toThrow()
})

test('a sandbox that was found keeps running, and what it refuses is reported', async () => {
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
    /^lable: unknown key 'lable'. Did you mean 'label'\?$/,
  )
  for (const [name, given] of [
    ['move_clock', { by: '4111111111111111' }],
    ['reconcile', { file: '4111111111111111.csv' }],
    ['reconcile', { file: '/etc/4111111111111111' }],
  ] as const) {
    await expect(started.text(name, given)).rejects.not.toThrow('4111111111111111')
  }
  for (const file of ['/etc/passwd', '../books.csv', binary]) {
    await expect(started.text('reconcile', { file })).rejects.toThrow(
      /^Only \.json, \.jsonl and \.csv files below the working folder are read/,
    )
  }
  // Anything but a file: reading a pipe would wait for its other end.
  await using folder = await scratchFolder({ 'folder.csv/x': '' })
  const other = path.relative(tmpdir(), folder.at('folder.csv'))
  await expect(started.text('reconcile', { file: other })).rejects.toThrow(
    /is a folder, a device or a pipe, not a file$/,
  )
  await expect(started.text('payment', { id: '4111111111111111' })).rejects.toThrow(
    /^There is no payment '411111xxxxxx1111'/,
  )
  await expect(started.text('paymnet')).rejects.toThrow(/^There is no tool 'paymnet'. Did you mean/)
  await started.client.close()
  expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200)
})

test('where no sandbox responds, a tool fails and shows no empty report', async () => {
  const sandbox = await startTestSandbox()
  await using started = await agent(sandbox.url)
  await started.text('sandbox')
  await sandbox.stop()
  for (const name of ['report', 'requests', 'magic_values']) {
    await expect(started.text(name)).rejects.toThrow(/Call the tool `sandbox` to start one/)
  }
  expect(await started.json('sandbox')).toMatchObject({ started_here: true })
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

test('a line of 12 MB is answered with an error, and what follows is served', async () => {
  const child = spawn(process.execPath, [binary, 'mcp', '--url', NOWHERE], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.write('x'.repeat(12_000_000))
  child.stdin.end('\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n')
  const [printed] = await Promise.all([textOf(child.stdout), once(child, 'exit')])
  const [first, second] = printed.trim().split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({
    id: null,
    error: { code: -32700, message: expect.stringContaining('at most 4 MB') },
  })
  expect(JSON.parse(second ?? '')).toMatchObject({ id: 7, result: {} })
})

test.each([
  [{ name: 'requests', arguments: [] }, 'arguments: expected a map of keys, found a list'],
  [{ name: 'move_clock', arguments: null }, 'by: this key is missing'],
  [{ name: 5 }, "There is no tool '5'"],
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
  const [request] = requests as readonly RequestResponse[]
  const { payments } = await started.json('payment', { audit: body.audit, world, format: 'json' })
  const [payment] = payments as readonly PaymentResponse[]
  const shown = await started.text('payment', { audit: body.audit, world })
  expect(shown).toContain(payment?.at?.slice(11, 23))
  for (const at of [now, request?.at, request?.real_at, payment?.at, payment?.steps[0]?.at]) {
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+1[01]:00$/)
  }
  expect(await started.json('requests', { format: 'json' })).toEqual({ requests: [], next: null })
  expect(await started.text('payment', { audit: body.audit })).toBe(shown)
  await expect(started.text('payment', { audit: 7, world: 'nobody' })).rejects.toThrow(/nobody/)
  await expect(started.text('reset', { world: 'A B' })).rejects.toThrow(/^world: /)
  await started.text('reset', { world })
  expect(await started.json('requests', { world, format: 'json' })).toEqual({
    requests: [],
    next: null,
  })
})
