import { expect, test } from 'vitest'
import {
  forms,
  moments,
  type SweepChoice,
  type SweptCall,
} from '../../../src/insight/sweep/cell.ts'
import { notTriedBy } from '../../../src/insight/sweep/not-tried.ts'

const everything: SweepChoice = { at: moments, forms, depth: 2, calls: 'all' }

const one: SweptCall = { name: 'purchase-1', operation: 'purchase', isRepresentative: true }
const further: SweptCall = { name: 'purchase-2', operation: 'purchase' }

const unlimited = {
  calls: [one],
  isOnly: false,
  shard: undefined,
  notRun: 0,
  furtherSteps: 0,
  wrongBases: 0,
  inseparable: 0,
  hasNoControl: false,
}

type Limits = Partial<Parameters<typeof notTriedBy>[1]>

const withFurther: Limits = { calls: [one, further, further] }

test.each<[string, Partial<SweepChoice>, Limits, readonly string[]]>([
  ['everything', {}, withFurther, []],
  ['the usual calls, if each stands for its operation', { calls: 'usual' }, {}, []],
  [
    'the usual calls',
    { calls: 'usual' },
    withFurther,
    ['the recovery from 2 further calls (--all)'],
  ],
  [
    'the usual calls at depth 1',
    { calls: 'usual', depth: 1 },
    withFurther,
    ['failures during the recovery (--depth 2)'],
  ],
  [
    'quickly',
    { calls: 'quick' },
    withFurther,
    ['2 further calls (without --quick)', 'slow failures during the recovery (without --quick)'],
  ],
  [
    'quickly, at depth 1, if each call stands for its operation',
    { calls: 'quick', depth: 1 },
    {},
    ['failures during the recovery (--depth 2)'],
  ],
  [
    'some cells alone',
    { calls: 'usual' },
    { ...withFurther, isOnly: true },
    ['the other cells (without --only)'],
  ],
  ['a shard', {}, { shard: { index: 1, of: 3 } }, ['the other 2 shards (report merge)']],
  ['one of two shards', {}, { shard: { index: 1, of: 2 } }, ['the other 1 shard (report merge)']],
  ['up to its budget', {}, { notRun: 1 }, ['1 cell without time (a longer --budget)']],
  [
    'some forms',
    { forms: ['http', 'hang', 'reset', 'busy', 'crash'] },
    {},
    ['the forms truncate, late, unknown (--forms)'],
  ],
  ['no crashes', { forms: forms.filter((form) => form !== 'crash') }, {}, ['crashes (--crash)']],
  ['after alone', { at: ['after'] }, {}, ['faults before processing (--at before,after)']],
  [
    'the first calls of recoveries',
    {},
    { furtherSteps: 1 },
    ['1 later call of long recoveries (--only)'],
  ],
  [
    'the recovery where it is right without a second fault',
    {},
    { wrongBases: 2 },
    ['failures during the recovery from 2 unsafe cells (mend these first)'],
  ],
  ['a test', {}, { inseparable: 1 }, ['1 test alone (--each must run it by itself)']],
  ['tests', {}, { inseparable: 2 }, ['2 tests alone (--each must run them by themselves)']],
  [
    'without its control',
    {},
    { hasNoControl: true },
    ['the control (a config in which merchant 1 can be paid without a login)'],
  ],
])('a sweep that tries %s says what is left', (_name, choice, limits, left) => {
  const told = notTriedBy({ ...everything, ...choice }, { ...unlimited, ...limits })
  expect(told.map(({ what, how }) => `${what} (${how})`)).toEqual(left)
})
