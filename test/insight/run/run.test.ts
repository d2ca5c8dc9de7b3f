import { expect, test } from 'vitest'
import type { Exchange } from '../../../src/insight/exchange.ts'
import { unmetOneShot } from '../../../src/insight/findings/rule-never-met.ts'
import type { Chapter } from '../../../src/insight/run/chapter.ts'
import type { NamedScenario } from '../../../src/insight/run/named-scenario.ts'
import { type KeptRecord, Run, type RunScope } from '../../../src/insight/run/run.ts'
import { lostAfter, type Told, ToldChapter } from '../support/told-chapter.ts'

const limits = {
  ...{ correlationCacheMs: 1000, noTimeOutMs: 120_000 },
  ...{ storiesKept: 1000, findingsKept: 1000 },
}

/** A run of several worlds. */
class ToldRun {
  readonly #told = new ToldChapter()
  readonly #chapters = new Map<string, Chapter>()
  readonly run: Run

  constructor(named: readonly NamedScenario[] = []) {
    this.run = new Run(limits, () => named)
  }

  begin(world: string, label?: string): this {
    this.#chapters.set(world, this.run.begin(world, label))
    return this
  }

  /** Calls to a world, one after the other. */
  pay(world: string, ...calls: readonly (Told & Partial<Pick<Exchange, 'rules' | 'sender'>>)[]) {
    for (const { rules = [], sender, ...call } of calls) {
      this.#told.pay(call)
      const exchange = this.#told.history.entries().at(-1)
      if (exchange === undefined) throw new Error('it is not in the journal')
      const whole = { ...exchange, rules, sender }
      this.#chapters.get(world)?.add({ kind: 'ended', exchange: whole, call: undefined, bytes: 1 })
    }
    return this
  }

  told(scope: Partial<RunScope> = {}) {
    return toldOf(this.run, scope)
  }
}

/** What a run tells of a part. */
function toldOf(run: Run, scope: Partial<RunScope> = {}) {
  const whole = { world: undefined, isCurrentOnly: false, ...scope }
  const part = run.part(whole)
  return {
    requests: part.tally.requests,
    found: part.tally.found,
    chapters: part.chapters,
    worlds: part.worlds,
    labels: part.labels,
    names: part.chapterNames,
    findings: part.findings.map(({ id }) => id),
    tests: part.tests.map(({ place, isOpen, tally }) => [
      `${place.world}-${place.chapterNumber}`,
      isOpen,
      tally.requests,
    ]),
    stories: run.stories(whole).map(({ id }) => id),
    ended: run.ended(whole.world).map(({ id }) => id),
  }
}

const paid = { made: 'approved' } as const

/** Two chapters of a world, an open and a removed one. */
function example(): ToldRun {
  const told = new ToldRun()
  told.begin('default').pay('default', { ...lostAfter, reference: 'A' })
  told.begin('default', 'second').pay('default', paid, { ...lostAfter, reference: 'B' })
  told.begin('side').begin('gone', 'removed')
  told.pay('side', paid).pay('gone', { ...lostAfter, reference: 'C' })
  told.begin('gone')
  told.run.end('gone')
  return told
}

test('a run is told as a whole', () => {
  expect(example().told()).toEqual({
    requests: 5,
    found: { unresolved: 3 },
    chapters: 5,
    worlds: 3,
    labels: ['second', 'removed'],
    names: ['second', 'removed', 'default 1', 'side 1'],
    findings: ['unresolved-default-1-1', 'unresolved-gone-1-1', 'unresolved-default-2-2'],
    tests: [
      ['default-1', false, 1],
      ['gone-1', false, 1],
      ['default-2', true, 2],
      ['side-1', true, 1],
    ],
    stories: ['default-1-1', 'gone-1-1', 'default-2-1', 'default-2-2', 'side-1-1'],
    ended: ['default-1-1', 'gone-1-1'],
  })
})

