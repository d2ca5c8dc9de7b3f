import { describe, expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import type { Exchange } from '../../../src/insight/exchange.ts'
import { callDocument, lineOf } from '../../../src/insight/stories/story-view.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../support/told-chapter.ts'

const paid = { made: 'approved' } as const satisfies Told
const debit = { made: 'pending', rail: 'direct_debit' } as const satisfies Told

/** The steps of the first story, each as its result and its text. */
function steps(told: ToldChapter): readonly (readonly [string, string])[] {
  return (told.stories()[0]?.steps ?? []).map(({ result, text }) => [result, text])
}

describe('a step', () => {
  test('of a request, a lookup, a search and a change has what belongs to it', () => {
    const told = new ToldChapter()
    const audit = told.pay({ ...debit, id: 'a' })
    told.lookup(audit, 'pending')
    told.search('a', { audit, status: 'pending' })
    told.moved(audit, 'approved')
    told.search('a', null)
    const [story] = told.stories()
    expect(story?.steps).toStrictEqual([
      {
        at: '2026-03-10T01:00:01.010Z',
        request: 1,
        audit,
        status: 'approved',
        kind: 'purchase',
        correlation_id: 'a',
        result: 'pending',
        text: 'pending',
        paid: 0,
      },
      {
        at: '2026-03-10T01:00:02.020Z',
        request: 2,
        audit,
        status: 'pending',
        kind: 'lookup',
        result: 'found',
        text: 'found it pending',
        paid: 0,
      },
      {
        at: '2026-03-10T01:00:03.030Z',
        request: 3,
        audit,
        status: 'pending',
        kind: 'search',
        correlation_id: 'a',
        result: 'found',
        text: 'found it pending',
        paid: 0,
      },
      {
        at: '2026-03-10T01:00:03.030Z',
        audit,
        status: 'approved',
        kind: 'change',
        result: 'approved',
        text: `audit ${audit} is now approved`,
        paid: 4995,
      },
      {
        at: '2026-03-10T01:00:04.040Z',
        request: 4,
        kind: 'search',
        correlation_id: 'a',
        result: 'nothing',
        text: 'found nothing: the id was forgotten',
        paid: 4995,
      },
    ])
    expect(story?.exchanges.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  test('of an earlier run has no number, and its call is not kept', () => {
    const told = new ToldChapter()
    told.history.recalled({ ...told.exchangeOf({ ...lostAfter, id: 'a' }), id: 0 })
    told.search('a', { audit: 1_000_001, status: 'approved' })
    const [story] = told.stories()
    expect(story?.steps[0]).not.toHaveProperty('request')
    expect(story?.steps[0]?.text).toBe(
      'the answer was lost after the money moved (connection reset) (before the restart)',
    )
    expect(story?.exchanges.map(({ id }) => id)).toEqual([2])
  })

  test('shows ids in which a terminal finds nothing to obey', () => {
    const told = new ToldChapter()
    told.pay({ ...lostAfter, id: 'a\u001b[2J' })
    told.search('a\u001b[2J', null)
    expect(told.stories()[0]?.steps.map((step) => step.correlation_id)).toEqual(['a?[2J', 'a?[2J'])
  })
})

describe('the result of a step in one word, and its text', () => {
  test.each<readonly [string, string, Told]>([
    ['approved', 'approved', paid],
    [
      'declined',
      'declined (51 No funds)',
      { made: 'declined', code: '51', with: { responseMessage: 'No funds' } },
    ],
    ['declined', 'declined (51)', { made: 'declined', code: '51' }],
    ['failed', 'failed at the gateway (60)', { made: 'error', with: { gatewayStatusCode: 60 } }],
    ['failed', 'failed (96)', { made: 'error', code: '96' }],
    ['undecided', 'undecided (status unknown)', { made: 'unknown' }],
    [
      'undecided',
      'answered with a status that no client knows',
      { ...paid, with: { isDrifting: true } },
    ],
    ['pending', 'pending', debit],
    ['voided', 'voided', { made: 'voided' }],
    ['refused', 'refused: 422', { status: 422 }],
    ['refused', 'refused: 422 invalid_pan', { status: 422, facts: { refusals: ['invalid_pan'] } }],
    ['refused', 'answered 403 after the money moved', { ...paid, status: 403 }],
    ['lost', 'answered 503 before anything was processed', lostBefore],
    ['lost', 'answered 408 before anything was processed', { status: 408 }],
    ['lost', 'the answer was lost after the money moved (connection reset)', lostAfter],
    [
      'lost',
      'the answer was lost after the money was held (connection reset)',
      { ...lostAfter, operation: 'preauthorisation' },
    ],
    [
      'lost',
      'the answer was lost after the money went back (connection reset)',
      { ...lostAfter, operation: 'standalone_refund' },
    ],
    [
      'lost',
      'the answer was lost after it was voided (connection reset)',
      { ...lostAfter, operation: 'void', target: 7 },
    ],
    [
      'lost',
      'the answer was lost after the bank declined it (51) (connection reset)',
      { ...lostAfter, made: 'declined', code: '51' },
    ],
    [
      'lost',
      'the answer was lost while it was undecided (connection reset)',
      { ...lostAfter, made: 'unknown' },
    ],
    [
      'lost',
      'the answer was lost after it was accepted as pending (connection reset)',
      { ...lostAfter, ...debit },
    ],
    [
      'lost',
      'the answer was lost after it was error (connection reset)',
      { ...lostAfter, made: 'error' },
    ],
    [
      'lost',
      'the answer was lost after the money moved (connection reset)',
      { ...lostAfter, facts: { waitedMs: 1500, hasLeft: true } },
    ],
    [
      'lost',
      'the client stopped waiting after 1.5 s, after the money moved',
      { ...paid, status: undefined, facts: { waitedMs: 1500, hasLeft: true } },
    ],
    ['lost', 'the answer was lost after the money moved', { ...paid, status: undefined }],
    [
      'lost',
      'answered 400 before anything was processed',
      { status: 400, fault: { at: 'after', kind: 'garbage' } },
    ],
    [
      'lost',
      'the answer was cut off after the money moved',
      { ...paid, status: undefined, fault: { at: 'after', kind: 'truncate' } },
    ],
    [
      'lost',
      'the answer was unreadable, after the money moved',
      { ...paid, fault: { at: 'after', kind: 'garbage' } },
    ],
    [
      'lost',
      'no answer came after the money moved',
      { ...paid, status: undefined, fault: { at: 'after', kind: 'hang' } },
    ],
  ])('%s: %s', (result, text, call) => {
    const told = new ToldChapter()
    told.pay(call)
    expect(steps(told)).toEqual([[result, text]])
  })

  test('of a request that is under way, and of one whose client stops waiting', () => {
    const told = new ToldChapter()
    const slow = told.slow({ ...paid, with: { status: 'unknown' } })
    expect(steps(told)).toEqual([['waiting', 'has no answer yet']])
    slow.leave(2500)
    expect(steps(told)).toEqual([
      ['lost', 'the client stopped waiting after 2.5 s, while it was undecided'],
    ])
  })

  test('of looks', () => {
    const told = new ToldChapter()
    const audit = told.pay({ made: 'unknown', id: 'a' })
    told.failSearch('a')
    told.search('a', { audit, status: 'unknown' })
    told.search('a', { audit, status: 'approved' })
    told.search('a', null)
    expect(steps(told).slice(1)).toEqual([
      ['lost', 'had no usable answer itself (503)'],
      ['found', 'still undecided'],
      ['found', 'found it approved'],
      ['nothing', 'found nothing: the id was forgotten'],
    ])
    const lost = new ToldChapter()
    lost.pay({ ...lostBefore, id: 'a' })
    lost.search('a', null)
    expect(steps(lost).slice(1)).toEqual([['nothing', 'found nothing: not processed']])
  })

  test('of a look with no answer, and of one with a word that no client knows', () => {
    const told = new ToldChapter()
    const audit = told.pay({ made: 'unknown' })
    const look = told.exchangeOf({ status: undefined })
    const facts = { waitedMs: 1, about: { audit } }
    told.history.ended({ ...look, operation: 'lookup', facts })
    const shown = { audit, status: 'approved', isDrifting: true } as const
    const answer = { status: 200, body: undefined }
    told.history.ended({ ...look, operation: 'lookup', answer, facts: { ...facts, shown } })
    expect(steps(told).slice(1)).toEqual([
      ['lost', 'had no usable answer itself (none)'],
      ['found', 'found it with a status that no client knows'],
    ])
  })

  test('of changes', () => {
    const told = new ToldChapter()
    const audit = told.pay(debit)
    told.moved(audit, 'approved', { bank: '0 Fine' })
    told.moved(audit, 'declined', { bank: '3 Account closed' })
    told.moved(audit, 'voided')
    told.moved(audit, 'declined')
    expect(steps(told).slice(1)).toEqual([
      ['approved', `audit ${audit} is now approved`],
      ['returned', `audit ${audit} is now declined: the debit was returned (3 Account closed)`],
      ['voided', `audit ${audit} is now voided`],
      ['returned', `audit ${audit} is now declined: the debit was returned`],
    ])
    const hold = new ToldChapter()
    const held = hold.pay({ ...paid, operation: 'preauthorisation' })
    hold.moved(held, 'approved', { isExpiry: true })
    expect(steps(hold).slice(1)).toEqual([
      ['voided', `audit ${held} has expired: the money is no longer held`],
    ])
  })
})

describe('why a payment was declined', () => {
  const reason = "the amount's cents are 51"
  const declined = { made: 'declined', code: '51' } as const satisfies Told

  test.each<readonly [string, string | null, (told: ToldChapter) => void]>([
    [
      'the words of the bank',
      '51 No funds',
      (told) => told.pay({ ...declined, with: { responseMessage: 'No funds' } }),
    ],
    ['the rule', `51: ${reason}`, (told) => told.pay({ ...declined, with: { reason } })],
    [
      'the gateway',
      'gateway status 60',
      (told) => told.pay({ made: 'error', with: { gatewayStatusCode: 60 } }),
    ],
    [
      'the return of the debit, also after a look',
      '3 Account closed',
      (told) => {
        const audit = told.pay(debit)
        told.moved(audit, 'declined', { bank: '3 Account closed' })
        told.lookup(audit, 'declined')
      },
    ],
    [
      'nothing, if a refusal came last',
      null,
      (told) => {
        told.pay(declined)
        told.pay({ status: 422 })
      },
    ],
    [
      'nothing, if a change came last that was no decline',
      null,
      (told) => told.moved(told.pay(debit), 'error', { bank: '0 Fine' }),
    ],
    [
      'nothing, if it was paid and the refund declined',
      null,
      (told) => told.pay({ ...declined, operation: 'refund', target: told.pay(paid) }),
    ],
  ])('%s', (_what, decline, play) => {
    const told = new ToldChapter()
    play(told)
    expect(told.stories()[0]?.decline).toBe(decline)
  })
})

describe('the calls of a payment', () => {
  test.each([
    [40, 40],
    [41, 40],
    [60, 40],
  ])('of %i, %i are kept: the first and the last twenty', (count, kept) => {
    const told = new ToldChapter()
    for (let n = 0; n < count; n += 1) told.pay({ ...lostBefore, id: `${n}` })
    const ids = told.stories()[0]?.exchanges.map(({ id }) => id) ?? []
    expect(ids).toHaveLength(kept)
    expect(ids.slice(19, 21)).toEqual([20, count - 19])
    expect(ids.at(-1)).toBe(count)
  })
})

test('a line has none of the steps, and says how many there were', () => {
  const told = new ToldChapter()
  told.pay(lostAfter)
  told.pay(paid)
  const [view] = told.stories()
  if (view === undefined) throw new Error('there is no story')
  const line = lineOf(view)
  expect(line).toEqual({ ...view, steps: [], exchanges: [], dropped_steps: 2 })
  expect(lineOf(line)).toEqual(line)
})

describe('a call by itself', () => {
  const told = new ToldChapter()
  const shown = { audit: 7, status: 'approved', isDrifting: false } as const
  const call = (changes: Partial<Exchange>, status?: number): Exchange => ({
    ...told.exchangeOf({ status, id: undefined }),
    operation: undefined,
    facts: { waitedMs: 1 },
    ...changes,
  })

  test.each<readonly [string, string, Exchange]>([
    ['lost', 'got no answer', call({})],
    ['lost', 'the client stopped waiting', call({ facts: { waitedMs: 1, hasLeft: true } })],
    ['lost', 'answered 500', call({}, 500)],
    ['lost', 'answered 503', call({}, 503)],
    ['refused', 'refused: 499', call({}, 499)],
    ['refused', 'refused: 400', call({}, 400)],
    ['approved', 'POST /v1/transactions/purchase', call({}, 200)],
    ['approved', 'POST /v1/transactions/purchase', call({}, 399)],
    [
      'approved',
      'found it approved',
      call({ operation: 'lookup', facts: { waitedMs: 1, shown } }, 200),
    ],
    [
      'approved',
      'found nothing',
      call({ operation: 'search', facts: { waitedMs: 1, shown: null } }, 200),
    ],
    ['declined', 'declined (51)', { ...told.exchangeOf({ made: 'declined', code: '51' }) }],
  ])('%s: %s', (result, text, exchange) => {
    expect(callDocument(exchange)).toMatchObject({ result, text })
  })

  test('is shown with its query and its numbers', () => {
    const base = call({ id: 12, audit: 7, outcome: 'pending' }, 200)
    const query = { page: redactText('2'), correlation_id_lookup: redactText('a\u001b') }
    const exchange = { ...base, request: { ...base.request, query } }
    expect(callDocument(exchange)).toStrictEqual({
      at: expect.any(String),
      request: 12,
      audit: 7,
      status: 'pending',
      kind: 'request',
      correlation_id: 'a?',
      result: 'pending',
      text: 'POST /v1/transactions/purchase?page=2&correlation_id_lookup=a?',
    })
    expect(callDocument(call({ id: 12, operation: 'lookup' }, 404))).toStrictEqual({
      at: expect.any(String),
      request: 12,
      kind: 'lookup',
      result: 'refused',
      text: 'refused: 404',
    })
  })
})
