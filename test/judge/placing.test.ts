import { describe, expect, test } from 'vitest'
import { lostAfter, lostBefore, SimulatedTest, type TestCall } from './support/test-chapter.ts'

/** One row of "which attempts belong together", as some client would live it. */
interface Row {
  readonly play: (told: SimulatedTest) => void
  readonly codes: readonly string[]
  /** The verdicts of the payments, oldest first. */
  readonly payments: readonly string[]
}

const paid = { made: 'approved' } as const satisfies TestCall
const declined = { made: 'declined', code: '51' } as const satisfies TestCall
const failed = { made: 'error', code: '96' } as const satisfies TestCall
const forbidden = { made: 'approved', status: 403 } as const satisfies TestCall
const DAY = 24 * 3_600_000

/** Both are under way at the same time, and neither is delayed by a rule. */
function atOnce(told: SimulatedTest, second: TestCall = paid): void {
  const [one, other] = [told.prepare({ ...paid, id: 'a' }), told.prepare({ ...second, id: 'b' })]
  one()
  other()
}

/** The first is sent, and `ms` later the second, before the first is answered. */
function overlap(
  told: SimulatedTest,
  ms: number,
  { first = paid as TestCall, second = paid as TestCall } = {},
) {
  const answer = told.begin({ ...first, id: 'a' })
  told.pay({ ...second, id: 'b', later: ms - 1010 })
  answer()
}

