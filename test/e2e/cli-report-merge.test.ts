import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportDocument } from '../../src/judge/report/report-document.ts'
import type { Swept } from '../../src/judge/sweep/document/sweep-schema.ts'
import { sweepOf, sweptCell } from '../judge/support/test-sweep.ts'
import { sandgate } from '../support/command.ts'
import { inlineScript } from '../support/inline-script.ts'

const payTwice = `
const { SANDGATE_URL: url, SANDGATE_API: api } = process.env
const post = (address, body) => fetch(address, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-correlation-id': crypto.randomUUID() },
  body: JSON.stringify(body),
})
const pay = () => post(api + '/transactions/purchase', {
  merchant: { id: 1 },
  transaction: { reference: 'A-1', amount_details: { total_amount: '1995', currency: 'AUD' },
    payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } } },
})
await post(url + '/_sandbox/reset', { label: 'first test' })
await post(url + '/_sandbox/rules', { when: { operation: 'purchase' }, outcome: { fault: { at: 'after', http: 503 } } })
await pay(); await pay()
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'merge-'))
  await writeFile(path.join(folder, 'pay.mjs'), payTwice)
  for (const output of [
    ['--report', 'run.json'],
    ['--record', 'run.jsonl', '--report', 'same.json'],
    ['--json'],
  ]) {
    const run = ['exec', '--fail-on', 'never', ...output, '--', ...inlineScript(payTwice)]
    const { stdout } = await sandgate(run, { cwd: folder })
    if (output[0] === '--json') await writeFile(path.join(folder, 'exec.json'), stdout)
  }
  await copyFile(path.join(folder, 'run.json'), path.join(folder, 'copy.json'))
  await Promise.all(
    ['1', '2'].map((name) => writeFile(path.join(folder, `shard-${name}.json`), shard(name))),
  )
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }))

/** A sweep of one cell, as its shard writes it. */
function shard(nth: string, part: Partial<Swept> = {}): string {
  const cell = sweptCell(`purchase-${nth}/after/http`, nth === '1' ? 'safe' : 'double_charge')
  const not_tried = [
    { what: `every shard but ${nth} of 2`, how: 'report <files>', narrows: false },
    { what: 'crashes', how: 'add --crash', narrows: false },
  ]
  const shards = { of: 2, given: [Number(nth)], sizes: [1, 1] }
  return JSON.stringify(sweepOf([cell], { not_tried, shards, ...part }))
}

const merge = (...args: readonly string[]) =>
  sandgate(['report', ...args, '--fail-on', 'never'], { cwd: folder })

const firstTest = (run: string) => ({ world: 'default', number: 2, label: 'first test', run })

test('reports, what exec printed and run files become one report', async () => {
  const { code, stdout, stderr } = await merge('run.json', 'exec.json', 'run.jsonl', '--json')
  expect([code, stderr]).toEqual([0, ''])
  const report: ReportDocument = JSON.parse(stdout)
  expect(report).toMatchObject({
    verdict: 'unsafe',
    headline: 'Unsafe: 3 double charges, AUD 59.85 overcharged; 3 blind retries',
    requests: 6,
    all_tests: expect.arrayContaining([firstTest('run.json')]),
  })
  expect(report.encountered.faults_after).toBe(3)
  expect(report.findings.map(({ test }) => test)).toContainEqual(firstTest('run.jsonl'))
  expect(report.tests).toContainEqual(expect.objectContaining(firstTest('run.json')))
  expect(report).toMatchObject({
    runs: [
      {
        file: 'run.json',
        verdict: 'unsafe',
        facts: { Command: expect.any(String), Scenarios: 'default' },
      },
      { file: 'exec.json', facts: {} },
      {
        file: 'run.jsonl',
        facts: {
          Date: expect.stringMatching(/^2\d{3}-.*Z$/),
          Seed: expect.stringMatching(/^\d+$/),
          Scenarios: 'default',
        },
      },
    ],
  })
  const ids = [...report.findings, ...report.tests].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const covered = report.coverage.cases.filter((one) => one.covered).map(({ name }) => name)
  expect(covered).toContain('approved-visa')
})

test('a card number that somebody typed into a report or a run file is masked in every format', async () => {
  const pan = '4539148803436467'
  for (const file of ['run.json', 'run.jsonl']) {
    const text = await readFile(path.join(folder, file), 'utf8')
    const edited = text
      .replaceAll('"A-1"', `"${pan}"`)
      .replaceAll('order A-1', `order ${pan}`)
      .replaceAll('first test', `test ${pan}`)
      .replaceAll(/user-agent(": "|: )node/g, `user-agent$14539 1488 0343 6467`)
    await writeFile(path.join(folder, `edited-${file}`), edited)
  }
  const edited = ['edited-run.json', 'edited-run.jsonl']
  const files = ['html', 'md', 'xml', 'txt'].flatMap((end) => ['--output', `edited.${end}`])
  const { stdout } = await merge(...edited, '--json', ...files)
  const texts = await Promise.all(
    files
      .filter((one) => one !== '--output')
      .map((one) => readFile(path.join(folder, one), 'utf8')),
  )
  for (const text of [stdout, ...texts]) {
    expect(text).toContain('453914xxxxxx6467')
    expect(text.replaceAll(/[ .-]/g, '')).not.toContain(pan)
  }
  expect(stdout).toContain('card 4111111111111111')
})

test('a file that is nested without end is refused by its name', async () => {
  await writeFile(
    path.join(folder, 'deep.json'),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  )
  const { code, stderr } = await merge('deep.json')
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: deep\.json [^\n]+\n$/)])
})

test('findings that only the config of the folder accepts are noted, and stay', async () => {
  const accept = 'report: { accept: [{ code: blind-retry, because: known }] }\n'
  const config = path.join(folder, 'sandgate.config.yaml')
  await writeFile(config, accept)
  const { stdout, stderr } = await merge('run.json', 'exec.json')
  await rm(config)
  expect(stdout).toMatch(/^Unsafe: 2 double charges/)
  expect(stderr).toMatch(/^note: The config in this folder accepts 2 findings of this report\. /)
})

test('a merged report is written in the formats of its files, and printed whole only if asked', async () => {
  const { code, stdout } = await merge(
    ...['run.json', 'exec.json', '--output', 'all.html', '--output', 'all.xml'],
  )
  expect([code, stdout]).toEqual([
    0,
    'Unsafe: 2 double charges, AUD 39.90 overcharged; 2 blind retries\nWritten: all.html, all.xml\n',
  ])
  const html = await readFile(path.join(folder, 'all.html'), 'utf8')
  expect(html).toContain('Unsafe: 2 double charges, AUD 39.90 overcharged; 2 blind retries')
  // Each double charge has its picture.
  expect(html.match(/<svg class="chart sequence"/g)).toHaveLength(2)
  expect(html).toContain('AUD 19.95 overcharged</b>')
  expect(html).toContain('<code>double-charge</code>')
  for (const id of ['guide', 'glossary']) expect(html).toContain(`id="${id}"`)
  const text = await merge('run.json', 'exec.json')
  expect(text.stdout).toMatch(
    /\nRuns\n {2}run\.json: Unsafe: 1 double .*; seed \d+; .*\n {2}exec\.json: Unsafe: .*\n$/,
  )
  expect(html).toMatch(
    /<td class="own-line"><span class="tight">run\.json<\/span><\/td><td class="own-line"><svg class="mark bad".*?Unsafe: .*?<\/td><td class="value own-line">[^<]* in Sydney; version [^<]*; seed \d+; /,
  )
  const junit = await readFile(path.join(folder, 'all.xml'), 'utf8')
  const tests = junit.match(/(?<=<testcase classname="sandgate" name=")[^"]*/g)
  expect(tests).toEqual(['first test (run.json)', 'first test (exec.json)'])
})

test('shards become one sweep, which no longer misses the others', async () => {
  const { code, stdout } = await merge('shard-1.json', 'shard-2.json')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^purchase-2 +D$/m)
  const lines = stdout.trimEnd().split('\n')
  expect(lines[0]).toBe('Unsafe: 1 of 2 cells. 1 double charge; 1 safe')
  expect(lines.slice(-3)).toEqual(['', 'Not tried', '  crashes (add --crash)'])
  const html = await merge('shard-1.json', 'shard-2.json', '--format', 'html')
  expect(html.stdout).toMatch(/<a [^>]*href="#cell-purchase-2_after_http"/)
  expect(html.stdout).toContain('id="cell-purchase-2_after_http"')
  const again = await merge('shard-1.json', 'shard-2.json', '--json')
  const merged: Swept = JSON.parse(again.stdout)
  expect(merged.cells.map(({ name, result }) => [name, result])).toEqual([
    ['purchase-1/after/http', 'safe'],
    ['purchase-2/after/http', 'double_charge'],
  ])
})

test('a shard that is missing is named', async () => {
  const of = (...given: number[]) => ({ shards: { of: 5, given, sizes: [1, 4, 1, 3, 2] } })
  await writeFile(path.join(folder, 'a.json'), shard('1', of(1)))
  await writeFile(path.join(folder, 'c.json'), shard('2', of(3)))
  await writeFile(path.join(folder, 'd.json'), shard('3', of(4, 5)))
  const unsafe = await merge('a.json', 'c.json')
  const line =
    'Unsafe: 1 of 2 cells. 1 double charge; 1 safe; shards 2, 4 to 5 of 5 are missing: 9 cells'
  expect(unsafe.stdout).toContain(`${line} are untested\n`)
  await writeFile(path.join(folder, 'b.json'), JSON.stringify(sweepOf([], of(3))))
  const part = await merge('a.json', 'b.json', '--json')
  expect(JSON.parse(part.stdout)).toMatchObject({
    verdict: 'untested',
    shards: { of: 5, given: [1, 3] },
  })
  const most = await merge('a.json', 'c.json', 'd.json', '--output', 'most.md')
  const failed = await sandgate(['report', 'a.json', 'b.json'], { cwd: folder })
  expect([failed.code, failed.stderr]).toEqual([4, expect.stringMatching(/^failed: shards 2, 4 /)])
  expect(most.stdout).toContain('; shard 2 of 5 is missing: 4 cells are untested\n')
  const alone = await sandgate(['report', 'a.json', '--json'], { cwd: folder })
  expect([alone.code, alone.stderr]).toEqual([4, expect.stringMatching(/^failed: shards 2 to 5 /)])
  expect(JSON.parse(alone.stdout)).toMatchObject({ verdict: 'untested', counts: { safe: 1 } })
})

test.each([
  [['package.json'], 'error: package.json is not a report: give files of --report <file>.json, '],
  [['cut.json'], 'error: cut.json:1:34: this is not JSON: it ends in the middle; write the file '],
  [['nowhere.json'], 'error: There is no report or run file nowhere.json; check its path'],
  [['half.jsonl'], 'error: half.jsonl:1 is not part of a run file: '],
  [['run.json', '--plan', 'go-live-au'], 'error: --plan is for a running sandbox; leave '],
  [
    ['run.json', 'exec.json', 'run.json'],
    'error: run.json and run.json are reports of the same run: give each run once',
  ],
  [['same.json', 'run.jsonl'], 'error: same.json and run.jsonl are reports of the same run: '],
  [
    ['run.json', 'shard-1.json'],
    'error: shard-1.json is a sweep and run.json a run: merge them separately',
  ],
  [['shard-1.json', 'shard-1.json'], 'shard-1.json and shard-1.json both have the cell purchase-1'],
  [['shard-1.json', 'of-9.json'], 'shard-1.json is one of 2 shards and of-9.json one of 9: merge '],
  [
    ['shard-1.json', 'other.json'],
    'error: shard-1.json and other.json are sweeps of two commands: ',
  ],
])('merge %j is refused in one line', async (args, reason) => {
  await writeFile(path.join(folder, 'package.json'), '{"name":"shop"}')
  await writeFile(path.join(folder, 'cut.json'), '{"verdict":"safe","findings":[{}]')
  await writeFile(
    path.join(folder, 'half.jsonl'),
    '{"record":"run","format":1}\n{"record":"exchange"',
  )
  await writeFile(path.join(folder, 'other.json'), shard('1', { command: 'make' }))
  const of9 = { of: 9, given: [1], sizes: [] }
  await writeFile(path.join(folder, 'of-9.json'), shard('3', { shards: of9 }))
  const { code, stdout, stderr } = await sandgate(['report', ...args], { cwd: folder })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr.toLowerCase()).toContain(reason.toLowerCase())
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test.each([
  [['run.json'], 4, '2 errors in the report'],
  [['run.jsonl', '--fail-on', 'error'], 4, '2 errors in the report'],
  [['run.jsonl', '--fail-on', 'never'], 0, ''],
  [['shard-1.json'], 4, 'shard 2 of 2 is missing: 1 cell is untested'],
  [['shard-1.json', 'shard-2.json'], 4, '1 unsafe cell in the sweep'],
  [['run.json', 'exec.json'], 4, '4 errors in the report'],
])('report %j ends with %i', async (args, code, failed) => {
  const ended = await sandgate(['report', ...args], { cwd: folder })
  const stderr = failed === '' ? '' : `failed: ${failed}\n`
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code, stderr })
})

test.each([0, -1])('a report that lists an error and counts %i is refused', async (error) => {
  const file = path.join(folder, 'edited.json')
  const report = JSON.parse(await readFile(path.join(folder, 'run.json'), 'utf8')) as ReportDocument
  await writeFile(file, JSON.stringify({ ...report, counts: { ...report.counts, error } }))
  const { code, stdout, stderr } = await sandgate(['report', file])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(
    /edited\.json (?:contradicts itself: it lists \d+ findings of severity error and counts 0|is not a report)/,
  )
})
