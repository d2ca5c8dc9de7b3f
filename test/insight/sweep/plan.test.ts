import { expect, test } from 'vitest'
import { forms, isMeantBy, moments, sweepCells } from '../../../src/insight/sweep/cell.ts'
import { CallNames, SweepWatch } from '../../../src/insight/sweep/sweep-watch.ts'

const nowhere = { world: 'default', label: undefined, chapterNumber: 1 }

const paid = {
  kind: 'purchase',
  status: 'approved',
  reference: 'A-1001',
  amount: 4995,
  currency: 'AUD',
} as const

test('calls are named by label, else by world, with an ordinal of their own', () => {
  const names = new CallNames()
  const shop = { world: 'shop-1', label: undefined, chapterNumber: 1 }
  const test1 = { world: 'shop-1', label: 'Refund, after a time-out!', chapterNumber: 2 }
  expect([
    names.next(nowhere, 'purchase'),
    names.next(nowhere, 'refund'),
    names.next(nowhere, 'purchase'),
    names.next(shop, 'purchase'),
    names.next(test1, 'purchase'),
    names.next({ ...test1, world: 'shop-2' }, 'purchase'),
    names.next({ world: 'default', label: '…', chapterNumber: 2 }, 'void'),
  ]).toEqual([
    'purchase-1',
    'refund-1',
    'purchase-2',
    'shop-1/purchase-1',
    'refund-after-a-time-out/purchase-1',
    'refund-after-a-time-out/purchase-2',
    'void-1',
  ])
})

test('lost answers to purchases come first, hanging ones last among them', () => {
  const calls = [
    { name: 'void-1', operation: 'void' },
    { name: 'purchase-1', operation: 'purchase' },
  ] as const
  const names = sweepCells(calls, { at: moments, forms }).map(({ name }) => name)
  expect(names).toHaveLength(16)
  expect(names.slice(0, 5)).toEqual([
    'purchase-1/after/http',
    'purchase-1/after/reset',
    'purchase-1/after/truncate',
    'purchase-1/after/hang',
    'void-1/after/http',
  ])
  expect(names.at(-1)).toBe('void-1/before/hang')
})

test('a cell is meant by its name, its call and its moment, not by what begins alike', () => {
  const calls = [{ name: 'purchase-1', operation: 'purchase' }] as const
  const [cell] = sweepCells(calls, { at: ['after'], forms: ['reset'] })
  const meant = [
    'purchase-1',
    'purchase-1/after',
    'purchase-1/after/reset',
    'purchase',
    'purchase-1/a',
  ]
  expect(cell && meant.map((name) => isMeantBy(cell, name))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('only the call that is meant meets the fault, and only what is processed counts', () => {
  const call = { name: 'purchase-2', operation: 'purchase' } as const
  const watch = new SweepWatch({ name: 'purchase-2/after/hang', call, at: 'after', form: 'hang' })
  const first = watch.meet(nowhere, 'purchase')
  first.made(paid)
  const second = watch.meet(nowhere, 'purchase')
  expect([first.fault, second.fault]).toEqual([undefined, { at: 'after', kind: 'hang' }])
  expect(watch.isReached).toBe(false)
  second.made(paid)
  expect(watch.isReached).toBe(true)
  expect(watch.made.map(({ name }) => name)).toEqual(['purchase-1', 'purchase-2'])
})
