import { execFileSync } from 'node:child_process'
import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AssumptionsResponse } from '../../src/control/contract/calls/about.ts'
import type { ScenariosResponse } from '../../src/control/contract/calls/scenarios.ts'
import type { SnapshotsResponse } from '../../src/control/contract/calls/snapshots.ts'
import type { TransactionsResponse } from '../../src/control/contract/calls/transactions.ts'
import { assumptionEntries } from '../../src/domain/assumptions/assumptions.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { runBinary } from '../support/binary.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const start = ['--clock', '2026-03-10T01:00:00Z', '--seed', '7', '--quiet']

let sandbox: CommandSandbox
beforeAll(async () => {
  sandbox = await CommandSandbox.start(start)
  const names = ['transactions', 'customers', 'snapshot', 'exported-twice', 'kept-scenarios']
  for (const name of names) {
    await fetch(`${sandbox.url}/_sandbox/worlds/${name}`, { method: 'PUT' })
  }
})
afterAll(() => sandbox[Symbol.asyncDispose]())

function inWorld(world: string) {
  const args = ['--world', world]
  return {
    client: new GatewayClient(`${sandbox.url}/w/${world}/v1`),
    text: async (...words: readonly string[]) => (await sandbox.run([...words, ...args])).stdout,
    json: <T>(...words: readonly string[]) => sandbox.json<T>(...words, ...args),
  }
}

describe('transactions', () => {
  test('are listed newest first, in a table that fits a terminal', async () => {
    const { client, text, json } = inWorld('transactions')
    expect(await text('transactions')).toBe('No transactions found.\n')
    await client.purchase()
    await client.purchase({ 'transaction.payment_method.creditcard.pan': '4000000000000051' })
    await client.purchase(byDirectDebit())
    await client.preauthorise(cents(9_999_999))
    expect(await text('transactions')).toBe(
      [
        'audit    operation         status               total  account       reference  created',
        '1000004  preauthorisation  approved     AUD 99,999.99  visa …1111    order 1    12:00:00',
        '1000003  purchase          pending          AUD 10.00  062-000 …678  order 1    12:00:00',
        '1000002  purchase          declined 51      AUD 10.00  visa …0051    order 1    12:00:00',
        '1000001  purchase          approved         AUD 10.00  visa …1111    order 1    12:00:00',
        '',
      ].join('\n'),
    )
    const page = await json<TransactionsResponse>(
      'transactions',
      '--limit',
      '1',
      '--after',
      '1000003',
    )
    expect(page.transactions.map(({ audit }) => audit)).toEqual([1000002])
    const pending = await json<TransactionsResponse>('transactions', '--status', 'pending')
    expect(pending.transactions.map(({ audit }) => audit)).toEqual([1000003])
    expect(await text('transactions', '--limit', '2')).toContain(
      'There are more: npx sandgate transactions --world transactions --limit 2 --after 1000003\n',
    )
    const given = ['--status', 'approved', '--url', sandbox.url]
    expect(await text('transactions', '--limit', '1', ...given)).toContain(
      `There are more: npx sandgate transactions --status approved --url ${sandbox.url} --world transactions --limit 1 --after 1000004\n`,
    )
  })

  test('one is shown with its history and what acts on it', async () => {
    const { client, text, json } = inWorld('transaction')
    await client.purchase({ kvps: { SHOP: 'north' } }, { 'x-correlation-id': 'order-7' })
    await client.refund(1000001, cents(400))
    const shown = await text('transactions', '1000001')
    expect(shown.split('\n').slice(0, 6)).toEqual([
      'audit               1000001',
      'operation           purchase',
      'status              approved',
      expect.stringMatching(/^response {12}00 \S/),
      'gateway status      0',
      'amount              AUD 10.00',
    ])
    for (const line of [
      'refunded            AUD 4.00',
      'account             visa 411111xxxxxx1111',
      'correlation id      order-7',
      'request             npx sandgate requests 1 --world transaction',
      '2026-03-10 12:00:00  approved  created',
    ]) {
      expect(shown).toContain(`${line}\n`)
    }
    expect(shown).toMatch(/^refund +1000002 +approved +AUD 4\.00 +2026-03-10 12:00:00$/m)
    expect(await json('transactions', '1000001')).toMatchObject({ audit: 1000001, refunded: 400 })
    // Neither what has been refunded nor what was declined can be voided.
    await client.purchase(cents(1_000_051))
    expect(shown).not.toContain('can be voided')
    const declined = await text('transactions', '1000003')
    expect(declined).not.toContain('can be voided')
    expect(declined).toMatch(/\nrule +default\/amount-code\n/)
    const refund = await text('transactions', '1000002')
    expect(refund).toContain('can be voided until  2026-03-10T18:00:00+11:00\n')
  })
})