test.each<[string, Partial<RunScope>, Partial<ReturnType<typeof toldOf>>]>([
  [
    'one world',
    { world: 'default' },
    {
      requests: 3,
      found: { unresolved: 2 },
      chapters: 2,
      worlds: 1,
      labels: ['second'],
      names: ['second', 'default 1'],
      findings: ['unresolved-default-1-1', 'unresolved-default-2-2'],
      tests: [
        ['default-1', false, 1],
        ['default-2', true, 2],
      ],
      stories: ['default-1-1', 'default-2-1', 'default-2-2'],
      ended: ['default-1-1'],
    },
  ],
  [
    'another world',
    { world: 'side' },
    { requests: 1, found: {}, chapters: 1, names: ['side 1'], ended: [] },
  ],
  [
    'what is open',
    { isCurrentOnly: true },
    {
      requests: 3,
      found: { unresolved: 1 },
      chapters: 2,
      worlds: 2,
      labels: ['second'],
      names: ['second', 'side 1'],
      findings: ['unresolved-default-2-2'],
      tests: [
        ['default-2', true, 2],
        ['side-1', true, 1],
      ],
      stories: ['default-2-1', 'default-2-2', 'side-1-1'],
    },
  ],
  [
    'what is open of one world',
    { world: 'default', isCurrentOnly: true },
    {
      requests: 2,
      chapters: 1,
      worlds: 1,
      findings: ['unresolved-default-2-2'],
      stories: ['default-2-1', 'default-2-2'],
    },
  ],
  [
    'an open chapter',
    { chapter: 'default-2' },
    {
      requests: 2,
      found: { unresolved: 1 },
      chapters: 1,
      worlds: 1,
      labels: ['second'],
      names: ['second'],
      findings: ['unresolved-default-2-2'],
      tests: [['default-2', true, 2]],
      stories: ['default-2-1', 'default-2-2'],
    },
  ],
  [
    'an ended chapter',
    { world: 'default', chapter: 'default-1' },
    {
      requests: 1,
      found: { unresolved: 1 },
      chapters: 1,
      worlds: 0,
      labels: [],
      names: ['default 1'],
      findings: ['unresolved-default-1-1'],
      tests: [['default-1', false, 1]],
      stories: ['default-1-1'],
    },
  ],
])('a part of it is told alone: %s', (_what, scope, expected) => {
  expect(example().told(scope)).toMatchObject(expected)
})

/** A world that was removed and made again, twice. */
function remade(): ToldRun {
  const told = new ToldRun().begin('default').pay('default', paid)
  told.begin('side').pay('side', lostAfter)
  told.run.end('side')
  told.begin('side', 'again').pay('side', lostAfter, paid)
  told.begin('side').pay('side', paid)
  return told
}

const ofRemade = {
  requests: 3,
  found: { 'double-charge': 1, 'blind-retry': 1 },
  chapters: 2,
  labels: ['again'],
  names: ['again', 'side 3'],
  findings: ['double-charge-side-2-1', 'blind-retry-side-2-1'],
  tests: [
    ['side-2', false, 2],
    ['side-3', true, 1],
  ],
}

test('a world that was made again does not count what the removed one did', () => {
  const told = remade()
  expect(told.told({ world: 'side' })).toMatchObject(ofRemade)
  expect(told.told({ world: 'side', chapter: 'side-1' })).toMatchObject({
    requests: 1,
    findings: ['unresolved-side-1-1'],
    tests: [['side-1', false, 1]],
  })
  expect(told.told()).toMatchObject({ requests: 5, worlds: 3, chapters: 4 })
})

/** Another run that goes on from what was kept of one. */
function reopened({ run }: ToldRun): Run {
  const before = new ToldRun().begin('default').pay('default', { ...lostAfter, reference: 'Z' })
  const next = before.begin('default', 'before').run
  const records = JSON.parse(JSON.stringify([...run.records()])) as readonly KeptRecord[]
  for (const record of records) next.restore(record)
  return next
}

test('a saved run tells the same', () => {
  for (const told of [example(), remade()]) {
    const next = reopened(told)
    expect(toldOf(next)).toEqual(told.told())
    expect(toldOf(next, { world: 'default' })).toEqual(told.told({ world: 'default' }))
    expect(toldOf(next, { isCurrentOnly: true })).toEqual(told.told({ isCurrentOnly: true }))
  }
  expect(toldOf(reopened(remade()), { world: 'side' })).toMatchObject(ofRemade)
})

