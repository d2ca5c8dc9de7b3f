import { expect, test } from 'vitest'
import { Estimate } from '../../../src/insight/sweep/choice/estimate.ts'
import { type SweepChoice, sweepCells } from '../../../src/judge/sweep/cells/cell.ts'
import { moments, type SweepFault, usualFaults } from '../../../src/judge/sweep/cells/fault.ts'

const choice: SweepChoice = { at: moments, faults: usualFaults, depth: 1, calls: 'usual' }

const cellsOf = (...faults: readonly SweepFault[]) =>
  sweepCells([{ name: 'purchase-1', operation: 'purchase', representative: true }], {
    ...choice,
    at: ['after'],
    faults,
  })

const estimateOf = (parts: Partial<ConstructorParameters<typeof Estimate>[0]>) =>
  new Estimate({ ownMs: 1000, choice, jobs: 1, waiting: 0, busy: 0, ...parts })

test('a cell takes as long as a baseline run, and as long as its client waits', () => {
  const estimate = estimateOf({})
  expect(estimate.seconds(cellsOf('http', 'reset'))).toBeCloseTo(2.06)
  expect(estimate.seconds(cellsOf('hang'))).toBeCloseTo(4.03)
  expect(estimate.seconds([])).toBe(0)
})

test('runs that keep the machine busy slow each other down, and the last one runs alone', () => {
  const estimate = estimateOf({ jobs: 2, busy: 0.5 })
  expect(estimate.seconds(cellsOf('http'))).toBeCloseTo(1.2 * 1.03)
  expect(estimate.seconds(cellsOf('http', 'reset'))).toBeCloseTo(1.2 * 1.03)
  expect(estimate.seconds(cellsOf('http', 'reset', 'truncate'))).toBeCloseTo(1.2 * 2.06)
})

test('clients that wait leave their places to others', () => {
  const cells = cellsOf('hang', 'late', 'http', 'reset')
  expect(estimateOf({}).seconds(cells)).toBeCloseTo(4.12 + 7)
  expect(estimateOf({ waiting: 6 }).seconds(cells)).toBeCloseTo(5.03)
})

test.each([
  ['idle', 0, 1.03],
  ['a third busy, so that one more fits', 1 / 3, 1.03],
  ['busy', 0.5, 1.2 * 1.03 + 1.5],
  ['busy with other work', 1, 1.2 * 1.03 + 1.5],
])(
  'beside two runs on a machine that is %s (%f), a self-check of 3 s takes %f s',
  (_, busy, all) => {
    const checked = estimateOf({ jobs: 2, busy })
    checked.besideMs = 3000
    expect(checked.seconds(cellsOf('http', 'reset'))).toBeCloseTo(all)
  },
)

test('a test that was not run alone yet runs twice', () => {
  const [cell] = cellsOf('reset')
  const each = estimateOf({ tried: [] })
  expect(each.seconds(cellsOf('reset'))).toBeCloseTo(2.03)
  if (cell !== undefined) each.learn(cell, 1030)
  expect(each.seconds(cellsOf('reset'))).toBeCloseTo(1.03)
})

test('a timeout that was seen once is expected in every fault that leads to it', () => {
  const estimate = estimateOf({})
  const [hang] = cellsOf('hang')
  if (hang !== undefined) estimate.learn(hang, 31_030)
  expect(estimate.seconds(cellsOf('hang'))).toBeCloseTo(31.03)
  expect(estimate.seconds(cellsOf('late'))).toBeCloseTo(32.03)
  expect(estimate.seconds(cellsOf('http'))).toBeCloseTo(1.03)
})

test('cells that take twice as long as expected double the expectation of others', () => {
  const estimate = estimateOf({})
  const [reset] = cellsOf('reset')
  if (reset !== undefined) estimate.learn(reset, 2060)
  expect(estimate.seconds(cellsOf('http'))).toBeCloseTo(2.06)
})
