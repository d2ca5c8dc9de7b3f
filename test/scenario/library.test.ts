import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  builtInNames,
  builtInScenario,
  defaultScenario,
  scenarioFinder,
} from '../../src/scenario/library.ts'
import { composeScenario } from '../../src/scenario/reading/compose.ts'
import { readScenario } from '../../src/scenario/reading/read.ts'
import type { Facts } from '../../src/scenario/rule.ts'
import { Asker, debit, purchase, ruleBook } from './book-of.ts'

const folder = new URL('../../scenarios/', import.meta.url)
const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort()

test('the library lists every file of the folder', () => {
  expect([...builtInNames].sort()).toEqual(files.map((file) => file.replace('.yaml', '')))
})

test.each(files)(
  '%s has no error, warns only of its built-in name, and says what it does',
  async (file) => {
    const text = await readFile(new URL(file, folder), 'utf8')
    const { document, errors, warnings } = await readScenario(text, file)
    expect(errors).toEqual([])
    expect(warnings.map(({ message }) => message)).toEqual([
      `'${document?.name}' is a built-in scenario, which this one replaces; choose another name`,
    ])
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./scenario.schema.json')
    expect(document?.name).toBe(file.replace('.yaml', ''))
    expect(document?.description).toMatch(/^[A-Z].*\.$/)
    expect(document?.extends).toEqual(file === 'default.yaml' ? undefined : ['default'])
    expect(document?.rules?.every((rule) => rule.name !== undefined)).toBe(true)
    expect(document).toEqual(await builtInScenario(document?.name ?? ''))
  },
)

test('a name that is not shipped is nothing, not even one that every object has', async () => {
  expect(await builtInScenario('nowhere')).toBeUndefined()
  expect(await builtInScenario('constructor')).toBeUndefined()
})

test('a finder knows the given scenarios and what they extend', async () => {
  const find = await scenarioFinder([{ name: 'mine', extends: ['slow-bank', 'nowhere'] }])
  expect(find('mine')?.name).toBe('mine')
  expect(find('slow-bank')?.name).toBe('slow-bank')
  expect(find('default')).toBe(defaultScenario)
  expect(find('nowhere')).toBeUndefined()
})

async function asker(name: string): Promise<Asker> {
  const document = await builtInScenario(name)
  if (document === undefined) throw new Error(`${name} is not shipped`)
  const scenario = composeScenario(document, await scenarioFinder([document]))
  return new Asker(ruleBook([scenario], []))
}

/** The names of the rules that a row of requests meets, without their scenario. */
async function series(name: string, facts: Facts, length: number) {
  const ids = (await asker(name)).series(facts, length)
  return ids.map((id) => id?.replace(`${name}/`, ''))
}

const refund: Facts = { ...purchase, operation: 'refund', pan: '411111xxxxxx1111' }
const search: Facts = { operation: 'search', merchant: 1 }
const byToken: Facts = { ...purchase, virtual_pan: '9000000000000001' }
const dear = { amount: '50001' }

