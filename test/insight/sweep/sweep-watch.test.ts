import { expect, test } from 'vitest'
import type { FindingDocument } from '../../../src/insight/findings/finding.ts'
import type { SweepCell } from '../../../src/insight/sweep/cell.ts'
import { Charges } from '../../../src/insight/sweep/charges.ts'
import { SweepWatch } from '../../../src/insight/sweep/sweep-watch.ts'
import { ToldChapter } from '../support/told-chapter.ts'

const place = { world: 'default', label: undefined, chapterNumber: 1 }

const paid = {
  audit: 1_000_001,
  kind: 'purchase',
  status: 'approved',
  reference: 'A-1',
  amount: 1995,
  currency: 'AUD',
  method: { rail: 'card' },
  isBroken: false,
} as const

const purchase = (reference: string, correlation_id = 'c-1') =>
  ({ operation: 'purchase', reference, amount: '1995', correlation_id }) as const

const firstPurchase = { name: 'purchase-1', operation: 'purchase' } as const

const search = { operation: 'search', correlation_id: 'c-1' } as const

function cellOf(part: Partial<SweepCell> = {}): SweepCell {
  const call = { name: 'purchase-2', operation: 'purchase' } as const
  return { name: 'purchase-2/after/hang', call, at: 'after', form: 'hang', ...part }
}

test('only the call that is meant meets the fault, and only what is processed counts', () => {
  const watch = new SweepWatch({ cell: cellOf() })
  const first = watch.meet(place, purchase('A-1'))
  first.made(paid)
  const second = watch.meet(place, purchase('A-2'))
  expect([first.fault, second.fault]).toEqual([undefined, { at: 'after', kind: 'hang' }])
  expect(watch.isReached).toBe(false)
  second.made(paid)
  expect(watch.isReached).toBe(true)
  expect(watch.seen.map(({ reference, isMade, isPlain }) => [reference, isMade, isPlain])).toEqual([
    ['A-1', true, true],
    ['A-2', true, true],
  ])
})

test('what makes no transaction is plain, and what the bank declines is not', () => {
  const watch = new SweepWatch({})
  watch.meet(place, { operation: 'customer_create' }).made(undefined)
  watch.meet(place, purchase('A-1')).made({ ...paid, status: 'declined' })
  expect(watch.seen.map(({ isMade, isPlain }) => [isMade, isPlain])).toEqual([
    [true, true],
    [true, false],
  ])
})

test('the recovery is noted, and the call of it that is meant fails too', () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const recovery = { call: 'search-2', at: 'before', form: 'http' } as const
  const watch = new SweepWatch({ cell: cellOf({ call, form: 'reset', recovery }) })
  watch.meet(place, search)
  watch.meet(place, purchase('A-1')).made(paid)
  expect(watch.isReached).toBe(false)
  const faults = [search, search, { operation: 'lookup', audit: '1000001' } as const].map(
    (facts) => watch.meet(place, facts).fault,
  )
  expect(faults).toEqual([undefined, { at: 'before', kind: 'http', status: 503 }, undefined])
  watch.meet(place, purchase('A-1', 'c-2')).made(paid)
  expect(watch.steps).toEqual(['search-1', 'search-2', 'lookup-1', 'retry-1'])
  expect(watch.isReached).toBe(true)
})

test.each(['late', 'unknown'] as const)(
  'a bank that is %s changes the course, not the wire',
  (form) => {
    const call = { name: 'purchase-1', operation: 'purchase' } as const
    const met = new SweepWatch({ cell: cellOf({ call, form }) }).meet(place, purchase('A-1'))
    expect([met.fault, met.course]).toEqual([undefined, form])
  },
)

/** A world without records, at the end of a chapter. */
const empty = {
  now: 0,
  customers: 1,
  tokens: 0,
  transaction: () => undefined,
  planned: () => 'unknown' as const,
}

test('a crash kills the client, and what a new run throws away is not counted twice', () => {
  let crashes = 0
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const cell = cellOf({ call, form: 'crash' })
  const watch = new SweepWatch({ cell, onCrash: () => (crashes += 1) })
  watch.meet(place, purchase('A-1')).made(paid)
  expect(crashes).toBe(1)
  watch.settle(place, empty)
  expect([watch.sums.customers, watch.isCut]).toEqual([0, true])
  watch.conclude()
  watch.settle({ ...place, chapterNumber: 2 }, empty)
  expect(watch.sums.customers).toBe(1)
})

test('a crash after which the client asks is not cut off', () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const watch = new SweepWatch({ cell: cellOf({ call, form: 'crash' }) })
  watch.meet(place, purchase('A-1')).made(paid)
  watch.meet(place, search)
  watch.conclude()
  watch.settle(place, empty)
  expect([watch.sums.customers, watch.isCut]).toEqual([1, false])
})