describe('seed and the vault', () => {
  test('seed makes the asked numbers, the same from the same seed, and leaves the journal alone', async () => {
    const { text, json } = inWorld('seed')
    const asked = ['--customers', '30', '--tokens', '50', '--transactions', '60', '--seed', '3']
    expect(await text('seed', ...asked)).toBe(
      'Made 30 customers, 50 tokens, 60 transactions from seed 3.\n',
    )
    expect(await json('status')).toMatchObject({ customers: 30, tokens: 50, transactions: 60 })
    expect(await json('requests')).toEqual({ requests: [], next: null })
    const other = inWorld('seed-again')
    expect(await other.json('seed', ...asked)).toEqual({
      customers: 30,
      tokens: 50,
      transactions: 60,
      seed: 3,
    })
    expect(await other.json('customers')).toEqual(await json('customers'))
    expect(await other.json('transactions')).toEqual(await json('transactions'))
    expect(await other.json('seed', '--customers', '1')).toMatchObject({ seed: 7 })
  })
})

describe('state', () => {
  test('a snapshot brings back data and time', async () => {
    const { client, text, json } = inWorld('snapshot')
    expect(await text('snapshot', 'list')).toContain('There are no snapshots')
    await client.purchase()
    expect(await text('snapshot', 'save', 'one')).toMatch(/^Saved one: \d+ records\.\n$/)
    await client.purchase()
    await json('clock', 'advance', '1d')
    expect(await text('snapshot', 'load', 'one')).toBe(
      'Loaded one. It is 2026-03-10T12:00:00+11:00.\n',
    )
    expect(await json('status')).toMatchObject({ transactions: 1 })
    const { snapshots } = await json<SnapshotsResponse>('snapshot', 'list')
    expect(snapshots.map(({ name }) => name)).toEqual(['one'])
    expect(await text('snapshot', 'list')).toMatch(/^snapshot +saved +records +bytes\none +\d{4}-/)
    expect(await text('snapshot', 'remove', 'one')).toBe('Removed one.\n')
    expect(await json('snapshot', 'list')).toEqual({ snapshots: [] })
  })

  test.each([['--data'], ['--memory']])(
    'with %s, a snapshot on an existing name is reported as replaced',
    async (where) => {
      await using folder = await scratchFolder()
      const place = where === '--data' ? [where, folder.path] : [where]
      await using kept = await CommandSandbox.start([...start, ...place])
      const saved = async () => (await kept.run(['snapshot', 'save', 'one'])).stdout
      expect(await saved()).toMatch(/^Saved one: /)
      expect(await saved()).toMatch(/^Replaced one: \d+ records?\.\n$/)
      expect(await kept.json('snapshot', 'save', 'one')).toMatchObject({ replaced: true })
      expect(await kept.json('snapshot', 'save', 'two')).toMatchObject({ replaced: false })
    },
  )

  test('a reset can leave the loaded scenarios, whose counts restart', async () => {
    const { client, text, json } = inWorld('kept-scenarios')
    const loaded = async () => {
      const { scenarios } = await json<ScenariosResponse>('scenario', 'list')
      return scenarios.map(({ name }) => name)
    }
    const usual = await loaded()
    await text('scenario', 'load', 'retry-then-approve')
    const both = await loaded()
    expect(both).not.toEqual(usual)
    for (const status of [503, 503, 200]) {
      expect((await client.purchase(cents(60_000))).status).toBe(status)
    }
    await text('rule', 'add', '{name: mine, outcome: {status: declined}}')
    await text('reset', '--keep-scenarios')
    expect(await loaded()).toEqual(both)
    expect(await json('rule', 'list')).toMatchObject({ rules: [] })
    expect(await json('transactions')).toMatchObject({ transactions: [] })
    expect((await client.purchase(cents(60_000))).status).toBe(503)
    await text('reset')
    expect(await loaded()).toEqual(usual)
  })

  test('an export to stdout is the document and nothing else', async () => {
    const { code, stdout, stderr } = await runBinary(['export', '-', '--url', sandbox.url])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^Wrote to stdout: \d+ bytes\.\n$/),
    })
    expect(JSON.parse(stdout)).toMatchObject({ format: 'sandgate' })
  })

  test('an export is as private as the file that it replaces', async () => {
    await using folder = await scratchFolder({ 'mine.json': 'old' })
    await chmod(folder.at('mine.json'), 0o600)
    await sandbox.run(['export', 'mine.json'], { cwd: folder.path })
    expect((await stat(folder.at('mine.json'))).mode & 0o777).toBe(0o600)
  })

  test('an export follows links, and writes into what is no file', async () => {
    await using folder = await scratchFolder({ 'real.json': 'old' })
    await symlink('real.json', folder.at('link.json'))
    execFileSync('mkfifo', [folder.at('pipe')])
    const run = async (file: string) => {
      const { code } = await sandbox.run(['export', file], { cwd: folder.path })
      expect(code).toBe(0)
    }
    await run('link.json')
    const piped = readFile(folder.at('pipe'), 'utf8')
    await run('pipe')
    const read = (file: string) => readFile(folder.at(file), 'utf8')
    for (const state of [await read('real.json'), await piped]) {
      expect(state).toMatch(/^{"format":"sandgate",.*"check":.*}\n$/s)
    }
    const names = ['link.json', 'pipe', 'real.json']
    expect((await readdir(folder.path)).sort()).toEqual(names)
    expect((await lstat(folder.at('link.json'))).isSymbolicLink()).toBe(true)
    expect((await lstat(folder.at('pipe'))).isFIFO()).toBe(true)
  })

  test.each([
    ['no/dir/f', 'no/dir/f cannot be written: the folder no/dir does not exist; create it first'],
    ['folder', 'folder is a folder; pass a file'],
  ])('an export to %s fails, and leaves nothing behind', async (file, message) => {
    await using folder = await scratchFolder({ 'folder/kept': '' })
    expect(await sandbox.run(['export', file], { cwd: folder.path })).toMatchObject({
      code: 1,
      stderr: `error: ${message}\n`,
    })
    expect(await readdir(folder.path)).toEqual(['folder'])
  })
})

