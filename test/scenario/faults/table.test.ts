import { expect, test } from 'vitest'
import {
  compileFault,
  describeFault,
  faultDocument,
  isFaultKind,
} from '../../../src/scenario/faults/table.ts'
import type { FaultDocument } from '../../../src/scenario/faults/wire-fault.ts'

const retry_after = '2026-03-10T01:00:00.000Z'

test.each<[FaultDocument, string]>([
  [{ at: 'after', http: 503 }, 'HTTP 503'],
  [{ at: 'before', http: 429, retry_after: 0 }, 'HTTP 429 with Retry-After 0'],
  [{ at: 'before', http: 429, retry_after }, 'HTTP 429 with Retry-After 2026-03-10T01:00:00.000Z'],
  [{ at: 'before', http: 400, error_code: 'BAD' }, 'HTTP 400'],
  [{ at: 'after', http: 502, body: 'json' }, 'HTTP 502'],
  [{ at: 'after', http: 502, body: 'html' }, 'HTTP 502 with an HTML page'],
  [{ at: 'after', http: 502, body: 'Bad day' }, 'HTTP 502 with a text of its own'],
  [{ at: 'after', hang: true }, 'no answer'],
  [{ at: 'before', hang: '30s' }, 'no answer for 30s'],
  [{ at: 'after', reset: true }, 'connection reset'],
  [{ at: 'after', truncate: true }, 'answer cut off in the middle'],
  [{ at: 'after', garbage: true }, 'an answer that is not JSON'],
  [{ at: 'after', dribble: '2s' }, 'answer spread over 2s'],
])('%j is told in words, and is the same when it is written again', (document, words) => {
  const fault = compileFault(document)
  if (fault === undefined) throw new Error('there is no fault')
  expect(describeFault(fault)).toBe(words)
  expect(faultDocument(fault)).toEqual(document)
})

test('a fault without a kind is none', () => {
  expect(compileFault({ at: 'after' })).toBeUndefined()
})

test('only the names of kinds are kinds', () => {
  const texts = ['http', 'hang', 'explode', 'toString', 5, undefined, ['http']]
  expect(texts.map(isFaultKind)).toEqual([true, true, false, false, false, false, false])
})
