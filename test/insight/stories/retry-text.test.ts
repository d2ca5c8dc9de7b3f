import { describe, expect, test } from 'vitest'
import { retriesIn } from '../../../src/insight/stories/retry.ts'
import { missText, orderName } from '../../../src/insight/stories/retry-text.ts'
import { attemptsOf, type Look } from '../../../src/insight/stories/story.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const DAY = 24 * 3_600_000

function lastText(told: ToldChapter): string | undefined {
  return told.stories().at(-1)?.steps.at(-1)?.text
}

describe('why a request was sent again', () => {
  test.each(['declined', 'error'] as const)('after it was found %s', (made) => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, made, id: 'a' })
    told.search('a', { audit, status: made })
    told.pay(paid)
    expect(lastText(told)).toBe(`approved, after the lookup had said ${made}`)
  })

  test('although it was found unknown', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.search('a', { audit, status: 'unknown' })
    told.pay(paid)
    expect(lastText(told)).toBe('approved, although the lookup had said unknown')
  })

  test.each<readonly [string, string, (told: ToldChapter) => void]>([
    [
      'because nothing was found',
      'sent again because nothing was found',
      (told) => told.search('a', null),
    ],
    ['with no lookup', 'with no lookup in between', () => undefined],
    [
      'with a lookup that failed',
      'with no answered lookup in between',
      (told) => told.failSearch('a'),
    ],
    [
      'though the search was refused',
      'although the search was refused (422)',
      (told) => told.failSearch('a', 422),
    ],
    [
      'though it searched for another id at another merchant',
      'although the client searched for corr-9, which is no id of this payment',
      (told) => told.search('corr-9', null, 2),
    ],
    [
      'though it searched at another merchant',
      'although the client searched at merchant 2',
      (told) => told.search('a', null, 2),
    ],
  ])('%s', (_what, text, look) => {
    const told = new ToldChapter()
    told.pay({ ...lostBefore, id: 'a' })
    look(told)
    told.pay(paid)
    expect(lastText(told)).toBe(`approved, ${text}`)
  })

  test('with no lookup, though it changed meanwhile and an older one is under way', () => {
    const told = new ToldChapter()
    const debit = { made: 'pending', rail: 'direct_debit' } as const satisfies Told
    told.begin(debit)
    const audit = told.pay({ ...lostAfter, ...debit })
    told.moved(audit, 'approved')
    told.pay({ ...lostAfter, ...debit })
    expect(lastText(told)).toContain(', with no lookup in between')
  })

  test('with no lookup of a refund: its payment does not show it', () => {
    const told = new ToldChapter()
    const target = told.pay(paid)
    const back = { operation: 'refund', target, amount: 1000 } as const satisfies Told
    told.pay({ ...lostAfter, ...back })
    told.lookup(target, 'approved')
    told.pay({ ...paid, ...back })
    expect(lastText(told)).toBe('approved, with no lookup in between')
  })

  test('after a search that came too early, of its own id', () => {
    const told = new ToldChapter()
    told.search('a', null)
    told.pay({ ...lostBefore, id: 'a' })
    told.pay(paid)
    expect(lastText(told)).toBe('approved, after a search that came before a had arrived')
    const none = new ToldChapter()
    none.pay({ ...lostBefore, id: undefined })
    none.pay(paid)
    expect(lastText(none)).toBe('approved, with no lookup in between')
  })

  test('a second time, when the gateway had forgotten its id', () => {
    const told = new ToldChapter()
    told.pay({ ...lostAfter, id: 'a' })
    told.pay({ made: 'declined', id: 'b' })
    told.moveClock(2 * DAY)
    told.pay({ ...paid, id: 'a' })
    expect(lastText(told)).toBe('approved, a second time: the gateway had forgotten the id')
  })
})

describe('what a look missed', () => {
  test.each<readonly [string, number | undefined, boolean]>([
    ['the search had no answer', undefined, false],
    ['the search had no answer', 500, false],
    ['the search was refused (499)', 499, false],
    ['the search was refused (404)', 404, false],
    ['the search was answered 404, but not by the gateway', 404, true],
    ['the search was refused (403)', 403, true],
  ])('%s: %s', (text, status, isFault) => {
    const told = new ToldChapter()
    told.pay({ ...lostBefore, id: 'a' })
    told.failSearch('a', 422)
    const look = told.open()[0]?.events.at(-1) as Look
    const { exchange } = look
    const fault = isFault ? ({ at: 'after', kind: 'http', status: 404 } as const) : undefined
    const answer = { ...exchange.answer, status }
    expect(missText({ ...look, exchange: { ...exchange, fault, answer } })).toBe(text)
  })
})

describe('the retries of a payment', () => {
  const retries = (told: ToldChapter) => {
    const [attempt] = told.open().flatMap(attemptsOf)
    return attempt === undefined ? [] : retriesIn(attempt.intent)
  }

  test('have the looks between that were answered', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.failSearch('a')
    told.search('a', { audit, status: 'unknown' })
    told.pay({ ...paid, id: 'b' })
    told.search('a', { audit, status: 'approved' })
    expect(retries(told).map(({ looks }) => looks.map(({ found }) => found))).toEqual([['unknown']])
  })

  test.each<readonly [readonly string[], number]>([
    [['already_completed'], 1],
    [['invalid_amount', 'already_completed'], 1],
    [['invalid_amount'], 0],
    [[], 0],
  ])('are not what was refused, unless its target stopped it: %j', (refusals, count) => {
    const told = new ToldChapter()
    told.pay({ ...lostBefore, operation: 'completion', target: 7 })
    told.pay({ status: 422, operation: 'completion', target: 7, facts: { refusals } })
    expect(retries(told)).toHaveLength(count)
  })
})

describe('a later payment that may be a retry', () => {
  const suffixed = { ...paid, reference: 'A-1001-2' } as const satisfies Told
  const firstText = (told: ToldChapter) => told.stories()[0]?.steps[0]?.text

  test('is told in the step of the first once that was looked up, but for one that a finding tells', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...lostAfter, id: 'a' })
    told.pay(suffixed)
    expect(firstText(told)).not.toContain(';')
    told.search('a', { audit, status: 'approved' })
    expect(told.codes()).toEqual(['charged-again'])
    expect(firstText(told)).not.toContain(';')
    told.moved(audit + 1, 'voided')
    expect(firstText(told)).toContain(
      '; 1.0 s later the same card was used for another purchase, order A-1001-2, AUD 49.95: that may be a retry',
    )
  })

  test.each([
    [49, 'Right after that'],
    [50, '0.1 s later'],
  ])('%i ms after the answer was lost is told as "%s"', (ms, text) => {
    const told = new ToldChapter()
    told.pay({ ...lostAfter, facts: { waitedMs: 1010 - ms } })
    told.pay(suffixed)
    expect(told.findings()[0]?.message).toContain(` ${text} the same card`)
  })
})

test.each([
  ['A-1001', 'order A-1001'],
  ['Order 7', 'Order 7'],
  ['refund-7', 'refund-7'],
  ['Invoice 7', 'Invoice 7'],
  ['No 7', 'order No 7'],
  ['Orders-7', 'order Orders-7'],
])('%s is named "%s"', (reference, name) => {
  expect(orderName(reference)).toBe(name)
})
