import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complaintText, pathText } from '../../../src/base/documents/complaint.ts'
import { parseScenarioValue, readScenario } from '../../../src/scenario/reading/read.ts'
import type { ScenarioDocument } from '../../../src/scenario/scenario-document.ts'

const scenario = `# a comment
name: retry
description: Twice down, then up.
extends: [default]
rules:
  - name: down
    when:
      operation: [purchase, preauthorisation]
      amount: { min: 50000 }
    times: 2
    outcome:
      fault: { at: before, http: 503, retry_after: 5 }
`

test('a sound file is read as it was written', async () => {
  expect(await readScenario(scenario, 'retry.yaml')).toMatchObject({
    document: {
      name: 'retry',
      description: 'Twice down, then up.',
      extends: ['default'],
      rules: [
        {
          name: 'down',
          when: { operation: ['purchase', 'preauthorisation'], amount: { min: 50_000 } },
          times: 2,
          outcome: { fault: { at: 'before', http: 503, retry_after: 5 } },
        },
      ],
    },
    errors: [],
    warnings: [],
  })
})

test('JSON is read too, and means the same', async () => {
  const { document } = await readScenario(scenario, 'retry.yaml')
  const json = JSON.stringify(document, null, '\t')
  expect(await readScenario(json, 'retry.json')).toMatchObject({
    document,
    errors: [],
    warnings: [],
  })
})

test('all faults of a file are listed together, each with its place', async () => {
  const text = `name: x
descriptoin: typed in haste
rules:
  - name: a
    when:
      opeartion: purchase
      method: card
      bsb: 032-051
    outcome: { response_code: 05 }
  - name: a
    outcome: { status: aproved }
`
  const { document, errors } = await readScenario(text, 'x.yaml')
  expect(document).toBeUndefined()
  expect(errors.map(complaintText)).toEqual([
    "x.yaml:2:1: descriptoin: unknown key 'descriptoin'. Did you mean 'description'?",
    "x.yaml:6:7: rules[0] (a).when.opeartion: unknown key 'opeartion'. Did you mean 'operation'?",
    'x.yaml:8:7: rules[0] (a).when.bsb: never matches: a card has no bsb',
    'x.yaml:9:31: rules[0] (a).outcome.response_code: expected a string, found 5; write it in quotes: "05"',
    "x.yaml:10:11: rules[1] (a).name: 'a' is already the name of rules[0]",
    "x.yaml:11:24: rules[1] (a).outcome.status: 'aproved' is not known here. Did you mean 'approved'?",
  ])
})

test('an alias is complained of where it is used first', async () => {
  const text = `name: x
rules:
  - name: a
    when: &w { pan: 4x }
    outcome: {}
  - name: b
    when: *w
    outcome: {}
`
  const { errors } = await readScenario(text, 'x.yaml')
  expect(errors.map(({ line, column, path }) => [line, column, pathText(path)])).toEqual([
    [4, 21, 'rules[0].when.pan'],
    [4, 21, 'rules[1].when.pan'],
  ])
})

test.each([
  ['', 1, 'expected a map of keys, found nothing'],
  ['- a', 1, 'expected a map of keys, found a list'],
  ['name: [', 1, /^a bracket is not closed: ']' is missing/],
  ['name: a\nname: b\nextends: [default]', 2, 'this key is there twice; keep one of them'],
  ['name: *nothing', 1, /^Unresolved alias/],
  [
    'name: a\nextends: [default]\n---\nname: b',
    3,
    /^a second document begins here; a file can hold only one,/,
  ],
  ['description: x', 1, 'this key is missing'],
  ['name: flaky-day', 1, 'it has no rules, and extends no scenario; add rules'],
  ['name: mine\nrules: []', 1, 'it has no rules, and extends no scenario; add rules'],
  ['name: mine\nextends: []', 1, 'it has no rules, and extends no scenario; add rules'],
])('%j is no scenario', async (text, line, message) => {
  const { document, errors } = await readScenario(text, 'x.yaml')
  expect(document).toBeUndefined()
  expect(errors[0]).toMatchObject({ file: 'x.yaml', line })
  expect(errors[0]?.message).toMatch(message)
})

test('a second document does not hide the faults of the first', async () => {
  const { errors } = await readScenario('nmae: a\n---\nname: b\n', 'x.yaml')
  expect(errors.map(({ line }) => line)).toEqual([1, 1, 2])
  expect(errors.some(({ message }) => message.includes('YAML'))).toBe(false)
})

test('aliases that multiply without bounds are refused', async () => {
  const levels = 'abcdefghij'.split('')
  const bomb = levels.map((name, i) => {
    const before = levels[i - 1]
    return `${name}: &${name} [${Array(9).fill(before ? `*${before}` : 'x')}]`
  })
  const { errors } = await readScenario(bomb.join('\n'), 'x.yaml')
  expect(errors[0]?.message).toMatch(/^Excessive alias count/)
})

test('reading what was read changes nothing', async () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/)
  const documents: fc.Arbitrary<ScenarioDocument> = fc.record(
    {
      name,
      description: fc.string({ maxLength: 40 }),
      extends: fc.array(name, { maxLength: 3 }),
      rules: fc.uniqueArray(
        fc.record({
          name,
          when: fc.record(
            { amount: fc.integer({ min: 1, max: 9999 }), reference: name },
            { requiredKeys: [] },
          ),
          outcome: fc.record(
            { response_code: fc.constantFrom('05', '51'), delay: fc.constantFrom('2s', '1m') },
            { requiredKeys: [] },
          ),
        }),
        { minLength: 1, maxLength: 4, selector: (rule) => rule.name },
      ),
    },
    { requiredKeys: ['name', 'rules'] },
  )
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const once = await parseScenarioValue(document)
      expect(once.document).toEqual(document)
      const again = await readScenario(JSON.stringify(once.document), 'x.json')
      expect(again.document).toEqual(document)
    }),
    { numRuns: 50 },
  )
})

test('a card number without quotes is not repeated, nor told to be written masked', async () => {
  const text = 'name: x\nrules:\n  - { when: { pan: 4111111111111111 }, outcome: {} }\n'
  const { errors } = await readScenario(text, 'x.yaml')
  expect(errors.map(complaintText)).toEqual([
    'x.yaml:3:20: rules[0].when.pan: expected a string; write the number in quotes',
  ])
})