test.each<[string, Facts, readonly (string | undefined)[]]>([
  ['acquirer-down', purchase, ['acquirer unreachable', 'acquirer unreachable']],
  ['acquirer-down', debit, [undefined]],
  [
    'retry-then-approve',
    { ...purchase, ...dear },
    ['acquirer down twice', 'acquirer down twice', undefined],
  ],
  ['retry-then-approve', { ...purchase, amount: '50000' }, [undefined]],
  [
    'lost-responses',
    purchase,
    ['bad gateway', 'no response', 'connection reset', 'cut off', 'not json', undefined],
  ],
  [
    'lost-requests',
    purchase,
    ['unavailable', 'no response', 'connection reset', 'gateway timeout', undefined],
  ],
  ['slow-bank', purchase, ['three seconds', 'three seconds']],
  ['slow-bank', { ...purchase, amount: '100000' }, ['twenty seconds']],
  ['slow-bank', search, [undefined]],
  [
    'undecided',
    purchase,
    [
      'unknown then approved',
      'unknown then declined',
      'unknown then error',
      'unknown for ever',
      undefined,
    ],
  ],
  ['returned-debits', debit, ['refer to customer']],
  ['returned-debits', { ...debit, amount: '50000' }, ['account closed']],
  ['returned-debits', purchase, [undefined]],
  ['late-returns', debit, ['cleared then returned']],
  ['stuck-debits', debit, ['pending for ever']],
  ['expired-stored-cards', byToken, ['stored card expired']],
  ['expired-stored-cards', purchase, [undefined]],
  ['refund-trouble', refund, [...Array(4).fill('trouble with refunds'), undefined]],
  ['drift', purchase, ['everything drifts']],
  [
    'flaky-day',
    purchase,
    [
      undefined,
      undefined,
      '3rd unavailable',
      undefined,
      '5th reset after processing',
      undefined,
      undefined,
      '8th no response',
      undefined,
      '10th 500 after processing',
      undefined,
      undefined,
      '13th slow',
      undefined,
      '15th acquirer timed out',
      undefined,
      undefined,
    ],
  ],
  [
    'rate-limited',
    purchase,
    [...Array(10).fill(undefined), ...Array(3).fill('too many transactions'), undefined],
  ],
  [
    'rate-limited',
    search,
    [...Array(20).fill(undefined), ...Array(3).fill('too many searches'), undefined],
  ],
  [
    'duplicate-trouble',
    purchase,
    ['conflict after processing', 'duplicate at the bank', undefined],
  ],
  ['hard-recovery', purchase, ['no response', undefined]],
  ['hard-recovery', search, ['search unavailable', 'search hangs', 'search fails', undefined]],
  [
    'vault-trouble',
    { operation: 'customer_create', merchant: 1 },
    ['customer made then 500', undefined],
  ],
  [
    'vault-trouble',
    { operation: 'token_create', merchant: 1 },
    ['token made then reset', 'token not made', undefined],
  ],
  [
    'hold-trouble',
    { ...purchase, operation: 'preauthorisation' },
    ['first hold expires', undefined],
  ],
  [
    'hold-trouble',
    { ...purchase, operation: 'completion' },
    ['completion over the limit', undefined, 'completion response lost', undefined],
  ],
  ['first-attempt-fails', purchase, ['first attempt', undefined]],
  [
    'nightly-outage',
    { ...purchase, now: Date.parse('2026-03-10T11:30:00Z') },
    ['closed for maintenance'],
  ],
  ['nightly-outage', { ...purchase, now: Date.parse('2026-03-10T12:00:00Z') }, [undefined]],
  [
    'proxy-in-front',
    purchase,
    [undefined, 'bad gateway after processing', undefined, 'gateway timeout before processing'],
  ],
  ['fraud-watch', { ...purchase, amount: '500000' }, ['suspected fraud', 'suspected fraud']],
  ['fraud-watch', { ...purchase, currency: 'USD' }, ['foreign currency']],
  [
    'fraud-watch',
    purchase,
    [undefined, undefined, undefined, 'over the frequency limit', undefined],
  ],
])('%s does what it says', async (name, facts, expected) => {
  expect(await series(name, facts, expected.length)).toEqual(expected)
})

test.each([
  'retry-then-approve',
  'flaky-day',
  'lost-responses',
  'refund-trouble',
  'returned-debits',
])('once %s is through with its own rules, the magic values hold', async (name) => {
  const found = (await asker(name)).series({ ...purchase, amount: '9900504' }, 20)
  expect(found.at(-1)).toBe('default/http-504-before')
})

test('the manual lists every scenario of the library', async () => {
  const manual = await readFile(new URL('../../docs/guides/scenarios.md', import.meta.url), 'utf8')
  const rows = [...manual.matchAll(/^\| `([a-z-]+)` (?:\* )?\| /gm)].map((match) => match[1])
  expect(rows).toEqual(expect.arrayContaining(builtInNames.filter((name) => name !== 'default')))
})
