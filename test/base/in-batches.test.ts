import { expect, test } from 'vitest'
import { jsonInBatches, nextTurn } from '../../src/base/in-batches.ts'

const long = Array.from({ length: 100 }, (_, i) => ({ id: i, none: undefined, at: new Date(i) }))

test.each([
  ['a text', 'a "quoted" text'],
  ['nothing', null],
  ['no value', undefined],
  ['a date', new Date(0)],
  ['an empty object and an empty list', { object: {}, list: [] }],
  ['members without a value', { one: 1, none: undefined, act: () => 1, list: [undefined] }],
  ['a value that writes itself', { clock: { toJSON: () => '12:00' } }],
  [
    'a getter',
    {
      get late() {
        return long
      },
    },
  ],
  [
    'long lists',
    { a: long, 'b "c"': { d: [long, ...long] }, e: [...long.map((one) => [one]), undefined] },
  ],
])('%s is written as JSON.stringify writes it', async (_what, value) => {
  expect(await jsonInBatches(value)).toBe(JSON.stringify(value))
})

test('while a long list is written, other work is done', async () => {
  const order: string[] = []
  const other = nextTurn().then(() => order.push('other'))
  await jsonInBatches({ long }).then(() => order.push('written'))
  await other
  expect(order).toEqual(['other', 'written'])
})
