import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'

const NOWHERE = 'http://127.0.0.1:1'

let sandbox: CommandSandbox
beforeAll(async () => {
  sandbox = await CommandSandbox.start([
    '--clock',
    '2026-03-10T01:00:00Z',
    '--seed',
    '7',
    '--quiet',
  ])
})
afterAll(() => sandbox[Symbol.asyncDispose]())

/** A world of its own for a test. */
function inWorld(world: string) {
  const api = `${sandbox.url}/w/${world}/v1`
  const args = ['--world', world]
  return {
    client: new GatewayClient(api),
    run: (...words: readonly string[]) => sandbox.run([...words, ...args]),
    json: (...words: readonly string[]) => sandbox.json(...words, ...args),
  }
}

describe('wait and status', () => {
  test('wait and status with a ready file find its sandbox, and no other', async () => {
    await using folder = await scratchFolder()
    const file = folder.at('ready.json')
    const waiting = sandgate(['wait', '--timeout', '30s', '--ready-file', file])
    await using own = await CommandSandbox.start(['--ready-file', file])
    const { code, stdout } = await waiting
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(own.url) })
    const status = ['status', '--ready-file', file, '--json']
    const ended = await sandgate(status, { env: { SANDGATE_URL: NOWHERE } })
    expect(JSON.parse(ended.stdout)).toMatchObject({ url: own.url })

    const ready = JSON.parse(await readFile(file, 'utf8'))
    await folder.write('other.json', JSON.stringify({ ...ready, url: sandbox.url }))
    const other = ['--ready-file', folder.at('other.json')]
    const message = `Another sandbox responds at ${sandbox.url}, not the one that wrote ${other[1]}`
    expect(await sandgate(['status', ...other])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: `error: ${message}\n`,
    })
    expect(await sandgate(['wait', '--timeout', '2s', ...other])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: `error: The sandbox of ${other[1]} did not respond within 2s: ${message}\n`,
    })
  })

  test('a ready file that is missing or none is named', async () => {
    await using folder = await scratchFolder({ 'none.json': '{}' })
    const { path: cwd } = folder
    expect(await sandgate(['status', '--ready-file', 'no.json'], { cwd })).toMatchObject({
      code: 2,
      stderr: 'error: There is no file no.json; no sandbox wrote it\n',
    })
    expect(await sandgate(['wait', '--ready-file', 'none.json'], { cwd })).toMatchObject({
      code: 2,
      stderr: "error: none.json is not a ready file; pass the file of 'start --ready-file'\n",
    })
  })

  test('wait outlasts a start', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const waiting = sandgate(['wait', '--timeout', '30s', '--url', url])
    await using _later = await CommandSandbox.start(['--port', new URL(url).port])
    expect((await waiting).code).toBe(0)
  })

  test('wait gives up in time', async () => {
    expect(await sandgate(['wait', '--timeout', '300ms', '--url', NOWHERE])).toEqual({
      code: 3,
      signal: null,
      stdout: '',
      stderr: `error: No sandbox responded at ${NOWHERE} within 300ms; start one, pass --url or a longer --timeout\n`,
    })
  })

  test('status shows what runs, by --url, SANDGATE_URL, --world and SANDGATE_WORLD', async () => {
    const { client } = inWorld('looked-at')
    await client.purchase()
    const byOption = await sandgate(['status', '--url', sandbox.url, '--world', 'looked-at'])
    const env = { SANDGATE_WORLD: 'looked-at' }
    expect((await sandbox.run(['status'], { env })).stdout).toBe(byOption.stdout)
    const byAddress = { SANDGATE_URL: `${sandbox.url}/w/looked-at/v1/` }
    expect((await sandgate(['status'], { env: byAddress })).stdout).toBe(byOption.stdout)
    expect(byOption.stdout).toContain(`${sandbox.url}/w/looked-at/v1\n`)
    expect(byOption.stdout).toContain('2026-03-10T12:00:00+11:00, frozen\n')
    expect(byOption.stdout).toContain('0 customers, 0 tokens, 1 transaction\n')
  })
})

describe('the clock', () => {
  test('tells what is to come, and what happened on the way', async () => {
    const { client, run, json } = inWorld('debits')
    await sandbox.run(['world', 'create', 'debits'])
    expect((await run('clock', 'upcoming')).stdout).toBe('Nothing is scheduled.\n')
    await client.purchase(byDirectDebit())
    expect((await run('clock', 'upcoming')).stdout).toBe(
      [
        'at                   event         audit    reference     amount',
        '2026-03-13 09:00:00  debit clears  1000001  order 1    AUD 10.00',
        '',
      ].join('\n'),
    )
    expect((await run('clock')).stdout).toBe(
      '2026-03-10T12:00:00+11:00  frozen\nNext: debit clears, 1000001, order 1, AUD 10.00, at 2026-03-13T09:00:00+11:00.\n',
    )
    expect(await json('clock', 'advance', '1 banking day')).toEqual({
      now: '2026-03-11T01:00:00.000Z',
      fired: [],
    })
    expect((await run('clock', 'advance', 'P3D')).stdout).toBe(
      [
        'It is now 2026-03-14T12:00:00+11:00; this happened on the way:',
        'at                   event          audit    reference     amount  status',
        '2026-03-13 09:00:00  debit cleared  1000001  order 1    AUD 10.00  approved',
        '',
      ].join('\n'),
    )
    expect((await run('clock', 'advance', '90s')).stdout).toBe(
      'It is now 2026-03-14T12:01:30+11:00; nothing was due, and nothing is scheduled.\n',
    )
    expect((await run('clock', 'advance', '3', 'days')).stdout).toMatch(
      /^It is now 2026-03-17T12:01/,
    )
    expect((await run('clock', 'advance', '1 hour')).stdout).toMatch(/^It is now 2026-03-17T13:01/)
  })
})

describe('resolve and return', () => {
  test('move what can be moved, and say of each other why not, with exit code 1', async () => {
    const { client, run, json } = inWorld('by-hand')
    await client.purchase({ 'transaction.amount_details.total_amount': '9700099' })
    await client.purchase(byDirectDebit())
    expect((await run('transactions', '1000001')).stdout).toMatch(/ {2}will be decided, approved\n/)
    const resolved = await run('resolve', '1000001', '1000009', '--status', 'approved')
    expect(resolved).toMatchObject({
      code: 1,
      stdout: 'audit    status\n1000001  approved\n',
      stderr:
        "error: Could not resolve 1000009: there is no such transaction; 'npx sandgate transactions --world by-hand' lists what is there, with statuses\n",
    })
    expect(await run('settle', '1000001')).toMatchObject({
      code: 1,
      stdout: 'Nothing was settled.\n',
      stderr:
        "error: Could not settle 1000001: it is approved (card purchase), not a pending direct debit; 'npx sandgate transactions --world by-hand' lists what is there, with statuses\n",
    })
    await run('settle', '--all')
    expect(await run('settle', '--all')).toMatchObject({ code: 0 })
    expect(await json('return', '1000002', '--code', '4')).toEqual({
      returned: [{ audit: 1000002, status: 'declined' }],
      refused: [],
    })
    const history = (await run('transactions', '1000001')).stdout
    expect(history).toMatch(/ unknown +created\n/)
    expect(history).toMatch(/ unknown -> approved +by hand\n/)
  })
})
