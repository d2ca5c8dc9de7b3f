import { expect, test } from 'vitest'
import { BooksError, checkOrders, readBooks } from '../../../src/judge/books/read-books.ts'

const zero = { refunded: 0, held: 0, pending: 0 }

test.each([
  ['a JSON array', '[{"reference":"A \\"1\\" é, 2","paid":4995,"merchant":1}]'],
  [
    'a JSON array with a byte order mark',
    '\uFEFF[{"reference":"A \\"1\\" é, 2","paid":4995,"merchant":1}]',
  ],
  [
    'JSON lines with a byte order mark',
    '\uFEFF{"reference":"A \\"1\\" é, 2","paid":4995,"merchant":1}',
  ],
  ['JSON lines', '{"reference":"A \\"1\\" é, 2","paid":4995,"merchant":1}\n\n'],
  ['CSV with CR alone', 'reference,paid,merchant\r"A ""1"" é, 2",4995,1\r'],
  ['CSV', 'reference,paid,merchant,state\r\n"A ""1"" é, 2",4995,1,\r\n'],
  [
    'CSV with semicolons and a byte order mark',
    '\uFEFFreference;paid;merchant\n"A ""1"" é, 2";4995;1',
  ],
])('%s gives the same orders', async (_, text) => {
  expect(await readBooks(text)).toEqual([
    { reference: 'A "1" é, 2', paid: 4995, merchant: 1, ...zero },
  ])
})

test('a JSON list is read with texts that look like its end', async () => {
  const orders = [
    { reference: '"],[', paid: 1, ...zero },
    { reference: 'b\\', references: ['c', '}'], paid: 2, ...zero },
  ]
  expect(await readBooks(JSON.stringify(orders, null, 2))).toEqual(orders)
})

test('several references or audits in CSV are separated by |', async () => {
  expect(await readBooks('references,audits,paid\nA-1|A-1-2,1000001|1000002,5')).toEqual([
    { references: ['A-1', 'A-1-2'], audits: [1_000_001, 1_000_002], paid: 5, ...zero },
  ])
})

test('a field may have line breaks', async () => {
  expect(await readBooks('reference,paid,state\nA,1,"sent\nlate"\nB,2,')).toMatchObject([
    { reference: 'A', state: 'sent\nlate' },
    { reference: 'B' },
  ])
})

test.each(['[]', ' [ ] ', 'reference,paid\n'])('%j are books without orders', async (text) => {
  expect(await readBooks(text)).toEqual([])
})

