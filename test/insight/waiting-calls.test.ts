import { expect, test } from 'vitest'
import { redactText } from '../../src/domain/redaction/redacted.ts'
import { ToldChapter } from './support/told-chapter.ts'

function call(rule: string, hasLeft: boolean) {
  return {
    operation: 'purchase',
    method: 'POST',
    path: redactText('/v1/transactions/purchase'),
    opening: undefined,
    rules: [rule],
    isOwn: false,
    hasLeft: () => hasLeft,
    waitedMs: () => 1000,
  }
}

test('a chapter that ends before a slow bank answers has met the rules that slowed it', () => {
  const told = new ToldChapter()
  told.history.begun(call('file/left', true))
  told.history.begun(call('file/waiting', false))
  expect(told.part.tally).toMatchObject({ requests: 1, waiting: 1 })
  const { value: tally } = told.chapter.end().next()
  expect([...(tally?.rules ?? [])]).toEqual(['file/left', 'file/waiting'])
  expect(tally).toMatchObject({ requests: 1, waiting: 0 })
})
