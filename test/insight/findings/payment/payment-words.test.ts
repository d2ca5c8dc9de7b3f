import { expect, test } from 'vitest'
import type { Finding, FindingCode } from '../../../../src/insight/findings/finding.ts'
import { lostAfter, lostBefore, type Told, ToldChapter } from '../../support/told-chapter.ts'

const DAY_MS = 24 * 3_600_000
/** Each call of a told chapter comes so much later than the one before. */
const PAUSE_MS = 1010

const paid = { made: 'approved' } as const satisfies Told
const refund = { operation: 'refund', amount: 1000 } as const
const stopped = {
  ...refund,
  status: 422,
  facts: { refusals: ['refund_exceeds_original'] },
} as const
const debit = { rail: 'direct_debit', card: 'account-1' } as const

function found(code: FindingCode, play: (told: ToldChapter) => void): Finding | undefined {
  const told = new ToldChapter()
  play(told)
  return told.findings().find((one) => one.code === code)
}

function failLookup(told: ToldChapter, audit: number): void {
  const base = told.exchange({ status: 503 }, undefined)
  told.history.ended({ ...base, operation: 'lookup', facts: { waitedMs: 1, about: { audit } } })
}

/** A request whose client gave it no correlation id. */
function payWithoutId(told: ToldChapter, payment: Told): void {
  const base = told.exchange(payment, undefined)
  const request = { ...base.request, correlationId: undefined, correlationKey: undefined }
  told.history.ended({ ...base, request })
}

type Row = readonly [name: string, play: (told: ToldChapter) => void, text: string]

const asked = 'asking whether the purchase with correlation id corr-1 had gone through.'

test.each<Row>([
  [
    'so soon that it rounds to zero',
    (told) => {
      told.pay({ ...lostAfter, facts: { waitedMs: PAUSE_MS - 49 } })
      told.pay(paid)
    },
    `Sent again at once, without ${asked}`,
  ],
  [
    'after the shortest pause that is told',
    (told) => {
      told.pay({ ...lostAfter, facts: { waitedMs: PAUSE_MS - 50 } })
      told.pay(paid)
    },
    `Sent again 0.1 s later, without ${asked}`,
  ],
  [
    'after the clock was moved by less than a second',
    (told) => {
      told.pay(lostAfter)
      told.moveClock(999)
      told.pay(paid)
    },
    `Sent again 1.0 s later, without ${asked}`,
  ],
  [
    'after the clock was moved by a second',
    (told) => {
      told.pay(lostAfter)
      told.moveClock(1000)
      told.pay(paid)
    },
    `Sent again without ${asked}`,
  ],
  [
    'and refused only because the first one had gone through',
    (told) => {
      const target = told.pay(paid)
      told.pay({ ...lostAfter, ...refund, target })
      told.pay({ ...stopped, target })
    },
    'Sent again 1.0 s later, without asking whether the refund with correlation id corr-2 had gone through. The gateway refused it only because the first one had gone through.',
  ],
  [
    'and refused, though the first one had not gone through',
    (told) => {
      const target = told.pay(paid)
      told.pay({ ...lostBefore, ...refund, target })
      told.pay({ ...stopped, target })
    },
    'Sent again 1.0 s later, without asking whether the refund with correlation id corr-2 had gone through.',
  ],
  [
    'twice, and refused for two reasons',
    (told) => {
      const target = told.pay(paid)
      told.pay({ ...lostBefore, ...refund, id: 'a', target })
      told.pay({ ...stopped, target })
      told.search('a', null)
      told.pay({ ...lostAfter, ...refund, target })
      told.pay({ ...stopped, target })
    },
    'Sent again 1.0 s later, without asking whether the refund with correlation id a had gone through. The gateway refused it only because the first one had gone through.',
  ],
  [
    'and refused, and then not answered',
    (told) => {
      const target = told.pay(paid)
      told.pay({ ...lostAfter, ...refund, target })
      told.pay({ ...stopped, target })
      told.pay({ ...lostBefore, ...refund, target })
    },
    'Sent again 1.0 s later, without asking whether the refund with correlation id corr-2 had gone through.',
  ],
])('a blind retry is told as sent %s', (_name, play, message) => {
  expect(found('blind-retry', play)?.message).toBe(message)
})

