import { expect, test } from 'vitest'
import { scenarioText, typedScenario, typedValue } from '../../../src/http/pages/typed-file.ts'
import { VISA } from '../../support/gateway-client.ts'

/** A scenario in YAML of this many characters. */
function yamlOf(length: number): string {
  const text = 'name: long\nrules:\n  - name: no\n    outcome: { response_code: "51" }\n#'
  return text.padEnd(length, '#')
}

/** A scenario in JSON of this many characters, with these further members. */
function jsonOf(length: number, more: object = {}): string {
  const outcome = { response_code: '51' }
  return JSON.stringify({ name: 'long', rules: [{ outcome }], ...more }).padEnd(length)
}

const tooLong = {
  line: 1,
  message:
    'YAML of more than 100000 characters is not read here: paste JSON, or use npx sandgate scenario load',
}

test('YAML of a hundred thousand characters is read, and no more', async () => {
  expect(await typedScenario(yamlOf(100_000))).toMatchObject({
    value: { name: 'long' },
    complaints: [],
  })
  expect(await typedScenario(yamlOf(100_001))).toEqual({ complaints: [tooLong] })
  expect(await typedValue(yamlOf(100_000))).toMatchObject({ value: { name: 'long' } })
  expect(await typedValue(yamlOf(100_001))).toEqual({ complaints: [tooLong] })
})

test('longer JSON is read and checked, and its faults name their places', async () => {
  expect(await typedScenario(jsonOf(100_001))).toMatchObject({
    value: { name: 'long' },
    complaints: [],
  })
  const { value, complaints } = await typedScenario(jsonOf(100_001, { ruels: [] }))
  expect(value).toBeUndefined()
  expect(complaints).toEqual([{ line: 1, message: expect.stringMatching(/^ruels: .*'rules'/) }])
  expect(await typedScenario('7'.padEnd(100_001))).toEqual({
    complaints: [{ line: 1, message: 'expected a map of keys, found 7' }],
  })
})

test('a complaint that quotes a card number shows it masked', async () => {
  const { complaints } = await typedScenario(`name: x\nrules:\n  - when: { pan${VISA}: 1 }`)
  expect(complaints.map(({ line }) => line)).toContain(3)
  expect(JSON.stringify(complaints)).not.toContain(VISA)
})

test('the text of a scenario is that of its file, or of the shipped one, with the lines of its rules', async () => {
  const file = 'name: drift\nrules:\n  - name: mine\n    outcome: {}\n  - outcome: {}\n\n'
  expect(await scenarioText('drift', file)).toEqual({
    text: file.trimEnd(),
    lines: new Map([
      ['drift/mine', 3],
      ['drift/rule-2', 5],
    ]),
  })
  const shipped = await scenarioText('drift', undefined)
  expect(shipped?.text).toMatch(/^name: drift\n/)
  expect(shipped?.lines.size).toBeGreaterThan(0)
  expect(await scenarioText('nowhere', undefined)).toBeUndefined()
})
