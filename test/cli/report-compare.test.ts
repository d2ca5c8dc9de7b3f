import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Comparison, compareReports } from '../../src/judge/report/comparison.ts'
import type { ReportDocument } from '../../src/judge/report/report-document.ts'
import { blocksOf, page } from '../docs/pages.ts'
import { lostAfter, SimulatedTest } from '../judge/support/test-chapter.ts'
import { reportFrom } from '../judge/support/test-report.ts'
import { sweepOf, sweptCell } from '../judge/support/test-sweep.ts'
import { Judged } from '../judge/wire/judged.ts'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { sandgate } from '../support/command.ts'

/** What a client does in each test of a run, '' without a name; references and ids differ from run to run. */
function runOf(run: string, tests: Readonly<Record<string, string>>): ReportDocument {
  const [first = '', ...labels] = Object.keys(tests)
  const told = new SimulatedTest({}, first || undefined)
  const act = (label: string) => {
    const [reference, other] = [`${run}-${label}`, `${run}-${label}-again`]
    told.pay({ made: 'approved', reference: `${run}-plain`, id: `${run}-${label}-1` })
    if (tests[label] === 'loses nothing') return
    const audit = told.pay({ ...lostAfter, reference, id: `${run}-${label}-2` })
    if (tests[label] === 'careful') {
      told.search(`${run}-${label}-2`, { audit, status: 'approved' })
    }
    if (tests[label] === 'pays twice') told.pay({ made: 'approved', reference, id: other })
  }
  act(first)
  for (const label of labels) {
    told.reset(label || undefined)
    act(label)
  }
  const report = reportFrom(told)
  const findings = report.findings.map((one) => ({ ...one, steps: one.steps, evidence: [] }))
  return { ...report, findings }
}

const cells = (results: Parameters<typeof sweptCell>[1][]) =>
  sweepOf(results.map((result, i) => sweptCell(`purchase-${i + 1}/after/http`, result)))

let folder: Scratch
beforeAll(async () => {
  const old = runOf('old', { refund: 'pays twice', checkout: 'never looks', hold: 'pays twice' })
  const later = runOf('new', { checkout: 'pays twice', refund: 'careful' })
  const accepted = {
    ...{ code: 'unresolved', severity: 'error', because: 'known' },
    ...{ test: { world: 'default', number: 1, label: 'checkout' }, payment: null },
    ...{ subject: 'order 1', message: 'It was never looked up.' },
  }
  const files = {
    'old.json': old,
    'same.json': runOf('x', { refund: 'pays twice', checkout: 'never looks', hold: 'pays twice' }),
    'new.json': { ...later, accepted: [accepted] },
    'cut.json': { ...old, dropped_findings: 7 },
    'old-sweep.json': cells(['double_charge', 'unresolved', 'unresolved', 'lost_sale', 'safe']),
    'new-sweep.json': cells(['safe', 'double_charge', 'unresolved', 'safe', 'unresolved']),
    'better-sweep.json': cells(['unresolved', 'safe', 'not_run', 'duplicate_token', 'failed_safe']),
  }
  folder = await scratchFolder(
    Object.fromEntries(Object.entries(files).map(([name, one]) => [name, JSON.stringify(one)])),
  )
})
afterAll(() => folder[Symbol.asyncDispose]())

const compare = (...args: readonly string[]) => sandgate(['compare', ...args], { cwd: folder.path })

test('findings have the same keys in every run of the same tests', () => {
  const keys = (run: string) =>
    runOf(run, { checkout: 'pays twice', hold: 'never looks' }).findings.map(({ key }) => key)
  expect(keys('a')).toEqual([
    'double-charge/checkout/purchase-2',
    'blind-retry/checkout/purchase-2',
    'unresolved/hold/purchase-2',
  ])
  expect(keys('b')).toEqual(keys('a'))
})

