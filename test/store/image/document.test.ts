import { expect, test } from 'vitest'
import { readTrusted, readUntrusted, stateDocument } from '../../../src/store/image/image-reader.ts'
import { imageChunks } from '../../../src/store/image/image-writer.ts'
import { ImageUnreadable, StoreTooNew } from '../../../src/store/port/store-error.ts'
import { imageOf, Rows, row } from '../support/rows.ts'

const head = { format: 'sandgate', version: 2, saved_at: '2026-03-10T01:00:00.000Z' } as const
const image = imageOf({ tokens: [row('a'), row('b')], transactions: [row(1)] })
const written = Buffer.concat([...imageChunks(image, head)])

async function* pieces(bytes: Uint8Array, count = 1): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(bytes.length / count)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const document = (text: string | Uint8Array) =>
  readUntrusted(pieces(Buffer.from(text)), new Rows(), 'it')
const ours = (text: string | Uint8Array) => readTrusted(pieces(Buffer.from(text)), new Rows(), 'it')

/** How many turns of the event loop others have meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  await work()
  clearImmediate(next)
  return turns
}

test('others have a turn between all steps of reading', async () => {
  const unchecked = JSON.stringify({ ...head, tokens: [] })
  const ofUnchecked = await turnsDuring(() => document(unchecked))
  // One for its only chunk, and one before each step that takes long if it is big.
  expect(ofUnchecked).toBeGreaterThanOrEqual(4)
  expect(await turnsDuring(() => document(written))).toBeGreaterThanOrEqual(5)
  const inPieces = () => readUntrusted(pieces(written, 4), new Rows(), 'it')
  expect(await turnsDuring(inPieces)).toBeGreaterThanOrEqual(8)
  const trusted = () => readTrusted(pieces(written, 4), new Rows(), 'it')
  expect(await turnsDuring(trusted)).toBeGreaterThanOrEqual(4)
})

test('a small image is written in one piece, with its check behind it', () => {
  const chunks = [...imageChunks(image, head)].map(String)
  expect(chunks).toHaveLength(2)
  expect(chunks[1]).toMatch(
    /^,"check":\{"records":\{.*"tokens":2,.*\},"crc32":"[0-9a-f]{8}"\}\n\}\n$/,
  )
})

test('our own document needs no last newline', async () => {
  const rows = new Rows()
  await readTrusted(pieces(written.subarray(0, -1)), rows, 'it')
  expect(rows.text()).toBe(`tokens ${row('a')}\ntokens ${row('b')}\ntransactions ${row(1)}`)
})

test.each([
  ['a count of one table', (text: string) => text.replace('"tokens":2', '"tokens":1')],
  [
    'a count of the last table',
    (text: string) => text.replace('"kept_answers":0', '"kept_answers":1'),
  ],
  ['the checksum', (text: string) => text.replace(/"crc32":"."?/, '"crc32":"x')],
  ['a row', (text: string) => text.replace('"a"', '"c"')],
])('our own document is refused if %s was changed', async (_, change) => {
  const changed = change(written.toString())
  expect(changed).not.toBe(written.toString())
  await expect(ours(changed)).rejects.toThrow('does not match its check')
})

test.each([
  ['a version of 0', { ...head, version: 0 }, 'version'],
  ['a generation of 0', { ...head, generation: 0 }, 'generation'],
  [
    'a count below 0',
    { ...head, check: { records: { meta: -1 }, crc32: '' } },
    'check.records.meta',
  ],
])('%s is refused', async (_, content, place) => {
  await expect(document(JSON.stringify(content))).rejects.toThrow(
    `Not a state document: ${place}: `,
  )
})

test('a document of this version is read, one of the next is not', async () => {
  expect(await document(written)).toMatchObject({ version: 2 })
  const later = written.toString().replace('"version":2', '"version":3')
  for (const read of [document, ours]) await expect(read(later)).rejects.toThrow(StoreTooNew)
})

test('a document that ends in the middle of a character is refused', async () => {
  const cut = Buffer.concat([Buffer.from(JSON.stringify(head)), Buffer.of(0xc3)])
  await expect(document(cut)).rejects.toThrow('Not JSON: ')
})

test('the rows of a document are looked at as a whole when all of them are there', async () => {
  const seen: string[] = []
  const into = {
    load: () => undefined,
    untrusted: async () => ({
      load: (table: string) => seen.push(table),
      finish: async () => {
        seen.push('finish')
      },
    }),
  }
  await readUntrusted(pieces(written), into, 'it')
  expect(seen).toEqual(['tokens', 'tokens', 'transactions', 'finish'])
})

test('a row that is refused makes the document invalid, also the last of many', async () => {
  const many = imageOf({ tokens: Array.from({ length: 7 }, (_, id) => row(id)) })
  const load = (_: string, line: string) => {
    if (line === row(6)) throw new Error('Not a token')
  }
  const untrusted = async () => ({ load, finish: () => undefined })
  const chunks = Buffer.concat([...imageChunks(many, head)])
  await expect(
    readUntrusted(pieces(chunks), { load: () => undefined, untrusted }, 'it'),
  ).rejects.toThrow(/^Line \d+: tokens\[6\]: Not a token$/)
})

test('what is wrong with the rows as a whole makes the document invalid', async () => {
  const finish = async () => {
    throw new Error('Two rows contradict each other')
  }
  const into = { load: () => undefined, untrusted: async () => ({ load: () => undefined, finish }) }
  const reading = readUntrusted(pieces(written), into, 'it')
  await expect(reading).rejects.toThrow(new ImageUnreadable('Two rows contradict each other'))
})

test('a document that is exported can be imported', async () => {
  const rows = new Rows()
  const bytes = Buffer.concat([...stateDocument.write(image, 0)])
  expect(bytes.toString()).toContain('"saved_at":"1970-01-01T00:00:00.000Z"')
  await stateDocument.read(pieces(bytes), rows)
  expect(rows.text()).toBe(`tokens ${row('a')}\ntokens ${row('b')}\ntransactions ${row(1)}`)
})