test('assumptions lists every guess with its value, and marks those that were changed', async () => {
  await using folder = await scratchFolder({
    'sandgate.config.yaml': 'assumptions: { duplicate_correlation_id: replay }\n',
  })
  await using changed = await CommandSandbox.start(['--quiet'], { cwd: folder.path })
  const { stdout } = await changed.run(['assumptions'])
  expect(stdout).toContain('duplicate_correlation_id = replay  (default conflict)\n    Assumed: ')
  expect(stdout).toContain('paths.void = /transactions/{audit}/void\n')
  const { assumptions } = await sandbox.json<AssumptionsResponse>('assumptions')
  expect(assumptions.map(({ key }) => key)).toEqual(assumptionEntries().map(({ key }) => key))
})

describe('init', () => {
  test('writes a config with every assumption, that changes nothing', async () => {
    await using folder = await scratchFolder()
    expect(await sandgate(['init'], { cwd: folder.path })).toMatchObject({
      code: 0,
      stdout: "Wrote sandgate.config.yaml; 'npx sandgate start' in this folder now uses it.\n",
    })
    const text = await readFile(folder.at('sandgate.config.yaml'), 'utf8')
    for (const { key } of assumptionEntries()) {
      expect(text).toMatch(new RegExp(`^ +${key.split('.').at(-1)}: `, 'm'))
    }
    await using started = await CommandSandbox.start(start, { cwd: folder.path })
    const { assumptions } = await started.json<AssumptionsResponse>('assumptions')
    expect(assumptions.filter((one) => String(one.value) !== String(one.default))).toEqual([])
  })

  test.each(['sandgate.config.yaml', 'sandgate.config.yml', 'sandgate.config.json'])(
    'never overwrites %s',
    async (file) => {
      await using folder = await scratchFolder({ [file]: '{}' })
      expect(await sandgate(['init'], { cwd: folder.path })).toEqual({
        code: 1,
        signal: null,
        stdout: '',
        stderr: `error: ${file} already exists; remove it first, or edit it\n`,
      })
      expect(await readdir(folder.path)).toEqual([file])
      expect(await readFile(folder.at(file), 'utf8')).toBe('{}')
    },
  )
})