test('so it does of calls that belong to no payment', () => {
  const told = new ToldRun().begin('default')
  const call = { ...paid, facts: { foreignCard: '456400…0001' } }
  told.pay('default', call, lostAfter).begin('default').pay('default', call)
  expect(told.told().findings).toEqual([
    'unresolved-default-1-2',
    'not-a-test-card-default-1-c1',
    'not-a-test-card-default-2-c1',
  ])
  expect(toldOf(reopened(told))).toEqual(told.told())
})

test('the payments of the open chapters of a saved run are found by their transactions', () => {
  const told = new ToldRun().begin('default').pay('default', paid)
  told.begin('default').pay('default', paid)
  const audits = told.run
    .stories({ world: undefined, isCurrentOnly: false })
    .map((story) => story.view().exchanges[0]?.audit)
  const next = new Run(limits)
  const chapters = [...told.run.records()].flatMap((record) => next.restore(record) ?? [])
  // Those of a chapter that ended are in its list alone.
  expect(chapters.map((chapter) => audits.map((audit) => chapter.storyOf(audit)))).toEqual([
    [undefined, 'default-2-1'],
  ])
})

test('a saved run lists its worlds in their order and goes on with its numbers', () => {
  const told = new ToldRun().begin('side').begin('default').begin('default', 'x')
  told.pay('side', paid).pay('default', paid, { sender: 'dashboard' })
  const next = reopened(told)
  expect(toldOf(next).tests).toEqual([
    ['side-1', true, 1],
    ['default-2', true, 1],
  ])
  expect(next.begin('default').place).toEqual({
    ...{ world: 'default', chapter: 'default 3', chapterNumber: 3, hasLabel: false },
  })
  expect(next.isOpen({ world: 'default', chapterNumber: 3 })).toBe(true)
  expect(next.isOpen({ world: 'default', chapterNumber: 2 })).toBe(false)
  expect(next.isOpen({ world: 'other', chapterNumber: 1 })).toBe(false)
})

test('a chapter is named by its label, else by its world and number', () => {
  const { run } = new ToldRun()
  expect(run.begin('blue').place).toEqual({
    ...{ world: 'blue', chapter: 'blue 1', chapterNumber: 1, hasLabel: false },
  })
  expect(run.begin('blue', 'pays').place).toEqual({
    ...{ world: 'blue', chapter: 'pays', chapterNumber: 2, hasLabel: true },
  })
  expect(run.begin('blue').place.chapterNumber).toBe(3)
})

test('a label that several tests have is listed once, and chapters without requests are no tests', () => {
  const told = new ToldRun().begin('default', 'same').pay('default', paid)
  told.begin('default', 'same').pay('default', paid).begin('default', 'empty')
  told
    .begin('default')
    .pay('default', { ...paid, sender: 'dashboard' })
    .begin('default')
  const { labels, names, tests } = told.told()
  expect([labels, names]).toEqual([
    ['same', 'empty'],
    ['same', 'empty'],
  ])
  expect(tests).toEqual([
    ['default-1', false, 1],
    ['default-2', false, 1],
    ['default-4', false, 0],
  ])
  told.pay('default', { ...paid, sender: 'dashboard' })
  expect(told.told().tests).toHaveLength(4)
  expect(told.told().names).toEqual(names)
})

test('a world that was never there can be removed', () => {
  const told = example()
  const before = told.told()
  told.run.end('nowhere')
  expect(told.told()).toEqual(before)
})

test('everything can be forgotten, and every world goes on under its label', () => {
  const told = example()
  const renewed: Chapter[] = []
  told.run.clear(undefined, (chapter) => renewed.push(chapter))
  expect(renewed.map(({ place }) => place)).toEqual([
    { world: 'default', chapter: 'second', chapterNumber: 3, hasLabel: true },
    { world: 'side', chapter: 'side 2', chapterNumber: 2, hasLabel: false },
  ])
  expect(told.told()).toEqual({
    ...{ requests: 0, found: {}, chapters: 2, worlds: 2, labels: ['second'], names: ['second'] },
    ...{ findings: [], tests: [], stories: [], ended: [] },
  })
})

