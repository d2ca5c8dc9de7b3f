import { expect, test } from 'vitest'
import { ToldChapter } from './support/told-chapter.ts'

function call(rule: string, hasLeft: boolean) {
  return {
    operation: 'purchase',
    method: 'POST',
    path: '/v1/transactions/purchase',
    attempt: undefined,
    rules: [rule],
    hasLeft: () => hasLeft,
    waitedMs: () => 1000,
  }
}

test('a chapter that ends before a slow bank answers has met the rules that slowed it', () => {
  const { chapter } = new ToldChapter()
  chapter.wait(call('file/left', true))
  chapter.wait(call('file/waiting', false))
  expect(chapter.tallySoFar()).toMatchObject({ requests: 1, waiting: 1 })
  chapter.end()
  expect([...chapter.tally.rules]).toEqual(['file/left', 'file/waiting'])
  expect(chapter.tally).toMatchObject({ requests: 1, waiting: 0 })
})
