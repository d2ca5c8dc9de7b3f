import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageChunks } from '../../../../src/gateway/store/image/image-format.ts'
import { readTrusted, readUntrusted } from '../../../../src/gateway/store/image/image-reader.ts'
import { ImageUnreadable, OtherVersion } from '../../../../src/gateway/store/port/store-error.ts'
import { type Image, tableNames } from '../../../../src/gateway/world/records/medium.ts'
import { imageOf, Rows, row } from '../support/rows.ts'

const head = { format: 'sandgate', version: 2, saved_at: '2026-03-10T01:00:00.000Z' } as const

function documentOf(image: Image): Buffer {
  return Buffer.concat([...imageChunks(image, head)])
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array, size = 64): Promise<string> {
  const rows = new Rows()
  await readUntrusted(pieces(bytes, size), rows, 'The document')
  return rows.text()
}

function textOf(image: Image): string {
  const rows = new Rows()
  for (const table of tableNames) for (const line of image.tables[table]) rows.load(table, line)
  return rows.text()
}

const small = imageOf({
  meta: [row('clock', 'Zoë \u{1F4B3}')],
  transactions: [row(1, 'one'), row(2), row(3, '],\n,"check":')],
})

test('an image comes back the same however its bytes are cut into chunks', async () => {
  const bytes = documentOf(small)
  for (const size of [1, 2, 3, 5, 8, 13, 21, 64, 200, bytes.length]) {
    expect(await read(bytes, size)).toBe(textOf(small))
    const rows = new Rows()
    await readTrusted(pieces(bytes, size), rows, 'state.json')
    expect(rows.text()).toBe(textOf(small))
  }
})

test('any rows come back the same', async () => {
  const rows = fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(rows, rows, fc.integer({ min: 1, max: 200 }), async (some, others, size) => {
      const image = imageOf({
        rules: some.map((id) => row(id, id)),
        tokens: others.map((id) => row(id)),
      })
      expect(await read(documentOf(image), size)).toBe(textOf(image))
      const pretty = JSON.stringify(JSON.parse(documentOf(image).toString()), undefined, 3)
      expect(await read(Buffer.from(pretty), size)).toBe(textOf(image))
    }),
  )
})

test('a big image is written in chunks and read as they come', async () => {
  const lines = Array.from({ length: 5000 }, (_, id) => row(id, 'x'.repeat(700)))
  const chunks = [...imageChunks(imageOf({ transactions: lines }), head)]
  expect(chunks.length).toBeGreaterThan(10)
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(300_000)
  let visited = 0
  let visitedBeforeLast = 0
  async function* source() {
    for (const chunk of chunks) {
      visitedBeforeLast = visited
      yield chunk
    }
  }
  const into = { load: () => visited++, untrusted: () => new Rows().untrusted() }
  await readTrusted(source(), into, 'state.json')
  expect(visited).toBe(5000)
  expect(visitedBeforeLast).toBeGreaterThan(4500)
})

const allEmpty = Object.fromEntries(tableNames.map((table) => [table, []]))

test.each(tableNames)('a document without %s is refused, in any formatting', async (table) => {
  const { [table]: _left, ...tables } = allEmpty
  const { check, ...whole } = JSON.parse(documentOf(small).toString())
  const { [table]: _rows, ...part } = whole
  const lines = documentOf(imageOf({}))
    .toString()
    .replace(/,"check":.*\n/, '')
  const ours = lines.replace(new RegExp(`"${table}":\\[\\n[^\\]]*\\],?\\n`), '')
  const lastComma = table === tableNames.at(-1) ? ours.replace(/\],\n\}/, ']\n}') : ours
  for (const text of [JSON.stringify({ ...head, ...tables }), JSON.stringify(part), lastComma]) {
    await expect(read(Buffer.from(text))).rejects.toThrow(
      `Not a whole state: this table is missing: ${table}; give an empty list for a table without rows, or use reset to empty a world`,
    )
  }
})