test.each([
  [
    '[{"reference":"A","paid":"49.95"}]',
    'order 1: paid: expected cents as a whole number, found "49.95": write 4995',
  ],
  [
    'reference,paid\nA,1\nB,49.95',
    'line 3: paid: expected cents as a whole number, found "49.95": write 4995',
  ],
  [
    '{"reference":"A","paid":-1}',
    'line 1: paid: expected cents, 0 or more, found -1: write refunds as `refunded`',
  ],
  [
    '{"reference":"A","paid":1.5}',
    'line 1: paid: expected cents as a whole number, found 1.5: write 150',
  ],
  [
    '{"reference":"A","paid":"1250"}',
    'line 1: paid: expected cents as a number: write 1250, without quotes',
  ],
  ['{"reference":"A","paid":"free"}', 'line 1: paid: expected cents as a number, found "free"'],
  [
    'reference,paid\nA,4539148803436467',
    'line 2: paid: expected cents, at most 999999999999, found a longer number',
  ],
  [
    'reference,paid\nA,99999999999999999999',
    'line 2: paid: expected cents, at most 999999999999, found 99999999999999999999',
  ],
  [
    '[{"reference":"A","paid":99999999999999999999}]',
    'order 1: paid: expected cents, at most 999999999999, found 100000000000000000000',
  ],
  [
    '{"reference":"A","paid":4539148803436467}',
    'line 1: paid: expected cents, at most 999999999999, found a longer number',
  ],
  [
    '{"reference":"A","paid":-4539148803436467}',
    'line 1: paid: expected cents, 0 or more: write refunds as `refunded`',
  ],
  [
    'reference,payed\nA,1\nB,2',
    "line 1: unknown key 'payed'; known: reference, references, audit, audits, merchant, paid, refunded, held, pending, currency, state",
  ],
  ['', 'empty; if there are no orders, write []'],
  [' \n', 'empty; if there are no orders, write []'],
  ['reference,paid,paid\nA,1,2', "line 1: there are two columns 'paid'; keep one"],
  ['['.padEnd(16_000_001), 'more than 16,000,000 characters; leave out old orders'],
  ['{"reference":"A"}', 'line 1: paid: this key is missing'],
  [
    '{"reference":"A\\u0000","paid":1}',
    'line 1: reference: expected a reference without control characters, such as NUL or a line break',
  ],
  ['{"paid":1}', 'line 1: an order needs its reference or its audit'],
  ['{"reference":"A","piad":1}', "line 1: piad: unknown key 'piad'. Did you mean 'paid'?"],
  [
    '{"reference":"A","paid":1}\n{"reference":"A","paid":1}',
    "order 'A' is there twice: line 1 and line 2",
  ],
  ['reference,paid\nA,1\nB', 'line 3: expected 2 fields as in the header, found 1'],
  ['reference,paid\n"A,1', 'line 2: a quote is not closed'],
  ['reference,paid\n"A"b,1', 'line 2: a quote is out of place'],
  ['reference,paid\nA"b,1', 'line 2: a quote is out of place'],
  ['{"reference":"A","paid":[[1]]}', 'line 1: paid: expected cents as a number, found a list'],
  ['{"reference":', 'line 1: not JSON: {"reference":'],
  ['[1,]', 'not a JSON list of orders: [1,]'],
  ['[{"reference":"A]"', 'not a JSON list of orders: [{"reference":"A]"'],
  ['[] x', 'not a JSON list of orders: [] x'],
  ['[}', 'not a JSON list of orders: [}'],
  ['[{"reference":"A","paid":1}}]', 'not a JSON list of orders: [{"reference":"A","paid":1}}]'],
  [
    'Connected to database',
    'neither JSON nor CSV with the header reference, references, audit, audits, merchant, paid, refunded, held, pending, currency, state: Connected to database',
  ],
])('%j is refused', async (text, message) => {
  await expect(readBooks(text)).rejects.toThrow(new BooksError(message))
})

test('more orders than can be compared are refused', async () => {
  const orders = Array.from({ length: 10_001 }, (_, i) => ({ reference: `A-${i}`, paid: 1 }))
  await expect(checkOrders(orders)).rejects.toThrow(
    'more than 10,000 orders; leave out old ones, or compare them in parts',
  )
})

const MEGABYTES = 15_999_000

test.each([
  [
    'quotes',
    '"'.repeat(MEGABYTES),
    /a field has more than 200,000 characters; is a quote missing\?$/,
  ],
  [
    'quotes in pairs',
    `"${'""'.repeat(MEGABYTES / 2)}"`,
    /a field has more than 200,000 characters/,
  ],
  ['commas', `reference,paid${','.repeat(MEGABYTES)}`, /^line 1: more than 100 fields$/],
  ['semicolons', ';'.repeat(MEGABYTES), /^line 1: more than 100 fields$/],
  ['letters', 'a'.repeat(MEGABYTES), /a field has more than 200,000 characters/],
  ['short lines', `reference,paid\n${'a,1\n'.repeat(MEGABYTES / 4)}`, /more than 10,000 orders/],
  ['numbers', `[${'1,'.repeat(MEGABYTES / 2)}1]`, /more than 10,000 orders/],
  ['objects in objects', '{"a":'.repeat(MEGABYTES / 5), /line 1: more than 200,000 characters$/],
  [
    'lists in lists',
    `[${'['.repeat(MEGABYTES / 2)}${']'.repeat(MEGABYTES / 2)}]`,
    /^order 1: expected a map of keys/,
  ],
  [
    'an amount of lists in lists',
    `[{"reference":"A","paid":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}]`,
    /^order 1: paid: expected cents as a nu/,
  ],
])('16 MB of %s are refused with a sentence', async (_, text, message) => {
  await expect(readBooks(text)).rejects.toThrow(BooksError)
  await expect(readBooks(text)).rejects.toThrow(message)
})