test.each<Row>([
  [
    'one with a surcharge, one without',
    (told) => {
      told.pay({ ...lostAfter, total: 5045 })
      told.pay(paid)
    },
    'Charged twice: AUD 100.40 with surcharges, for an order of AUD 49.95 (AUD 50.45 with its surcharge).',
  ],
  [
    'a debit that has cleared and one that has not',
    (told) => {
      told.pay({ ...lostAfter, ...debit, made: 'pending' })
      told.pay({ ...paid, ...debit })
    },
    'Charged twice: AUD 99.90 for an order of AUD 49.95. Not all of it has cleared yet.',
  ],
  [
    'and a part of it was refunded',
    (told) => {
      told.pay(lostAfter)
      told.pay({ ...paid, ...refund, target: told.pay(paid) })
    },
    'Charged twice: AUD 99.90 for an order of AUD 49.95. AUD 10.00 of it was given back later.',
  ],
  [
    'blindly, and once more when the gateway had forgotten the first id',
    (told) => {
      told.pay({ ...lostAfter, id: 'a' })
      told.pay({ ...paid, id: 'b' })
      told.moveClock(25 * 3_600_000)
      told.pay({ ...paid, id: 'a' })
    },
    'Charged 3 times: AUD 149.85 for an order of AUD 49.95, AUD 99.90 too much.',
  ],
])('a double charge is told with its sums: %s', (_name, play, message) => {
  expect(found('double-charge', play)?.message).toBe(message)
})

test.each<Row>([
  [
    'of the request that was not asked for, not of one that did nothing',
    (told) => {
      told.pay({ ...lostBefore, id: 'a' })
      told.pay({ ...lostAfter, id: 'b' })
      told.pay(paid)
    },
    'Search by correlation id b first; only an empty search means that it may be sent again.',
  ],
  [
    'at the right merchant',
    (told) => {
      told.pay({ ...lostAfter, id: 'a' })
      told.failSearch('a')
      told.search('a', null, 2)
      told.pay(paid)
    },
    'Search by correlation id a at merchant 1 first; only an empty search means that it may be sent again.',
  ],
  [
    'by the right id',
    (told) => {
      told.pay({ ...lostAfter, id: 'a' })
      told.search('another', null)
      told.pay(paid)
    },
    'Search by correlation id a first; only an empty search means that it may be sent again.',
  ],
  [
    'while the gateway knows the id',
    (told) => {
      told.pay({ ...lostAfter, id: 'a' })
      told.moveClock(DAY_MS - PAUSE_MS - 1)
      told.pay(paid)
    },
    'Search by correlation id a first; only an empty search means that it may be sent again.',
  ],
  [
    'in time, before the gateway has forgotten the id',
    (told) => {
      told.pay({ ...lostAfter, id: 'a' })
      told.moveClock(DAY_MS - PAUSE_MS)
      told.pay(paid)
    },
    'Search within the cache time (usually 24 hours): after it, the gateway has forgotten the correlation id, an empty search means nothing, and the id is accepted again. Then reconcile with the settlement report, or ask the gateway, before you send it again.',
  ],
  [
    'again, while it is undecided',
    (told) => {
      const audit = told.pay({ ...lostAfter, id: 'a' })
      told.search('a', { audit, status: 'unknown' })
      told.pay(paid)
    },
    'Wait while the lookup says unknown, and look again; only an empty search means that it may be sent again.',
  ],
  [
    'and to believe it',
    (told) => {
      const audit = told.pay({ ...lostAfter, id: 'a' })
      told.search('a', { audit, status: 'declined' })
      told.pay(paid)
    },
    'Believe the lookup: it had found the first one declined. If these are two tests that use the same reference, reset the sandbox between them.',
  ],
])('after a double charge, the advice is to look %s', (_name, play, advice) => {
  expect(found('double-charge', play)?.advice).toBe(advice)
})

test.each<Row>([
  [
    'a payment',
    (told) => told.pay(lostAfter),
    'AUD 49.95 was charged, and the client does not know it.',
  ],
  [
    'a hold',
    (told) => told.pay({ ...lostAfter, operation: 'preauthorisation' }),
    'AUD 49.95 is held, and the client does not know it.',
  ],
  [
    'a failure of the bank',
    (told) => told.pay({ ...lostAfter, made: 'error' }),
    'It was not processed: the bank failed, but the client cannot know that.',
  ],
  [
    'a decline',
    (told) => told.pay({ ...lostAfter, made: 'declined' }),
    'It was declined, but the client cannot know that.',
  ],
  [
    'a debit',
    (told) => told.pay({ ...lostAfter, ...debit, made: 'pending' }),
    'It is pending, but the client cannot know that.',
  ],
  [
    'nothing',
    (told) => told.pay(lostBefore),
    'Nothing was processed, but the client cannot know that.',
  ],
])('a lost answer that nobody asks for is told with what it was: %s', (_name, play, fate) => {
  expect(found('unresolved', play)).toMatchObject({
    message: `The client never asked what became of it. ${fate}`,
    advice:
      'Search by correlation id corr-1 until it says what became of it; an empty answer means that nothing was processed.',
  })
})

test.each<Row>([
  [
    'a void that was not processed',
    (told) =>
      told.pay({ ...lostBefore, operation: 'void', target: told.pay({ ...paid, amount: 700 }) }),
    'order A-1001, AUD 7.00',
  ],
  [
    'a void that was',
    (told) =>
      told.pay({
        ...lostAfter,
        operation: 'void',
        amount: 700,
        target: told.pay({ ...paid, amount: 700 }),
      }),
    'order A-1001, AUD 7.00',
  ],
  [
    'a refund of a part',
    (told) => told.pay({ ...lostBefore, ...refund, target: told.pay(paid) }),
    'order A-1001, AUD 10.00',
  ],
])('%s is told by its own amount, else by that of its payment', (_name, play, subject) => {
  expect(found('unresolved', play)?.subject).toBe(subject)
})

