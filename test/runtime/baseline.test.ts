import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { controlClient } from '../../src/control/client/control-client.ts'
import { StartError, startSandbox } from '../../src/index.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { type Scratch, scratchFolder } from './scratch.ts'

const clock = '2026-03-10T01:00:00Z'
const quiet = { config: {}, quiet: true } as const

/** A folder with an export: one cleared purchase, one pending debit, a rule in force. */
async function begin(): Promise<Scratch> {
  const folder = await scratchFolder({})
  await using sandbox = await startSandbox({ ...quiet, clock, seed: 7 })
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase({ 'transaction.reference': 'from before' })
  await gateway.purchase(byDirectDebit())
  await sandbox.scenarios.load('drift')
  const chunks: Uint8Array[] = []
  const state = await controlClient({ url: sandbox.url }).exportState()
  for await (const chunk of state) chunks.push(chunk)
  await writeFile(folder.at('state.json'), Buffer.concat(chunks))
  return folder
}

test('the sandbox and every world begin with the export, and a reset returns to it', async () => {
  await using folder = await begin()
  await using sandbox = await startSandbox({ ...quiet, import: folder.at('state.json') })
  const blue = await sandbox.world('blue')
  for (const face of [sandbox, blue]) {
    expect(await face.clock.now()).toBe('2026-03-10T01:00:00.000Z')
    expect((await face.scenarios.list()).scenarios[0]).toMatchObject({ name: 'drift' })
    expect((await new GatewayClient(face.api).purchase()).body.audit).toBe(1_000_003)
    expect((await face.clock.advance('next')).fired).toMatchObject([{ audit: 1_000_002 }])
    await face.reset()
    const transactions = await face.transactions()
    expect(transactions.map(({ audit, status }) => [audit, status])).toEqual([
      [1_000_002, 'pending'],
      [1_000_001, 'approved'],
    ])
    expect(await face.clock.now()).toBe('2026-03-10T01:00:00.000Z')
    expect((await face.scenarios.list()).scenarios[0]).toMatchObject({ name: 'drift' })
  }
})

test('what the start options say wins over it, after a reset too', async () => {
  await using folder = await begin()
  const given = { clock: '2026-03-20T01:00:00Z', scenario: 'flaky-day', seed: 9 }
  const baseline = folder.at('state.json')
  await using sandbox = await startSandbox({ ...quiet, ...given, import: baseline })
  for (const _round of ['at the start', 'after a reset']) {
    expect(await sandbox.clock.now()).toBe('2026-03-20T01:00:00.000Z')
    expect((await sandbox.scenarios.list()).scenarios.map(({ name }) => name)).toEqual([
      'flaky-day',
    ])
    // What fell due meanwhile has happened.
    expect(await sandbox.transaction(1_000_002)).toMatchObject({ status: 'approved' })
    await sandbox.reset()
  }
})

test('stored data stays as it was, and only a reset returns to the export', async () => {
  await using folder = await begin()
  const options = { ...quiet, data: folder.at('data'), import: folder.at('state.json') }
  {
    await using first = await startSandbox(options)
    await new GatewayClient(first.api).purchase()
  }
  await using second = await startSandbox(options)
  expect(await second.transactions()).toHaveLength(3)
  await second.reset()
  expect(await second.transactions()).toHaveLength(2)
})

test.each([
  ['a file that is not there', 'nosuch.json', 'There is no baseline'],
  ['a file that is no export', 'other.json', 'cannot be imported: '],
])('%s is refused', async (_title, name, message) => {
  await using folder = await scratchFolder({ 'other.json': '{"hello":1}' })
  const started = startSandbox({ ...quiet, import: folder.at(name) })
  await expect(started).rejects.toBeInstanceOf(StartError)
  await expect(started).rejects.toThrow(message)
})

test('a clock before the export is refused', async () => {
  await using folder = await begin()
  const early = { clock: '2026-03-09T01:00:00Z', import: folder.at('state.json') }
  await expect(startSandbox({ ...quiet, ...early })).rejects.toThrow('The clock cannot start at')
})
