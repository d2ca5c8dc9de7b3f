import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

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
  test('wait says who responds', async () => {
    const { code, stdout } = await sandbox.run(['wait'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        `^The sandbox at ${sandbox.url} responds \\(sandgate .+\\)\\.\n$`,
      ),
    })
    expect(await sandbox.json('wait')).toMatchObject({ status: 'ok', world: 'default' })
  })

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
  test('is shown with and without a word', async () => {
    const { stdout } = await sandbox.run(['clock'])
    expect(stdout).toBe('2026-03-10T12:00:00+11:00  frozen\nNothing is scheduled.\n')
    expect((await sandbox.run(['clock', 'show'])).stdout).toBe(stdout)
    expect(await sandbox.json('clock')).toEqual({
      now: '2026-03-10T01:00:00.000Z',
      mode: 'frozen',
      next: null,
    })
  })

  test('tells what is to come, and what happened on the way', async () => {
    const { client, run, json } = inWorld('debits')
    await sandbox.run(['world', 'create', 'debits'])
    expect((await run('clock', 'upcoming')).stdout).toBe('Nothing is scheduled.\n')
    await client.purchase(byDirectDebit())
    expect((await run('clock', 'upcoming')).stdout).toBe(
      [
        'at                         event         audit    reference    AUD',
        '2026-03-13T09:00:00+11:00  debit clears  1000001  order 1    10.00',
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
        'at                         event          audit    reference    AUD  status',
        '2026-03-13T09:00:00+11:00  debit cleared  1000001  order 1    10.00  pending -> approved',
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

  test('warns in a year whose holidays are not known', async () => {
    const { run } = inWorld('far')
    const { stdout } = await run('clock', 'set', '2090-01-01')
    expect(stdout).toMatch(
      /nothing was due, and nothing is scheduled\.\nNo holidays are known for 2090: /,
    )
    const asked = await run('scenario', 'explain', '--at', '2091-12-25')
    expect(asked.stdout).toMatch(/^No holidays are known for 2091: /m)
    expect(await run('clock', 'set', '2091-02-30')).toMatchObject({
      code: 2,
      stderr: "error: Invalid instant '2091-02-30': there is no day 2091-02-30\n",
    })
  })

  test('is set forward, never back, and runs or is frozen', async () => {
    const { run, json } = inWorld('set')
    expect((await run('clock', 'set', '2026-04-01T00:00:00+11:00')).stdout).toBe(
      'It is now 2026-04-01T00:00:00+11:00; nothing was due, and nothing is scheduled.\n',
    )
    const back = await run('clock', 'set', '2026-03-01T00:00:00Z', '--json')
    expect(back).toMatchObject({ code: 1, stdout: '' })
    expect(back.stderr).toBe(
      "error: 2026-03-01T11:00:00+11:00 is before the sandbox's 2026-04-01T00:00:00+11:00; the clock only moves forward; to go back, reset or load a snapshot\n",
    )
    expect(await json('clock', 'resume')).toMatchObject({ mode: 'running' })
    expect(await json('clock', 'freeze')).toMatchObject({ mode: 'frozen' })
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

describe('settle and expire', () => {
  test('settle clears or returns pending debits, and counts what it found', async () => {
    const { client, run, json } = inWorld('settle')
    for (let i = 0; i < 6; i++) await client.purchase(byDirectDebit())
    expect(await json('settle', '1000005,1000006')).toEqual({
      settled: [5, 6].map((nth) => ({ audit: 1_000_000 + nth, status: 'approved' })),
    })
    expect(await json('settle', '1000001')).toEqual({
      settled: [{ audit: 1000001, status: 'approved' }],
    })
    expect(await json('settle', '1000002', '--declined')).toMatchObject({
      settled: [{ audit: 1000002, status: 'declined' }],
    })
    expect(await json('settle', '1000003', '--code', '3')).toMatchObject({
      settled: [{ audit: 1000003, status: 'declined' }],
    })
    expect((await client.lookup(1000003)).body.status.acquirer).toMatchObject({
      response_code: '3',
    })
    expect((await run('settle', '--all')).stdout).toBe('audit    status\n1000004  approved\n')
    expect(await run('settle', '--all')).toMatchObject({
      code: 0,
      stdout: 'Nothing was pending, so nothing was settled.\n',
    })
    const missing = await run('settle', '99', '--json')
    expect(missing.code).toBe(1)
    expect(JSON.parse(missing.stdout)).toEqual({
      settled: [],
      refused: [{ audit: 99, reason: 'there is no such transaction' }],
    })
  })

  test('expire forgets ids, so that they can be used again', async () => {
    const { client, run, json } = inWorld('expire')
    const id = { 'x-correlation-id': 'order-7' }
    await client.purchase({}, id)
    expect((await client.purchase({}, id)).status).toBe(409)
    expect((await run('expire', 'order-7')).stdout).toBe('Forgot 1 correlation id.\n')
    expect((await client.purchase({}, id)).status).toBe(200)
    expect(await json('expire', '--all')).toEqual({ expired: 1 })
    expect(await json('expire', 'order-7')).toEqual({ expired: 0 })
  })
})

describe('clock advance', () => {
  test('takes a duration of several words without quotes', async () => {
    const { json } = inWorld('unquoted')
    expect(await json('clock', 'advance', '2', 'banking', 'days')).toMatchObject({
      now: '2026-03-12T01:00:00.000Z',
    })
  })

  test('next goes to the next scheduled event, and fails where there is none', async () => {
    const { client, run, json } = inWorld('next')
    expect(await run('clock', 'advance', 'next')).toMatchObject({
      code: 0,
      stdout: 'Nothing is scheduled, so the clock stays where it is.\n',
    })
    await client.purchase(byDirectDebit())
    expect((await run('clock', 'advance', '1s')).stdout).toBe(
      'It is now 2026-03-10T12:00:01+11:00; nothing was due. Next: debit clears, 1000001, order 1, AUD 10.00, at 2026-03-13T09:00:00+11:00.\n',
    )
    expect(await json('clock', 'advance', 'next')).toMatchObject({
      now: '2026-03-12T22:00:00.000Z',
      fired: [{ event: 'cleared', audit: 1_000_001 }],
    })
  })

  test.each([
    [['2', 'bankin', 'days'], "Invalid duration '2 bankin days': a duration is 500ms, "],
    [['nxt'], "Invalid duration 'nxt': a duration is "],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await sandbox.run(['clock', 'advance', ...words])
    expect([code, stderr.includes(message)]).toEqual([2, true])
  })
})
