import { expect, test } from 'vitest'
import { TestChapter } from './support/test-chapter.ts'

function begin(told: TestChapter, rule: string) {
  const exchange = { ...told.exchange({}, undefined), facts: { waitedMs: 0 }, rules: [rule] }
  told.history.begun(exchange)
  return exchange
}

test('a chapter that ends before a slow bank responds has met the rules that slowed it', () => {
  const told = new TestChapter()
  const call = begin(told, 'file/left')
  told.history.left(call, call.realAt + 1000)
  begin(told, 'file/waiting')
  expect(told.part.tally).toMatchObject({ requests: 1, waiting: 1 })
  told.history.judged?.close(1)
  const { tally } = told.part
  expect([...tally.rules]).toEqual(['file/left', 'file/waiting'])
  expect(tally).toMatchObject({ requests: 1, waiting: 0 })
})
