import { expect, test } from 'vitest'
import {
  type BaselineCall,
  compareRuns,
  placeName,
} from '../../../src/judge/sweep/cells/call-names.ts'
import type { SweptCall } from '../../../src/judge/sweep/cells/call-schema.ts'
import {
  isBase,
  quickCalls,
  recoveryCells,
  type SweepCell,
  type SweepChoice,
  sweepCells,
} from '../../../src/judge/sweep/cells/cell.ts'
import { moments, usualFaults } from '../../../src/judge/sweep/cells/fault.ts'
import { chosenCells } from '../../../src/judge/sweep/choice/chosen-cells.ts'
import { verdictLine } from '../../../src/judge/sweep/shown/sweep-lines.ts'
import { sweepOf, sweptCell } from '../support/test-sweep.ts'

const usual: SweepChoice = { at: moments, faults: usualFaults, depth: 2, calls: 'usual' }

const calls: readonly SweptCall[] = [
  { name: 'void-1', operation: 'void', representative: true },
  { name: 'purchase-1', operation: 'purchase', representative: true },
  { name: 'purchase-2', operation: 'purchase' },
  { name: 'token_create-1', operation: 'token_create', representative: true },
]

const namesOf = (cells: readonly SweepCell[]) => cells.map(({ name }) => name)

test('representatives come first, and among them what the recovery is found by', () => {
  const names = namesOf(sweepCells(calls, usual))
  expect(names.slice(0, 6)).toEqual([
    'purchase-1/after/reset',
    'void-1/after/reset',
    'token_create-1/after/reset',
    'purchase-1/before/reset',
    'void-1/before/reset',
    'token_create-1/before/reset',
  ])
  expect(names[6]).toBe('purchase-1/after/http')
  const first = names.findIndex((name) => name.startsWith('purchase-2'))
  expect(names.slice(first).every((name) => name.startsWith('purchase-2'))).toBe(true)
  expect(names.at(-1)).toBe('purchase-2/before/hang')
})

test('only a bank can be late or undecided, and only what is not processed meets a busy gateway', () => {
  const of = (call: string) =>
    namesOf(sweepCells(calls, usual)).filter((name) => name.startsWith(call))
  expect(of('purchase-1/after').map((name) => name.split('/').at(-1))).toEqual(
    expect.arrayContaining(['late', 'unknown']),
  )
  expect(of('purchase-1/after')).not.toContain('purchase-1/after/busy')
  expect(of('purchase-1/before')).toContain('purchase-1/before/busy')
  expect(of('purchase-1/before')).not.toContain('purchase-1/before/late')
  expect(of('token_create-1')).toHaveLength(10)
  expect(of('purchase-1')).toHaveLength(14)
})

test('what is slow for every call alike is tried at one call of each operation, unless all are asked for', () => {
  const formsOf = (call: string, part: Partial<SweepChoice> = {}) =>
    sweepCells(calls, { ...usual, at: ['after'], ...part })
      .filter((cell) => cell.call.name === call)
      .map(({ fault }) => fault)
  expect(formsOf('purchase-1')).toEqual(expect.arrayContaining(['conflict', 'pending', 'slow']))
  expect(formsOf('purchase-2')).toContain('conflict')
  expect(formsOf('purchase-2').join()).not.toMatch(/pending|slow/)
  expect(formsOf('purchase-2', { calls: 'all' })).toEqual(
    expect.arrayContaining(['pending', 'slow']),
  )
  expect(formsOf('void-1')).not.toContain('pending')
  expect(formsOf('token_create-1').join()).not.toMatch(/conflict|pending/)
  const debit: SweptCall = { name: 'purchase-1', operation: 'purchase', plain: false }
  const cells = sweepCells([debit], { ...usual, calls: 'all' })
  expect(cells.map(({ fault }) => fault)).not.toContain('pending')
  const named = sweepCells(calls, { ...usual, faults: ['delayed'] })
  expect(namesOf(named)).toEqual([
    'purchase-1/before/delayed',
    'void-1/before/delayed',
    'purchase-2/before/delayed',
  ])
})

test('quick attacks the representatives alone', () => {
  const names = namesOf(sweepCells(calls, { ...usual, calls: 'quick' }))
  expect(names.some((name) => name.startsWith('purchase-2'))).toBe(false)
  expect(names).toHaveLength(14 + 13 + 10)
})

test.each<[string, Partial<SweepChoice>, readonly string[]]>([
  ['usually', {}, ['purchase-1/after/reset', 'purchase-1/before/reset']],
  [
    'without resets',
    { faults: ['hang', 'http'] },
    ['purchase-1/after/http', 'purchase-1/before/http'],
  ],
  ['after alone', { at: ['after'] }, ['purchase-1/after/reset']],
  ['at depth 1', { depth: 1 }, []],
  ['with nothing lost', { faults: ['busy', 'unknown'] }, []],
  [
    'with all',
    { calls: 'all', at: ['after'] },
    ['purchase-1/after/reset', 'purchase-2/after/reset'],
  ],
  [
    'with crashes',
    { at: ['after'], faults: ['reset', 'crash'] },
    ['purchase-1/after/crash', 'purchase-1/after/reset'],
  ],
])('the recovery is attacked behind one lost response: %s', (_name, part, bases) => {
  const choice = { ...usual, ...part }
  const found = sweepCells(calls, choice).filter((cell) => isBase(cell, choice))
  const purchases = namesOf(found).filter((name) => name.startsWith('purchase'))
  expect([...purchases].sort()).toEqual(bases)
})