test.each<Row>([
  [
    'the only lookup failed',
    (told) => failLookup(told, told.pay({ made: 'unknown' })),
    'The only lookup failed, and the client did not ask again.',
  ],
  [
    'a lookup of another payment failed',
    (told) => failLookup(told, told.pay({ made: 'unknown' }) + 5),
    'The gateway answered that it could not say yet, and the client never looked it up.',
  ],
  [
    'a lookup and a search failed',
    (told) => {
      failLookup(told, told.pay({ made: 'unknown', id: 'a' }))
      told.failSearch('a')
    },
    'All 2 questions failed, and the client did not ask again.',
  ],
])('an undecided answer stays open: %s', (_name, play, silence) => {
  expect(found('unresolved', play)?.message).toBe(`${silence} It is still undecided.`)
})

test('all of many failed searches are counted, though not all are kept', () => {
  const finding = found('unresolved', (told) => {
    told.pay({ ...lostAfter, id: 'a' })
    for (let i = 0; i < 25; i += 1) told.failSearch('a')
  })
  expect(finding?.message).toContain('All 25 searches failed')
  expect(finding?.steps).toHaveLength(1 + 20)
})

test('one search that came too late is enough to say that the id was forgotten', () => {
  const finding = found('unresolved', (told) => {
    told.pay({ ...lostAfter, id: 'a' })
    told.failSearch('a')
    told.moveClock(DAY_MS)
    told.search('a', null)
  })
  expect(finding?.advice).toContain('an empty search means nothing')
})

test('a request without an id is to be searched for by something else', () => {
  const open = found('unresolved', (told) => payWithoutId(told, lostBefore))
  expect(open?.advice).toBe(
    'Search for it until it says what became of it; an empty answer means that nothing was processed.',
  )
  const retried = found('blind-retry', (told) => {
    payWithoutId(told, lostBefore)
    told.pay(paid)
  })
  expect(retried?.advice).toBe('Search for it first.')
})

test('of the looks, those between the attempts are shown', () => {
  const finding = found('double-refund', (told) => {
    const target = told.pay(paid)
    told.lookup(target, 'approved')
    told.pay({ ...lostAfter, ...refund, target })
    told.lookup(target, 'approved')
    told.pay({ ...paid, ...refund, target })
    told.lookup(target, 'approved')
  })
  expect(finding?.steps.map(({ kind }) => kind)).toEqual(['refund', 'lookup', 'refund'])
})

test('a search that came before its request is shown with the retry of it', () => {
  const play = (told: ToldChapter) => {
    told.search('a', null)
    told.pay({ ...lostAfter, id: 'a' })
    told.pay(paid)
  }
  const kinds = found('blind-retry', play)?.steps.map(({ kind }) => kind)
  expect(kinds).toEqual(['search', 'purchase', 'purchase'])
})

test('a request that arrives after it was given up is told by its id, with the empty search', () => {
  const finding = found('late-request', (told) => {
    told.search('a', null)
    told.pay({ ...paid, id: 'b' })
    told.pay({ ...paid, id: 'a' })
  })
  expect(finding?.message).toBe(
    'The purchase with correlation id a arrived after a search for it was empty and it was sent again. Charged twice: AUD 99.90 for an order of AUD 49.95.',
  )
  expect(finding?.steps.map(({ kind }) => kind)).toEqual(['search', 'purchase', 'purchase'])
})

test.each<Row>([
  [
    'a debit',
    (told) => told.moved(told.pay({ ...debit, made: 'pending' }), 'approved'),
    '; a direct debit takes some banking days',
  ],
  ['a payment by card', (told) => told.moved(told.pay({ made: 'pending' }), 'approved'), ''],
])('%s that was left pending is to be looked up again', (_name, play, patience) => {
  expect(found('ignored-pending', play)).toMatchObject({
    message:
      'Audit 1000001 was pending and is approved now; the client has not looked it up since.',
    advice: `Look up audit 1000001 again until it is approved, declined or error${patience}.`,
  })
})

test('a lost sale is shown with the searches after it, and not with what came before', () => {
  const finding = found('lost-sale', (told) => {
    const target = told.pay(paid)
    told.lookup(target, 'approved')
    told.pay({ ...lostBefore, operation: 'void', target, id: 'v' })
    told.search('v', null)
  })
  expect(finding?.message).toBe(
    'The void of AUD 49.95 was not processed and never sent again: the customer was not paid back.',
  )
  expect(finding?.steps.map(({ kind }) => kind)).toEqual(['void', 'search'])
})