test('a document without tables is refused', async () => {
  await expect(read(Buffer.from(JSON.stringify(head)))).rejects.toThrow(
    `Not a whole state: these tables are missing: ${tableNames.join(', ')}; `,
  )
  expect(await read(Buffer.from(JSON.stringify({ ...head, ...allEmpty })))).toBe('')
})

test.each([
  ['', 'Not JSON'],
  ['hello', 'Not JSON'],
  ['[]', 'Not a state document: expected a map of keys, found a list'],
  ['null', 'Not a state document: expected a map of keys, found nothing'],
  ['"x"', 'Not a state document: expected a map of keys, found the text "x"'],
  ['42', 'Not a state document: expected a map of keys, found 42'],
  ['{"format":"sandgate","version":2}', 'Not a state document: saved_at: this key is missing'],
  ['{"format":"other","version":2,"saved_at":""}', 'Not a state document: format: '],
  [JSON.stringify({ ...head, things: [] }), "unknown key 'things'"],
  [JSON.stringify({ ...head, tokens: {} }), 'Not a state document: tokens: '],
  [JSON.stringify({ ...head, ...allEmpty, tokens: [{ id: 1 }, 2] }), 'tokens[1]: Not a row'],
  [`${JSON.stringify(head).slice(0, -1)},\n"tokens":[\n{"id":1}\n`, 'It breaks off at line 3'],
  [
    `${JSON.stringify(head).slice(0, -1)},\n"things":[\n]\n}\n`,
    'There is no table things (line 2)',
  ],
  [
    `${JSON.stringify(head).slice(0, -1)},\n"tokens":[\n],\n"meta":[\n]\n}\n`,
    'Line 4 is not expected here: "meta":[',
  ],
  [
    `${JSON.stringify(head).slice(0, -1)},\n"tokens":[\n]\n}\nmore\n`,
    'Line 5 is not expected here: more',
  ],
])('what is no state document is refused: %s', async (text, message) => {
  const reading = read(Buffer.from(text))
  await expect(reading).rejects.toThrow(ImageUnreadable)
  await expect(reading).rejects.toThrow(message)
})

test('a refusal repeats no card number of the text', async () => {
  const pan = '4539148803436467'
  for (const text of [`x ${pan}`, `{"tokens":[[x${pan}]]}`]) {
    await expect(read(Buffer.from(text))).rejects.toThrow(/^Not JSON$/)
  }
})

test('a row that its reader refuses is named by its place', async () => {
  const refuse = () => {
    throw new Error('Not a customer')
  }
  const into = { load: refuse, untrusted: async () => refuse }
  const bytes = documentOf(imageOf({ customers: [row('c')] }))
  await expect(readTrusted(pieces(bytes, 50), into, 'it')).rejects.toThrow(
    'customers[0]: Not a customer',
  )
  await expect(readUntrusted(pieces(bytes, 50), into, 'it')).rejects.toThrow(
    'customers[0]: Not a customer',
  )
  const pretty = Buffer.from(JSON.stringify(JSON.parse(bytes.toString()), undefined, 1))
  await expect(readUntrusted(pieces(pretty, 50), into, 'it')).rejects.toThrow(
    'customers[0]: Not a customer',
  )
})

test('a document of a later version is refused in any formatting', async () => {
  const later = documentOf(small).toString().replace('"version":2', '"version":7')
  for (const text of [later, JSON.stringify(JSON.parse(later), undefined, 2)]) {
    const reading = read(Buffer.from(text))
    await expect(reading).rejects.toThrow(OtherVersion)
    await expect(reading).rejects.toThrow('The document has format version 7')
  }
})

test('a source that fails is let go of, and its failure told', async () => {
  let isLetGo = false
  async function* source() {
    try {
      yield documentOf(small).subarray(0, 200)
      throw new Error('The connection was lost')
    } finally {
      isLetGo = true
    }
  }
  await expect(readUntrusted(source(), new Rows(), 'it')).rejects.toThrow('The connection was lost')
  expect(isLetGo).toBe(true)
})
