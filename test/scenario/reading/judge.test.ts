import { expect, test } from 'vitest'
import { pathText } from '../../../src/document/complaint.ts'
import { parseRuleValue, parseScenarioValue } from '../../../src/scenario/reading/read.ts'

async function errorsOf(value: unknown): Promise<readonly string[]> {
  const { errors } = await parseScenarioValue(value)
  return errors.map(({ path, message }) => `${pathText(path)}: ${message}`)
}

const outcome = { status: 'declined' }

test('a scenario is given as it was written, with or without rules', async () => {
  const bare = await parseScenarioValue({ name: 'x' })
  expect(bare.document).toStrictEqual({ name: 'x' })
  expect(bare.rules).toEqual([])
  const one = await parseScenarioValue({ name: 'x', rules: [{ name: 'a', outcome }] })
  expect(one.document).toStrictEqual({ name: 'x', rules: [{ name: 'a', outcome }] })
  expect(one.rules).toMatchObject([{ name: 'a' }])
})

test.each<[string, unknown, readonly string[]]>([
  [
    'two names',
    [
      { name: 'a', outcome },
      { name: 'a', outcome },
    ],
    ["'a' is already the name of rules[0]"],
  ],
  [
    'three names',
    [
      { name: 'a', outcome },
      { name: 'a', outcome },
      { name: 'a', outcome },
    ],
    ["'a' is already the name of rules[0]", "'a' is already the name of rules[0]"],
  ],
  [
    'the name of a rule without one',
    [{ name: 'rule-2', outcome: { delay: '1s' } }, { outcome }],
    ["'rule-2' is already the name of rules[0]"],
  ],
  [
    'other names',
    [
      { name: 'a', outcome: { delay: '1s' } },
      { name: 'b', outcome },
    ],
    [],
  ],
])('rules with %s', async (_name, rules, messages) => {
  const { errors } = await parseScenarioValue({ name: 'x', rules })
  expect(errors.map(({ message }) => message)).toEqual(messages)
})

test('an error in one member does not hide those in others', async () => {
  const rule = {
    when: { amount: '05', currency: 5 },
    outcome: { delay: { min: '2s', max: '1s' }, status: 'maybe' },
  }
  const { errors } = await parseRuleValue(rule)
  expect(errors.map(({ path }) => pathText(path)).sort()).toEqual([
    ...['outcome.delay', 'outcome.status', 'when.amount', 'when.currency'],
  ])
})

test('what is too large is told before anything else, around the rules and in them', async () => {
  const long = 'x'.repeat(10_001)
  const around = await errorsOf({ name: 'x', description: long, rules: [{ name: 5 }] })
  expect(around).toHaveLength(1)
  expect(around[0]).toMatch(/^description: /)
  const inside = await errorsOf({ name: 5, rules: [{ name: 'a', outcome }, { name: long }] })
  expect(inside).toHaveLength(1)
  expect(inside[0]).toMatch(/^rules\[1\]\.name: /)
  const many = await errorsOf({
    name: 'x',
    rules: Array.from({ length: 12 }, () => ({ name: long })),
  })
  expect(many).toHaveLength(10)
  expect(await errorsOf(long)).toHaveLength(1)
})

test.each([
  [{ min: '1s', max: '1s' }, 0],
  [{ min: '2s', max: '1s' }, 1],
])('a delay from %j has %i errors', async (delay, count) => {
  expect((await parseRuleValue({ outcome: { delay } })).errors).toHaveLength(count)
})

test.each([
  ['4*', 'visa', true],
  ['4*', 'amex', false],
  ['34*', 'amex', true],
  ['34*', 'visa', false],
  ['5555*', 'mastercard', true],
  ['*', 'amex', true],
  ['?4*', 'amex', true],
  ['?4*', 'v*', true],
  ['35*', 'amex', false],
  [['4*', '34*'], 'amex', true],
  ['4*', ['amex', 'visa'], true],
])('pan %j can be of the type %j: %s', async (pan, card_type, canBe) => {
  const { errors } = await parseRuleValue({ when: { pan, card_type }, outcome: {} })
  expect(errors).toHaveLength(canBe ? 0 : 1)
})