test('a reading call fails in one way, a retry before and after', () => {
  const [base] = sweepCells(calls, usual)
  if (base === undefined) throw new Error('there is no cell')
  expect(namesOf(recoveryCells(base, 'search-1', usual))).toEqual([
    'purchase-1/after/reset+search-1/http',
    'purchase-1/after/reset+search-1/reset',
    'purchase-1/after/reset+search-1/truncate',
    'purchase-1/after/reset+search-1/busy',
    'purchase-1/after/reset+search-1/hang',
  ])
  const two: SweepChoice = { ...usual, faults: ['http', 'late', 'crash'] }
  expect(namesOf(recoveryCells(base, 'retry-1', two))).toEqual([
    'purchase-1/after/reset+retry-1/before/http',
    'purchase-1/after/reset+retry-1/after/http',
    'purchase-1/after/reset+retry-1/after/late',
  ])
})

test('quick lets calls of the recovery fail in two ways that take no time', () => {
  const [base] = sweepCells(calls, usual)
  if (base === undefined) throw new Error('there is no cell')
  const cells = (part: Partial<SweepChoice>) =>
    recoveryCells(base, 'search-1', { ...usual, calls: 'quick', ...part })
  const formsIn = (part: Partial<SweepChoice>) => cells(part).map(({ recovery }) => recovery?.fault)
  expect(formsIn({})).toEqual(['http', 'reset'])
  expect(formsIn({ faults: ['hang', 'truncate'] })).toEqual(['truncate', 'hang'])
})

test('every cell of a sweep belongs to exactly one shard', () => {
  const cells = sweepCells(calls, usual)
  const parts = [1, 2, 3].map((index) =>
    chosenCells(calls, { only: [], shard: { index, of: 3 }, choice: usual }),
  )
  const shards = parts.map((part) => part.cells)
  expect(parts.map((part) => part.shards)).toEqual(
    [1, 2, 3].map((index) => ({
      of: 3,
      given: [index],
      sizes: shards.map(({ length }) => length),
    })),
  )
  expect(namesOf(shards.flat()).sort()).toEqual(namesOf(cells).sort())
  const slow = shards.map((shard) => shard.filter(({ fault }) => fault === 'hang').length)
  expect(Math.max(...slow) - Math.min(...slow)).toBeLessThanOrEqual(1)
})

test.each<[string, readonly string[]]>([
  ['purchase-2/after/reset', ['purchase-2/after/reset']],
  ['purchase-1/after/reset+search-1/http', ['purchase-1/after/reset+search-1/http']],
  [
    'purchase-1/after/late+retry-2/before',
    [
      'purchase-1/after/late+retry-2/before/http',
      'purchase-1/after/late+retry-2/before/reset',
      'purchase-1/after/late+retry-2/before/truncate',
      'purchase-1/after/late+retry-2/before/busy',
      'purchase-1/after/late+retry-2/before/hang',
    ],
  ],
])('--only %s', (wanted, names) => {
  const only = { only: [wanted], shard: undefined, choice: usual }
  const { cells: chosen } = chosenCells(calls, only)
  expect(namesOf(chosen)).toEqual(names)
})

test.each(['purchase-1/after/reset+find-1', 'purchase-1/after+search-1', 'purchase-9'])(
  '--only %s is refused',
  (wanted) => {
    const choice = { only: [wanted], shard: undefined, choice: usual }
    expect(() => chosenCells(calls, choice)).toThrow(`There is no cell '${wanted}'; `)
  },
)

test('--quick tries one call of each operation in each test, at most 100', () => {
  const made = Array.from({ length: 300 }, (_, i): BaselineCall => {
    const test = { world: 'default', number: i, label: `test ${i % 150}` }
    return {
      ...{ place: placeName(test), test, operation: 'purchase', reference: `A-${i}` },
      ...{ isMade: true, isPlain: true, isAttacked: false },
    }
  })
  const few = made.filter(({ test }) => Number(test.label?.slice(5)) < 3)
  const quick = (seen: readonly BaselineCall[]) =>
    quickCalls(compareRuns(seen, seen).calls).map(({ name }) => name)
  // The second purchase of a test follows one of its own kind: the same caller makes it.
  expect(quick(few).sort()).toEqual([0, 1, 2].map((n) => `test-${n}/purchase-1`))
  expect(quick(made)).toHaveLength(100)
  const swept = sweepOf([sweptCell('purchase-1/after/http', 'safe', { findings: [] })])
  const calls = [...swept.calls, { name: 'purchase-2', operation: 'purchase' as const }]
  const options = { ...swept.options, quick: true }
  expect(verdictLine({ ...swept, calls, options })).toBe(
    'Safe so far: 1 of 2 calls were tried; 1 cell',
  )
})
