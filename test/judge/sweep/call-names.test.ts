import { expect, test } from 'vitest'
import {
  type BaselineCall,
  CallNames,
  compareRuns,
  placeName,
} from '../../../src/judge/sweep/cells/call-names.ts'

function seen(reference: string, part: Partial<BaselineCall> = {}): BaselineCall {
  const test = { world: 'default', number: 1, label: null }
  const usual = { place: '', test, operation: 'purchase' as const }
  return { ...usual, reference, isMade: true, isPlain: true, isAttacked: false, ...part }
}

test.each([
  ['default', null, ''],
  ['shop-1', null, 'shop-1/'],
  ['shop-1', 'Refund, after a time-out!', 'refund-after-a-time-out/'],
  ['default', '…', ''],
])('world %s with label %s is %s', (world, label, place) => {
  expect(placeName({ world, label, number: 1 })).toBe(place)
})

test('the same calls in another order have the same names', () => {
  const one = [seen('A-10'), seen('A-2'), seen('A-2'), seen('A-2', { operation: 'refund' })]
  const { calls, different } = compareRuns(one, [...one].reverse())
  expect(different).toEqual([])
  expect(calls.map(({ name }) => name)).toEqual([
    'purchase-1',
    'purchase-2',
    'purchase-3',
    'refund-1',
  ])
  const other = compareRuns([...one].reverse(), one)
  expect(other.known).toEqual(compareRuns(one, one).known)
  expect(other.known.find(({ reference }) => reference === 'A-10')?.name).toBe('purchase-3')
})

test('references that differ from run to run count in their order', () => {
  const { calls, different, known } = compareRuns(
    [seen('uuid-1'), seen('A-1'), seen('uuid-2')],
    [seen('A-1'), seen('uuid-3'), seen('uuid-4')],
  )
  expect(different).toEqual([])
  expect(calls).toHaveLength(3)
  const names = new CallNames(known)
  const met = ['uuid-5', 'A-1', 'uuid-6', 'A-1'].map((reference) =>
    names.next('', 'purchase', reference),
  )
  expect(met).toEqual(['purchase-2', 'purchase-1', 'purchase-3', 'purchase-4'])
})

test('a random reference that is used again is sent again, unless the baseline runs do so too', () => {
  const once = compareRuns([seen('r-1'), seen('r-2')], [seen('r-3'), seen('r-4')]).known
  const met = (known: typeof once, ...references: readonly string[]) => {
    const names = new CallNames(known)
    return references.map((reference) => names.next('', 'purchase', reference))
  }
  expect(met(once, 'r-5', 'r-5', 'r-6')).toEqual(['purchase-1', 'purchase-3', 'purchase-2'])
  const again = ['r-1', 'r-1', 'r-2'].map((reference) => seen(reference))
  const twice = compareRuns(
    again,
    ['r-3', 'r-3', 'r-4'].map((reference) => seen(reference)),
  ).known
  expect(met(twice, 'r-5', 'r-5', 'r-6', 'r-6')).toEqual([
    ...['purchase-1', 'purchase-2', 'purchase-3', 'purchase-4'],
  ])
})

test('what only one baseline run does is named', () => {
  const { different } = compareRuns([seen('A-1'), seen('A-2', { place: 'shop/' })], [seen('A-1')])
  expect(different).toEqual(["shop/purchase 'A-2'"])
})

test('a retry has a name beyond those of the baseline runs, whatever its reference', () => {
  const { known } = compareRuns([seen('A-1'), seen('A-2')], [seen('A-1'), seen('A-2')])
  const names = new CallNames(known)
  const met = ['A-1', 'A-1', 'A-1-again', 'A-2'].map((reference) =>
    names.next('', 'purchase', reference),
  )
  expect(met).toEqual(['purchase-1', 'purchase-3', 'purchase-4', 'purchase-2'])
})

test('the first plain call of an operation represents it', () => {
  const run = [
    seen('A-1', { place: 'broken/', isMade: false }),
    seen('A-1', { place: 'broken/' }),
    seen('A-1', { place: 'by-debit/', isPlain: false }),
    seen('A-2', { place: 'plain/' }),
    seen('A-3', { place: 'plain/' }),
    seen('A-1', { operation: 'void', isPlain: false }),
  ]
  const { calls } = compareRuns(run, run)
  const chosen = calls.filter(({ representative }) => representative).map(({ name }) => name)
  expect(chosen.sort()).toEqual(['plain/purchase-1', 'void-1'])
  expect(calls.map(({ name }) => name)).not.toContain('broken/purchase-1')
})
