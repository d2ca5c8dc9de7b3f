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
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { hasTerminal, Terminal } from '../support/outside/terminal.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const sandgate = `'${process.execPath}' '${binary}'`
const CTRL_C = '\u0003'
const { getColorDepth } = WriteStream.prototype
const terminal = { isTTY: true, columns: 80, getColorDepth } as const

function linesOf(text: string): readonly string[] {
  return stripVTControlCharacters(text).trimEnd().split('\n')
}

/** In any order, since the columns of a table wrap side by side. */
function wordsOf(text: string): readonly string[] {
  return stripVTControlCharacters(text)
    .replaceAll(' \\\n', '\n')
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
      expect(lines.filter((text) => [...text].length > columns)).toEqual([])
      expect(lines.length).toBeGreaterThan(1)
      expect(stdout).not.toContain('?[')
      if (!isHelp) expect(wordsOf(stdout)).toEqual(wordsOf(plain.stdout))
    }
  })

  test.each(['transactions', 'requests'])('%s gives each row one line', async (name) => {
    const { stdout: plain } = await sandbox.run([name])
    for (const columns of [60, 80, 140]) {
      const { stdout } = await sandbox.run([name], { terminal: { ...terminal, columns } })
      const lines = linesOf(stdout).filter((line) => /^ *\d/.test(line))
      expect(lines).toHaveLength(linesOf(plain).filter((line) => /^ *\d/.test(line)).length)
      expect(
        lines.filter(
          (line) => !/^ *\d+ .*(?:approved|declined|pending|unknown|error|voided)/.test(line),
        ),
      ).toEqual([])
      expect(lines.filter((line) => [...line].length > columns)).toEqual([])
    }
  })

  test('payments gives each row one line, with what was charged', async () => {
    for (const columns of [60, 80, 140]) {
      const { stdout } = await sandbox.run(['payments'], { terminal: { ...terminal, columns } })
      const [head = '', ...rows] = linesOf(stdout)
      expect(head).toMatch(/^id .* result +charged/)
      expect(rows.filter((line) => !/^(?:default-\d+-\d+|There are more) /.test(line))).toEqual([])
    }
  })

  test('payments of a world with a long name have one line each, and begin with their ids', async () => {
    const world = `shop-${'x'.repeat(35)}`
    const name = { 'transaction.reference': 'A-1001-OF-A-LONG-ORDER' }
    await new GatewayClient(`${sandbox.url}/w/${world}/v1`).purchase(name)
    for (const columns of [60, 80, 140]) {
      const words = ['payments', '--world', world]
      const { stdout } = await sandbox.run(words, { terminal: { ...terminal, columns } })
      const [heading, ...rows] = linesOf(stdout)
      expect(heading).toMatch(/^id .*result/)
      expect(rows).toEqual([expect.stringMatching(/^shop-x+…?x*-1-1 .*paid/)])
      expect(rows.filter((line) => [...line].length > columns)).toEqual([])
    }
  })

  test('narrow lists keep whole outcomes and times, and shorten references inside', async () => {
    const world = 'narrow'
    const client = new GatewayClient(`${sandbox.url}/w/${world}/v1`)
    const of = (reference: string) => ({ 'transaction.reference': reference })
    await client.purchase({ ...of('order-2026-000017-web'), ...cents(9_800_503) })
    await client
      .purchase({ ...of('order-2026-000018-web'), ...cents(9_800_000) })
      .catch(() => undefined)
    await client.purchase({ ...of('order-2026-000019-web'), ...cents(-1) })
    await client.purchase({ ...of('rent-1'), ...cents(9_700_099) })
    const shown = async (columns: number, ...words: string[]) => {
      const options = { terminal: { ...terminal, columns } }
      return linesOf((await sandbox.run([...words, '--world', world], options)).stdout)
    }
    for (const columns of [60, 70]) {
      const requests = await shown(columns, 'requests')
      expect(requests.slice(1)).toEqual([
        expect.stringMatching(/ order\S*7-web +503, processed$/),
        expect.stringMatching(/ order\S*8-web +lost, processed$/),
        expect.stringMatching(/ order\S*9-web +422 invalid_amount$/),
        expect.stringMatching(/ rent-1 +unknown$/),
      ])
      const upcoming = await shown(columns, 'clock', 'upcoming')
      expect(upcoming.slice(1)).toEqual([expect.stringMatching(/^03-10 12:00.* 97,000\.99$/)])
      expect([...requests, ...upcoming].filter((one) => [...one].length > columns)).toEqual([])
    }
  })

  test('each event of the clock has one line, and shows what happened to a payment', async () => {
    for (const columns of [60, 80, 140]) {
      const world = `events-${columns}`
      const client = new GatewayClient(`${sandbox.url}/w/${world}/v1`)
      const hold = { 'transaction.reference': 'BOOKING-618973-by-the-sea', ...cents(177_889) }
      await client.preauthorise(hold)
      await client.purchase({ ...byDirectDebit(), ...cents(20_429) })
      await client.purchase({ 'transaction.reference': 'rent-1', ...cents(9_700_099) })
      const shown = async (...words: string[]) => {
        const options = { terminal: { ...terminal, columns } }
        const { stdout } = await sandbox.run([...words, '--world', world], options)
        const lines = linesOf(stdout)
        expect(lines.filter((line) => [...line].length > columns)).toEqual([])
        return lines.slice(lines.findIndex((line) => line.startsWith('at ')) + 1)
      }
      expect(await shown('clock', 'upcoming')).toEqual([
        expect.stringMatching(/^\S*03-10.* 1000003 +rent-1 +97,000\.99$/),
        expect.stringMatching(/^\S*03-13.*clears +1000002 .* 204\.29$/),
        expect.stringMatching(/^\S*03-17.*expires +1000001 +BOOKI.*-sea +1,778\.89$/),
      ])
      expect(await shown('clock', 'advance', '8d')).toEqual([
        expect.stringMatching(/^\S*03-10.*now approved +1000003 +rent-1 +97,000\.99/),
        expect.stringMatching(/^\S*03-13.*cleared +1000002 .* 204\.29/),
        expect.stringMatching(/^\S*03-17.*expired +1000001 +BOOKI.*-sea +1,778\.89/),
      ])
      expect(await shown('transactions', '1000002')).toEqual([
        expect.stringMatching(/^\S*03-10\S* ?\S+ +pending +created$/),
        expect.stringMatching(/^\S*03-13\S* ?\S+ .*approved +as scheduled$/),
      ])
    }
  })

  test('a long unknown path takes no room from the time of requests, nor a code from a void', async () => {
    const world = 'paths'
    const client = new GatewayClient(`${sandbox.url}/w/${world}/v1`)
    const { body } = await client.purchase({ 'transaction.reference': 'A-1' })
    await client.void(body.audit)
    await fetch(`${client.api}/nowhere/${'and-on-'.repeat(20)}`)
    const options = { terminal: { ...terminal, columns: 140 } }
    const shown = async (name: string) =>
      linesOf((await sandbox.run([name, '--world', world], options)).stdout)
    const requests = await shown('requests')
    expect(requests[0]).toMatch(/^id +time +request /)
    expect(requests.join('\n')).toMatch(/ GET \/v1\/nowhere\/\S+… .*404 not_found/)
    expect(await shown('transactions')).toContainEqual(expect.stringMatching(/ voided +10\.00 /))
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
    // An address stays whole, so that it can be copied.
    const wide = lines.filter((text) => [...text].length > columns && text.trim().includes(' '))
    expect(wide).toEqual([])
    expect(lines).toContainEqual(expect.stringMatching(/^✓ {2,}approved-visa /))
    expect(lines).toContainEqual(expect.stringMatching(verdict))
    expect(lines).toContainEqual('sandgate: 3 requests')
    expect(screen).not.toContain('?[')
  })

  test.each([
    [
      60,
      [/^ {2}1\. \S+ {2}purchase {2}1000001 {2}the response was lost$/, /^ {34}after the money/],
    ],
    [80, [/^ {2}1\. \S+ {2}purchase {2}1000001 {2}the response was lost after the money moved$/]],
    [140, [/^ {2}1\. \S+ {2}purchase {2}\S+ {2}audit 1000001, request 1 {2}the .* \(connection/]],
  ])(
    'a step of a finding has its audit number before its words, at %i columns on one line',
    async (columns, first) => {
      await using terminal = new Terminal(
        `sh -c "stty cols ${columns}; ${sandgate} demo --exit"`,
        {},
      )
      await terminal.ended
      const { lines } = terminal
      const steps = lines.slice(
        lines.findIndex((text) => text.startsWith('  1. ')),
        lines.findIndex((text) => text.startsWith('  Charged twice')),
      )
      expect(steps).toEqual([
        ...first.map((pattern) => expect.stringMatching(pattern)),
        ...(columns === 60
          ? [expect.anything(), expect.anything()]
          : [expect.stringMatching(/^ {2}2\. .* approved, with no lookup in between$/)]),
      ])
      expect(steps.filter((text) => [...text].length > columns)).toEqual([])
    },
  )

  test('a long name beside a value fits 80 columns as well, and no letter is lost', async () => {
    const client = new GatewayClient(sandbox.api)
    const key = 'A.LONG.KEY.'.repeat(6).slice(0, 60)
    const { body } = await client.purchase({ kvps: { [key]: 'some value '.repeat(12).trim() } })
    const { code, stdout } = await sandbox.run(['transactions', String(body.audit)], { terminal })
    const lines = linesOf(stdout)
    expect(code).toBe(0)
    expect(lines.filter((text) => text.length > 80)).toEqual([])
    const first = lines.findIndex((text) => text.startsWith('kvp'))
    const rows = lines.slice(first, first + 4)
    expect(rows.map((row) => row.slice(0, 26).trim()).join('')).toBe(`kvp${key}`)
    expect(stdout.match(/\bsome\b/g)).toHaveLength(12)
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
    expect(lines.filter((line) => [...line].length > 80 && line.trim().includes(' '))).toEqual([])
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^purchase +AUD 98,000\.00 {2}\d+ {2}lost after processing \(reset\); /,
      ),
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
