import { expect, test } from 'vitest'
import { complaintText, pathText } from '../../../src/base/documents/complaint.ts'
import { parseScenarioValue, readScenario } from '../../../src/scenario/reading/read.ts'
import type { RuleDocument } from '../../../src/scenario/scenario-document.ts'

async function warningsOf(rules: readonly RuleDocument[]): Promise<readonly string[]> {
  const { document, warnings } = await parseScenarioValue({ name: 'x', rules })
  expect(document).toBeDefined()
  return warnings.map(({ path, message }) => `${pathText(path)}: ${message}`)
}

const idle: readonly (readonly [RuleDocument, readonly string[]])[] = [
  [
    { outcome: { status: 'declined', delay: '2s', fault: { at: 'before', http: 500 } } },
    ['outcome.status: status has no effect: nothing is processed before this fault'],
  ],
  [{ outcome: { status: 'declined', fault: { at: 'after', http: 500 } } }, []],
  [
    { when: { operation: ['lookup', 'token_list'] }, outcome: { status: 'declined', delay: '2s' } },
    ['outcome.status: status has no effect: lookup and token_list makes no transaction'],
  ],
  [
    { when: { operation: 'search' }, outcome: { drift: true, delay: '2s' } },
    ['outcome.drift: drift has no effect: search makes no transaction'],
  ],
  [
    { when: { operation: 'purchase' }, outcome: { expires: 'at-once', status: 'declined' } },
    ['outcome.expires: expires has no effect: only a preauthorisation expires'],
  ],
  [{ outcome: { expires: 'at-once' } }, []],
  [
    { outcome: { status: 'declined', resolves: { after: '5m', status: 'approved' } } },
    ['outcome.resolves: has no effect: declined never becomes approved'],
  ],
  [
    {
      outcome: {
        resolves: [
          { after: '5m', status: 'declined' },
          { after: '9m', status: 'approved' },
        ],
      },
    },
    ['outcome.resolves[1]: has no effect: declined never becomes approved'],
  ],
  [
    {
      outcome: {
        resolves: [
          { after: 'clearance', status: 'approved' },
          { after: '6 banking days after lodging', status: 'declined' },
        ],
      },
    },
    [],
  ],
  [{ when: { operation: ['lookup', 'purchase'] }, outcome: { status: 'declined' } }, []],
]

test.each<[string, string, boolean]>([
  ['5m', '9m', true],
  ['2 banking days after lodging', '3 banking days after lodging', true],
  ['3 banking days after lodging', '3 banking days after lodging', false],
  ['1 banking day', '2 banking days', true],
  ['3 banking days after lodging', '2 banking days', true],
  ['1 banking day', '9m', true],
  ['clearance', '1 banking day', true],
  ['clearance', 'clearance', false],
  ['clearance', 'return', false],
  ['return', 'clearance', true],
])('a move after %s and one after %s: in order is %s', async (first, second, isInOrder) => {
  const resolves = [
    { after: first, status: 'approved' },
    { after: second, status: 'declined' },
  ] as const
  const message = `rules[0].outcome.resolves[1]: is out of order: ${second} is not after ${first}; moves happen in the order of their times`
  expect(await warningsOf([{ outcome: { resolves } }])).toEqual(isInOrder ? [] : [message])
})

test.each(idle)('what does nothing is warned about: %j', async (rule, expected) => {
  expect(await warningsOf([rule])).toEqual(expected.map((warning) => `rules[0].${warning}`))
})

const outcome = { status: 'declined' } as const
test.each([
  [{ times: 1 }, { times: 1 }, true],
  [{ times: 1 }, { skip: 1, times: 1 }, false],
  [{ times: 2 }, { skip: 1 }, true],
  [{}, { times: 1 }, true],
  [{}, {}, false],
  [{ every: 2 }, { times: 1 }, false],
])(
  'rules of different layers with %j and %j on the same requests are warned about: %s',
  async (one, other, isWarned) => {
    const when = { operation: 'purchase' } as const
    const warnings = await warningsOf([
      { name: 'declines', when, ...one, outcome: { response_code: '51' } },
      { name: 'loses', when, ...other, outcome: { fault: { at: 'after', reset: true } } },
    ])
    const text =
      "rules[1]: 'loses' applies to a request that 'declines' applies to as well: they have the same conditions and decide different layers; use skip, or a sequence for one after the other"
    expect(warnings).toEqual(isWarned ? [text] : [])
  },
)

test('a rule with the conditions of an earlier one that always decides its layers is warned about', async () => {
  const when = { amount: { min: 5 }, operation: 'purchase' } as const
  const first: RuleDocument = { name: 'first', when, outcome }
  const again: RuleDocument = { name: 'again', when: { ...when }, outcome: { status: 'error' } }
  expect(await warningsOf([first, again])).toEqual([
    "rules[1]: 'again' is never reached: 'first' has the same conditions and comes first",
  ])
  expect(await warningsOf([{ ...first, times: 2 }, again])).toEqual([])
  expect(await warningsOf([first, { ...again, outcome: { delay: '1s' } }])).toEqual([])
  expect(await warningsOf([first, { ...again, when: { amount: '7' } }])).toEqual([])
  // The bank's decision comes from the first, and all else from the second.
  const normal: RuleDocument = { name: 'normal', when, outcome: {} }
  const slow: RuleDocument = { name: 'slow', when, outcome: { delay: '1s' } }
  expect(await warningsOf([first, normal, slow])).toEqual([
    "rules[2]: 'slow' is never reached: 'normal' has the same conditions and comes first",
  ])
})

