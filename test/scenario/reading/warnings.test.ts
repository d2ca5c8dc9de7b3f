import { expect, test } from 'vitest'
import { pathText } from '../../../src/document/complaint.ts'
import { parseScenarioValue } from '../../../src/scenario/reading/read.ts'
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
  ['5m', '5m', false],
  ['9m', '5m', false],
  ['2 banking days after lodging', '3 banking days after lodging', true],
  ['3 banking days after lodging', '3 banking days after lodging', false],
  ['3 banking days after lodging', '2 banking days after lodging', false],
  ['1 banking day', '2 banking days', true],
  ['2 banking days', '1 banking day', false],
  ['3 banking days after lodging', '2 banking days', true],
  ['9m', '1 banking day', true],
  ['1 banking day', '9m', true],
  ['clearance', '1 banking day', true],
  ['clearance', 'clearance', false],
  ['return', 'return', false],
  ['clearance', 'return', false],
  ['return', 'clearance', true],
  ['9m', 'clearance', true],
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
const hidden: readonly (readonly [RuleDocument, RuleDocument])[] = [
  [{ outcome }, { when: { amount: '5' }, outcome }],
  [
    { when: { operation: ['purchase', 'void'] }, outcome },
    { when: { operation: 'void' }, times: 1, outcome },
  ],
  [
    { when: { merchant: [1, 2] }, outcome },
    { when: { merchant: 2, amount: '5' }, outcome },
  ],
  [
    { when: { method: 'card' }, outcome },
    { when: { pan: '4*' }, outcome },
  ],
  [
    { when: { method: 'direct_debit' }, outcome },
    { when: { bsb: '032*' }, outcome },
  ],
  [
    { when: { amount: '*' }, outcome },
    { when: { amount: { min: 5 } }, outcome },
  ],
  [
    { when: { amount: { min: 5 } }, outcome },
    { when: { amount: ['5', '17'] }, outcome },
  ],
  [
    { when: { amount: { max: 90 } }, outcome },
    { when: { amount: { min: 5, max: 90 } }, outcome },
  ],
  [
    { when: { bsb: '032-05?' }, outcome },
    { when: { bsb: '032050' }, outcome },
  ],
  [
    { when: { pan: ['4*', '5*'] }, outcome },
    { when: { pan: '4111*', cvv: '911' }, outcome },
  ],
  [
    { when: { kvp: { A: '*' } }, outcome },
    { when: { kvp: { A: 'x', B: 'y' } }, outcome },
  ],
  [
    { when: { kvp: { constructor: '*' } }, outcome },
    { when: { kvp: { constructor: 'x' } }, outcome },
  ],
  [
    { when: { amount: { min: 5, max: 90 } }, outcome },
    { when: { amount: { min: 5, max: 90 } }, outcome },
  ],
  [
    { when: { amount: { min: 5, max: 90 } }, outcome },
    { when: { amount: ['5', '90'] }, outcome },
  ],
  [
    { when: { reference: ['A*', 'B*'] }, outcome },
    { when: { reference: ['A1', 'B2'] }, outcome },
  ],
]

const apart: readonly (readonly [RuleDocument, RuleDocument])[] = [
  [
    { when: { kvp: { constructor: '*' } }, outcome },
    { when: { kvp: { A: 'x' } }, outcome },
  ],
  [
    { when: { kvp: { A: '*', B: '*' } }, outcome },
    { when: { kvp: { A: 'x' } }, outcome },
  ],
  [
    { when: { merchant: 1 }, outcome },
    { when: { merchant: [1, 2] }, outcome },
  ],
  [
    { when: { amount: { min: 5, max: 90 } }, outcome },
    { when: { amount: { min: 4, max: 90 } }, outcome },
  ],
  [
    { when: { amount: { min: 5, max: 90 } }, outcome },
    { when: { amount: { min: 5, max: 91 } }, outcome },
  ],
  [
    { when: { amount: { min: 5 } }, outcome },
    { when: { amount: {} }, outcome },
  ],
  [
    { when: { amount: { min: 5, max: 90 } }, outcome },
    { when: { amount: ['5', '91'] }, outcome },
  ],
  [
    { when: { amount: { min: 5, max: 90 } }, outcome },
    { when: { amount: ['4', '5'] }, outcome },
  ],
  [
    { when: { amount: { min: 5, max: 90 } }, outcome },
    { when: { amount: '1?' }, outcome },
  ],
  [
    { when: { amount: ['1*', '2*'] }, outcome },
    { when: { amount: ['11', '31'] }, outcome },
  ],
  [
    { when: { reference: 'A*' }, outcome },
    { when: { reference: ['A1', 'B1'] }, outcome },
  ],
]

test.each(apart)('%j does not hide %j', async (first, second) => {
  expect(await warningsOf([first, second])).toEqual([])
})

test.each(hidden)('%j hides %j', async (first, second) => {
  const warnings = await warningsOf([
    { ...first, name: 'first' },
    { ...second, name: 'second' },
  ])
  expect(warnings).toEqual(["rules[1]: 'second' is never reached: 'first' matches first, always"])
})

