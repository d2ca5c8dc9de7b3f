import { expect, test } from 'vitest'
import { TestChapter } from './support/test-chapter.ts'

function call(told: TestChapter, rule: string, hasLeft: boolean) {
  const exchange = { ...told.exchange({}, undefined), facts: { waitedMs: 0 }, rules: [rule] }
  return { exchange, hasLeft: () => hasLeft, waitedMs: () => 1000 }
}

test('a chapter that ends before a slow bank responds has met the rules that slowed it', () => {
  const told = new TestChapter()
  told.history.begun(call(told, 'file/left', true))
  told.history.begun(call(told, 'file/waiting', false))
  expect(told.part.tally).toMatchObject({ requests: 1, waiting: 1 })
  told.chapter.close(1)
  const { tally } = told.part
  expect([...tally.rules]).toEqual(['file/left', 'file/waiting'])
  expect(tally).toMatchObject({ requests: 1, waiting: 0 })
})