const rows: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'A not settled when B was sent': {
    'wrong: lost, then sent again': {
      play: (told) => {
        told.pay(lostAfter)
        told.pay(paid)
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: lost, declined, approved': {
      play: (told) => {
        told.pay(lostAfter)
        told.pay(declined)
        told.pay(paid)
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: lost, failed, declined, approved': {
      play: (told) => {
        told.pay(lostAfter)
        told.pay(failed)
        told.pay(declined)
        told.pay(paid)
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: a refund lost, declined, approved': {
      play: (told) => {
        const target = told.pay(paid)
        const refund = { operation: 'refund', target, amount: 1000 } as const
        told.pay({ ...lostAfter, ...refund })
        told.pay({ ...declined, ...refund })
        told.pay({ ...paid, ...refund })
      },
      codes: ['double-refund', 'blind-retry'],
      payments: ['double-refund'],
    },
    'wrong: a hold lost, declined, approved': {
      play: (told) => {
        told.pay({ ...lostAfter, operation: 'preauthorisation' })
        told.pay({ ...declined, operation: 'preauthorisation' })
        told.pay({ ...paid, operation: 'preauthorisation' })
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: 408 after processing': {
      play: (told) => {
        told.pay({ ...paid, status: 408 })
        told.pay(paid)
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: a hold lost, then a purchase': {
      play: (told) => {
        told.pay({ ...lostAfter, operation: 'preauthorisation' })
        told.pay(paid)
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: a completion lost, then a purchase': {
      play: (told) => {
        const target = told.pay({ ...paid, operation: 'preauthorisation' })
        told.pay({ ...lostAfter, operation: 'completion', target })
        told.pay(paid)
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: a refund lost, then a standalone refund': {
      play: (told) => {
        const target = told.pay({ ...paid, reference: 'paid' })
        told.pay({ ...lostAfter, operation: 'refund', target })
        told.pay({ ...paid, operation: 'standalone_refund' })
      },
      codes: ['double-refund', 'blind-retry'],
      payments: ['double-refund'],
    },
    'wrong: an empty search for an id that was forgotten': {
      play: (told) => {
        told.pay({ ...lostAfter, id: 'a' })
        told.moveClock(2 * DAY)
        told.search('a', null)
        told.pay(paid)
      },
      codes: ['double-charge', 'search-too-late'],
      payments: ['double-charge'],
    },
    'right: searched, empty, sent again': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay(paid)
      },
      codes: [],
      payments: ['paid'],
    },
    'right: a hold, then its completion': {
      play: (told) => {
        const target = told.pay({ ...lostAfter, id: 'a', operation: 'preauthorisation' })
        told.search('a', { audit: target, status: 'approved' })
        told.pay({ ...paid, operation: 'completion', target })
      },
      codes: [],
      payments: ['paid'],
    },
    'near: lost, declined, and left at that': {
      play: (told) => {
        told.pay(lostAfter)
        told.pay(declined)
      },
      codes: ['blind-retry'],
      payments: ['unresolved'],
    },
    'near: two holds completed once are two holds, not three charges': {
      play: (told) => {
        told.pay({ ...lostAfter, operation: 'preauthorisation' })
        const target = told.pay({ ...paid, operation: 'preauthorisation' })
        told.pay({ ...paid, operation: 'completion', target })
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'near: refunds of two payments': {
      play: (told) => {
        const targets = [told.pay(paid), told.pay(paid)]
        for (const target of targets) {
          told.pay({ ...lostAfter, operation: 'refund', target, id: `r-${target}`, amount: 100 })
        }
        for (const [n, target] of targets.entries()) {
          told.search(`r-${target}`, { audit: 1_000_003 + n, status: 'approved' })
        }
      },
      codes: [],
      payments: ['paid', 'paid'],
    },
  },
  'A not settled, but B with another card': {
    'wrong: found afterwards, and nothing undone': {
      play: (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.pay({ ...paid, card: 'card-2' })
        told.search('a', { audit, status: 'approved' })
      },
      codes: ['charged-again'],
      payments: ['paid', 'paid'],
    },
    'right: found afterwards, and voided': {
      play: (told) => {
        const target = told.pay({ ...lostAfter, id: 'a' })
        told.pay({ ...paid, card: 'card-2' })
        told.search('a', { audit: target, status: 'approved' })
        told.pay({ ...paid, operation: 'void', target })
        told.moved(target, 'voided')
      },
      codes: [],
      payments: ['voided', 'paid'],
    },
    'right: found before': {
      play: (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.search('a', { audit, status: 'approved' })
        told.pay({ ...paid, card: 'card-2' })
      },
      codes: [],
      payments: ['paid', 'paid'],
    },
    'wrong: never looked up': {
      play: (told) => {
        told.pay({ ...lostAfter, id: 'a' })
        told.pay({ ...paid, card: 'card-2' })
      },
      codes: ['unresolved'],
      payments: ['unresolved', 'paid'],
    },
  },
  'A settled as declined, failed or refused': {
    'right: declined, then paid with another card': {
      play: (told) => {
        told.pay(declined)
        told.pay({ ...paid, card: 'card-2' })
      },
      codes: [],
      payments: ['paid'],
    },
    'right: lost, found declined, sent again': {
      play: (told) => {
        const audit = told.pay({ ...lostAfter, made: 'declined', id: 'a' })
        told.search('a', { audit, status: 'declined' })
        told.pay(paid)
      },
      codes: [],
      payments: ['paid'],
    },
    'wrong: a 403 that had charged, then sent again': {
      play: (told) => {
        told.pay(forbidden)
        told.pay(paid)
      },
      codes: ['double-charge'],
      payments: ['double-charge'],
    },
    'near: a 403 that had charged, searched for': {
      play: (told) => {
        const audit = told.pay({ ...forbidden, id: 'a' })
        told.search('a', { audit, status: 'approved' })
      },
      codes: [],
      payments: ['paid'],
    },
    'near: a 403 that had charged, given up': {
      play: (told) => {
        told.pay(forbidden)
      },
      codes: ['charged-though-refused'],
      payments: ['unresolved'],
    },
    'near: a 403 before anything was processed': {
      play: (told) => {
        told.pay({ status: 403 })
        told.pay(paid)
      },
      codes: [],
      payments: ['paid'],
    },
  },
  'A settled as taken': {
    'right: forty customers under one reference, with lost responses that were found': {
      play: (told) => {
        for (let n = 0; n < 40; n += 1) {
          const audit = told.pay({ ...(n % 3 === 0 ? lostAfter : paid), id: `id-${n}` })
          if (n % 3 === 0) told.search(`id-${n}`, { audit, status: 'approved' })
        }
      },
      codes: [],
      payments: Array(40).fill('paid'),
    },
    'right: forty customers under one reference, all at once, each with a card': {
      play: (told) => {
        const ids = Array.from({ length: 40 }, (_, n) => n)
        const answers = ids.map((n) => told.begin({ ...lostAfter, id: `id-${n}`, card: `c-${n}` }))
        const audits = answers.map((answer) => answer())
        for (const n of ids) {
          told.search(`id-${n}`, { audit: audits[n] ?? 0, status: 'approved' })
        }
      },
      codes: [],
      payments: Array(40).fill('paid'),
    },
    'right: a subscription 30 days later': {
      play: (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.search('a', { audit, status: 'approved' })
        told.moveClock(30 * DAY)
        told.pay(paid)
      },
      codes: [],
      payments: ['paid', 'paid'],
    },
    'right: a second partial refund two days after a search found the first': {
      play: (told) => {
        const target = told.pay(paid)
        const refund = { operation: 'refund', target, amount: 1000 } as const
        const audit = told.pay({ ...lostAfter, ...refund, id: 'a' })
        told.search('a', { audit, status: 'approved' })
        told.moveClock(2 * DAY)
        told.pay({ ...paid, ...refund })
      },
      codes: [],
      payments: ['paid'],
    },
    'right: a split shipment': {
      play: (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.search('a', { audit, status: 'approved' })
        told.pay({ ...lostBefore, id: 'b' })
        told.search('b', null)
        told.pay(paid)
      },
      codes: [],
      payments: ['paid', 'paid'],
    },
    'wrong: the search said unknown, which settles nothing': {
      play: (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.search('a', { audit, status: 'unknown' })
        told.pay(paid)
      },
      codes: ['double-charge'],
      payments: ['double-charge'],
    },
    'near: found only after it was sent again': {
      play: (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.pay(paid)
        told.search('a', { audit, status: 'approved' })
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
  },
  'an empty or declined search, after which two others were sent': {
    'wrong: both are paid': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay(paid)
        told.pay(paid)
      },
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'wrong: the second server searches after the first has paid': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay(paid)
        told.search('a', null)
        told.moveClock(3_600_000)
        told.pay(paid)
      },
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'wrong: three servers, after it was found declined': {
      play: (told) => {
        const audit = told.pay({ ...lostAfter, made: 'declined', id: 'a' })
        told.search('a', { audit, status: 'declined' })
        for (const _ of [1, 2, 3]) told.pay(paid)
      },
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'wrong: the second is lost as well, and found': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay(paid)
        const audit = told.pay({ ...lostAfter, id: 'c' })
        told.search('c', { audit, status: 'approved' })
      },
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'wrong: a refund': {
      play: (told) => {
        const target = told.pay(paid)
        const refund = { operation: 'refund', target, amount: 1000 } as const
        told.pay({ ...lostBefore, ...refund, id: 'a' })
        told.search('a', null)
        told.pay({ ...paid, ...refund })
        told.pay({ ...paid, ...refund })
      },
      codes: ['charged-at-once'],
      payments: ['double-refund'],
    },
    'right: one of them is voided': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay(paid)
        const target = told.pay(paid)
        told.pay({ ...paid, operation: 'void', target })
        told.moved(target, 'voided')
      },
      codes: [],
      payments: ['paid'],
    },
    'right: the first of them is declined': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay(declined)
        told.pay(paid)
      },
      codes: [],
      payments: ['paid'],
    },
    'right: the next day, as an instalment': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay(paid)
        told.moveClock(DAY)
        told.pay(paid)
      },
      codes: [],
      payments: ['paid', 'paid'],
    },
    'right: the second is another customer': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay(paid)
        told.pay({ ...paid, card: 'card-2' })
      },
      codes: [],
      payments: ['paid', 'paid'],
    },
  },
  'two that overlapped, each settled by its own search': {
    'near: the first was lost after it had charged, a second later': {
      play: (told) => {
        const audit = told.paySlowly({ ...lostAfter, id: 'a' }, () => {
          told.pay({ ...paid, id: 'b', later: 2000 })
        })
        told.search('a', { audit, status: 'approved' })
      },
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'right: the first was lost before it was processed, and given up': {
      play: (told) => {
        told.paySlowly({ ...lostBefore, id: 'a' }, () => {
          told.pay({ ...paid, id: 'b', later: 2000 })
        })
        told.search('a', null)
      },
      codes: [],
      payments: ['paid'],
    },
    'near: the first was lost before it was processed, and sent again': {
      play: (told) => {
        told.paySlowly({ ...lostBefore, id: 'a' }, () => {
          told.pay({ ...paid, id: 'b', later: 2000 })
        })
        told.search('a', null)
        told.pay(paid)
      },
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'wrong: nobody searches': {
      play: (told) => {
        told.paySlowly({ ...lostAfter, id: 'a' }, () => {
          told.pay({ ...paid, id: 'b', later: 2000 })
        })
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
  },
  'A under way when B was sent': {
    'wrong: its response is lost in the end': {
      play: (told) => overlap(told, 200, { first: lostAfter }),
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: for a second or more, answered in the end': {
      play: (told) => overlap(told, 1000),
      codes: ['double-charge'],
      payments: ['double-charge'],
    },
    'wrong: for a minute': {
      play: (told) => overlap(told, 60_000),
      codes: ['double-charge'],
      payments: ['double-charge'],
    },
    'near: for less than a second': {
      play: (told) => overlap(told, 999),
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'near: a double click, answered at once': {
      play: (told) => atOnce(told, { ...paid, later: -1000 }),
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'wrong: for a second, with no rule': {
      play: (told) => atOnce(told),
      codes: ['double-charge'],
      payments: ['double-charge'],
    },
    'right: two customers at once': {
      play: (told) => atOnce(told, { ...paid, card: 'card-2' }),
      codes: [],
      payments: ['paid', 'paid'],
    },
    'right: a third payment after a double click': {
      play: (told) => {
        atOnce(told, { ...paid, later: -1000 })
        told.pay(paid)
      },
      codes: ['charged-at-once'],
      payments: ['double-charge', 'paid'],
    },
    'near: two workers after one empty search': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'lost' })
        told.search('lost', null)
        overlap(told, 20)
      },
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'right: with another card': {
      play: (told) => overlap(told, 2000, { second: { ...paid, card: 'card-2' } }),
      codes: [],
      payments: ['paid', 'paid'],
    },
    'right: declined in the end': {
      play: (told) => overlap(told, 2000, { first: declined }),
      codes: [],
      payments: ['paid'],
    },
    'right: answered before': {
      play: (told) => {
        told.begin(paid)()
        told.pay(paid)
      },
      codes: [],
      payments: ['paid', 'paid'],
    },
  },
  'one correlation id, again after the gateway had forgotten it': {
    'wrong: charged again': {
      play: (told) => {
        told.pay({ ...paid, id: 'a' })
        told.moveClock(25 * 3_600_000)
        told.pay({ ...paid, id: 'a' })
      },
      codes: ['double-charge', 'reused-correlation-id'],
      payments: ['double-charge'],
    },
    'wrong: charged again after its response was lost': {
      play: (told) => {
        told.pay({ ...lostAfter, id: 'a' })
        told.moveClock(25 * 3_600_000)
        told.pay({ ...paid, id: 'a' })
      },
      codes: ['double-charge', 'reused-correlation-id'],
      payments: ['double-charge'],
    },
    'wrong: refunded again': {
      play: (told) => {
        const target = told.pay(paid)
        told.pay({ ...paid, operation: 'refund', target, amount: 1000, id: 'a' })
        told.moveClock(25 * 3_600_000)
        told.pay({ ...paid, operation: 'refund', target, amount: 1000, id: 'a' })
      },
      codes: ['double-refund', 'reused-correlation-id'],
      payments: ['double-refund'],
    },
    'near: refused within the cache time': {
      play: (told) => {
        told.pay({ ...paid, id: 'a' })
        told.pay({
          id: 'a',
          status: 409,
          facts: { refusals: [{ code: 'duplicate_correlation_id' }] },
        })
      },
      codes: [],
      payments: ['paid'],
    },
    'near: not processed the first time': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.moveClock(25 * 3_600_000)
        told.pay({ ...paid, id: 'a' })
      },
      codes: [],
      payments: ['paid'],
    },
  },
  'an id that arrives after a search for it was empty': {
    'wrong: it never came before': {
      play: (told) => {
        told.search('a', null)
        told.pay({ ...paid, id: 'b' })
        told.pay({ ...paid, id: 'a' })
      },
      codes: ['late-request'],
      payments: ['double-charge'],
    },
    'near: it had come before and failed, so that somebody sent it again': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay({ ...paid, id: 'b' })
        told.pay({ ...paid, id: 'a' })
      },
      codes: ['charged-at-once'],
      payments: ['double-charge'],
    },
    'right: nothing replaced it': {
      play: (told) => {
        told.search('a', null)
        told.pay({ ...paid, id: 'a' })
      },
      codes: [],
      payments: ['paid'],
    },
    'near: the other one came before the search': {
      play: (told) => {
        told.pay({ ...paid, id: 'b' })
        told.search('a', null)
        told.pay({ ...paid, id: 'a' })
      },
      codes: [],
      payments: ['paid', 'paid'],
    },
    'near: another card replaced it': {
      play: (told) => {
        told.search('a', null)
        told.pay({ ...paid, id: 'b', card: 'card-2' })
        told.pay({ ...paid, id: 'a' })
      },
      codes: [],
      payments: ['paid', 'paid'],
    },
  },
  'another reference, amount or merchant': {
    'right: a suffix after an empty search': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay({ ...paid, reference: 'A-1001-2', amount: 5070 })
      },
      codes: [],
      payments: ['failed', 'paid'],
    },
    'right: a surcharge after an empty search': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay({ ...paid, amount: 5070 })
      },
      codes: [],
      payments: ['failed', 'paid'],
    },
    'right: another operation after an empty search': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay({ ...paid, operation: 'preauthorisation' })
      },
      codes: [],
      payments: ['held'],
    },
    'right: another card and amount after an empty search, for the same order': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay({ ...paid, amount: 9990, card: 'card-2' })
      },
      codes: [],
      payments: ['failed', 'paid'],
    },
    'wrong: never tried again, but another card was used': {
      play: (told) => {
        told.pay({ ...lostBefore, id: 'a' })
        told.search('a', null)
        told.pay({ ...paid, reference: 'B-7', card: 'card-2' })
      },
      codes: ['lost-sale'],
      payments: ['lost-sale', 'paid'],
    },
    'wrong: never joined, but told if the first is found later': {
      play: (told) => {
        const audit = told.pay({ ...lostAfter, id: 'a' })
        told.pay({ ...paid, reference: 'A-1001-2' })
        told.search('a', { audit, status: 'approved' })
      },
      codes: ['charged-again'],
      payments: ['paid', 'paid'],
    },
  },
  'A lost, nobody looked, and B days later': {
    'right: the next month of a subscription': {
      play: (told) => {
        told.pay(lostAfter)
        told.moveClock(30 * DAY)
        told.pay(paid)
      },
      codes: ['unresolved'],
      payments: ['unresolved', 'paid'],
    },
    'right: the next month after a hidden charge': {
      play: (told) => {
        told.pay(forbidden)
        told.moveClock(30 * DAY)
        told.pay(paid)
      },
      codes: ['charged-though-refused'],
      payments: ['unresolved', 'paid'],
    },
    'wrong: within six days': {
      play: (told) => {
        told.pay(lostAfter)
        told.moveClock(6 * DAY - 2000)
        told.pay(paid)
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: declined in between': {
      play: (told) => {
        told.pay(lostAfter)
        told.moveClock(4 * DAY)
        told.pay(declined)
        told.moveClock(4 * DAY)
        told.pay(paid)
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: it had tried to look': {
      play: (told) => {
        told.pay({ ...lostAfter, id: 'a' })
        told.failSearch('a')
        told.moveClock(7 * DAY)
        told.pay(paid)
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'wrong: it looked when the id was forgotten': {
      play: (told) => {
        told.pay({ ...lostAfter, id: 'a' })
        told.moveClock(7 * DAY)
        told.search('a', null)
        told.pay(paid)
      },
      codes: ['double-charge', 'search-too-late'],
      payments: ['double-charge'],
    },
    'wrong: with the same id, which was forgotten': {
      play: (told) => {
        told.pay({ ...lostAfter, id: 'a' })
        told.moveClock(30 * DAY)
        told.pay({ ...paid, id: 'a' })
      },
      codes: ['unresolved', 'reused-correlation-id'],
      payments: ['unresolved', 'paid'],
    },
  },
  'a debit': {
    'wrong: lodged twice, both returned later': {
      play: (told) => {
        const debit = { method: 'direct_debit', made: 'pending' } as const
        const audits = [told.pay({ ...lostAfter, ...debit }), told.pay(debit)]
        for (const audit of audits) told.moved(audit, 'declined')
        for (const audit of audits) told.lookup(audit, 'declined')
      },
      codes: ['double-charge', 'blind-retry'],
      payments: ['double-charge'],
    },
    'right: sent again after it was returned': {
      play: (told) => {
        const debit = { method: 'direct_debit', made: 'pending' } as const
        const audit = told.pay(debit)
        told.moved(audit, 'declined')
        told.lookup(audit, 'declined')
        told.pay(debit)
      },
      codes: [],
      payments: ['pending'],
    },
    'near: its response was lost, and it was returned before it was sent again': {
      play: (told) => {
        const debit = { method: 'direct_debit', made: 'pending' } as const
        const audit = told.pay({ ...lostAfter, ...debit, id: 'a' })
        told.moved(audit, 'declined')
        told.search('a', { audit, status: 'declined' })
        told.pay(debit)
      },
      codes: [],
      payments: ['pending'],
    },
  },
  'given up': {
    'wrong: 408 after processing': {
      play: (told) => {
        told.pay({ ...paid, status: 408 })
      },
      codes: ['unresolved'],
      payments: ['unresolved'],
    },
    'wrong: unknown, searched once, decided later': {
      play: (told) => {
        const audit = told.pay({ made: 'unknown', id: 'a' })
        told.search('a', { audit, status: 'unknown' })
        told.moved(audit, 'approved')
      },
      codes: ['unresolved'],
      payments: ['unresolved'],
    },
    'right: looked again': {
      play: (told) => {
        const audit = told.pay({ made: 'unknown', id: 'a' })
        told.search('a', { audit, status: 'unknown' })
        told.moved(audit, 'approved')
        told.search('a', { audit, status: 'approved' })
      },
      codes: [],
      payments: ['paid'],
    },
  },
  'a 409': {
    'right: it is no rejection, however often it comes': {
      play: (told) => {
        told.pay({ ...paid, id: 'a' })
        const facts = { refusals: [{ code: 'duplicate_correlation_id' }], fingerprint: 'same' }
        for (const _ of [1, 2, 3]) told.pay({ id: 'a', status: 409, facts })
      },
      codes: [],
      payments: ['paid'],
    },
    'near: a 403 that had charged is not corrected, but searched for': {
      play: (told) => {
        const facts = { refusals: [{ code: 'forbidden_merchant' }], fingerprint: 'same' }
        told.pay({ ...forbidden, facts })
        told.pay({ ...paid, facts: { fingerprint: 'same' } })
      },
      codes: ['double-charge'],
      payments: ['double-charge'],
    },
  },
}

for (const [row, clients] of Object.entries(rows)) {
  describe(row, () => {
    test.each(Object.entries(clients))('%s', (_client, { play, codes, payments }) => {
      const told = new SimulatedTest()
      play(told)
      expect(told.codes()).toEqual(codes)
      expect(told.payments().map(({ verdict }) => verdict)).toEqual(payments)
    })
  })
}

test('if each reference is one order, a double click pays it again', () => {
  const told = new SimulatedTest({ uniqueReferences: true })
  overlap(told, 20)
  expect(told.findings()).toMatchObject([
    {
      code: 'paid-again',
      severity: 'error',
      message: expect.stringMatching(/^Charged twice at the same moment: AUD 99\.90/),
    },
  ])
})