test('a later report shows what is new, gone, the same, and no longer tried', async () => {
  const { code, stdout, stderr } = await compare('old.json', 'new.json')
  expect([code, stderr]).toEqual([4, 'failed: 2 new errors\n'])
  expect(stdout).toBe(blocksOf(page('docs/guides/accept-and-compare.md'), 'text')[0]?.code)
})

test('an error whose test lost no response again is not gone', async () => {
  const later = runOf('new', { refund: 'careful', checkout: 'loses nothing', hold: 'pays twice' })
  await writeFile(folder.at('spared.json'), JSON.stringify(later))
  const { code, stdout } = await compare('old.json', 'spared.json')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Nothing new; 2 gone, 2 still there, 1 not tried again\n2 errors are gone; /,
  )
  expect(stdout).toContain(
    'Unresolved  order old-checkout, AUD 49.95, test "checkout"  (no response was lost)\n',
  )
})

test('an error is not gone if another operation lost its response', async () => {
  const spared = runOf('new', { refund: 'careful', checkout: 'careful', hold: 'careful' })
  const { purchase } = spared.operations
  const operations = { purchase: { requests: 6, lost: 0 }, refund: purchase }
  await writeFile(folder.at('refunds.json'), JSON.stringify({ ...spared, operations }))
  const { stdout } = await compare('old.json', 'refunds.json')
  expect(stdout).toMatch(/^Nothing new; 0 gone, 0 still there, 5 not tried again\nBefore/)
  expect(stdout).toContain('  (no response was lost for a purchase)\n')
})

test('a later run that lost no response proves nothing, in every format', async () => {
  const none = 'loses nothing'
  const later = runOf('new', { refund: none, checkout: none, hold: none })
  expect(later.verdict).toBe('untested')
  await writeFile(folder.at('untested.json'), JSON.stringify(later))
  const files = ['old.json', 'untested.json'] as const
  const headline = 'Nothing new; 0 gone, 0 still there, 5 not tried again'
  const unproved = 'Nothing is proved: in the new run, no response was lost'
  const text = await compare(...files)
  expect(text.code).toBe(0)
  expect(text.stdout).toMatch(new RegExp(`^${headline}\n${unproved}\\.\nBefore: Unsafe: `))
  expect(text.stdout).not.toMatch(/are gone|^Gone/m)
  const json: Comparison = JSON.parse((await compare(...files, '--json')).stdout)
  expect(json).toMatchObject({ headline, proved: null, unproved, items: { gone: [] } })
  expect(json.items.not_tried.map(({ note }) => note)).toEqual(
    Array.from({ length: 5 }, () => 'no response was lost'),
  )
  const markdown = await compare(...files, '--format', 'markdown')
  expect(markdown.stdout).toContain(`### ⚠️ Compared with the earlier report: ${headline}\n`)
  expect(markdown.stdout).toContain(`> ${unproved}.`)
  const html = await compare(...files, '--format', 'html')
  expect(html.stdout).toContain(`${unproved}.`)
  expect(html.stdout).not.toContain('are gone')
  const strict = await compare(...files, '--fail-on', 'untested')
  expect([strict.code, strict.stderr]).toEqual([
    4,
    expect.stringMatching(/^failed: untested: .*\n$/),
  ])
})

test('the same tests with the same faults have nothing new', async () => {
  const { code, stdout } = await compare('old.json', 'same.json', '--json')
  const compared: Comparison = JSON.parse(stdout)
  expect(code).toBe(0)
  expect(compared).toMatchObject({
    kind: 'report',
    headline: 'Nothing new; 0 gone, 5 still there',
    old: { verdict: 'unsafe' },
    new: { verdict: 'unsafe' },
    items: { new: [], gone: [], not_tried: [] },
    not_compared: 0,
  })
  expect(compared.items.same[0]).toEqual({
    key: 'double-charge/refund/purchase-2',
    severity: 'error',
    what: 'Double charge',
    where: 'order x-refund, AUD 49.95, test "refund"',
  })
  const cut = await compare('old.json', 'cut.json')
  expect(cut.stdout).toContain('\nNot compared: 7 findings that the reports did not keep.\n')
})

