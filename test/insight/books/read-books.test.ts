import { expect, test } from 'vitest'
import { BooksError, checkOrders, readBooks } from '../../../src/insight/books/read-books.ts'

const zero = { refunded: 0, held: 0, pending: 0 }

test.each([
  ['a JSON array', '[{"reference":"A \\"1\\" é, 2","paid":4995,"merchant":1}]'],
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

test.each(['[]', 'reference,paid\n'])('%j are books without orders', async (text) => {
  expect(await readBooks(text)).toEqual([])
})

test.each([
  [
    '[{"reference":"A","paid":"49.95"}]',
    'The books, order 1: paid: expected cents as a whole number, found "49.95": write 4995',
  ],
  [
    'reference,paid\nA,1\nB,49.95',
    'The books, line 3: paid: expected cents as a whole number, found "49.95": write 4995',
  ],
  [
    '{"reference":"A","paid":-1}',
    'The books, line 1: paid: expected cents, 0 or more, found -1: write refunds as `refunded`',
  ],
  [
    '{"reference":"A","paid":1.5}',
    'The books, line 1: paid: expected cents as a whole number, found 1.5: write 150',
  ],
  [
    '{"reference":"A","paid":"1250"}',
    'The books, line 1: paid: expected cents as a number: write 1250, without quotes',
  ],
  [
    '{"reference":"A","paid":"free"}',
    'The books, line 1: paid: expected cents as a number, found "free"',
  ],
  ['reference,paid\nA,4539148803436467', 'The books, line 2: paid: expected cents as a number'],
  [
    '{"reference":"A","paid":4539148803436467}',
    'The books, line 1: paid: expected cents, at most 999999999999, found a longer number',
  ],
  [
    '{"reference":"A","paid":-4539148803436467}',
    'The books, line 1: paid: expected cents, 0 or more: write refunds as `refunded`',
  ],
  [
    'reference,payed\nA,1\nB,2',
    "The books, line 1: unknown key 'payed'; known: reference, references, audit, audits, merchant, paid, refunded, held, pending, currency, state",
  ],
  ['', 'The books are empty: if there are no orders, write []'],
  [' \n', 'The books are empty: if there are no orders, write []'],
  ['reference,paid,paid\nA,1,2', "The books, line 1: there are two columns 'paid'; keep one"],
  ['['.padEnd(16_000_001), 'The books have more than 16000000 characters: leave out old orders'],
  ['{"reference":"A"}', 'The books, line 1: paid: this key is missing'],
  [
    '{"reference":"A\\u0000","paid":1}',
    'The books, line 1: reference: expected a reference without control characters, such as NUL or a line break',
  ],
  ['{"paid":1}', 'The books, line 1: an order needs its reference or its audit'],
  [
    '{"reference":"A","piad":1}',
    "The books, line 1: piad: unknown key 'piad', did you mean 'paid'?",
  ],
  [
    '{"reference":"A","paid":1}\n{"reference":"A","paid":1}',
    "The books have order 'A' twice: line 1 and line 2",
  ],
  ['reference,paid\nA,1\nB', 'The books, line 3: expected 2 fields as in the header, found 1'],
  ['reference,paid\n"A,1', 'The books, line 2: a quote is out of place'],
  ['{"reference":', 'The books, line 1, are not JSON: {"reference":'],
  [
    'Connected to database',
    'The books are neither JSON nor CSV with the header reference, references, audit, audits, merchant, paid, refunded, held, pending, currency, state: Connected to database',
  ],
])('%j is refused', async (text, message) => {
  await expect(readBooks(text)).rejects.toThrow(new BooksError(message))
})

test('more orders than can be compared are refused', async () => {
  const orders = Array.from({ length: 10_001 }, (_, i) => ({ reference: `A-${i}`, paid: 1 }))
  await expect(checkOrders(orders)).rejects.toThrow(
    'The books have 10001 orders, and at most 10000 are compared: leave out old ones',
  )
})
