import { expect, test } from 'vitest'
import { type SweepChoice, sweepCells } from '../../../src/insight/sweep/cells/cell.ts'
import { moments, type SweepFault, usualFaults } from '../../../src/insight/sweep/cells/fault.ts'
import { Estimate } from '../../../src/insight/sweep/choice/estimate.ts'

const choice: SweepChoice = { at: moments, faults: usualFaults, depth: 1, calls: 'usual' }

const cellsOf = (...faults: readonly SweepFault[]) =>
  sweepCells([{ name: 'purchase-1', operation: 'purchase', isRepresentative: true }], {
    ...choice,
    at: ['after'],
    faults,
  })

test('a cell takes as long as a baseline run, and as long as its client waits', () => {
  const estimate = new Estimate(1000, choice)
  expect(estimate.seconds(cellsOf('http', 'reset'), 1)).toBeCloseTo(2.06)
  expect(estimate.seconds(cellsOf('http', 'reset'), 2)).toBeCloseTo(1.03)
  expect(estimate.seconds(cellsOf('http'), 8)).toBeCloseTo(1.03)
  expect(estimate.seconds(cellsOf('hang'), 1)).toBeCloseTo(4.03)
  expect(estimate.seconds([], 2)).toBe(0)
})

test('a timeout that was seen once is expected in every fault that leads to it', () => {
  const estimate = new Estimate(1000, choice)
  const [hang] = cellsOf('hang')
  if (hang !== undefined) estimate.learn(hang, 31_030)
  expect(estimate.seconds(cellsOf('hang'), 1)).toBeCloseTo(31.03)
  expect(estimate.seconds(cellsOf('late'), 1)).toBeCloseTo(32.03)
  expect(estimate.seconds(cellsOf('http'), 1)).toBeCloseTo(1.03)
})

test('cells that take twice as long as expected double the expectation of others', () => {
  const estimate = new Estimate(1000, choice)
  const [reset] = cellsOf('reset')
  if (reset !== undefined) estimate.learn(reset, 2060)
  expect(estimate.seconds(cellsOf('http'), 1)).toBeCloseTo(2.06)
})
