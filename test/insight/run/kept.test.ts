import { expect, test } from 'vitest'
import { redactText } from '../../../src/domain/redaction/redacted.ts'
import type { Exchange } from '../../../src/insight/exchange.ts'
import type { FindingCode } from '../../../src/insight/findings/all-findings.ts'
import type { Finding } from '../../../src/insight/findings/finding-document.ts'
import { type KeptLimits, KeptResults, worstOf } from '../../../src/insight/run/kept.ts'
import { weightOf } from '../../../src/insight/run/run-history.ts'
import type { StoryView } from '../../../src/insight/stories/story-view.ts'
import { collectGarbage } from '../support/garbage.ts'
import { lostAfter, TestChapter } from '../support/test-chapter.ts'

/** A payment with a finding, as it would be kept. */
function example(): { readonly view: StoryView; readonly finding: Finding } {
  const told = new TestChapter()
  told.pay(lostAfter)
  const [[view], [finding]] = [told.stories(), told.findings()]
  if (view === undefined || finding === undefined) throw new Error('nothing was found')
  return { view, finding }
}

const { view, finding } = example()

const named = (id: string, code: FindingCode = 'unresolved'): Finding => ({ ...finding, id, code })

const story = (id: string, changes: Partial<StoryView> = {}): StoryView => ({
  ...view,
  id,
  ...changes,
})

const plain = (id: string) => story(id, { steps: [], exchanges: [], dropped_steps: 1 })

const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id)

function kept(limits: Partial<KeptLimits> = {}): KeptResults {
  return new KeptResults({ storiesKept: 3, findingsKept: 3, ...limits })
}

test('the worst findings come first, and those of one kind in the order in which they were found', () => {
  const all = [
    named('n', 'rule-never-met'),
    named('w', 'lost-sale'),
    named('u1', 'unresolved'),
    named('d1', 'double-charge'),
    named('u2', 'unresolved'),
    named('r', 'double-refund'),
    named('d2', 'double-charge'),
    named('b', 'blind-retry'),
  ]
  const ranked = ['d1', 'd2', 'r', 'b', 'u1', 'u2', 'w', 'n']
  for (const most of [0, 1, 2, 3, 8, 9])
    expect(ids(worstOf(all, most))).toEqual(ranked.slice(0, most))
})

test.each([
  [3, ['a', 'b', 'c']],
  [4, ['b', 'c', 'd']],
  [5, ['c', 'd', 'e']],
])('of %i payments without findings, the latest 3 are kept', (count, expected) => {
  const results = kept()
  for (const id of ['a', 'b', 'c', 'd', 'e'].slice(0, count)) results.addStory(plain(id), [])
  expect(ids(results.stories)).toEqual(expected)
  expect(results.findings).toEqual([])
})

test('payments with findings are kept besides those, whole and in their place', () => {
  const results = kept({ storiesKept: 1 })
  results.addStory(plain('a'), [])
  results.addStory(story('b'), [named('f')])
  results.addStory(plain('c'), [])
  results.addStory(plain('d'), [])
  expect(ids(results.stories)).toEqual(['b', 'd'])
  expect(results.stories[0]).toEqual(story('b'))
  expect(ids(results.findings)).toEqual(['f'])
})

test('findings in payments come first, then those in other calls', () => {
  const results = kept()
  results.addFinding(named('other'))
  results.addStory(story('a'), [named('in a')])
  expect(ids(results.findings)).toEqual(['in a', 'other'])
})

test.each([false, true])(
  'findings beyond the limit go, the least severe and latest first; steps are kept: %s',
  (keepsSteps) => {
    const results = kept({ keepsSteps })
    results.addFinding(named('x', 'unknown-field'))
    results.addStory(story('a'), [named('a1'), named('a2')])
    expect(ids(results.findings)).toEqual(['a1', 'a2', 'x'])
    results.addStory(story('b'), [named('b1', 'double-charge')])
    expect(ids(results.findings)).toEqual(['a1', 'a2', 'b1'])
    results.addStory(story('c'), [named('c1', 'double-charge'), named('c2', 'double-charge')])
    expect(ids(results.findings)).toEqual(['b1', 'c1', 'c2'])
    const whole = results.stories.map(({ id, steps, exchanges, dropped_steps }) => {
      return [id, steps.length, exchanges.length, dropped_steps]
    })
    const a = keepsSteps ? ['a', 1, 1, 0] : ['a', 0, 0, 1]
    expect(whole).toEqual([a, ['b', 1, 1, 0], ['c', 1, 1, 0]])
  },
)

test('a world is forgotten with its payments and findings, and leaves room', () => {
  const results = kept({ findingsKept: 4 })
  const at = (world: string, id: string): Finding => ({ ...named(id), world })
  results.addStory(story('a', { world: 'side' }), [at('side', 'a1')])
  results.addStory(story('b', { world: 'default' }), [at('default', 'b1')])
  results.addFinding(at('side', 'x'))
  results.addFinding(at('default', 'y'))
  results.forget('side')
  expect(ids(results.stories)).toEqual(['b'])
  expect(ids(results.findings)).toEqual(['b1', 'y'])
  for (const id of ['v', 'w', 'x']) results.addFinding(at('default', id))
  expect(ids(results.findings)).toEqual(['b1', 'y', 'v', 'w'])
})

