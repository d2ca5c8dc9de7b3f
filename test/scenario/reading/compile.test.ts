import { expect, test } from 'vitest'
import { redactMembers } from '../../../src/domain/redaction/redacted.ts'
import {
  compileConditions,
  compileRule,
  oneShotRule,
} from '../../../src/scenario/reading/compile.ts'
import type { Conditions, RuleOutcome } from '../../../src/scenario/rule.ts'
import type { OutcomeDocument, WhenDocument } from '../../../src/scenario/scenario-document.ts'

const outcomes: readonly (readonly [OutcomeDocument, RuleOutcome])[] = [
  [{}, {}],
  [{ status: 'unknown' }, { status: 'unknown' }],
  [{ response_code: '05' }, { responseCode: '05' }],
  [{ response_code: 'from-amount' }, { responseCode: 'from-amount' }],
  [{ response_message: 'Not today' }, { responseMessage: 'Not today' }],
  [{ gateway_status_code: -99 }, { gatewayStatusCode: -99 }],
  [{ kvps: { RISK: 'high' } }, { kvps: redactMembers({ RISK: 'high' }) }],
  [
    { resolves: { after: '30s', status: 'approved' } },
    { resolves: [{ after: { kind: 'elapsed', ms: 30_000 }, status: 'approved' }] },
  ],
  [
    {
      resolves: [
        { after: 'clearance', status: 'approved' },
        { after: '5 banking days after lodging', status: 'declined', response_code: '6' },
      ],
    },
    {
      resolves: [
        { after: { kind: 'clearance' }, status: 'approved' },
        { after: { kind: 'after-lodging', days: 5 }, status: 'declined', responseCode: '6' },
      ],
    },
  ],
  [
    { resolves: { after: 'return', status: 'error' } },
    { resolves: [{ after: { kind: 'return' }, status: 'error' }] },
  ],
  [
    { resolves: { after: '2 banking days', status: 'declined' } },
    { resolves: [{ after: { kind: 'banking-days', days: 2 }, status: 'declined' }] },
  ],
  [
    { resolves: { after: '1 banking day after lodging', status: 'declined' } },
    { resolves: [{ after: { kind: 'after-lodging', days: 1 }, status: 'declined' }] },
  ],
  [{ resolves: [] }, { resolves: [] }],
  [{ expires: 'at-once' }, { expires: 'at-once' }],
  [{ drift: true }, { drift: true }],
  [{ delay: 'PT2S' }, { delayMs: 2000 }],
  [
    { fault: { at: 'before', http: 503, retry_after: 5, error_code: 'internal_error' } },
    {
      fault: {
        at: 'before',
        kind: 'http',
        status: 503,
        retryAfter: 5,
        errorCode: 'internal_error',
      },
    },
  ],
  [{ fault: { at: 'after', http: 500 } }, { fault: { at: 'after', kind: 'http', status: 500 } }],
  [{ fault: { at: 'after', hang: true } }, { fault: { at: 'after', kind: 'hang' } }],
  [{ fault: { at: 'after', hang: '2m' } }, { fault: { at: 'after', kind: 'hang', ms: 120_000 } }],
  [{ fault: { at: 'before', reset: true } }, { fault: { at: 'before', kind: 'reset' } }],
  [{ fault: { at: 'after', truncate: true } }, { fault: { at: 'after', kind: 'truncate' } }],
  [{ fault: { at: 'after', garbage: true } }, { fault: { at: 'after', kind: 'garbage' } }],
  [
    { fault: { at: 'after', dribble: '500ms' } },
    { fault: { at: 'after', kind: 'dribble', ms: 500 } },
  ],
]

test.each(outcomes)('outcome %j', (document, expected) => {
  expect(compileRule({ name: 'r', outcome: document }, 0).outcome).toEqual(expected)
})

const whens: readonly (readonly [WhenDocument, Conditions])[] = [
  [{}, {}],
  [{ operation: 'purchase' }, { operation: ['purchase'] }],
  [{ operation: ['purchase', 'void'] }, { operation: ['purchase', 'void'] }],
  [{ merchant: 3 }, { merchant: [3] }],
  [{ method: 'card' }, { method: 'card' }],
  [{ amount: 50 }, { amount: { kind: 'globs', globs: ['50'] } }],
  [{ amount: ['5*', 7] }, { amount: { kind: 'globs', globs: ['5*', '7'] } }],
  [{ amount: { min: 5 } }, { amount: { kind: 'range', min: 5 } }],
  [
    { pan: '4*', cvv: ['911', '912'] },
    { pan: ['4*'], cvv: ['911', '912'] },
  ],
  [{ kvp: { A: 'x', B: ['y', 'z'] } }, { kvp: { A: ['x'], B: ['y', 'z'] } }],
]

test.each(whens)('when %j', (document, expected) => {
  expect(compileConditions(document)).toEqual(expected)
})

test('a rule keeps its counts, and goes by its place where it has no name', () => {
  expect(compileRule({ times: 2, skip: 1, outcome: {} }, 4)).toEqual({
    name: 'rule-5',
    when: {},
    times: 2,
    skip: 1,
    outcome: {},
  })
})

test('a one-shot rule is filed under rules and holds once unless told otherwise', () => {
  expect(oneShotRule({ name: 'down', outcome: {} }, 1)).toEqual({
    id: 'rules/down',
    rule: { name: 'down', when: {}, times: 1, outcome: {} },
  })
  expect(oneShotRule({ times: 3, outcome: {} }, 7)).toEqual({
    id: 'rules/rule-7',
    rule: { name: 'rule-7', when: {}, times: 3, outcome: {} },
  })
})
