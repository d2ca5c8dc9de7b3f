import { expect, test } from 'vitest'
import { requestLine } from '../../../src/insight/sweep/cell-request.ts'
import { ToldChapter } from '../support/told-chapter.ts'

const told = new ToldChapter()
const base = told.exchange({ reference: 'A-1' }, undefined)
const about = { waitedMs: 1, requested: undefined }
const fault = { at: 'after', kind: 'reset' } as const
const search = { ...base, operation: 'search', facts: { ...about, shown: null } } as const

test.each([
  ['a payment', { ...base, outcome: 'approved' }, ['purchase', 'A-1', '200 approved']],
  ['a refusal', { ...base, answer: { ...base.answer, status: 400 } }, ['purchase', 'A-1', '400']],
  [
    'a lost answer, whatever became of it',
    { ...base, outcome: 'approved', answer: { ...base.answer, status: undefined }, fault },
    ['purchase', 'A-1', 'no answer (connection reset, after processing)'],
  ],
  [
    'a broken answer',
    { ...base, fault: { at: 'before', kind: 'garbage' } as const },
    ['purchase', 'A-1', '200 (an answer that is not JSON, before processing)'],
  ],
  [
    'a refund of its own',
    { ...base, operation: 'standalone_refund' as const },
    ['standalone refund', 'A-1', '200'],
  ],
  ['an empty search', search, ['search', base.request.path, '200 nothing found']],
  [
    'a lost empty search',
    { ...search, fault },
    ['search', base.request.path, '200 (connection reset, after processing)'],
  ],
  [
    'a call of nothing that the gateway has',
    { ...base, operation: undefined, facts: about },
    [`POST ${base.request.path}`, base.request.path, '200'],
  ],
])('%s is shown by what it was, what it was about, and its answer', (_name, exchange, shown) => {
  const { operation, about: what, answer, took_ms } = requestLine({ ...exchange, durationMs: 2.6 })
  expect([operation, what, answer]).toEqual(shown)
  expect(took_ms).toBe(3)
})
