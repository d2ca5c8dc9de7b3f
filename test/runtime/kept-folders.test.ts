import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { VaultClient } from '../support/vault-client.ts'
import { scratchFolder } from './scratch.ts'

/*
 * Data folders that earlier versions made, each of a process that was killed: a card payment with a
 * refund, a pending debit, a customer with a token, a snapshot from before the refund, and a loaded
 * scenario. A new version adds its folder and changes none.
 */
const versions = ['0.1.0', '0.2.0']
const keptFolders = path.join(import.meta.dirname, 'kept-folders')

test.each(versions)('a data folder of %s opens, with all that is in it', async (version) => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  const kept = path.join(keptFolders, version)
  await cp(kept, data, { recursive: true })
  // Opened twice, since the first time brings the files up to date.
  for (const start of ['first', 'second']) {
    await using sandbox = await startSandbox({ data })
    const gateway = new GatewayClient(sandbox.api)
    const found = await sandbox.transactions()
    const facts = found.map(({ audit, reference, status }) => [audit, reference, status])
    expect(facts.sort(), start).toEqual([
      [1_000_001, 'kept-card', 'approved'],
      [1_000_002, 'kept-debit', 'pending'],
      [1_000_003, 'kept-refund', 'approved'],
    ])
    expect((await gateway.search('kept-1')).body.results).toHaveLength(1)
    expect((await gateway.lookup(1_000_001)).status).toBe(200)
    const { scenarios } = await sandbox.scenarios.list()
    expect(scenarios.map(({ name }) => name)).toContain('flaky-day')
    expect((await sandbox.snapshot.list()).map(({ name }) => name)).toEqual(['kept'])
  }
  await using sandbox = await startSandbox({ data })
  await sandbox.snapshot.load('kept')
  expect(await sandbox.transactions()).toHaveLength(2)
  const vault = new VaultClient(sandbox.api)
  expect((await vault.customer(1)).body).toMatchObject({ id: 1, reference: 'kept-customer' })
  expect((await vault.token(1, 1)).body).toMatchObject({ id: 1, preferred_name: 'main card' })
})

test.each(versions)('an export of %s can be imported', async (version) => {
  // A snapshot has the form of an export.
  const file = path.join(keptFolders, version, 'worlds/default/snapshots/kept.json')
  await using sandbox = await startSandbox()
  const address = `${sandbox.url}/_sandbox/state`
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(address, { method: 'PUT', headers, body: await readFile(file) })
  expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
  expect(await sandbox.transactions()).toHaveLength(2)
})
