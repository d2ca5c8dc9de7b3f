import { expect, test } from 'vitest'
import type { SweepCell } from '../../../src/insight/sweep/cell.ts'
import { SweepWatch } from '../../../src/insight/sweep/sweep-watch.ts'

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
