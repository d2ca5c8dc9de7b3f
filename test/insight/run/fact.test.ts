import { expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import type { Exchange } from '../../../src/insight/exchange.ts'
import { weightOf } from '../../../src/insight/run/fact.ts'
import { ToldChapter } from '../support/told-chapter.ts'

const text = (length: number) => redactText('x'.repeat(length))

/** A call with texts of so many characters, and a body. */
function call(changes: {
  path?: number
  answer?: number
  undelivered?: number
  query?: object
  body?: unknown
  unknown?: readonly string[]
}): Exchange {
  const base = new ToldChapter().exchange({}, undefined)
  const { path = 0, answer = 0, undelivered, query = {}, body, unknown = [] } = changes
  return {
    ...base,
    request: {
      ...base.request,
      path: text(path),
      query: query as Exchange['request']['query'],
      body: body as Exchange['request']['body'],
      unknownMembers: unknown as Exchange['request']['unknownMembers'],
    },
    answer: {
      status: 200,
      body: text(answer),
      undelivered: undelivered === undefined ? undefined : { status: 200, body: text(undelivered) },
    },
  }
}

test.each([
  ['nothing but itself', {}, 1000],
  ['its path', { path: 30 }, 1030],
  ['its answer', { answer: 200 }, 1200],
  ['an answer that was not delivered', { undelivered: 70 }, 1070],
  ['its query: names and values', { query: { page: 'two' } }, 1000 + 40 + 4 + 3],
  ['a body that is a text', { body: 'abc' }, 1003],
  ['a body that is a number', { body: 12345 }, 1000],
  ['a body that is null', { body: null }, 1000],
  ['members of any other kind', { body: { a: 1, b: null, c: true } }, 1000 + 3 * 41],
  ['members within members', { body: { outer: { in: 'x' } } }, 1000 + 40 + 5 + 40 + 2 + 1],
  ['elements of lists', { body: ['ab', 'c'] }, 1000 + 41 + 2 + 41 + 1],
  ['members that the API does not have', { unknown: ['extra'] }, 1000 + 41 + 5],
  [
    'everything together',
    { path: 1, answer: 2, undelivered: 3, query: { a: '' }, body: 'four', unknown: ['12345'] },
    1000 + 1 + 2 + 3 + 41 + 4 + 46,
  ],
])('a call takes memory for %s', (_what, changes, weight) => {
  expect(weightOf(call(changes))).toBe(weight)
})
