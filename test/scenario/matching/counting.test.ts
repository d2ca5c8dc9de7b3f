import { expect, test } from 'vitest'
import {
  chosen,
  countedRule,
  countKey,
  drawsFor,
  isCountKey,
  perValue,
  turnOf,
  windowEnd,
  windowFrom,
} from '../../../src/scenario/matching/counting.ts'
import type { Facts, Rule } from '../../../src/scenario/rule.ts'
import { purchase } from '../book-of.ts'

const rule: Rule = { name: 'r', when: {}, outcome: {} }
const seal = (secret: string) => `sealed ${secret.length}`

test('a window since the load is that of the rule, one since the first match that of the count', () => {
  const [count, own] = [
    { seen: 1, hits: 1, from: 100 },
    { seen: 5, hits: 5, from: 7 },
  ]
  const unbegun = { seen: 0, hits: 0 }
  expect(windowEnd({ window: { ms: 30, since: 'load' } }, count, own)).toBe(37)
  expect(windowEnd({ window: { ms: 30, since: 'first-match' } }, count, own)).toBe(130)
  expect(windowEnd({ window: { ms: 30, since: 'first-match' } }, unbegun, own)).toBeUndefined()
  expect(windowEnd({}, count, own)).toBeUndefined()
})

test('a window begins with the first request that the rule shapes, unless it began with the load', () => {
  const [first, load] = [
    { window: { ms: 30, since: 'first-match' } },
    { window: { ms: 30, since: 'load' } },
  ] as const
  const unbegun = { seen: 0, hits: 0 }
  expect(windowFrom(first, unbegun, 500)).toEqual({ from: 500 })
  expect(windowFrom(first, unbegun, undefined)).toEqual({})
  expect(windowFrom(first, { ...unbegun, from: 100 }, 500)).toEqual({ from: 100 })
  expect(windowFrom(load, unbegun, 500)).toEqual({})
  expect(windowFrom(load, { ...unbegun, from: 100 }, 500)).toEqual({ from: 100 })
  expect(windowFrom({}, unbegun, 500)).toEqual({})
})

test.each<[Partial<Rule>, number, number, string]>([
  [{}, 9, 9, 'hit'],
  [{ times: 2 }, 5, 1, 'hit'],
  [{ times: 2 }, 5, 2, 'used up'],
  [{ skip: 2 }, 1, 0, 'skipped'],
  [{ skip: 2 }, 2, 0, 'hit'],
  [{ every: 3 }, 0, 0, 'waiting'],
  [{ every: 3 }, 2, 0, 'hit'],
  [{ every: 3 }, 3, 1, 'waiting'],
  [{ every: 2, skip: 1 }, 1, 0, 'waiting'],
  [{ every: 2, skip: 1 }, 2, 0, 'hit'],
  [{ chance: 0.5 }, 0, 0, 'not drawn'],
  [{ chance: 0.51 }, 0, 0, 'hit'],
])('%j after %i requests and %i hits, at a draw of a half: %s', (part, seen, hits, turn) => {
  expect(turnOf({ ...rule, ...part }, { seen, hits }, () => 0.5)).toBe(turn)
})

test('a window that is over ends a rule, unless it was used up before', () => {
  const turn = (part: Partial<Rule>) =>
    turnOf({ ...rule, ...part }, { seen: 1, hits: 1 }, () => 0, true)
  expect([turn({}), turn({ skip: 5 }), turn({ times: 1 })]).toEqual(['over', 'over', 'used up'])
})

test.each<[string, Partial<Facts>, Parameters<typeof perValue>[0], string | undefined]>([
  ['a merchant', {}, 'merchant', '1'],
  ['a reference', {}, 'reference', 'ORDER-7'],
  ['a reference of 100 characters', { reference: 'x'.repeat(100) }, 'reference', 'x'.repeat(100)],
  ['a longer one', { reference: 'x'.repeat(101) }, 'reference', 'sealed 101'],
  ['one with a card number', { reference: 'a 4111111111111111' }, 'reference', 'sealed 18'],
  ['no reference', { reference: undefined }, 'reference', undefined],
  ['a card by its number', {}, 'pan', 'sealed 16'],
  ['a card that is known', { card: 'card-1' }, 'pan', 'card-1'],
  ['no card', { pan: undefined }, 'pan', undefined],
])('a rule counts by %s', (_name, facts, per, value) => {
  expect(perValue(per, { ...purchase, ...facts }, seal)).toBe(value)
})

test('a count is found by its rule, and by its value if it has one', () => {
  expect([countKey('own/r', undefined), countKey('own/r', 'A-1')]).toEqual(['own/r', 'own/r\tA-1'])
  expect(['own/r', 'own/r\tA-1'].map(countedRule)).toEqual(['own/r', 'own/r'])
  expect(['own/r\tA-1', 'a\tb\tc', 'a\nb'].map(isCountKey)).toEqual([true, false, false])
})

test('a draw falls on the outcome in whose share it lies', () => {
  const outcomes = [1, 2, 1].map((weight, i) => ({ weight, outcome: { delayMs: i } }))
  const drawn = [0, 0.24, 0.25, 0.74, 0.75, 0.99, 1].map((draw) => chosen(outcomes, draw))
  expect(drawn.map(({ outcome }) => outcome.delayMs)).toEqual([0, 0, 1, 1, 2, 2, 2])
  expect(() => chosen([], 0)).toThrow('There is no outcome to choose')
})

test('rules, turns, seeds and purposes have draws of their own, the same each time', () => {
  const draws = [
    drawsFor(1, 'own/a')(0, 'chance'),
    drawsFor(1, 'own/b')(0, 'chance'),
    drawsFor(1, 'own/a')(1, 'chance'),
    drawsFor(2, 'own/a')(0, 'chance'),
    drawsFor(1, 'own/a')(0, 'delay'),
  ]
  expect(new Set(draws).size).toBe(draws.length)
  for (const draw of draws) expect(draw).toBeLessThan(1)
  expect(drawsFor(1, 'own/a')(0, 'chance')).toBe(draws[0])
})