test('what had no room beside a world that is forgotten does not come back', () => {
  const results = kept()
  for (const id of ['a', 'b', 'c', 'd'])
    results.addFinding({ ...named(id), world: id === 'b' ? 'side' : 'default' })
  results.forget('side')
  expect(ids(results.findings)).toEqual(['a', 'c'])
})

const MEBIBYTE = 1024 * 1024
const long = redactText('x'.repeat(MEBIBYTE))

/** A payment whose calls take exactly so much memory. */
function heavy(id: string, bytes = MEBIBYTE): StoryView {
  const calls = view.exchanges.map((call): Exchange => {
    const body = long.slice(0, bytes - weightOf(call)) as typeof long
    return { ...call, answer: { ...call.answer, body } }
  })
  return story(id, { exchanges: calls })
}

function addHeavy(results: KeptResults, count: number, isFound = true): void {
  for (let n = 1; n <= count; n += 1) {
    results.addStory(heavy(`s${n}`), isFound ? [named(`f${n}`)] : [])
  }
}

test('of findings whose calls take more than 128 MiB, the first half is kept', () => {
  const results = kept({ findingsKept: 1000, storiesKept: 1000 })
  addHeavy(results, 128)
  expect(results.findings).toHaveLength(128)
  results.addStory(heavy('last', 2000), [named('last')])
  expect(ids(results.findings)).toEqual(Array.from({ length: 64 }, (_, i) => `f${i + 1}`))
  const whole = results.stories.filter(({ exchanges }) => exchanges.length > 0)
  expect([whole.length, results.stories.length]).toEqual([64, 129])
  // There is room for as many again.
  addHeavy(results, 64)
  expect(results.findings).toHaveLength(128)
  addHeavy(results, 1)
  expect(results.findings).toHaveLength(64)
})

test('a payment that is too heavy alone is kept as a line, without its findings', () => {
  const results = kept({ findingsKept: 1000 })
  const exchanges = Array.from({ length: 129 }, () => heavy('').exchanges).flat()
  const found = ['a', 'b', 'c', 'd', 'e'].map((id) => named(id))
  results.addStory(story('light'), [named('light', 'unknown-field')])
  results.addStory(story('heavy', { exchanges }), found)
  expect(results.findings).toEqual([])
  expect(ids(results.stories)).toEqual(['light', 'heavy'])
  expect(results.stories[1]).toMatchObject({ steps: [], dropped_steps: 1, exchanges: [] })
})

test('a run that keeps all steps keeps them, however heavy they are', () => {
  const results = kept({ findingsKept: 1000, keepsSteps: true })
  addHeavy(results, 130)
  expect(results.findings).toHaveLength(130)
  expect(results.stories.every(({ exchanges }) => exchanges.length > 0)).toBe(true)
})

test('a forgotten world takes its weight along', () => {
  const results = kept({ findingsKept: 1000, storiesKept: 1000 })
  addHeavy(results, 127)
  results.addStory({ ...heavy('side'), world: 'side' }, [{ ...named('side'), world: 'side' }])
  results.forget('side')
  addHeavy(results, 1)
  expect(results.findings).toHaveLength(128)
})

test('heavy payments of a saved run that show nothing keep no calls', () => {
  const results = kept({ storiesKept: 1000 })
  addHeavy(results, 128, false)
  expect(results.stories.every(({ exchanges }) => exchanges.length > 0)).toBe(true)
  addHeavy(results, 1, false)
  expect(results.stories).toHaveLength(129)
  expect(results.stories.every(({ exchanges }) => exchanges.length === 0)).toBe(true)
})

test('what is not kept takes no memory, even if nobody reads the results', async () => {
  const results = kept({ storiesKept: 10, findingsKept: 10 })
  const refs: Record<'plain' | 'found' | 'other', WeakRef<object>[]> = {
    ...{ plain: [], found: [], other: [] },
  }
  const note = <One extends object>(kind: keyof typeof refs, one: One): One => {
    refs[kind].push(new WeakRef(one))
    return one
  }
  const alive = (kind: keyof typeof refs) => refs[kind].filter((one) => one.deref()).length
  for (let n = 1; n <= 200; n += 1) results.addStory(note('plain', plain(`p${n}`)), [])
  await collectGarbage()
  expect(alive('plain')).toBeLessThanOrEqual(2 * 10 + 16)
  for (let n = 1; n <= 200; n += 1) {
    const steps = note('found', [...view.steps])
    results.addStory(story(`f${n}`, { steps }), [named(`f${n}`)])
  }
  await collectGarbage()
  expect(alive('found')).toBeLessThanOrEqual(2 * 10 + 16)
  for (let n = 1; n <= 200; n += 1) {
    const evidence = note('other', [...finding.evidence])
    results.addFinding({ ...named(`o${n}`), evidence })
  }
  await collectGarbage()
  expect(alive('other')).toBeLessThanOrEqual(2 * 10 + 16)
  expect(ids(results.findings)).toEqual(Array.from({ length: 10 }, (_, i) => `f${i + 1}`))
})

test('heavy payments that are not kept take no memory, even if nobody reads the results', async () => {
  const results = kept({ findingsKept: 1000, storiesKept: 1000 })
  const refs = Array.from({ length: 200 }, (_, n) => {
    const view = heavy(`s${n}`)
    results.addStory(view, [named(`f${n}`)])
    return new WeakRef(view.exchanges)
  })
  await collectGarbage()
  expect(refs.filter((one) => one.deref()).length).toBeLessThanOrEqual(128)
})
