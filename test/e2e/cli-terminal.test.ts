import { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { binary } from '../support/binary.ts'
import { CommandSandbox } from '../support/command.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { hasTerminal, Terminal } from '../support/outside/terminal.ts'

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
    'customers 1',
    'magic',
    'scenario show default',
    'coverage',
    'report',
    'requests 1',
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