test('only the first further attempt under a new reference, before a search is answered, is blind', () => {
  const call = { name: 'purchase-1', operation: 'purchase' } as const
  const known = ['A-1', 'A-2'].map((reference, i) => ({
    ...{ name: `purchase-${i + 1}`, place: '', operation: 'purchase' as const, reference },
  }))
  const blind = (requests: readonly (typeof search | ReturnType<typeof purchase>)[], step = '') => {
    const recovery = { call: step, at: 'before', form: 'http' } as const
    const cell = cellOf({ call, form: 'reset', ...(step !== '' && { recovery }) })
    const watch = new SweepWatch({ cell, known })
    for (const facts of [purchase('A-1'), ...requests]) watch.meet(place, facts)
    return watch.seen.filter(({ isBlind }) => isBlind).map(({ reference }) => reference)
  }
  expect(blind([purchase('r-1', 'c-2'), purchase('r-2', 'c-3')])).toEqual(['r-1'])
  expect(blind([purchase('A-2', 'c-2'), purchase('r-1', 'c-3')])).toEqual(['r-1'])
  expect(blind([search, purchase('r-1', 'c-2')])).toEqual([])
  expect(blind([search, purchase('r-1', 'c-2')], 'search-1')).toEqual(['r-1'])
  const twice = [purchase('r-1', 'c-2'), purchase('r-2', 'c-3')]
  expect(blind(twice, 'retry-1')).toEqual(['r-1', 'r-2'])
})

test('a fault before processing is met when the request arrives', () => {
  const watch = new SweepWatch({ cell: cellOf({ at: 'before', call: firstPurchase }) })
  expect(watch.isReached).toBe(false)
  expect(watch.meet(place, purchase('A-1')).fault).toEqual({ at: 'before', kind: 'hang' })
  expect(watch.isReached).toBe(true)
})

test('the struck call and what is sent again count as attempts at the same thing', () => {
  const watch = new SweepWatch({ cell: cellOf({ call: firstPurchase }) })
  const requests = [
    purchase('A-1'),
    purchase('A-1', 'c-2'),
    { operation: 'purchase', reference: 'B-1', amount: '500' } as const,
  ]
  for (const facts of requests) watch.meet(place, facts)
  expect(watch.seen.map(({ isStruck }) => isStruck)).toEqual([true, true, false])
})

test('a clean run keeps every request that it met, with what it made; a broken one keeps none', () => {
  const clean = new SweepWatch()
  clean.meet(place, purchase('A-1')).made(paid)
  clean.meet(place, search)
  clean.meet(place, { operation: 'token_create', customer_reference: 'ann', token_name: 'Visa' })
  expect(
    clean.met.map(({ facts, reference, audit }) => [facts.operation, reference, audit]),
  ).toEqual([
    ['purchase', 'A-1', 1_000_001],
    ['search', '', undefined],
    ['token_create', 'Visa', undefined],
  ])
  const broken = new SweepWatch({ cell: cellOf() })
  broken.meet(place, purchase('A-1'))
  expect(broken.met).toEqual([])
})

test('the requests of the world that met the fault are kept, from that one on, and 40 at most', () => {
  const watch = new SweepWatch({ cell: cellOf({ call: firstPurchase }) })
  const exchange = new ToldChapter().exchange({ reference: 'A-1' }, undefined)
  watch.ended(place, exchange)
  expect(watch.requests).toEqual([])
  watch.meet(place, purchase('A-1'))
  watch.ended({ ...place, world: 'other' }, exchange)
  watch.ended(place, { ...exchange, sender: 'dashboard' })
  expect(watch.requests).toEqual([])
  for (let i = 0; i < 41; i += 1) watch.ended(place, exchange)
  expect(watch.requests).toHaveLength(40)
  expect(watch.requests[0]).toMatchObject({ operation: 'purchase', about: 'A-1' })
})

test('what a chapter made is looked up in its own world at its end, once', () => {
  const watch = new SweepWatch()
  const other = { ...place, chapterNumber: 2 }
  watch.meet(place, purchase('A-1')).made(paid)
  watch.meet(place, purchase('A-2')).made({ ...paid, audit: 1_000_002 })
  watch.meet(other, purchase('A-3')).made({ ...paid, audit: 1_000_003 })
  const asked: number[] = []
  const transaction = (audit: number) => {
    asked.push(audit)
    return undefined
  }
  watch.settle(place, { ...empty, transaction })
  expect(asked).toEqual([1_000_001, 1_000_002])
  watch.settle(place, { ...empty, transaction })
  watch.settle(other, { ...empty, transaction })
  expect(asked).toEqual([1_000_001, 1_000_002, 1_000_003])
})

test('a crash cuts off only what its own world had, before anything asked for it', () => {
  const crash = () => {
    const watch = new SweepWatch({ cell: cellOf({ call: firstPurchase, form: 'crash' }) })
    watch.meet({ ...place, world: 'other' }, { operation: 'refund', reference: 'R-1' }).made(paid)
    watch.meet(place, purchase('A-1')).made(paid)
    return watch
  }
  const elsewhere = crash()
  elsewhere.settle({ ...place, world: 'other' }, empty)
  expect([elsewhere.isCut, elsewhere.sums.customers]).toEqual([false, 0])
  const asked = crash()
  asked.meet(place, search)
  asked.settle(place, empty)
  expect([asked.isCut, asked.sums.customers]).toEqual([false, 0])
  const cut = crash()
  cut.settle(place, empty)
  expect(cut.isCut).toBe(true)
})

test('what a run charged is counted by its chapter', () => {
  const watch = new SweepWatch()
  watch.meet(place, purchase('A-1')).made(paid)
  const found = {
    ...{ subject: 'order A-1, AUD 19.95', steps: [{ kind: 'purchase' }], story: 'default-1-1' },
    ...{ chapter: 'default, chapter 1', labelled: false },
  } as unknown as FindingDocument
  expect(watch.charges.beyond(new Charges(), found)).toBe(1)
})
