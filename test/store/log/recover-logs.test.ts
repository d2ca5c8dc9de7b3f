import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checksum, hex } from '../../../src/store/disk/lines.ts'
import { findWorldFiles } from '../../../src/store/disk/world-files.ts'
import { headerText, LogLines, sealText } from '../../../src/store/log/log-lines.ts'
import { type Recovered, recoverLogs } from '../../../src/store/log/recover-logs.ts'
import { Rows, row } from '../support/rows.ts'
import { SimulatedDisk } from '../support/simulated-disk.ts'

const change = (id: number) => `[["+tokens",${row(id).length},${row(id)}]]`

/** A log of this generation with these payloads, that follows a line with this checksum. */
function logOf(generation: number, payloads: readonly string[], follows = 0) {
  const lines = new LogLines(follows)
  lines.add(headerText({ generation }))
  for (const payload of payloads) lines.add(payload)
  return { text: Buffer.from(lines.bytes).toString(), chain: lines.chain }
}

interface Found {
  readonly recovered: Recovered
  readonly rows: string
  readonly disk: SimulatedDisk
}

/** Recovers from these logs, the first of which a state begins, unless there is none. */
async function recovered(logs: Record<string, string>, base = 3): Promise<Found> {
  const disk = new SimulatedDisk()
  disk.folders.add('w')
  disk.safeFolders.add('w')
  if (base > 1) disk.put('w/state.json', '')
  for (const [name, text] of Object.entries(logs)) disk.put(`w/${name}`, text)
  const found = await findWorldFiles(disk, 'w')
  const rows = new Rows()
  const place = { files: disk, folder: 'w', found, base, progress: () => undefined }
  return { recovered: await recoverLogs(place, rows), rows: rows.text(), disk }
}

const third = logOf(3, [change(1), change(2), sealText(4)])
const fourth = logOf(4, [change(3)], third.chain)
const rest = { isOld: false, notes: [] }

test('logs that continue each other are read as one, and the last goes on', async () => {
  const { recovered: found, rows } = await recovered({
    'log.3.jsonl': third.text,
    'log.4.jsonl': fourth.text,
  })
  expect(rows).toBe([1, 2, 3].map((id) => `tokens ${row(id)}`).join('\n'))
  expect(found).toEqual({
    ...rest,
    last: 4,
    name: 'log.4.jsonl',
    end: { length: fourth.text.length, chain: fourth.chain, hasCommits: true },
    earlier: third.text.length,
  })
})

test('a log that was begun to continue one that was sealed goes on', async () => {
  const begun = logOf(4, [], third.chain)
  const { recovered: found } = await recovered({
    'log.3.jsonl': third.text,
    'log.4.jsonl': begun.text,
  })
  expect(found).toEqual({
    ...rest,
    last: 4,
    name: 'log.4.jsonl',
    end: { length: begun.text.length, chain: begun.chain, hasCommits: false },
    earlier: third.text.length,
  })
})

test('one that was begun to continue one that was never sealed is not used', async () => {
  const open = logOf(3, [change(1)])
  for (const text of [logOf(4, [], 0x99).text, '']) {
    const { recovered: found } = await recovered({ 'log.3.jsonl': open.text, 'log.4.jsonl': text })
    expect(found).toEqual({
      ...rest,
      last: 3,
      name: 'log.3.jsonl',
      end: { length: open.text.length, chain: open.chain, hasCommits: true },
      earlier: 0,
    })
  }
})

test('a log that the state begins goes on, with commits or without', async () => {
  const only = logOf(3, [])
  const { recovered: found } = await recovered({ 'log.3.jsonl': only.text })
  expect(found).toEqual({
    ...rest,
    last: 3,
    name: 'log.3.jsonl',
    end: { length: only.text.length, chain: only.chain, hasCommits: false },
    earlier: 0,
  })
})

test('a new world has no log yet', async () => {
  const { recovered: found } = await recovered({}, 1)
  const end = { length: 0, chain: 0, hasCommits: false }
  expect(found).toEqual({ ...rest, last: 1, name: 'log.1.jsonl', end, earlier: 0 })
})

