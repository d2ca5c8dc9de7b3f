import { resolve } from 'node:path'
import { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { usualFaults } from '../../src/judge/sweep/cells/fault.ts'
import { sweepDocument } from '../../src/judge/sweep/shown/sweep-document.ts'
import { sweepOf, sweptCell } from '../judge/support/test-sweep.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { binary } from '../support/binary.ts'
import { CommandSandbox } from '../support/command.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { hasTerminal, Terminal } from '../support/outside/terminal.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const sandgate = `'${process.execPath}' '${binary}'`
const CTRL_C = '\u0003'
const { getColorDepth } = WriteStream.prototype
const terminal = { isTTY: true, columns: 80, getColorDepth } as const

function linesOf(text: string): readonly string[] {
  return stripVTControlCharacters(text).trimEnd().split('\n')
}

/** Lines that are too long; an address or a command stays whole, so that it can be copied. */
function tooLong(lines: readonly string[], columns: number): readonly string[] {
  return lines.filter(
    (line) =>
      [...line].length > columns && line.trim().includes(' ') && !/npx sandgate /.test(line),
  )
}

/** In any order, since the columns of a table wrap side by side. */
function wordsOf(text: string): readonly string[] {
  return stripVTControlCharacters(text)
    .replaceAll(/ took$|(?:[\d,]+ ms|\d+\.\d s)$/gm, '')
    .split(/[\s/-]+/)
    .sort()
}

describe.runIf(hasTerminal)('in a terminal', () => {
  let sandbox: CommandSandbox
  beforeAll(async () => {
    sandbox = await CommandSandbox.start(['--quiet', '--clock', '2026-03-10T01:00:00Z'])
    await sandbox.json('seed', '--customers', '20', '--transactions', '150')
    const client = new GatewayClient(sandbox.api)
    const pan = 'transaction.payment_method.creditcard.pan'
    for (const card of ['4111111111111111', '4000000000000051'])
      await client.purchase({ [pan]: card })
  })
  afterAll(() => sandbox[Symbol.asyncDispose]())

  const inTerminal = (line: string, env: Readonly<Record<string, string>> = {}) =>
    new Terminal(`${sandgate} ${line}`, { SANDGATE_URL: sandbox.url, ...env })

  test.each([
    'transactions 1000001',
    'customers',
    'customers 1',
    'magic',
    'scenario list',
    'scenario show default',
    'scenario explain --pan 4000000000000051',
    'assumptions',
    'world list',
    'coverage',
    'report',
    'requests 1',
    'status',
    '--help',
    'start --help',
  ])('%s fits 80 and 140 columns, and no word is broken', async (line) => {
    const words = line.split(' ')
    const isHelp = line.endsWith('--help')
    const plain = await sandbox.run(words)
    for (const columns of [80, 140]) {
      const { code, stdout } = await sandbox.run(words, { terminal: { ...terminal, columns } })
      const lines = linesOf(stdout)
      expect(code).toBe(0)
      expect(tooLong(lines, columns)).toEqual([])
      expect(lines.length).toBeGreaterThan(1)
      expect(stdout).not.toContain('?[')
      if (!isHelp) expect(wordsOf(stdout)).toEqual(wordsOf(plain.stdout))
    }
  })

  test('lists fit the terminal, with texts wrapped in their columns', async () => {
    const world = 'narrow'
    const client = new GatewayClient(`${sandbox.url}/w/${world}/v1`)
    const of = (reference: string) => ({ 'transaction.reference': reference })
    await client.purchase({ ...of('order-2026-000017-web'), ...cents(9_800_503) })
    await client
      .purchase({ ...of('BOOKING-618973-by-the-sea'), ...cents(9_800_000) })
      .catch(() => undefined)
    await client.purchase({ ...of('rent-1'), ...cents(9_700_099) })
    await fetch(`${client.api}/nowhere/${'and-on-'.repeat(20)}`)
    const shown = async (columns: number, name: string) => {
      const words = [...name.split(' '), '--world', world]
      const lines = linesOf(
        (await sandbox.run(words, { terminal: { ...terminal, columns } })).stdout,
      )
      expect(tooLong(lines, columns), `${name} at ${columns}`).toEqual([])
      return lines
    }
    const requests = await shown(140, 'requests')
    expect(requests.slice(0, 2)).toEqual([
      expect.stringMatching(/^id +time +request +amount +reference +response +took$/),
      expect.stringMatching(/^ 1 .* order-2026-000017-web +503 after processing;/),
    ])
    for (const name of ['transactions', 'requests', 'payments', 'clock upcoming']) {
      await shown(60, name)
      await shown(80, name)
      await shown(140, name)
    }
  })

  test('report of a sweep begins with the verdict, and its grid fits the terminal', async () => {
    const names = ['purchase-1', 'purchase-2']
    const cells = names.flatMap((call) => usualFaults.map((fault) => ({ call, fault })))
    const swept = sweepOf(
      cells.map(({ call, fault }) =>
        sweptCell(`${call}/after/${fault}`, 'double_charge', { fault }),
      ),
    )
    await using folder = await scratchFolder({
      'sweep.json': JSON.stringify(sweepDocument(swept)),
    })
    const shown = async (columns: number) => {
      const words = ['report', folder.at('sweep.json')]
      const { stdout } = await sandbox.run(words, { terminal: { ...terminal, columns } })
      return linesOf(stdout)
    }
    const wide = await shown(80)
    expect(wide[0]).toMatch(/^Unsafe: 20 cells/)
    expect(wide.filter((line) => /^purchase-\d/.test(line))).toEqual(
      names.map((name) => expect.stringMatching(new RegExp(`^${name}(?: +D){10}$`))),
    )
    const narrow = await shown(60)
    expect(narrow[0]).toMatch(/^Unsafe: 20 cells/)
    expect(narrow.filter((line) => /^purchase-\d/.test(line))).toEqual(
      names.map((name) => expect.stringMatching(new RegExp(`^${name} +DOUBLE CHARGE: http`))),
    )
  })

  test.each([
    [80, `${sandgate} demo --exit;`, /^ERROR {3}Double charge /],
    [140, '', /^Untested: no response was lost, so your recovery code never ran/],
  ])('what runs a client fits a terminal of %i columns', async (columns, demo, verdict) => {
    const shop = `'${process.execPath}' '${resolve('examples/clients/naive.mjs')}'`
    const line = `${sandgate} coverage; ${demo} ${sandgate} exec -- ${shop}`
    await using terminal = new Terminal(`sh -c "stty cols ${columns}; ${line}"`, {
      SANDGATE_URL: sandbox.url,
    })
    await terminal.ended
    const { lines, screen } = terminal
    expect(tooLong(lines, columns)).toEqual([])
    expect(lines).toContainEqual(expect.stringMatching(/^✓ {2,}approved-visa /))
    expect(lines).toContainEqual(expect.stringMatching(verdict))
    expect(lines).toContainEqual('sandgate: 3 requests')
    expect(screen).not.toContain('?[')
  })

  test('a terminal that knows no width gets the usual one', async () => {
    const line = `sh -c "stty cols 0; exec ${sandgate} magic"`
    await using nameless = new Terminal(line, { SANDGATE_URL: sandbox.url })
    await using usual = inTerminal('magic')
    expect([await nameless.ended, await usual.ended]).toEqual([0, 0])
    expect(nameless.lines).toEqual(usual.lines)
  })

  test('statuses have colours, unless NO_COLOR is set', async () => {
    await using coloured = inTerminal('requests')
    await using plain = inTerminal('requests', { NO_COLOR: '1' })
    expect([await coloured.ended, await plain.ended]).toEqual([0, 0])
    expect(coloured.screen).toContain('\u001b[32mapproved')
    // As on the pages, a decline is ordinary.
    expect(coloured.screen).toMatch(/ declined 51/)
    expect(plain.screen).toMatch(/declined +51/)
    expect(plain.screen).not.toContain('\u001b')
  })

  test('seeding shows how far it is', async () => {
    await using terminal = inTerminal('seed --customers 3000 --transactions 9000')
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen).toMatch(/\rSeeding \[#+-*\] \d+%/)
    expect(terminal.lines.at(-1)).toMatch(/^Made 3,000 customers, /)
  })

  test('start shows each request and finding as it comes, and Ctrl-C ends it with the verdict', async () => {
    await using terminal = new Terminal(`${sandgate} start --port 0 --memory`, {})
    await terminal.showing('Ctrl-C stops the sandbox.')
    const [api = ''] = /http:\S+\/v1/.exec(stripVTControlCharacters(terminal.screen)) ?? []
    const client = new GatewayClient(api)
    const reference = { 'transaction.reference': '0f8fad5b-d9cb-469f-a165-70867728950e' }
    await client.purchase({ ...cents(9_800_000), ...reference }).catch(() => undefined)
    await client.purchase({ ...cents(9_800_000), ...reference }).catch(() => undefined)
    await terminal.showing('Double charge')
    await terminal.showing('/_sandbox/payments/default-1-1')
    terminal.type(CTRL_C)
    expect(await terminal.ended).toBe(0)
    const { lines, screen } = terminal
    expect(tooLong(lines, 80)).toEqual([])
    expect(lines.join(' ')).toMatch(
      /purchase +AUD 98,000\.00 {2}\d+ {2}lost after processing \(reset\); /,
    )
    expect(screen).toContain('0f8fad5b…7728950e')
    expect(screen).not.toContain('?[')
    const end = lines.slice(-2).join(' ')
    expect(end).toMatch(/Stopped\. Unsafe: 1 double charge, AUD 98,000\.00 overcharged; 1 /)
  })

  test('Ctrl-C reaches the command under exec once, not twice', async () => {
    await using folder = await scratchFolder({
      'count.mjs': `
        let times = 0
        process.on('SIGINT', () => {
          times += 1
          setTimeout(() => { console.log(\`got \${times}\`); process.exit(7) }, 300)
        })
        setInterval(() => undefined, 1000)
        console.log('ready')
      `,
    })
    const command = `'${process.execPath}' '${folder.at('count.mjs')}'`
    await using terminal = new Terminal(`${sandgate} exec --quiet -- ${command}`, {})
    await terminal.showing('ready')
    terminal.type(CTRL_C)
    expect([await terminal.ended, terminal.lines]).toEqual([7, ['ready', 'got 1']])
  })
})
