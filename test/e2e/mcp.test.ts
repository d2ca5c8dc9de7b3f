import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test, vi } from 'vitest'
import { binary, startBinary } from '../support/binary.ts'
import { GatewayClient } from '../support/gateway-client.ts'

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
    'move_clock',
    'requests',
    'story',
    'report',
    'reset',
  ])
  for (const { description = '', inputSchema } of tools) {
    expect(description.length).toBeGreaterThan(40)
    expect(inputSchema.type).toBe('object')
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
  await shop.purchase()
  const report = await started.text('report')
  expect(JSON.parse(report)).toMatchObject({ verdict: 'unsafe', coverage: expect.any(Object) })
  expect(report.length).toBeLessThan(6000)
  const reference = 'order 1'
  const [story] = JSON.parse(await started.text('story', { reference }))
  expect(story).toMatchObject({ reference, verdict: 'double-charge' })
  const { requests } = await started.json('requests', { operation: 'purchase' })
  expect(requests).toHaveLength(2)
  expect(await started.text('move_clock', { by: 'next' })).toBeTypeOf('string')
  expect(await started.text('reset', { label: 'the next test' })).toContain('as it was')
  expect(await started.json('requests')).toEqual({ requests: [] })
  await started.client.close()
  await expect(fetch(String(url))).rejects.toThrow()
})

test('a sandbox that was found goes on, and what it refuses is told', async () => {
  await using sandbox = await startBinary(['--quiet'])
  await using started = await agent(sandbox.url)
  expect(await started.json('sandbox')).toMatchObject({ url: sandbox.url, started_here: false })
  await expect(started.text('move_clock', { by: 'soon' })).rejects.toThrow(/Must be a duration/)
  await started.client.close()
  expect((await fetch(`${sandbox.url}/_sandbox/health`)).status).toBe(200)
})

test('a payment that was made to stay pending is decided when the clock moves', async () => {
  await using started = await agent(NOWHERE)
  const { api } = await started.json('sandbox')
  const shop = new GatewayClient(String(api))
  await started.text('break_next_payment', { how: 'pending' })
  const { body } = await shop.purchase()
  expect(body.status.transaction_status_code).toBe('pending')
  const { fired } = await started.json('move_clock', { by: 'next' })
  expect(fired).toMatchObject([{ audit: body.audit, from: 'pending', to: 'approved' }])
  const { body: later } = await shop.lookup(body.audit)
  expect(later.status.transaction_status_code).toBe('approved')
})