test('a world without a state begins with its first log', async () => {
  const first = logOf(1, [change(1)])
  const { recovered: found, rows } = await recovered({ 'log.1.jsonl': first.text }, 1)
  expect(rows).toBe(`tokens ${row(1)}`)
  expect(found).toMatchObject({ last: 1, end: { length: first.text.length } })
  await expect(recovered({ 'log.2.jsonl': logOf(2, []).text }, 1)).rejects.toThrow(
    'state.json is damaged: it is missing',
  )
})

test('a world is old if any of its logs is', async () => {
  const old = (payload: string) => `${hex(checksum(payload))} ${payload}\n`
  const header = '{"format":"sandgate-journal","version":1,"generation":3}'
  const { recovered: found, rows } = await recovered({
    'journal.3.jsonl': old(header) + old(change(1)),
    'log.4.jsonl': logOf(4, [change(2)]).text,
  })
  expect(found).toMatchObject({ isOld: true, last: 4 })
  expect(rows).toBe(`tokens ${row(1)}\ntokens ${row(2)}`)
})

test('three logs count all that is in those before the last', async () => {
  const middle = logOf(4, [change(3), sealText(5)], third.chain)
  const last = logOf(5, [change(4)], middle.chain)
  const { recovered: found } = await recovered({
    'log.3.jsonl': third.text,
    'log.4.jsonl': middle.text,
    'log.5.jsonl': last.text,
  })
  expect(found.earlier).toBe(third.text.length + middle.text.length)
  expect(found.last).toBe(5)
})

test.each([
  ['half a li', 'one record'],
  ['12345678 \0\0\nhalf', '2 records'],
])('a torn end is cut off, safely, and told', async (torn, records) => {
  const { recovered: found, disk } = await recovered({
    'log.3.jsonl': third.text,
    'log.4.jsonl': fourth.text + torn,
  })
  expect(found.notes).toEqual([
    `Dropped ${torn.length} bytes at the end of ${join('w', 'log.4.jsonl')} (${records}): a write that was interrupted before it was acknowledged looks like this`,
  ])
  expect(disk.after('power').text('w/log.4.jsonl')).toBe(fourth.text)
  expect(disk.openFiles).toBe(0)
})

test.each<[string, Record<string, string>, string]>([
  ['an emptied first log', { 'log.3.jsonl': '' }, 'log.3.jsonl is damaged: it is empty'],
  [
    'an emptied log that a seal names',
    { 'log.3.jsonl': third.text, 'log.4.jsonl': '' },
    'log.4.jsonl is damaged: it is empty',
  ],
  [
    'half of a first line',
    { 'log.3.jsonl': third.text.slice(0, 20) },
    'log.3.jsonl is damaged: its first line is missing',
  ],
  [
    'a log that a seal names and that is gone',
    { 'log.3.jsonl': third.text },
    'log.4.jsonl is damaged: it is missing',
  ],
  [
    'a log that the state names and that is gone',
    { 'log.4.jsonl': fourth.text },
    'log.3.jsonl is damaged: it is missing',
  ],
  [
    'lines missing before another log',
    { 'log.3.jsonl': logOf(3, [change(1)]).text, 'log.4.jsonl': fourth.text },
    'log.3.jsonl is damaged: lines are missing at its end',
  ],
  [
    'a torn end before another log',
    { 'log.3.jsonl': `${logOf(3, [change(1)]).text}torn`, 'log.4.jsonl': fourth.text },
    'log.3.jsonl is damaged: its end is garbled',
  ],
  [
    'a log of another world',
    { 'log.3.jsonl': third.text, 'log.4.jsonl': logOf(4, [change(3)], 0x99).text },
    'log.4.jsonl is damaged: it does not continue the log before it',
  ],
])('%s stops the start', async (_, logs, message) => {
  await expect(recovered(logs)).rejects.toThrow(message)
})
