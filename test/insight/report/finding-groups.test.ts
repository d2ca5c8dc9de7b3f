import { expect, test } from 'vitest'
import type { FindingDocument } from '../../../src/insight/findings/finding.ts'
import {
  alikeGroups,
  findingGroups,
  repeatText,
  shownOf,
  shownParts,
} from '../../../src/insight/report/finding-groups.ts'
import type { StepDocument } from '../../../src/insight/stories/story-view.ts'
import { lostAfter, ToldChapter } from '../support/told-chapter.ts'
import { firstFinding, habit } from '../support/told-report.ts'

const told = new ToldChapter()
told.pay(lostAfter)
const example: FindingDocument = firstFinding(told)

const ids = (findings: readonly FindingDocument[]) => findings.map(({ id }) => id)

test('a payment with several findings is one group for each severity, and so is a habit', () => {
  const findings: readonly FindingDocument[] = [
    { ...example, id: 'a', story: 's1', code: 'double-charge' },
    habit(example, { id: 'h1', message: 'x' }),
    { ...example, id: 'b', story: 's2', code: 'double-charge' },
    { ...example, id: 'c', story: 's1', code: 'blind-retry' },
    { ...example, id: 'd', story: 's1', code: 'lost-sale', severity: 'warning' },
    habit(example, { id: 'h2', message: 'y' }),
    habit(example, { id: 'h3', message: 'x', chapter: 'elsewhere' }),
    habit(example, { id: 'h4', message: 'x', code: 'stale-search' }),
  ]
  const groups = findingGroups(findings)
  expect(groups.map(ids)).toEqual([['a', 'c'], ['h1', 'h3'], ['b'], ['d'], ['h2'], ['h4']])
  // Of a habit, one example is enough.
  expect(groups.map((group) => ids(shownOf(group)))).toEqual([
    ['a', 'c'],
    ['h1'],
    ['b'],
    ['d'],
    ['h2'],
    ['h4'],
  ])
})

test('groups with the same kinds of findings are alike', () => {
  const findings: readonly FindingDocument[] = [
    { ...example, id: 'a', story: 's1', code: 'double-charge' },
    { ...example, id: 'b', story: 's2', code: 'double-charge' },
    { ...example, id: 'c', story: 's1', code: 'blind-retry' },
    { ...example, id: 'd', story: 's3', code: 'double-charge' },
    habit(example, { id: 'h1', message: 'x' }),
    habit(example, { id: 'h2', message: 'y' }),
  ]
  expect(alikeGroups(findings).map((alike) => alike.map(ids))).toEqual([
    [['a', 'c']],
    [['b'], ['d']],
    [['h1'], ['h2']],
  ])
})

test.each<[string, readonly [FindingDocument, ...FindingDocument[]], string | undefined]>([
  ['a habit that was seen once', [habit(example, { times: 1 })], undefined],
  ['a habit of one test', [habit(example, { times: 2 })], 'Seen 2 times.'],
  [
    'a habit of one test in two findings',
    [habit(example, { times: 1 }), habit(example, { times: 3 })],
    'Seen 4 times.',
  ],
  [
    'a habit of two tests',
    [habit(example, { times: 1 }), habit(example, { times: 1, chapter: 'other' })],
    'Seen 2 times in 2 tests.',
  ],
  ['a payment with two findings', [example, example], undefined],
])('how often it was seen: %s', (_what, group, text) => {
  expect(repeatText(group)).toBe(text)
})

const step = (changes: Partial<StepDocument> = {}): StepDocument => ({
  ...{ at: '2026-03-10T01:00:00.000Z', request: 1, kind: 'purchase', result: 'lost', text: 'lost' },
  ...changes,
})

test.each<[string, readonly StepDocument[], boolean]>([
  ['the same steps', [step(), step({ text: 'paid', request: 2 })], true],
  ['some of the steps', [step({ text: 'paid', request: 2 })], true],
  ['no steps', [], true],
  ['a step more', [step(), step({ text: 'paid', request: 2 }), step({ text: 'x' })], false],
  ['a step at another time', [step({ at: '2026-03-10T01:00:01.000Z' })], false],
  ['a step with another text', [step({ text: 'x' })], false],
  ['a step of another request', [step({ request: 3 })], false],
])('findings are shown together if the steps of the first show both: %s', (_what, steps, isOne) => {
  const first = { ...example, id: 'a', steps: [step(), step({ text: 'paid', request: 2 })] }
  const second = { ...example, id: 'b', steps }
  const parts = shownParts([first, second])
  expect(parts.map(({ findings }) => ids(findings))).toEqual(isOne ? [['a', 'b']] : [['a'], ['b']])
  expect(parts[0]?.steps).toBe(first.steps)
  expect(parts[0]?.advice).toEqual([example.advice])
})

test('each advice is given once', () => {
  const advices = ['look', 'look', 'wait'].map((advice) => ({ ...example, advice }))
  const [first, ...others] = advices
  if (first === undefined) throw new Error('there is none')
  expect(shownParts([first, ...others])).toMatchObject([{ advice: ['look', 'wait'] }])
})