test('one world can be forgotten alone', () => {
  const told = example()
  const renewed: Chapter[] = []
  told.run.clear('default', (chapter) => renewed.push(chapter))
  expect(renewed.map(({ place }) => place.chapterNumber)).toEqual([3])
  expect(told.told()).toEqual({
    requests: 2,
    found: { unresolved: 1 },
    chapters: 3 + 1,
    worlds: 3,
    labels: ['removed', 'second'],
    names: ['removed', 'second', 'side 1'],
    findings: ['unresolved-gone-1-1'],
    tests: [
      ['gone-1', false, 1],
      ['side-1', true, 1],
    ],
    stories: ['gone-1-1', 'side-1-1'],
    ended: ['gone-1-1'],
  })
})

test('a chapter is over at once when the next one begins', () => {
  const { run } = new ToldRun()
  const chapter = run.begin('default')
  const exchange = new ToldChapter().exchange({ status: undefined }, undefined)
  let isGone = false
  const call = { exchange, hasLeft: () => isGone, waitedMs: () => 0 }
  chapter.add({ kind: 'begun', call })
  run.begin('default')
  isGone = true
  expect(toldOf(run).requests).toBe(0)
})

test('one-shot rules that a chapter never met are found in it, whether it is reset or removed', () => {
  const told = new ToldRun().begin('default').begin('side')
  told.run.begin('default', undefined, [unmetOneShot('rules/1'), unmetOneShot('rules/2')])
  told.run.end('side', [unmetOneShot('rules/1')])
  expect(told.told()).toMatchObject({
    found: { 'rule-never-met': 3 },
    findings: [
      'rule-never-met-default-1-c1',
      'rule-never-met-default-1-c2',
      'rule-never-met-side-1-c1',
    ],
  })
})

const scenarios: readonly NamedScenario[] = [
  { name: 'default', rules: ['default/x'], isFile: false },
  { name: 'shipped', rules: ['shipped/a', 'shipped/b'], isFile: false },
  { name: 'mine', rules: ['mine/a', 'mine/b'], isFile: true },
  { name: 'empty', rules: [], isFile: true },
]

test.each<[string, readonly string[], readonly object[], readonly string[]]>([
  [
    'no rule',
    [],
    [
      { name: 'shipped', rules: 2 },
      { name: 'mine', rules: 2 },
    ],
    ['mine/a', 'mine/b'],
  ],
  ['one rule of each', ['shipped/b', 'mine/a'], [], ['mine/b']],
  ['all rules of one', ['mine/a', 'mine/b', 'default/x'], [{ name: 'shipped', rules: 2 }], []],
])('requests that met %s of the named scenarios', (_what, rules, unmet, unmetRules) => {
  const told = new ToldRun(scenarios).begin('default').pay('default', { ...paid, rules })
  const whole = { world: undefined, isCurrentOnly: false }
  const part = told.run.part(whole)
  expect(part.unmetScenarios).toEqual(unmet)
  expect(part.findings.map(({ id }) => id)).toEqual(unmetRules.map((id) => `rule-never-met-${id}`))
  expect(part.tally.found['rule-never-met'] ?? 0).toBe(unmetRules.length)
  const saved = reopened(told).part(whole)
  expect(saved.unmetScenarios).toEqual(unmet)
  expect(saved.findings).toEqual(part.findings)
})

test.each([
  { world: 'default', isCurrentOnly: false },
  { world: undefined, isCurrentOnly: true },
  { world: undefined, isCurrentOnly: false, chapter: 'default-1' },
])('a part of a run, %o, says nothing of rules that the rest may have met', (scope) => {
  const told = new ToldRun(scenarios).begin('default').pay('default', paid)
  const { unmetScenarios, findings, tally } = told.run.part(scope)
  expect([unmetScenarios, findings, tally.found]).toEqual([[], [], {}])
})

test('without any request, no rule could be met', () => {
  const told = new ToldRun(scenarios).begin('default')
  told.pay('default', { ...paid, sender: 'dashboard' })
  const { unmetScenarios, findings } = told.run.part({ world: undefined, isCurrentOnly: false })
  expect([unmetScenarios, findings]).toEqual([[], []])
})
