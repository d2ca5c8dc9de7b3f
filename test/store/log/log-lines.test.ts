import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchText, LogLines, payloadOffset } from '../../../src/store/log/log-lines.ts'
import { isWhole, replayLine } from '../../../src/store/log/log-replay.ts'
import { type RowChange, tableNames } from '../../../src/world/records/medium.ts'

const key = fc.oneof(fc.integer(), fc.string({ unit: 'binary' }))
const change: fc.Arbitrary<RowChange> = fc.record({
  table: fc.constantFrom(...tableNames),
  key,
  line: fc.option(
    fc.json({ stringUnit: 'binary' }).map((json) => JSON.stringify({ id: 1, json })),
    { nil: undefined },
  ),
})

function replayed(lines: Buffer): unknown[][] {
  const commits: unknown[][] = []
  let start = 0
  while (start < lines.length) {
    const end = lines.indexOf(0x0a, start)
    const changes: unknown[] = []
    expect(isWhole(lines, start, end)).toBe(true)
    replayLine(lines, start + payloadOffset, end, {
      load: (table, line) => changes.push([table, line]),
      remove: (table, removed) => changes.push([table, { removed }]),
    })
    commits.push(changes)
    start = end + 1
  }
  return commits
}

test('every commit comes back as it was written, and is JSON behind its checksum', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 5 }), (commits) => {
      const lines = new LogLines(0)
      for (const changes of commits) lines.add(batchText([changes]))
      const bytes = Buffer.from(Buffer.from(lines.text))
      expect(replayed(bytes)).toEqual(
        commits.map((changes) =>
          changes.map(({ table, key: removed, line }) => [table, line ?? { removed }]),
        ),
      )
      let before = '00000000'
      for (const line of bytes.toString().split('\n').slice(0, -1)) {
        expect(line).toMatch(/^[0-9a-f]{8} [0-9a-f]{8} \[/)
        expect(line.slice(9, 17)).toBe(before)
        before = line.slice(0, 8)
        JSON.parse(line.slice(18))
      }
    }),
  )
})

test('big rows of characters beyond ASCII come back, and a batch follows a given line', () => {
  const lines = new LogLines(0x12ab)
  lines.add(batchText([[{ table: 'meta', key: 2, line: undefined }]]))
  expect(Buffer.from(Buffer.from(lines.text)).toString().slice(9)).toBe(
    '000012ab [["-meta",1,2]]\n',
  )
  const big = JSON.stringify({ id: 1, text: 'ü'.repeat(3_000_000) })
  const others = new LogLines(0)
  others.add(batchText([[{ table: 'meta', key: 1, line: big }]]))
  expect(replayed(Buffer.from(Buffer.from(others.text)))).toEqual([[['meta', big]]])
})
