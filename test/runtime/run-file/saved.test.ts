import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  ReportAnswer,
  StoriesAnswer,
  WholeStoryAnswer,
} from '../../../src/http/contract/control/calls/report.ts'
import { openRun } from '../../../src/runtime/run-file/open-run.ts'
import { readRun } from '../../../src/runtime/run-file/read-run.ts'
import { ControlClient } from '../../support/control-client.ts'
import { byDirectDebit, GatewayClient, VISA } from '../../support/gateway-client.ts'
import { PageClient } from '../../support/page-client.ts'
import { startTestSandbox } from '../../support/start.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'saved-'))
})

afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }))

/** Two purchases of one order, the first of which had no answer. */
async function chargeTwice(url: string, reference: string): Promise<void> {
  await new ControlClient(url).post('/rules', {
    name: `lost-${reference}`,
    when: { operation: 'purchase', reference },
    times: 1,
    outcome: { fault: { at: 'after', http: 502 } },
  })
  const client = new GatewayClient(`${url}/v1`)
  const order = { 'transaction.reference': reference }
  await client.purchase(order)
  await client.purchase(order)
}

/** A test that was reset away, a world of its own, a removed world and what is open. */
async function runOf(url: string): Promise<void> {
  const control = new ControlClient(url)
  await control.post('/reset', { label: 'checkout survives a lost answer' })
  await chargeTwice(url, 'A-1')
  await control.post('/reset')
  await chargeTwice(`${url}/w/blue`, 'B-1')
  await chargeTwice(`${url}/w/gone`, 'G-1')
  await control.delete('/worlds/gone')
  const client = new GatewayClient(`${url}/v1`)
  await client.purchase({ 'transaction.reference': 'C-1' })
  await client.purchase(byDirectDebit({ 'transaction.reference': 'D-1' }))
  await client.search('nobody')
}

interface Told {
  readonly report: ReportAnswer
  readonly stories: StoriesAnswer
  readonly whole: readonly WholeStoryAnswer[]
  readonly rest: readonly unknown[]
}

const lists = [
  '/coverage',
  '/requests',
  '/requests/1',
  '/transactions',
  '/transactions/1000001',
  '/clock',
  '/search?q=A-1',
  '/scenarios',
]

async function toldBy(url: string): Promise<Told> {
  const control = new ControlClient(url)
  const { body: report } = await control.get<ReportAnswer>('/report')
  const { body: stories } = await control.get<StoriesAnswer>('/stories')
  const whole = await Promise.all(
    stories.stories.map(
      async ({ id }) => (await control.get<WholeStoryAnswer>(`/stories/${id}`)).body,
    ),
  )
  const rest = await Promise.all(
    ['', '/w/blue'].flatMap((prefix) =>
      lists.map(async (list) => (await new ControlClient(url + prefix).get(list)).body),
    ),
  )
  return { report, stories, whole, rest }
}

async function savedIn(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

const quiet = { log: () => undefined }

test('a saved run shows the same as the sandbox it was saved from', async () => {
  await using sandbox = await startTestSandbox()
  await runOf(sandbox.url)
  const live = await toldBy(sandbox.url)
  expect(live.report.headline).toMatch(/^UNSAFE: 3 double charges/)
  const saved = await new PageClient(sandbox.url).get('/_sandbox/save/run.jsonl')
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename="sandgate-run.jsonl"')
  expect(saved.text).not.toContain(VISA)
  const { running, title, differences } = await openRun(
    await savedIn('run.jsonl', saved.text),
    quiet,
  )
  try {
    expect(await toldBy(running.localUrl)).toEqual(live)
    expect(title).toMatchObject({ what: 'A saved run', more: '9 requests' })
    expect(differences).toBe(0)
    const story = live.stories.stories.find(({ reference }) => reference === 'A-1')
    const page = await new PageClient(running.localUrl).get(`/_sandbox/stories/${story?.id}`)
    expect(page.text).toContain('checkout survives a lost answer')
    const again = await new ControlClient(running.localUrl).post('/reset')
    expect(again.status).toBe(405)
    const paid = await new GatewayClient(running.api).purchase()
    expect(paid.status).toBe(405)
  } finally {
    await running.stop()
  }
})

test.each([
  ['cut off in its last line', (text: string) => text.slice(0, -5), '; the file was cut short'],
  [
    'without its end',
    (text: string) => text.replace('{"record":"end"}\n', ''),
    '; the file was cut short',
  ],
])('a saved run %s is shown as far as it goes', async (_what, damage, more) => {
  await using sandbox = await startTestSandbox()
  await chargeTwice(sandbox.url, 'A-1')
  const { text } = await new ControlClient(sandbox.url).get('/run')
  const opened = await openRun(await savedIn('cut.jsonl', damage(text)), quiet)
  expect((await opened.running.report()).headline).toMatch(/^UNSAFE: 1 double charge/)
  expect(opened.title.more).toContain(more)
  await opened.running.stop()
})

test.each([
  [
    '"format":1',
    '"format":9',
    ':1 is not part of a run file: format: it was saved by another version',
  ],
  ['"state":{', '"state":{"x":1,', ':2 is not part of a run file: Not a state document: '],
  ['"record":"run"', '"record":"runs"', 'is not part of a run file: it is not a record of a run'],
  ['"steps":[', '"steps":1,"was":[', 'is not part of a run file: story.steps: '],
])('a line with %s changed to %s is named', async (from, to, message) => {
  await using sandbox = await startTestSandbox()
  await chargeTwice(sandbox.url, 'A-1')
  const { text } = await new ControlClient(sandbox.url).get('/run')
  expect(text).toContain(from)
  const file = await savedIn('edited.jsonl', text.replace(from, to))
  await expect(openRun(file, quiet)).rejects.toThrow(message)
})

test('of many requests each is saved once, in order', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  for (let i = 0; i < 101; i++) await client.lookup(1)
  const { text } = await new ControlClient(sandbox.url).get('/run')
  const lines = text.trimEnd().split('\n')
  const exchanges = lines.map((line) => JSON.parse(line).exchange).filter(Boolean)
  expect(exchanges.map(({ id }) => id)).toEqual(Array.from({ length: 101 }, (_, i) => i + 1))
})

test('a saved run cannot be played again', async () => {
  await using sandbox = await startTestSandbox()
  const { text } = await new ControlClient(sandbox.url).get('/run')
  const file = await savedIn('played.jsonl', text)
  await expect(readRun(file)).rejects.toThrow(
    /was saved from a dashboard and cannot be played again/,
  )
})

test('a run whose text was read already is opened from it, since a pipe can be read once', async () => {
  await using sandbox = await startTestSandbox()
  await chargeTwice(sandbox.url, 'A-1')
  const { text } = await new ControlClient(sandbox.url).get('/run')
  const { running } = await openRun(path.join(folder, 'a pipe'), { ...quiet, text })
  expect((await running.report()).headline).toMatch(/^UNSAFE: 1 double charge/)
  await running.stop()
})
