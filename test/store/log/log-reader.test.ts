import { expect, test } from 'vitest'
import { type FolderKey, folderKey } from '../../../src/store/disk/key-file.ts'
import { checksum, hex } from '../../../src/store/disk/lines.ts'
import { headerText, LogLines, sealText } from '../../../src/store/log/log-lines.ts'
import { type LogRead, readLog } from '../../../src/store/log/log-reader.ts'
import { StoreTooNew } from '../../../src/store/port/store-error.ts'
import { Rows, row } from '../support/rows.ts'
import { SimulatedDisk } from '../support/simulated-disk.ts'

interface Written {
  readonly text: string
  readonly chain: number
}

/** A log whose first line follows the one with this checksum. */
function logOf(payloads: readonly string[], follows = 0x12): Written {
  const lines = new LogLines(follows)
  for (const payload of payloads) lines.add(payload)
  return { text: Buffer.from(lines.bytes).toString(), chain: lines.chain }
}

const header = headerText({ generation: 4 })
const change = (id: number) => `[["+tokens",${row(id).length},${row(id)}]]`

async function read(
  content: string | Buffer,
  key?: FolderKey,
): Promise<{ found: LogRead; rows: string }> {
  const disk = new SimulatedDisk()
  disk.put('log', content)
  const rows = new Rows()
  const found = await readLog({ files: disk, path: 'log', generation: 4, key }, rows)
  return { found, rows: rows.text() }
}

const plain = { isOld: false, follows: 0x12, isChained: true, isSealed: false, torn: undefined }

test('a log tells where it ends and what it follows', async () => {
  const { text, chain } = logOf([header, change(1), change(2)])
  const { found, rows } = await read(text)
  expect(found).toEqual({ ...plain, length: text.length, hasCommits: true, chain })
  expect(rows).toBe(`tokens ${row(1)}\ntokens ${row(2)}`)
})

test('a log with only its first line has no commits', async () => {
  const { text, chain } = logOf([header])
  const { found } = await read(text)
  expect(found).toEqual({ ...plain, length: text.length, hasCommits: false, chain })
})

test('a log that is empty has nothing', async () => {
  const { found } = await read('')
  expect(found).toEqual({ ...plain, length: 0, hasCommits: false, chain: 0, follows: 0 })
})

test('a log that another one continues says so', async () => {
  const { text, chain } = logOf([header, change(1), sealText(5)])
  const { found } = await read(text)
  expect(found).toEqual({ ...plain, length: text.length, hasCommits: true, chain, isSealed: true })
})

test('a log of version 1 has lines that do not name each other', async () => {
  const old = (payload: string) => `${hex(checksum(payload))} ${payload}\n`
  const first = old('{"format":"sandgate-journal","version":1,"generation":4}')
  const text = first + old(change(1)) + old(change(2))
  const { found, rows } = await read(text)
  expect(found).toMatchObject({
    length: text.length,
    isOld: true,
    isChained: false,
    follows: 0,
    hasCommits: true,
  })
  expect(rows).toContain(row(2))
})

const hole = `12345678 \0\0\0\0\n`

test.each([
  ['half a line', 'half a li', 1],
  ['a line with a hole', hole, 1],
  ['a line with a hole, and half of one', `${hole}half`, 2],
  ['two lines with holes', hole + hole, 2],
])('%s at the end is torn', async (_, end, records) => {
  for (const payloads of [[header, change(1)], [header]]) {
    const { text, chain } = logOf(payloads)
    const { found } = await read(text + end)
    expect(found).toEqual({
      ...plain,
      length: text.length,
      hasCommits: payloads.length > 1,
      chain,
      torn: { bytes: end.length, records },
    })
  }
})

test.each([
  ['behind a hole', (lines: string[]) => lines.with(2, hole), 3],
  ['in a line with a hole', (lines: string[]) => lines.with(2, `12 \0 ${lines[2]}`), 3],
  ['without a hole', (lines: string[]) => lines.with(3, 'garbled\n'), 4],
])('an intact line %s is damage', async (_, damaged, line) => {
  const { text } = logOf([header, change(1), change(2), change(3)])
  const lines = text.split(/(?<=\n)/)
  await expect(read(damaged(lines).join(''))).rejects.toThrow(
    `log is damaged: line ${line} is garbled`,
  )
})

test('lines that are missing, or that follow the last one, are damage', async () => {
  const lines = logOf([header, change(1), change(2), change(3)]).text.split(/(?<=\n)/)
  await expect(read(lines.toSpliced(2, 1).join(''))).rejects.toThrow(
    'log is damaged: line 3 does not follow line 2: lines are missing or out of order',
  )
  await expect(read(logOf([header, sealText(5), change(1)]).text)).rejects.toThrow(
    'log is damaged: line 3 does not follow line 2: lines are missing or out of order',
  )
})

test.each([
  [change(1), 'its first line is missing'],
  ['{"format":"other"}', 'its first line is missing'],
  [headerText({ generation: 3 }), 'it is log 3 under another name'],
])('a log that begins with %s is damaged', async (first, fault) => {
  await expect(read(logOf([first]).text)).rejects.toThrow(`log is damaged: ${fault}`)
})

test('a log of a later version is refused', async () => {
  const later = '{"format":"sandgate-log","version":3,"generation":4}'
  await expect(read(logOf([later]).text)).rejects.toThrow(StoreTooNew)
})

test('a change that its reader refuses is named by its line', async () => {
  const { text } = logOf([header, change(1), '[["+things",2,{}]]'])
  await expect(read(text)).rejects.toThrow('log is damaged: line 3: there is no table things')
})

test('a log that was written with another key is refused, if the key matters', async () => {
  const key = await folderKey(new SimulatedDisk(), '.', { isUsed: async () => false })
  const same = logOf([headerText({ generation: 4, key: key.check })]).text
  const other = logOf([headerText({ generation: 4, key: 'other' })]).text
  await read(same, key)
  await read(other)
  await expect(read(other, key)).rejects.toThrow('key is not the key that log was written with')
})
