import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runBinary } from '../support/binary.ts'
import { Command, sandgate } from '../support/command.ts'
import { inlineScript } from '../support/inline-script.ts'

/** What the shop does; tests change it as a programmer changes code. */
interface Shop {
  orders: string[]
  amount: string
  /** The faults after which it searches before it pays again. */
  careful: string[]
  runs: number
}

const shop: Shop = Object.assign(globalThis, {
  loopShop: { orders: [], amount: '', careful: [], runs: 0 } as Shop,
}).loopShop

const source = `
const shop = globalThis.loopShop
shop.runs += 1
const { SANDGATE_API: api } = process.env
let n = 0
const send = (id, reference) => fetch(api + '/transactions/purchase', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-correlation-id': id },
  body: JSON.stringify({ merchant: { id: 1 }, transaction: { reference,
    amount_details: { total_amount: shop.amount, currency: 'AUD' },
    payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } } } }),
})
for (const reference of shop.orders) {
  for (let isPaid = false; !isPaid; ) {
    const id = 'id-' + process.pid + '-' + (n += 1)
    const lost = await send(id, reference).then((got) => got.ok ? undefined : 'http', () => 'reset')
    const isAsked = lost !== undefined && shop.careful.includes(lost)
    const search = api + '/transactions?merchant_id=1&correlation_id_lookup=' + id
    const found = isAsked ? (await fetch(search).then((got) => got.json())).results : []
    isPaid = lost === undefined || found.length > 0
  }
}
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'last-failed-'))
  Object.assign(shop, { orders: ['A-1', 'A-2'], amount: '1995', careful: [], runs: 0 })
})
afterEach(async () => {
  await rm(folder, { recursive: true, maxRetries: 10 })
})

const command = inlineScript(source, 'loop')
const kept = () => path.join(folder, '.sandgate', 'last-sweep.json')

/** At a desk, where sweeps are kept; no Node starts, and so no shop of the self-check. */
const desk = { CI: '', NODE_OPTIONS: '--no-such-option' }

/** A sweep, and how often it ran the command. */
async function sweep(
  options: readonly string[],
  words = command,
  env: Readonly<Record<string, string>> = desk,
) {
  const before = shop.runs
  const args = ['sweep', ...options, '--', ...words]
  const { code, stdout, stderr } = await sandgate(args, { cwd: folder, env })
  return { code, stdout, stderr, runs: shop.runs - before }
}

/** Four cells at depth 1. */
const few = ['--at', 'after', '--faults', 'http,reset', '--depth', '1']

/** The names of the cells that a sweep ran, from what it printed with `--json`. */
function cellsIn(stdout: string): Readonly<Record<string, string>> {
  const { cells }: { cells: { name: string; result: string }[] } = JSON.parse(stdout)
  return Object.fromEntries(cells.map(({ name, result }) => [name, result]))
}

test('only the cells that failed run again, without baseline runs', async () => {
  const first = await sweep(few)
  expect([first.code, first.runs]).toEqual([4, 2 + 4])
  expect(first.stdout).toContain(
    'After a fix, only the cells that failed: npx sandgate sweep --last-failed -- bash -c ',
  )
  shop.careful = ['http']
  const second = await sweep(['--last-failed'])
  expect([second.code, second.runs]).toEqual([4, 4])
  expect(second.stderr).toMatch(/^Sweep: baseline runs of \d{4}-\d\d-\d\d [\d:]{8} in Sydney\n/)
  expect(second.stdout).toMatch(/\nBaseline runs: those of \d{4}-\d\d-\d\d [\d:]{8} in Sydney\n/)
  // The rows of kept baseline runs say what was paid, too.
  expect(second.stdout).toMatch(/^purchase-1 {2}A-1, AUD 19\.95 .* D$/m)
  expect(second.stdout).toContain('\nNot tried\n  the other cells (without --last-failed)\n')
  shop.careful = ['http', 'reset']
  const third = await sweep(['--last-failed', '--json'])
  expect(cellsIn(third.stdout)).toEqual({
    'purchase-1/after/reset': 'safe',
    'purchase-2/after/reset': 'safe',
  })
  expect([third.code, third.runs]).toEqual([0, 2])
  const none = await sweep(['--last-failed'])
  expect(none).toMatchObject({ code: 2, stdout: '', runs: 0 })
  expect(none.stderr).toContain(
    'error: No cell failed in the last sweep of this folder; for the whole sweep: npx sandgate sweep --at after --faults http,reset --depth 1 -- bash',
  )
}, 60_000)

test('the last line is the command for the whole sweep', async () => {
  await sweep([...few, '--unique-references'])
  shop.careful = ['http', 'reset']
  const { stdout } = await sweep(['--last-failed', '--report', 'again.json'])
  expect(stdout.split('\n').filter((line) => /^(?:Report|For the)/.test(line))).toEqual([
    'Report written: again.json',
    expect.stringMatching(
      /^For the whole sweep: npx sandgate sweep --at after --faults http,reset --depth 1 --unique-references -- bash -c /,
    ),
  ])
}, 60_000)

test('cells that fail only with --strict fail again without naming it', async () => {
  await sweep([...few, '--strict', '--report', 'sweep.json'])
  for (const from of [[], ['sweep.json']]) {
    const { stdout } = await sweep(['--last-failed', ...from, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ strict: true, options: { strict: true } })
  }
  const { stdout, runs } = await sweep(['--last-failed'])
  expect([runs, stdout]).toEqual([
    4,
    expect.stringMatching(/\nFor the whole sweep: .* --strict -- /),
  ])
  const { stdout: list } = await sweep([...few, '--list', '--json'])
  await writeFile(path.join(folder, 'cells.json'), list)
  expect((await sweep(['--cells', 'cells.json', '--strict'])).stderr).toMatch(/^Sweep: 4 cells/)
}, 60_000)

test.each<[string, Partial<Shop>]>([
  ['another amount', { amount: '2995' }],
  ['one order more', { orders: ['A-1', 'A-2', 'A-3'] }],
  ['one order less', { orders: ['A-1'] }],
])(
  '%s than in the kept baseline runs leads to new baseline runs',
  async (_what, change) => {
    await sweep([...few, '--only', 'purchase-1/after/reset'])
    Object.assign(shop, { careful: ['http', 'reset'], ...change })
    const { code, runs, stdout, stderr } = await sweep(['--last-failed', '--jobs', '1'])
    expect(stderr).toContain(
      'Sweep: the calls of your command have changed since then: new baseline runs',
    )
    expect([code, runs]).toEqual([0, 1 + 2 + 1])
    expect(stdout).toMatch(/^Safe: 1 cell; not tried: the other cells/m)
    expect(stdout).not.toContain('Baseline runs:')
  },
  60_000,
)

test('open shows the grid of the last sweep, with the cells that ran again since', async () => {
  const opened = async () => {
    await using page = new Command(['open'], { cwd: folder })
    const url = await page.printing(/^Page: (\S+)$/m)
    const text = await (await fetch(url.replace(/^Page: /, ''))).text()
    const { stdout, stderr } = await page.interrupt()
    return { line: stdout.split('\n')[0], stderr, text }
  }
  await sweep(few)
  const before = await opened()
  expect(before).toMatchObject({ line: expect.stringMatching(/^Unsafe: 4 cells\./), stderr: '' })
  expect(before.text).toContain('purchase-1')
  shop.careful = ['http']
  await sweep(['--only', 'purchase-1/after/http'])
  expect((await opened()).line).toMatch(/^Unsafe: 3 of 4 cells\. .*; 1 safe$/)
  // A run of exec is newer.
  await sandgate(['exec', '--', ...command], { cwd: folder, env: desk })
  await using run = new Command(['open'], { cwd: folder })
  await run.printing(/^Dashboard: /m)
  expect((await run.interrupt()).stderr).toContain(
    `For the last sweep: npx sandgate open ${path.join('.sandgate', 'last-sweep-report.json')}\n`,
  )
}, 60_000)

test('a cell of a call that the command no longer makes is refused', async () => {
  await sweep([...few, '--only', 'purchase-2'])
  shop.orders = ['A-1']
  const { code, stdout, stderr } = await sweep(['--last-failed'])
  expect([code, stdout]).toEqual([2, ''])
  // Two cells are run at a time, and the first of them is named.
  expect(stderr).toMatch(
    /error: The earlier sweep had a cell that your command no longer has; run the whole sweep: There is no cell 'purchase-2\/after\/(?:http|reset)'; the calls are purchase-1/,
  )
}, 60_000)

test('a cell whose name stands for another order now is refused', async () => {
  await sweep([...few, '--only', 'purchase-1', '--report', 'sweep.json'])
  Object.assign(shop, { orders: ['B-1', 'A-2'], careful: ['http', 'reset'] })
  for (const from of [[], ['sweep.json']]) {
    const { code, stdout, stderr } = await sweep(['--last-failed', ...from])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(
      /\nerror: The earlier sweep had a cell .*; run the whole sweep: purchase-1 was A-1, and is A-2 now\n$/,
    )
  }
  // With another reference, it is still the first order.
  shop.orders = ['A-0', 'A-2']
  expect((await sweep(['--last-failed'])).code).toBe(0)
}, 60_000)

test('--only uses the kept baseline runs too, and changes only its own results', async () => {
  await sweep(few)
  shop.careful = ['http', 'reset']
  const only = await sweep(['--only', 'purchase-1/after/reset'])
  expect([only.code, only.runs]).toEqual([0, 1])
  const rest = await sweep(['--last-failed', '--json'])
  expect(Object.keys(cellsIn(rest.stdout)).sort()).toEqual([
    'purchase-1/after/http',
    'purchase-2/after/http',
    'purchase-2/after/reset',
  ])
}, 60_000)

test.each([
  ['the config', ['--unique-references']],
  ['the seed', ['--seed', '7']],
])(
  'other options for the sandbox lead to new baseline runs: %s',
  async (_what, options) => {
    await sweep([...few, '--only', 'purchase-1/after/reset'])
    const { runs } = await sweep(['--last-failed', ...options])
    expect(runs).toBe(2 + 1)
  },
  60_000,
)

test('a changed config or scenario file leads to new baseline runs', async () => {
  const config = path.join(folder, 'sandgate.config.yaml')
  const scenario = path.join(folder, 'own.yaml')
  await writeFile(config, 'report: { unique_references: true }\n')
  const rule =
    '  - when: { reference: none }\n    outcome: { status: declined, response_code: "51" }\n'
  await writeFile(scenario, `name: own\nrules:\n${rule}`)
  const cell = ['--only', 'purchase-1/after/reset', '--scenario', 'own.yaml']
  expect((await sweep(cell)).runs).toBe(2 + 1)
  expect((await sweep(cell)).runs).toBe(1)
  await writeFile(config, 'report: { unique_references: false }\n')
  expect((await sweep(cell)).runs).toBe(2 + 1)
  await writeFile(scenario, `name: own\nrules:\n${rule.replace('51', '61')}`)
  expect((await sweep(cell)).runs).toBe(2 + 1)
}, 60_000)

test('what is wrong without any fault is looked at again', async () => {
  shop.orders = ['A-1', 'A-1']
  await sweep([...few, '--unique-references'])
  shop.orders = ['A-1', 'A-2']
  shop.careful = ['http', 'reset']
  const { code, stdout } = await sweep(['--last-failed'])
  expect(code).toBe(0)
  expect(stdout).not.toContain('without any fault')
}, 60_000)

test('shards in one folder are one sweep, and the failed cells can be divided', async () => {
  for (const shard of ['1/2', '2/2']) await sweep([...few, '--shard', shard])
  const parts = []
  for (const shard of ['1/3', '2/3', '3/3']) {
    const { stdout, runs } = await sweep(['--last-failed', '--shard', shard, '--json'])
    const names = Object.keys(cellsIn(stdout))
    expect(runs).toBe(names.length)
    parts.push(...names)
  }
  expect(parts.sort()).toEqual([
    'purchase-1/after/http',
    'purchase-1/after/reset',
    'purchase-2/after/http',
    'purchase-2/after/reset',
  ])
}, 60_000)

test('a list of cells brings its options, and its sweep is kept', async () => {
  const { stdout: list } = await sweep([...few, '--list', '--json'])
  await writeFile(path.join(folder, 'cells.json'), list)
  const whole = await sweep(['--cells', 'cells.json', '--faults', 'http,reset'])
  expect([whole.code, whole.runs]).toEqual([4, 4])
  shop.careful = ['http', 'reset']
  const again = await sweep(['--last-failed'])
  expect([again.code, again.runs]).toEqual([0, 4])
}, 60_000)

test('a list of cells has names in snake case, and the words charged and refunded', async () => {
  const { stdout } = await sweep([...few, '--list', '--json'])
  const names = [...stdout.matchAll(/"(\w+)":/g)].map(([, name = '']) => name)
  expect(names.filter((name) => /[A-Z]/.test(name))).toEqual([])
  const { baseline } = JSON.parse(stdout)
  const purchase = { charged: 1995, held: 0, refunded: 0, ever_charged: 1995 }
  expect(baseline).toMatchObject({
    money: [{ calls: [{ effect: purchase }, {}] }, {}],
    calls: [{ representative: true, plain: true }, {}],
    unsteady: false,
    books_compared: false,
    duration_ms: expect.any(Number),
  })
}, 60_000)

test('what a list of cells brings keeps its date', async () => {
  const { stdout } = await sweep([...few, '--list', '--json'])
  const { checksum: _checksum, ...list } = JSON.parse(stdout)
  const self_check = { naive: { cells: 2, found: 2 }, careful: { cells: 2, blamed: 0 } }
  const earlier = { ...list, self_check, made_at: '2026-01-02T03:04:05.000Z' }
  await writeFile(path.join(folder, 'cells.json'), sealed(earlier))
  await sweep(['--cells', 'cells.json'])
  const again = await sweep(['--last-failed'])
  expect(again.stdout).toContain('\nSelf-check of 2026-01-02 14:04:05 in Sydney: the naive shop')
  expect(again.stdout).toContain('\nBaseline runs: those of 2026-01-02 14:04:05 in Sydney\n')
}, 60_000)

test.each([
  [['--faults', 'http'], 'cells.json was made with --faults http,reset: leave --faults out'],
  [['--depth', '2'], 'cells.json was made with --depth 1: leave --depth out'],
  [['--quick'], 'cells.json was made without --quick: leave --quick out'],
  [['--seed', '2'], 'cells.json was made with --seed 3: leave --seed out'],
  [[], "cells.json was made with --recover 'node later.mjs': pass it again"],
  [
    ['--recover', 'node sooner.mjs'],
    "cells.json was made with --recover 'node later.mjs': leave --recover out",
  ],
])('%j beside a list of cells that says otherwise is refused', async (options, reason) => {
  const made = ['--crash', '--recover', 'node later.mjs', '--seed', '3']
  const { stdout } = await sweep([...few, ...made, '--list', '--json'])
  await writeFile(path.join(folder, 'cells.json'), stdout)
  const given = options[0] === '--recover' || options.length === 0 ? [] : made.slice(1, 3)
  const refused = await sweep(['--cells', 'cells.json', ...given, ...options])
  expect(refused).toEqual({ code: 2, stdout: '', stderr: `error: ${reason}\n`, runs: 0 })
})

test('a report names the cells that failed and the options of its sweep', async () => {
  const ci = { ...desk, CI: 'true' }
  await sweep([...few, '--seed', '3', '--report', 'sweep.json'], command, ci)
  shop.careful = ['http']
  // What is kept in the folder has other options, which do not count.
  await sweep(['--at', 'before', '--faults', 'busy', '--depth', '1'])
  const { code, runs, stdout } = await sweep(['--last-failed', 'sweep.json'])
  expect([code, runs]).toEqual([4, 2 + 4])
  const whole = 'npx sandgate sweep --at after --faults http,reset --depth 1 --seed 3 -- bash -c '
  expect(stdout).toContain(`For the whole sweep: ${whole}`)
  shop.careful = ['http', 'reset']
  expect(await sweep(['--last-failed', 'sweep.json'])).toMatchObject({ code: 0, runs: 4 })
}, 60_000)

test('a report names no command: it has to be passed again', async () => {
  await sweep([...few, '--crash', '--recover', 'true', '--report', 'sweep.json'])
  const name = ['--last-failed', 'sweep.json']
  expect(await sweep(name)).toMatchObject({
    code: 2,
    stderr: 'error: sweep.json was made with --recover true: pass it again\n',
  })
  const { code, stdout } = await sweep([...name, '--recover', 'true'])
  expect([code, stdout]).toEqual([4, expect.stringContaining('--crash --recover true -- bash')])
}, 60_000)

test('a report whose options were edited is refused', async () => {
  await sweep([...few, '--seed', '3', '--report', 'sweep.json'])
  const report = JSON.parse(await readFile(path.join(folder, 'sweep.json'), 'utf8'))
  const options = { ...report.options, seed: 'three' }
  await writeFile(path.join(folder, 'edited.json'), JSON.stringify({ ...report, options }))
  const { code, stderr } = await sweep(['--last-failed', 'edited.json'])
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^error: Invalid --seed 'three': it must be /),
  ])
}, 60_000)

test('no file of a sweep has a whole card number of its options', async () => {
  const number = '4532015112830366'
  const options = ['--crash', '--recover', `true ${number}`]
  await sweep([...few, ...options, '--report', 'sweep.json'])
  const files = ['sweep.json', '.sandgate/last-sweep.json', '.sandgate/last-sweep-report.json']
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8'))
  expect(texts.filter((text) => text.includes(number))).toEqual([])
  for (const from of [[], ['sweep.json']]) {
    const { code, stderr } = await sweep(['--last-failed', ...from, ...options.slice(1)])
    expect([code, stderr]).toEqual([4, expect.not.stringContaining(number)])
  }
}, 60_000)

test('a report of something else is refused', async () => {
  await sweep([...few, '--report', 'sweep.json'])
  const exec = ['exec', '--report', 'run.json', '--', ...command]
  await sandgate(exec, { cwd: folder, env: desk })
  await writeFile(path.join(folder, 'list.json'), '{"cells":[]}')
  shop.careful = ['http', 'reset']
  await sweep([...few, '--report', 'safe.json'])
  const refusals: readonly (readonly [readonly string[], readonly string[], string])[] = [
    [['--last-failed', 'none.json'], command, 'There is no report none.json; check its path'],
    [
      ['--last-failed', 'list.json'],
      command,
      'list.json is not a report: pass one of sweep --report sweep.json',
    ],
    [['--last-failed', 'run.json'], command, 'run.json is the report of a run: pass one of sweep'],
    [['--last-failed', 'safe.json'], command, 'No cell of safe.json failed; for the whole sweep: '],
    [['--last-failed', 'sweep.json'], ['npm', 'test'], "sweep.json is a sweep of 'bash -c "],
    [
      ['--last-failed', 'sweep.json', '--quick'],
      command,
      'sweep.json was made without --quick: leave --quick out',
    ],
    [
      ['--last-failed', 'sweep.json', '--crash'],
      command,
      'sweep.json was made without --crash: leave --crash out',
    ],
  ]
  for (const [options, words, reason] of refusals) {
    const { code, stdout, stderr, runs } = await sweep(options, words)
    expect([code, stdout, runs]).toEqual([2, '', 0])
    expect(stderr).toContain(`error: ${reason}`)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  }
}, 60_000)

test('--last-failed does not take the first word of the command for its report', async () => {
  const { code, stderr } = await sandgate(['sweep', '--last-failed', 'npm', 'test'])
  expect([code, stderr]).toEqual([
    2,
    "error: Invalid --last-failed 'npm': a report of a sweep ends with .json; write -- in front of your command\n",
  ])
})

test('without an earlier sweep there is nothing to run', async () => {
  const none = await sweep(['--last-failed'], ['npm', 'test'])
  expect(none).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'error: There is no earlier sweep in this folder; run one first: npx sandgate sweep -- npm test\n',
    runs: 0,
  })
  const ci = await sweep(['--last-failed'], ['npm', 'test'], { CI: 'true' })
  expect(ci.stderr).toBe(
    'error: There is no earlier sweep in this folder, and none is kept in CI: pass its report: --last-failed sweep.json\n',
  )
  expect(ci.code).toBe(2)
})

test('the sweep of another command, or of a recovery that is not given, is refused', async () => {
  await sweep([...few, '--crash', '--recover', 'true'])
  const other = await sweep(['--last-failed'], ['npm', 'test'])
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^error: The last sweep of this folder was of 'bash .*', not of 'npm test'; for this one: npx sandgate sweep -- npm test\n$/,
    ),
  ])
  const without = await sweep(['--last-failed'])
  expect([without.code, without.stderr]).toEqual([
    2,
    'error: The last sweep of this folder was made with --recover true: pass it again\n',
  ])
}, 60_000)

test.each([
  [['--only', 'purchase-1'], '--last-failed names the cells already: leave --only out'],
  [['--cells', 'cells.json'], '--last-failed names the cells already: leave --cells out'],
  [['--list'], '--list lists every cell: leave --last-failed out'],
])('--last-failed with %j is refused', async (options, reason) => {
  const { code, stderr } = await sweep(['--last-failed', ...options])
  expect([code, stderr]).toEqual([2, `error: ${reason}\n`])
})

/** A document with the checksum that it would have. */
function sealed(document: object): string {
  const sum = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)
  return JSON.stringify({ ...document, checksum: sum })
}

test('a damaged or hostile kept sweep is refused by its name, and replaced by the next sweep', async () => {
  await sweep([...few, '--only', 'purchase-1/after/reset'])
  const text = await readFile(kept(), 'utf8')
  const { checksum: _checksum, ...document } = JSON.parse(text)
  const { baseline } = document
  const name = '.sandgate/last-sweep.json'
  const again = 'run the whole sweep again'
  const files: readonly (readonly [string, string])[] = [
    ['', `${name} is not a kept sweep: ${again}`],
    ['null', `${name} is not a kept sweep: ${again}`],
    [
      text.slice(0, -20),
      `${name}:1:${text.length - 19}: this is not JSON: it ends in the middle; ${again}`,
    ],
    [text.replace('double_charge', 'safe'), `${name} was changed by hand: ${again}`],
    [sealed({ ...document, results: 5 }), `${name} is damaged: ${again}`],
    [sealed({ ...document, baseline: { ...baseline, money: [] } }), `${name} is damaged: ${again}`],
    [
      sealed({ ...document, options: { ...document.options, faults: ['smoke'] } }),
      `${name} is damaged: ${again}`,
    ],
    [
      sealed({ ...document, version: '0.0.1\u001b[2J' }),
      `${name} was made by Sandgate 0.0.1?[2J, not 1.0.0: ${again}`,
    ],
  ]
  for (const [content, reason] of files) {
    await writeFile(kept(), content)
    const { code, stderr, runs } = await sweep(['--last-failed'])
    expect([code, stderr, runs]).toEqual([2, `error: ${reason}\n`, 0])
  }
  expect((await sweep(['--only', 'purchase-1/after/reset'])).runs).toBe(2 + 1)
  expect((await sweep(['--last-failed'])).runs).toBe(1)
}, 60_000)

test.skipIf(process.platform === 'win32')(
  'a kept sweep is private, and no link is followed',
  async () => {
    await sweep([...few, '--only', 'purchase-1/after/reset'])
    expect((await stat(kept())).mode & 0o777).toBe(0o600)
    const secret = path.join(folder, 'secret')
    await writeFile(secret, 'mine')
    await rm(kept())
    await symlink(secret, kept())
    const refused = await sweep(['--last-failed'])
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'error: .sandgate/last-sweep.json is a link, not a file; move it away\n',
    ])
    await sweep([...few, '--only', 'purchase-1/after/reset'])
    expect(await readFile(secret, 'utf8')).toBe('mine')
    expect((await lstat(kept())).isFile()).toBe(true)
  },
  60_000,
)

test('a cell of a fault that was not chosen can be repeated by its name', async () => {
  shop.orders = ['A-1']
  shop.careful = ['http', 'reset']
  const cells = ['purchase-1/before/delayed', 'purchase-1/after/reset+search-1/hang']
  for (const cell of cells) {
    const { stderr } = await sweep(['--only', cell, '--time-limit', '1ms'])
    expect(stderr).not.toContain('There is no cell')
  }
}, 60_000)

test('the self-check of the kept sweep counts, with its date', async () => {
  const file = path.join(folder, 'shop.mjs')
  const clients = path.resolve(import.meta.dirname, '../../examples/clients')
  await writeFile(file, `await import(${JSON.stringify(path.join(clients, 'naive.mjs'))})\n`)
  const words = ['--', process.execPath, file]
  const place = { cwd: folder, env: { CI: '', SHOP_TIME_OUT_MS: '4000' } }
  const only = ['--only', 'purchase-1/after/reset']
  const first = await runBinary(['sweep', ...only, ...words], place)
  expect(first.stdout).toContain('\nSelf-check: the naive shop was reported in 2 of 2 cells')
  const again = await runBinary(['sweep', '--last-failed', '--json', ...words], place)
  expect(JSON.parse(again.stdout)).toMatchObject({
    baseline: { made_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    self_check: {
      naive: { cells: 2, found: 2 },
      careful: { cells: 2, blamed: 0 },
      made_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  })
  const text = await runBinary(['sweep', '--last-failed', ...words], place)
  const [, checked] =
    /\nSelf-check of (\d{4}-\d\d-\d\d [\d:]{8} in Sydney): the naive shop was reported in 2 of 2 cells/.exec(
      text.stdout,
    ) ?? []
  const [, runs] = /\nBaseline runs: those of (.*)\n/.exec(text.stdout) ?? []
  expect(text.stderr.split('\n')[0]).toBe(
    `Sweep: baseline runs of ${runs}, self-check of ${checked}`,
  )
}, 120_000)