test('a difference in books is the same, whatever other differences there are', async () => {
  const orders = [
    { reference: 'PAID', paid: 0 },
    { reference: 'GONE', paid: 1000 },
  ]
  const documents = await Promise.all(
    [['PAID'], []].map(async (paid) => {
      await using judged = await Judged.start()
      for (const reference of paid) await judged.pay('one', { 'transaction.reference': reference })
      await judged.control.post('/reconcile', { orders })
      return await judged.report()
    }),
  )
  const [old, later] = documents
  if (old === undefined || later === undefined) throw new Error('Two reports are compared')
  const { items } = compareReports(old, later)
  const names = (all: Comparison['items']['same']) => all.map(({ what, where }) => [what, where])
  expect(names(items.new)).toEqual([])
  expect(names(items.same)).toEqual([['Order booked but not paid', 'order GONE']])
})

test('a cell of a sweep is new if it was safe, or has a worse result', async () => {
  const { code, stdout } = await compare('old-sweep.json', 'new-sweep.json', '--json')
  const { items }: Comparison = JSON.parse(stdout)
  const told = (name: keyof typeof items) => items[name].map(({ key, note }) => [key, note])
  expect([code, told('new'), told('gone'), told('same')]).toEqual([
    4,
    [
      ['purchase-2/after/http', 'was unresolved'],
      ['purchase-5/after/http', 'was safe'],
    ],
    [
      ['purchase-1/after/http', 'now safe'],
      ['purchase-4/after/http', 'now safe'],
    ],
    [['purchase-3/after/http', undefined]],
  ])
  const better = await compare('old-sweep.json', 'better-sweep.json')
  expect(better.code).toBe(0)
  expect(better.stdout).toContain(
    '1 of 3 cells fixed, 1 still unsafe, 1 warning still there, 1 not tried again\n',
  )
  const { stdout: html } = await compare(
    'old-sweep.json',
    'better-sweep.json',
    ...['--format', 'html'],
  )
  expect(html).toContain('class="strip warn"')
  expect(better.stdout).toContain('Unresolved       purchase-1/after/http  (was double charge)\n')
})

test('a comparison names both commits, commands and dates, and what was proved', async () => {
  const [date, later] = ['2026-11-16T10:11:45.000Z', '2026-11-17T10:11:45.000Z']
  const [before, now] = ['1a2b3c4d5e6f70819', '4d5e6f70819a2b3c4']
  const old = { ...cells(['double_charge', 'unresolved', 'safe']), date, commit: before }
  const fixed = { ...cells(['safe', 'failed_safe', 'safe']), date: later, commit: now }
  await writeFile(folder.at('before.json'), JSON.stringify(old))
  await writeFile(folder.at('after.json'), JSON.stringify(fixed))
  const proved = '2 cells were unsafe at 1a2b3c4d5e and are safe at 4d5e6f7081; nothing new'
  const text = await compare('before.json', 'after.json')
  expect(text.stdout).toContain(`\n${proved}.\n`)
  expect(text.stdout).toContain(
    '\nBefore (1a2b3c4d5e, 2026-11-16 21:11:45 in Sydney, npm test): Unsafe: 2 of 3 cells.',
  )
  const json = await compare('before.json', 'after.json', '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({
    proved,
    old: { commit: before, date, command: 'npm test' },
    new: { commit: now, date: later },
  })
  const markdown = await compare('before.json', 'after.json', '--format', 'markdown')
  expect(markdown.stdout).toContain(`> ${proved}.`)
  const { stdout: html } = await compare('before.json', 'after.json', '--format', 'html')
  expect(html).toContain(proved)
  expect(html.match(/<table class="heat">/g)).toHaveLength(1)
  expect(html).toMatch(/title="http: Safe, was double charge" .*?>D<.*?>✓</)
  // Two of its three cells are split.
  expect(html.match(/, was /g)).toHaveLength(4)
  expect(text.stdout).toMatch(/purchase-1 {2}D→✓\npurchase-2 {2}U→f\npurchase-3 {3}✓\n/)
  expect(text.stdout).toMatch(/\nGone: 2: purchase-1\/after\/http, purchase-2\/after\/http\n/)
})