test('a fault before processing hides whatever speaks about the same requests', async () => {
  const rules: readonly RuleDocument[] = [
    { name: 'first', outcome: { fault: { at: 'before', http: 503 } } },
    { name: 'second', when: { reference: 'x' }, outcome: { status: 'declined', drift: true } },
  ]
  expect(await warningsOf(rules)).toEqual([
    "rules[1]: 'second' is never reached: 'first' matches first, always",
  ])
})

test('a rule of several layers is hidden only where each of them is', async () => {
  const verdict: RuleDocument = { name: 'verdict', outcome }
  const wire: RuleDocument = { name: 'wire', outcome: { delay: '1s' } }
  const both: RuleDocument = { name: 'both', outcome: { status: 'error', delay: '2s' } }
  expect(await warningsOf([verdict, both])).toEqual([])
  expect(await warningsOf([wire, both])).toEqual([])
  expect(await warningsOf([verdict, wire, both])).toEqual([
    "rules[2]: 'both' is never reached: 'verdict' matches first, always",
  ])
})

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

const visible: readonly (readonly [RuleDocument, RuleDocument])[] = [
  [{ times: 2, outcome }, { outcome }],
  [{ skip: 2, outcome }, { outcome }],
  [{ when: { operation: 'void' }, outcome }, { outcome }],
  [
    { when: { amount: '5' }, outcome },
    { when: { amount: '*' }, outcome },
  ],
  [
    { when: { amount: { min: 5 } }, outcome },
    { when: { amount: '5*' }, outcome },
  ],
  [
    { when: { amount: { min: 5 } }, outcome },
    { when: { amount: { min: 4 } }, outcome },
  ],
  [
    { when: { amount: '5?' }, outcome },
    { when: { amount: { min: 50, max: 59 } }, outcome },
  ],
  [
    { when: { bsb: '032-050' }, outcome },
    { when: { bsb: '032-05?' }, outcome },
  ],
  [
    { when: { method: 'card' }, outcome },
    { when: { reference: 'x' }, outcome },
  ],
  [
    { when: { kvp: { A: '*' } }, outcome },
    { when: { kvp: { B: '*' } }, outcome },
  ],
  [{ outcome }, { outcome: { delay: '2s' } }],
  [{ outcome }, { when: { reference: 'x' }, outcome: { delay: '2s' } }],
  [{ every: 2, outcome }, { outcome }],
  [{ chance: '10%', outcome }, { outcome }],
  [{ when: { from: '22:00' }, outcome }, { outcome }],
  [
    { when: { not: { amount: '5' } }, outcome },
    { when: { amount: '5' }, outcome },
  ],
  [{ outcome: { expires: 'at-once' } }, { when: { pan: '4*' }, outcome }],
  [{ outcome: { response_code: 'from-pan' } }, { when: { amount: '5' }, outcome }],
]

test.each(visible)('%j leaves requests to %j', async (first, second) => {
  expect(await warningsOf([first, second])).toEqual([])
})

test('counts over the run have no effect without a rule that counts', async () => {
  const outcome = { response_code: '51' }
  const warnings = async (rule: Partial<RuleDocument>) =>
    (await parseScenarioValue({ name: 'x', counts: 'run', rules: [{ outcome, ...rule }] })).warnings
  expect(await warnings({})).toEqual([
    {
      path: ['counts'],
      message: "no effect: none of its rules has 'skip', 'every', 'times', 'chance' or 'one_of'",
    },
  ])
  expect(await warnings({ skip: 1 })).toEqual([])
})

test('counts are of a world or of the run', async () => {
  const { errors } = await parseScenarioValue({ name: 'x', counts: 'runs', rules: [] })
  expect(errors.map(({ path, message }) => `${pathText(path)}: ${message}`)).toEqual([
    "counts: 'runs' is not known here, did you mean 'run'?",
  ])
})

test.each([
  [70, 1],
  [1000, 0],
])(
  'two rules with the same %i globs have %i warnings: very many are not compared',
  async (count, warned) => {
    const reference = Array.from({ length: count }, (_, i) => `${'ab*?'.repeat(61)}${i}`)
    const rule = { when: { reference }, outcome: { response_code: '51' } }
    expect(await warningsOf([rule, rule])).toHaveLength(warned)
  },
)

test('two rules with the same thousand texts are compared', async () => {
  const reference = Array.from({ length: 1000 }, (_, i) => `order ${i}`)
  const rule = { when: { reference }, outcome: { response_code: '51' } }
  expect(await warningsOf([rule, rule])).toHaveLength(1)
})

test.each(['X-Correlation-Id', 'x-sandbox-rule', 'Content-Length'])(
  'a rule cannot set the header %s, which answers have anyway',
  async (name) => {
    const rules = [{ outcome: { headers: { [name]: 'b' } } }]
    const { document, errors } = await parseScenarioValue({ name: 'x', rules })
    expect(document).toBeUndefined()
    expect(errors.map(({ message }) => message)).toEqual(['this header cannot be set by a rule'])
  },
)
