import { expect, test } from 'vitest'
import { mergedSweep } from '../../../src/insight/sweep/merged-sweep.ts'
import { outcome, sweptOf } from './support/outcomes.ts'

const crashes = { what: 'crashes', how: '--crash' }
const [others, more] = [1, 2].map((count) => ({
  what: `the other ${count} shard${count === 1 ? '' : 's'}`,
  how: 'report merge',
}))
if (others === undefined || more === undefined) throw new Error('there are no shards')

test('shards become one sweep: each call and each cell once, with its worst result', () => {
  const first = sweptOf([
    outcome('purchase-1/after/http', 'safe', { durationMs: 1 }),
    outcome('purchase-1/after/reset', 'DOUBLE CHARGE'),
    outcome('purchase-1/after/late', 'not run'),
  ])
  const second = sweptOf([
    outcome('purchase-1/after/http', 'safe', { durationMs: 2 }),
    outcome('purchase-1/after/reset', 'hung'),
    outcome('purchase-1/after/late', 'safe'),
    outcome('refund-1/after/http', 'failed safe'),
  ])
  const { calls, outcomes, command } = mergedSweep([first, second])
  expect(calls.map(({ name }) => name)).toEqual(['purchase-1', 'refund-1'])
  expect(outcomes.map(({ cell, result, durationMs }) => [cell.name, result, durationMs])).toEqual([
    ['purchase-1/after/http', 'safe', 1],
    ['purchase-1/after/reset', 'DOUBLE CHARGE', undefined],
    ['purchase-1/after/late', 'safe', undefined],
    ['refund-1/after/http', 'failed safe', undefined],
  ])
  expect(command).toBe('npm test')
  const turned = mergedSweep([second, first]).outcomes.map(({ result }) => result)
  expect(turned).toEqual(['safe', 'DOUBLE CHARGE', 'safe', 'failed safe'])
})

test('a merged sweep is strict if any shard is, and its clean run is the longest', () => {
  const shards = [
    sweptOf([], { isStrict: false, cleanMs: 1500 }),
    sweptOf([], { isStrict: true, cleanMs: 900 }),
  ]
  expect(mergedSweep(shards)).toMatchObject({ isStrict: true, cleanMs: 1500 })
  expect(mergedSweep(shards.slice(0, 1)).isStrict).toBe(false)
})

test('the controls of the shards are added up, and one without any has none', () => {
  const controlled = (found: number, blamed: number) =>
    sweptOf([], {
      control: { naive: { cells: 6, found }, careful: { cells: 4, blamed } },
    })
  expect(mergedSweep([controlled(6, 0), sweptOf([]), controlled(5, 1)]).control).toEqual({
    naive: { cells: 12, found: 11 },
    careful: { cells: 8, blamed: 1 },
  })
  expect(mergedSweep([sweptOf([]), sweptOf([])]).control).toBeUndefined()
})

test('what no shard tried is told once, and the other shards only while one is missing', () => {
  const shards = [
    sweptOf([], { notTried: [others, crashes] }),
    sweptOf([], { notTried: [crashes] }),
  ]
  expect(mergedSweep(shards).notTried).toEqual([crashes])
  const twoOfThree = [1, 2].map(() => sweptOf([], { notTried: [more, crashes] }))
  expect(mergedSweep(twoOfThree).notTried).toEqual([more, crashes])
})

test('nothing cannot be merged', () => {
  expect(() => mergedSweep([])).toThrow('There is nothing to merge')
})
