import { execFileSync } from 'node:child_process'
import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssumptionsResponse } from '../../src/control/contract/calls/about.ts'
import type { ScenariosResponse } from '../../src/control/contract/calls/scenarios.ts'
import type { TransactionsResponse } from '../../src/control/contract/calls/transactions.ts'
import { assumptionEntries } from '../../src/domain/assumptions/assumptions.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'

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

  test.each(['sandgate.config.yaml', 'sandgate.config.json'])(
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
