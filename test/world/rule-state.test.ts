import { describe, expect, test } from 'vitest'
import type { Rule, Scenario, ScenarioRule } from '../../src/scenario/rule.ts'
import { metaChange } from '../../src/world/records/meta.ts'
import { Records } from '../../src/world/records/records.ts'
import { RuleState } from '../../src/world/rule-state.ts'
import { RunCounts } from '../../src/world/run-counts.ts'
import { NOON } from '../support/transaction.ts'
import { turnsDuring } from '../support/turns.ts'

function rule(id: string, changes: Partial<Rule> = {}): ScenarioRule {
  return { id, rule: { name: id, when: {}, outcome: { responseCode: '51' }, ...changes } }
}

function scenario(name: string, ...rules: readonly ScenarioRule[]): Scenario {
  return { name, description: '', rules }
}

function stateWith(scenarios: readonly Scenario[], records = new Records()) {
  const runCounts = new RunCounts()
  const state = new RuleState(records, scenarios, { fingerprint: (secret) => secret, runCounts })
  return { state, records, runCounts }
}

const purchase = { operation: 'purchase', merchant: 1, now: NOON, reference: 'order 1' } as const

function counted(records: Records, id: string, count: object): void {
  const line = JSON.stringify({ id, seen: 0, hits: 0, ...count })
  records.apply([{ table: 'rules', key: id, line }])
}

describe('a rule is used up', () => {
  const short = { window: { ms: 1000, since: 'load' } } as const

  test.each<[string, Partial<Rule>, object, boolean]>([
    ['never, if it has no end', {}, { hits: 9 }, false],
    ['not before its last time', { times: 2 }, { hits: 1 }, false],
    ['after its last time', { times: 2 }, { hits: 2 }, true],
    ['not before its window ends', short, { from: NOON - 999 }, false],
    ['when its window ends', short, { from: NOON - 1000 }, true],
    ['not while its window has not begun', short, {}, false],
    [
      'not while a new value may come',
      { ...short, per: 'reference' },
      { from: NOON - 9999 },
      false,
    ],
    ['not while it skips', { times: 1, skip: 3 }, { seen: 1 }, false],
    ['not by chance', { chance: 0 }, { seen: 9 }, false],
  ])('%s', (_when, changes, count, expected) => {
    const { state, records } = stateWith([])
    counted(records, 'one', count)
    expect(state.isUsedUp(rule('one', changes), NOON)).toBe(expected)
  })

  test('not before it was seen', () => {
    expect(stateWith([]).state.isUsedUp(rule('one', { times: 1 }), NOON)).toBe(false)
  })
})

test('windows begin for new rules only, and only for those that count from their load', () => {
  const since = (start: 'load' | 'first-match') => ({ window: { ms: 1, since: start } })
  const loaded = scenario('s', rule('s/load', since('load')), rule('s/plain'))
  const { state, records } = stateWith([
    loaded,
    scenario('t', rule('t/match', since('first-match')), rule('t/known', since('load'))),
  ])
  counted(records, 't/known', { from: 1 })
  state.adoptOneShots([rule('rules/shot', since('load'))])
  const begun = ['rules/shot', 's/load'].map((key) => ({
    table: 'rules',
    key,
    line: JSON.stringify({ id: key, seen: 0, hits: 0, from: NOON }),
  }))
  expect(state.newWindows(NOON)).toEqual(begun)
})

test('a rule counts in its world, or over the run if it says so, beside each other', () => {
  const { state, records, runCounts } = stateWith([
    scenario('s', rule('s/run', { counts: 'run', times: 1 }), rule('s/own', { times: 5 })),
  ])
  const key = 's/run'
  expect(state.match(purchase, 7).changes).toEqual([{ table: 'run_counts', key, hits: 1 }])
  runCounts.add([{ table: 'run_counts', key, hits: 1 }])
  expect(state.countOf(key)).toEqual({ seen: 1, hits: 1 })
  const second = state.match(purchase, 7)
  expect(second.rules.map(({ id }) => id)).toEqual(['s/own'])
  expect(second.changes).toEqual([
    { table: 'rules', key: 's/own', line: JSON.stringify({ id: 's/own', seen: 1, hits: 1 }) },
  ])
  counted(records, 's/own', { seen: 4, hits: 3 })
  expect(state.countOf('s/own')).toMatchObject({ seen: 4, hits: 3 })
  expect([state.isOfRun(key), state.isOfRun('s/own')]).toEqual([true, false])
})

test('a request that a rule of the run only skips is no hit', () => {
  const { state } = stateWith([scenario('s', rule('s/run', { counts: 'run', skip: 1 }))])
  expect(state.match(purchase, 7).changes).toEqual([{ table: 'run_counts', key: 's/run', hits: 0 }])
})

test('other scenarios and other one-shot rules are in force at once', () => {
  const { state } = stateWith([scenario('s', rule('s/one', { counts: 'run' }))])
  const matched = () => state.match(purchase, 7).rules.map(({ id }) => id)
  expect(matched()).toEqual(['s/one'])
  state.adoptScenarios([scenario('t', rule('t/two'))])
  expect(matched()).toEqual(['t/two'])
  expect(state.isOfRun('s/one')).toBe(false)
  state.adoptOneShots([rule('rules/shot')])
  expect(matched()).toEqual(['rules/shot'])
  state.adoptOneShots([])
  expect(matched()).toEqual(['t/two'])
})

test('other records bring their own rules and counts, or else the start options apply', () => {
  const start = [scenario('start', rule('start/one'))]
  const { state, records } = stateWith(start)
  counted(records, 'start/one', { seen: 3 })
  const others = new Records()
  others.apply([
    metaChange('scenarios', { loaded: [scenario('own', rule('own/one'))], oneShots: [] }),
    metaChange('one_shots', { rules: [rule('rules/shot')], last: 1 }),
  ])
  state.adopt(others, start)
  expect(state.scenarios.map(({ name }) => name)).toEqual(['own'])
  expect(state.oneShots.map(({ id }) => id)).toEqual(['rules/shot'])
  expect(state.countOf('start/one')).toBeUndefined()
  state.adopt(new Records(), start)
  expect(state.scenarios.map(({ name }) => name)).toEqual(['start'])
  expect(state.oneShots).toEqual([])
})

test('one-shot rules of an older file are read where it has them', () => {
  const { state } = stateWith([])
  const older = new Records()
  older.apply([metaChange('scenarios', { loaded: [], oneShots: [rule('rules/old')] })])
  state.adopt(older, [])
  expect(state.oneShots.map(({ id }) => id)).toEqual(['rules/old'])
})

describe('many rules are prepared while other requests run', () => {
  const sized = (name: string, count: number) =>
    scenario(
      name,
      ...Array.from({ length: count }, (_, i) =>
        rule(`${name}/${i}`, { when: { reference: [`order ${i}*`] } }),
      ),
    )

  test('if one of the scenarios is large, once for each list of scenarios', async () => {
    const { state } = stateWith([sized('few', 1), sized('many', 500)])
    expect(await turnsDuring(() => state.prepare())).toBe(8)
    expect(await turnsDuring(() => state.prepare())).toBe(0)
    state.adoptScenarios([sized('many', 500), sized('few', 1)])
    expect(await turnsDuring(() => state.prepare())).toBe(8)
  })

  test('and few are left to the first request', async () => {
    const { state } = stateWith([sized('few', 1), sized('some', 499)])
    expect(await turnsDuring(() => state.prepare())).toBe(0)
  })
})