test.each([
  [['old.json', 'new-sweep.json'], 'new-sweep.json is a sweep and old.json a run: compare two '],
  [['old.json', 'nowhere.json'], 'There is no report or run file nowhere.json; check its path'],
  [
    ['old.json', 'new.json', '--format', 'junit'],
    'A comparison cannot be junit, only text, json, ',
  ],
])('compare %j is refused in one line', async (args, reason) => {
  const { code, stdout, stderr } = await compare(...args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`error: ${reason}`)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test('a name is never taken for a world, a reset or a file', async () => {
  const [twice, once] = ['pays twice', 'careful']
  const named = runOf('a', { 'default 2': twice, 'checkout (a)': twice, 'a (file)': twice })
  await writeFile(folder.at('a.json'), JSON.stringify(named))
  // Its second test has no name.
  await writeFile(folder.at('b.json'), JSON.stringify(runOf('b', { plain: once, '': twice })))
  const cwd = folder.path
  const merging = ['report', 'a.json', 'b.json', '--fail-on', 'never']
  const merged = await sandgate([...merging, '--output', 'merged.json', '--output', 'all.xml'], {
    cwd,
  })
  expect(merged.code).toBe(0)
  const { findings }: ReportDocument = JSON.parse(await readFile(folder.at('merged.json'), 'utf8'))
  const doubled = findings.filter(({ code }) => code === 'double-charge').map(({ test }) => test)
  expect(doubled).toEqual([
    { world: 'default', number: 1, label: 'default 2', run: 'a.json' },
    { world: 'default', number: 2, label: 'checkout (a)', run: 'a.json' },
    { world: 'default', number: 3, label: 'a (file)', run: 'a.json' },
    { world: 'default', number: 2, label: null, run: 'b.json' },
  ])
  const junit = await readFile(folder.at('all.xml'), 'utf8')
  expect(junit.match(/(?<=<testcase classname="sandgate" name=")[^"]*/g)).toEqual([
    ...['default 2 (a.json)', 'checkout (a) (a.json)', 'a (file) (a.json)'],
    ...['plain (b.json)', 'world default, reset 1 (b.json)'],
  ])
  expect((await sandgate(merging, { cwd })).stdout).toContain('test "default 2" (a.json)')

  const compared = async (old: string, later: ReportDocument) => {
    await writeFile(folder.at('later.json'), JSON.stringify(later))
    const { items }: Comparison = JSON.parse((await compare(old, 'later.json', '--json')).stdout)
    const places = (name: keyof typeof items) =>
      items[name].filter(({ what }) => what === 'Double charge').map(({ where }) => where)
    return { gone: places('gone'), same: places('same'), not_tried: places('not_tried') }
  }
  const shop = runOf('c', { checkout: once, 'default 2': once, 'a (file)': twice })
  expect(await compared('merged.json', shop)).toEqual({
    gone: ['order a-default 2, AUD 49.95, test "default 2" (a.json)'],
    same: ['order c-a (file), AUD 49.95, test "a (file)"'],
    not_tried: [
      'order a-checkout (a), AUD 49.95, test "checkout (a)" (a.json)',
      'order b-, AUD 49.95, world default, reset 1 (b.json)',
    ],
  })
})

test('a page that is written to a file is not printed too', async () => {
  const words = ['--format', 'html', '--output', folder.at('compared.html')]
  const { stdout } = await compare('old-sweep.json', 'new-sweep.json', ...words)
  expect(stdout).toMatch(/^.+\nWritten: .*compared\.html\n$/)
})