type When = NonNullable<RuleDocument['when']>

test.each<[pan: When['pan'], type: When['card_type'], types: string | undefined]>([
  ['5555555555554444', 'visa', 'mastercard'],
  ['5555555555554444', ['visa', 'mastercard'], undefined],
  ['5555555555554444', 'master*', undefined],
  [['4*', '5555*'], 'amex', 'visa or mastercard'],
  ['*4444', 'visa', undefined],
  ['3?00*', 'amex', undefined],
  ['36*', 'amex', 'diners'],
])(
  'for a pan %j, the card_type %j is warned about: %s',
  async (pan = '', card_type = '', types) => {
    const text = `rules[0].when.card_type: never matches: a card with this pan is ${types}`
    const warnings = await warningsOf([{ when: { pan, card_type }, outcome }])
    expect(warnings).toEqual(types === undefined ? [] : [text])
  },
)

test.each<[RuleDocument['outcome'], string]>([
  [
    {
      status: 'unknown',
      resolves: [
        { after: '9m', status: 'approved' },
        { after: '5m', status: 'declined' },
      ],
    },
    'outcome.resolves[1]: is out of order: 5m is not after 9m; moves happen in the order of their times',
  ],
  [
    {
      resolves: [
        { after: 'clearance', status: 'approved' },
        { after: 'return', status: 'declined' },
      ],
    },
    'outcome.resolves[1]: is out of order: return is not after clearance; moves happen in the order of their times',
  ],
  [
    {
      resolves: [
        { after: '5 banking days after lodging', status: 'approved' },
        { after: '3 banking days after lodging', status: 'declined' },
      ],
    },
    'outcome.resolves[1]: is out of order: 3 banking days after lodging is not after 5 banking days after lodging; moves happen in the order of their times',
  ],
  [
    { response_code: '05', resolves: { after: '5m', status: 'approved' } },
    'outcome.resolves: has no effect: declined never becomes approved',
  ],
  [
    { gateway_status_code: 20, resolves: { after: '5m', status: 'approved' } },
    'outcome.resolves: has no effect: error never becomes approved',
  ],
  [
    { response_code: '05', expires: 'at-once' },
    'outcome.expires: expires has no effect: what is declined never expires',
  ],
])('a move that never happens is warned of: %j', async (given, warning) => {
  expect(await warningsOf([{ outcome: given }])).toContain(`rules[0].${warning}`)
})

test('counts are of a world or of the run', async () => {
  const { errors } = await parseScenarioValue({ name: 'x', counts: 'runs', rules: [] })
  expect(errors.map(({ path, message }) => `${pathText(path)}: ${message}`)).toEqual([
    "counts: 'runs' is not known here. Did you mean 'run'?",
  ])
})

test.each(['X-Correlation-Id', 'x-sandbox-rule', 'Content-Length'])(
  'a rule cannot set the header %s, which responses have anyway',
  async (name) => {
    const rules = [{ outcome: { headers: { [name]: 'b' } } }]
    const { document, errors } = await parseScenarioValue({ name: 'x', rules })
    expect(document).toBeUndefined()
    expect(errors.map(({ message }) => message)).toEqual(['this header cannot be set by a rule'])
  },
)

test.each<[RuleDocument, readonly string[]]>([
  [
    { outcome: { status: 'approved', response_code: '51' } },
    ['response_code: contradicts status approved: 51 (Insufficient funds) is declined'],
  ],
  [
    { outcome: { status: 'declined', response_code: '00' } },
    ['response_code: contradicts status declined: 00 (Approved) is approved'],
  ],
  [
    { outcome: { response_code: '5Z' } },
    ["response_code: '5Z' is not a known response code; it counts as a decline"],
  ],
  [
    { when: { bsb: '032-051' }, outcome: { response_code: '51' } },
    ['response_code: 51 is a code of cards; direct debits are returned with 1 to 9'],
  ],
  [
    {
      when: { method: 'direct_debit' },
      outcome: { resolves: { after: 'return', status: 'declined', response_code: '05' } },
    },
    ['resolves.response_code: 05 is a code of cards; direct debits are returned with 1 to 9'],
  ],
  [
    { when: { method: 'card' }, outcome: { response_code: '3' } },
    ['response_code: 3 is a return of a direct debit, not of a card'],
  ],
  [{ when: { method: 'direct_debit' }, outcome: { response_code: '6' } }, []],
  [{ outcome: { status: 'pending', response_code: '51' } }, []],
  [{ outcome: { response_code: 'from-amount' } }, []],
])('a code that its author cannot mean is warned of: %j', async (rule, warnings) => {
  expect(await warningsOf([rule])).toEqual(warnings.map((one) => `rules[0].outcome.${one}`))
})

test('an amount with a point is warned of: amounts are cents', async () => {
  const text = `name: x
rules:
  - { when: { amount: { min: 500.00, max: 90000 } }, outcome: {} }
`
  const { warnings, errors } = await readScenario(text, 'x.yaml')
  expect(warnings.map(complaintText)).toEqual([
    'x.yaml:3:30: rules[0].when.amount.min: 500.00 is 500 cents: amounts are in cents, without a point',
  ])
  expect(errors).toEqual([])
})
