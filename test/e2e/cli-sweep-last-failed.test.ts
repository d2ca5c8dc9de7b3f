import { lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Command, sandgate } from '../support/command.ts'
import { inlineScript } from '../support/inline-script.ts'

/** What the shop does; tests change it as a programmer changes code. */
interface Shop {
  orders: string[]
  amount: string
  /** The faults after which it searches before it pays again. */
  careful: string[]
  runs: number
  active: number
  /** How many of its runs were active at the same time. */
  mostActive: number
  exitCode: number
}

const shop: Shop = Object.assign(globalThis, { loopShop: {} as Shop }).loopShop

const source = `
const shop = globalThis.loopShop
shop.runs += 1
shop.active += 1
shop.mostActive = Math.max(shop.active, shop.mostActive)
const { SANDGATE_API: api } = process.env
let n = 0
const send = (id, reference) => fetch(api + '/transactions/purchase', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-correlation-id': id },
  body: JSON.stringify({ merchant: { id: 1 }, transaction: { reference,
    amount_details: { total_amount: shop.amount || String(1000 + shop.runs), currency: 'AUD' },
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
shop.active -= 1
process.exitCode = shop.exitCode
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'last-failed-'))
  Object.assign(shop, { orders: ['A-1', 'A-2'], amount: '1995', careful: [] })
  Object.assign(shop, { runs: 0, active: 0, mostActive: 0, exitCode: 0 })
})
afterEach(async () => {
  await rm(folder, { recursive: true, maxRetries: 10 })
})

const command = inlineScript(source, 'loop')
const kept = () => path.join(folder, '.sandgate', 'last-sweep.json')

/** At a desk, where sweeps are kept. */
const desk = { CI: '' }

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

/** The results of the cells that a sweep ran, from what it printed with `--json`. */
function cellsIn(stdout: string): Readonly<Record<string, string>> {
  const { cells }: { cells: { name: string; result: string }[] } = JSON.parse(stdout)
  return Object.fromEntries(cells.map(({ name, result }) => [name, result]))
}

test('only the cells that failed run again, beside one baseline run', async () => {
  const first = await sweep(few)
  expect([first.code, first.runs]).toEqual([4, 2 + 4])
  expect(first.stdout).toContain(
    'After a fix, only the cells that failed: npx sandgate sweep --last-failed -- bash -c ',
  )
  shop.careful = ['http']
  shop.mostActive = 0
  const second = await sweep(['--last-failed', '--jobs', '1'])
  expect([second.code, second.runs, shop.mostActive]).toEqual([4, 1 + 4, 2])
  expect(second.stdout).toMatch(/^purchase-1 {2}A-1, AUD 19\.95 .* D$/m)
  expect(second.stdout).toContain('\nNot tried\n  the other cells (leave out --last-failed)\n')
  const whole = 'npx sandgate sweep --at after --faults http,reset --depth 1 -- bash -c '
  expect(second.stdout).toContain(`\nFor the whole sweep: ${whole}`)
  shop.careful = ['http', 'reset']
  const third = await sweep(['--last-failed', '--json'])
  expect(cellsIn(third.stdout)).toEqual({
    'purchase-1/after/reset': 'safe',
    'purchase-2/after/reset': 'safe',
  })
  expect([third.code, third.runs]).toEqual([0, 1 + 2])
  const none = await sweep(['--last-failed'])
  expect(none).toMatchObject({ code: 2, stdout: '', runs: 0 })
  expect(none.stderr).toContain(
    `error: The last sweep of this folder has no cell that failed; for the whole sweep: ${whole}`,
  )
})

test.each<[string, Partial<Shop>]>([
  ['another amount', { amount: '2995' }],
  ['one order more', { orders: ['A-0', 'A-1', 'A-2'] }],
  ['one order less', { orders: ['A-1'] }],
])('the new baseline run counts: %s than in the last sweep', async (_what, change) => {
  await sweep([...few, '--only', 'purchase-1/after/reset'])
  Object.assign(shop, { careful: ['http', 'reset'], ...change })
  const { code, stdout } = await sweep(['--last-failed', '--json'])
  expect([code, cellsIn(stdout)]).toEqual([0, { 'purchase-1/after/reset': 'safe' }])
})

test('where amounts are random, two baseline runs are made again', async () => {
  shop.amount = ''
  await sweep([...few, '--only', 'purchase-1'])
  shop.careful = ['http', 'reset']
  const { code, runs } = await sweep(['--last-failed'])
  expect([code, runs]).toEqual([0, 2 + 2])
})

test('a cell of a call that the command no longer makes is refused', async () => {
  await sweep([...few, '--only', 'purchase-2'])
  shop.orders = ['A-1']
  const { code, stdout, stderr } = await sweep(['--last-failed'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(
    'error: The earlier sweep had a cell that your command no longer has; run the whole sweep: it does not make the call purchase-2\n',
  )
})

test('a command that fails without any fault after a change blames no cell', async () => {
  await sweep([...few, '--only', 'purchase-1/after/reset'])
  shop.exitCode = 3
  const { code, stdout, stderr } = await sweep(['--last-failed'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('error: The command fails without any fault (exit code 3)')
})

test('open shows the grid of the last sweep, with the cells that ran again since', async () => {
  await sweep(few)
  shop.careful = ['http']
  await sweep(['--only', 'purchase-1/after/http'])
  await using page = new Command(['open'], { cwd: folder })
  await page.printing(/^Page: \S+$/m)
  const { stdout } = await page.interrupt()
  expect(stdout.split('\n')[0]).toMatch(/^Unsafe: 3 of 4 cells\. .*; 1 safe$/)
  shop.careful = ['http', 'reset']
  const rest = await sweep(['--last-failed', '--json'])
  expect(Object.keys(cellsIn(rest.stdout)).sort()).toEqual([
    'purchase-1/after/reset',
    'purchase-2/after/http',
    'purchase-2/after/reset',
  ])
})

test('a report brings the failed cells and the options of its sweep, but no command', async () => {
  const own = [...few, '--seed', '3', '--crash', '--recover', 'true']
  await sweep([...own, '--report', 'sweep.json'], command, { CI: 'true' })
  const name = ['--last-failed', 'sweep.json']
  expect(await sweep(name)).toMatchObject({
    code: 2,
    stderr: 'error: sweep.json was made with --recover true: pass it again\n',
  })
  const { code, stdout } = await sweep([...name, '--recover', 'true'])
  expect([code, stdout]).toEqual([
    4,
    expect.stringContaining(' --crash --recover true --seed 3 -- bash -c '),
  ])
  const report = JSON.parse(await readFile(path.join(folder, 'sweep.json'), 'utf8'))
  const options = { ...report.options, seed: 'three' }
  await writeFile(path.join(folder, 'edited.json'), JSON.stringify({ ...report, options }))
  const edited = await sweep(['--last-failed', 'edited.json'])
  expect([edited.code, edited.stderr]).toEqual([
    2,
    expect.stringMatching(/^error: Invalid --seed 'three': it must be /),
  ])
})

test('no file of a sweep has a whole card number of its options', async () => {
  const number = '4532015112830366'
  const options = ['--crash', '--recover', `true ${number}`]
  await sweep([...few, ...options, '--report', 'sweep.json'])
  const files = [path.join(folder, 'sweep.json'), kept()]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  expect(texts.filter((text) => text.includes(number))).toEqual([])
  const { code, stderr } = await sweep(['--last-failed', ...options.slice(1)])
  expect([code, stderr]).toEqual([4, expect.not.stringContaining(number)])
})

test('a report of something else, or with other options, is refused', async () => {
  const exec = ['exec', '--report', 'run.json', '--', ...command]
  await sandgate(exec, { cwd: folder, env: desk })
  await writeFile(path.join(folder, 'list.json'), '{"cells":[]}')
  await sweep([...few, '--report', 'sweep.json'])
  const refusals: readonly (readonly [readonly string[], readonly string[], string])[] = [
    [['list.json'], command, 'list.json is not a report: pass one of sweep --report sweep.json'],
    [['run.json'], command, 'run.json is the report of a run: pass one of sweep'],
    [['sweep.json'], ['npm', 'test'], "sweep.json is of 'bash -c "],
    [[], ['npm', 'test'], "The last sweep of this folder is of 'bash -c "],
    [
      ['--faults', 'http'],
      command,
      'The last sweep of this folder was made with --faults http,reset: leave --faults out',
    ],
    [['--only', 'purchase-1'], command, '--last-failed and --only cannot be used together'],
  ]
  for (const [options, words, reason] of refusals) {
    const { code, stdout, stderr, runs } = await sweep(['--last-failed', ...options], words)
    expect([code, stdout, runs]).toEqual([2, '', 0])
    expect(stderr).toContain(`error: ${reason}`)
  }
})

test('without an earlier sweep there is nothing to run', async () => {
  const none = await sweep(['--last-failed'], ['npm', 'test'])
  expect(none).toMatchObject({
    code: 2,
    stderr:
      'error: There is no earlier sweep in this folder; run one first: npx sandgate sweep -- npm test\n',
  })
  const ci = await sweep(['--last-failed'], ['npm', 'test'], { CI: 'true' })
  expect(ci.stderr).toBe(
    'error: There is no earlier sweep in this folder, and none is kept in CI: pass its report: --last-failed sweep.json\n',
  )
})

test.skipIf(process.platform === 'win32')(
  'a kept sweep is private, no link is written through, and a damaged one is refused',
  async () => {
    const cell = ['--only', 'purchase-1/after/reset']
    await sweep([...few, ...cell])
    expect((await stat(kept())).mode & 0o777).toBe(0o600)
    const secret = path.join(folder, 'secret')
    await writeFile(secret, 'mine')
    await rm(kept())
    await symlink(secret, kept())
    expect(await sweep(['--last-failed'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: \.sandgate\/last-sweep\.json is not a report: run the whole sweep again: /,
      ),
    })
    await sweep([...few, ...cell])
    expect(await readFile(secret, 'utf8')).toBe('mine')
    expect((await lstat(kept())).isFile()).toBe(true)
  },
)
