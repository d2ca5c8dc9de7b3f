import { expect, test } from 'vitest'
import { parseInstant } from '../../../src/domain/time/instant.ts'
import { parseRuleValue } from '../../../src/scenario/reading/read.ts'
import { explain } from '../../../src/scenario/telling/explain.ts'
import { Asker, bookOf, purchase } from '../book-of.ts'

const outcome = { status: 'declined' } as const
const [first, second] = ['2026-03-10T01:00:00Z', '2026-03-10T02:00:00Z']

/** Sydney is 11 hours ahead of UTC in March: noon is 01:00 UTC. */
test.each([
  [{ from: first, until: second }, '2026-03-10T00:59:59.999Z', false],
  [{ from: first, until: second }, first, true],
  [{ from: first, until: second }, '2026-03-10T01:59:59.999Z', true],
  [{ from: first, until: second }, second, false],
  [{ from: first }, second, true],
  [{ from: second }, first, false],
  [{ until: second }, '1999-01-01T00:00:00Z', true],
  [{ until: second }, second, false],
  [{ from: '12:00', until: '13:00' }, '2026-03-10T00:59:59.999Z', false],
  [{ from: '12:00', until: '13:00' }, first, true],
  [{ from: '12:00', until: '13:00' }, second, false],
  [{ from: '22:00', until: '12:00' }, '2026-03-10T00:59:59.999Z', true],
  [{ from: '22:00', until: '12:00' }, first, false],
  [{ from: '22:00', until: '12:00' }, '2026-03-10T11:00:00Z', true],
  [{ from: '22:00', until: '12:00' }, '2026-03-10T10:59:59.999Z', false],
  [{ from: '12:00' }, first, true],
  [{ from: '12:01' }, first, false],
  [{ until: '12:00' }, first, false],
  [{ until: '12:01' }, first, true],
])('%j holds at %s: %s', (when, at, isMet) => {
  const now = parseInstant(at)
  const match = new Asker(bookOf([{ when, outcome }])).ask({ ...purchase, now })
  expect(match.rules).toHaveLength(isMet ? 1 : 0)
})

test.each([[{ from: first }], [{ until: second }], [{ from: '12:00' }], [{ until: '12:00' }]])(
  '%j does not hold where there is no time',
  (when) => {
    expect(new Asker(bookOf([{ when, outcome }])).ask(purchase).rules).toEqual([])
  },
)

test.each([
  [{ from: second }, `time is 2026-03-10T12:00:00+11:00, not from ${second}`],
  [{ until: first }, `time is 2026-03-10T12:00:00+11:00, not until ${first}`],
  [
    { from: '13:00', until: '14:00' },
    'time is 2026-03-10T12:00:00+11:00, not from 13:00 until 14:00',
  ],
])('%j is told with the time in Sydney', async (when, reason) => {
  const facts = { ...purchase, now: parseInstant(first) }
  const book = bookOf([{ name: 'r', when, outcome }])
  const { tried } = await explain(book, facts, { countOf: () => undefined, seed: 1 })
  expect(tried.map((one) => one.reason)).toEqual([reason])
})

test('a request without a time is told as that', async () => {
  const book = bookOf([{ name: 'r', when: { from: '12:00' }, outcome }])
  const { tried } = await explain(book, purchase, { countOf: () => undefined, seed: 1 })
  expect(tried.map((one) => one.reason)).toEqual(['the request has no time; wanted from 12:00'])
})

test.each([
  [{ from: first, until: second }, []],
  [{ from: first, until: first }, ['never matches: from is not before until']],
  [{ from: second, until: first }, ['never matches: from is not before until']],
  [{ from: '12:00', until: '12:00' }, ['never matches: from is not before until']],
  [{ from: '22:00', until: '06:00' }, []],
  [
    { from: '12:00', until: second },
    ['from and until must both be instants, or both be times of day'],
  ],
])('%j is judged', async (when, messages) => {
  const { errors } = await parseRuleValue({ when, outcome })
  expect(errors.map(({ message }) => message)).toEqual(messages)
})
