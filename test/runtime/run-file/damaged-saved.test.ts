import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPlainObject } from '../../../src/domain/plain-object.ts'
import { openRun } from '../../../src/runtime/run-file/open-run.ts'
import { StartError } from '../../../src/runtime/start-error.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { PageClient } from '../../support/page-client.ts'
import { startTestSandbox } from '../../support/start.ts'

let file: string
let lines: readonly string[]

beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'damaged-')), 'run.jsonl')
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  for (const label of ['first', undefined]) {
    await control.post('/rules', {
      when: { operation: 'purchase' },
      times: 1,
      outcome: { fault: { at: 'after', http: 502 } },
    })
    const client = new GatewayClient(`${sandbox.url}/v1`)
    await client.purchase({ 'transaction.reference': 'A-1', 'transaction.colour': 'red' })
    await client.purchase({ 'transaction.reference': 'A-1' })
    await client.search('nobody')
    if (label !== undefined) await control.post('/reset', { label: 'second' })
  }
  lines = (await control.get('/run')).text.trimEnd().split('\n')
})

afterAll(() => rm(path.dirname(file), { recursive: true, maxRetries: 10 }))

type Path = readonly (string | number)[]

/** The members of a value; of a list, those of its first item. */
function* pathsIn(value: unknown, at: Path = []): Generator<Path> {
  if (at.length > 0) yield at
  if (at.at(-1) === 'state') return
  if (Array.isArray(value)) {
    if (value.length > 0) yield* pathsIn(value[0], [...at, 0])
  } else if (isPlainObject(value)) {
    for (const [name, member] of Object.entries(value)) yield* pathsIn(member, [...at, name])
  }
}

function changed(value: unknown, [first, ...rest]: Path, to: unknown): unknown {
  if (first === undefined) return to
  if (Array.isArray(value)) {
    return value.map((item, i) => (i === first ? changed(item, rest, to) : item))
  }
  const members = value as Record<string, unknown>
  return { ...members, [first]: changed(members[first], rest, to) }
}

/** The first line of each kind, and each of its members. */
function places(): readonly { readonly line: number; readonly at: Path }[] {
  const kinds = lines.map((line) => (JSON.parse(line) as { readonly record: string }).record)
  return [...new Set(kinds)].flatMap((kind) => {
    const line = kinds.indexOf(kind)
    return [...pathsIn(JSON.parse(lines[line] ?? ''))].map((at) => ({ line, at }))
  })
}

const pages = [
  '/_sandbox',
  '/_sandbox/report',
  '/_sandbox/report?format=html',
  '/_sandbox/payments',
  '/_sandbox/requests',
  '/_sandbox/requests/1',
  '/_sandbox/coverage',
  '/_sandbox/search?q=A-1',
  '/_sandbox/stories',
  '/_sandbox/stories/default-1-1',
  '/_sandbox/stories/default-2-1',
  '/_sandbox/stories/default-1-1?as=scenario',
  '/_sandbox/save/report.html',
  '/_sandbox/save/run.jsonl',
]

function textWith(line: number, at: Path, to: unknown): string {
  const text = lines.map((old, n) =>
    n === line ? JSON.stringify(changed(JSON.parse(old), at, to)) : old,
  )
  return `${text.join('\n')}\n`
}

/** One member of so many is tried: each opens a sandbox. */
const SAMPLED = 29

/** What is wrong with how the file is opened, if anything. */
async function faultsOf(text: string): Promise<readonly string[]> {
  await writeFile(file, text)
  const logged: string[] = []
  try {
    const { running } = await openRun(file, { log: (line) => logged.push(line) })
    try {
      const html = new PageClient(running.localUrl)
      const json = new PageClient(running.localUrl, { accept: 'application/json' })
      const asked = pages.flatMap((page) => [html.get(page), json.get(page)])
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      return pages.flatMap((page, i) =>
        Math.max(statuses[2 * i] ?? 0, statuses[2 * i + 1] ?? 0) < 500 ? [] : [`500 at ${page}`],
      )
    } finally {
      await running.stop()
    }
  } catch (error) {
    if (error instanceof StartError && error.isUsage && isRefusal(error.message)) return []
    return [String(error)]
  }
}

function isRefusal(message: string): boolean {
  return message.startsWith(`${file}:`) && !message.includes('\n')
}

test.each([[null], [[]], ['x'], [true]])(
  'a saved run in which a member is %j is refused in one line, or shown',
  async (to) => {
    const faults: string[] = []
    const all = places()
    expect(all.length).toBeGreaterThan(200)
    for (const { line, at } of all.filter((_, i) => i % SAMPLED === String(to).length)) {
      for (const fault of await faultsOf(textWith(line, at, to))) {
        faults.push(`${line + 1} ${at.join('.')}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  },
)

test.each([
  ['finding', 'story', ['findings', 0, 'steps'], true],
  ['span', 'open', ['tally', 'span', 'from'], []],
  ['request', 'exchange', ['exchange', 'at'], 'x'],
  ['chapter', 'story', ['story', 'chapter'], [null]],
  ['reference', 'story', ['story', 'reference'], null],
] as const)('a bad %s is refused by its line and member', async (_what, kind, at, to) => {
  const line = lines.findIndex((text) => text.startsWith(`{"record":"${kind}"`))
  await writeFile(file, textWith(line, at, to))
  const message = `${file}:${line + 1} is not part of a run file: ${at.join('.')}: `
  await expect(openRun(file, { log: () => undefined })).rejects.toThrow(message)
})

test('a second header is refused, and ends the sandbox of the first', async () => {
  await writeFile(file, `${lines[0]}\n${lines[0]}\n`)
  await expect(openRun(file, { log: () => undefined })).rejects.toThrow(
    ':2 is not part of a run file: there is a second header',
  )
})

test('a search passes over requests whose reference is no text', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(`${sandbox.url}/v1`)
  expect((await client.purchase({ 'transaction.reference': true })).status).toBe(422)
  expect((await new ControlClient(sandbox.url).get('/search?q=A-1')).status).toBe(200)
})
