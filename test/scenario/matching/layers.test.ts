import { expect, test } from 'vitest'
import { callsCarrying, callsNamed, carries } from '../../../src/scenario/matching/carrying.ts'
import {
  affectedLayers,
  layerNames,
  layersForCall,
  layersOf,
  neededFact,
  noEffectReason,
  unmetReason,
} from '../../../src/scenario/matching/layers.ts'
import type { Facts, Operation, RuleOutcome } from '../../../src/scenario/rule.ts'
import { debit, purchase } from '../book-of.ts'

const later = { after: { kind: 'clearance' }, status: 'approved' } as const
const resolves: RuleOutcome = { resolves: [later] }

test.each<[RuleOutcome, readonly string[]]>([
  [{}, ['verdict', 'extras', 'delivery']],
  [{ status: 'declined' }, ['verdict']],
  [{ drift: true }, ['extras']],
  [{ delayMs: 5 }, ['delivery']],
  [{ status: 'declined', delayMs: 5 }, ['verdict', 'delivery']],
])('%j decides %j', (outcome, layers) => {
  expect(layerNames(layersOf(outcome))).toEqual(layers)
})

test.each<[RuleOutcome, Operation, readonly string[]]>([
  [{}, 'purchase', ['verdict', 'extras', 'delivery']],
  [{}, 'lookup', ['delivery']],
  [{ status: 'declined', delayMs: 5 }, 'lookup', ['delivery']],
  [{ status: 'declined' }, 'token_create', []],
  [{ drift: true }, 'purchase', ['extras']],
  [{ expires: 'at-once' }, 'preauthorisation', ['verdict']],
  [{ expires: 'at-once' }, 'purchase', []],
  [{ expires: 'at-once', drift: true }, 'purchase', ['extras']],
  [{ expires: 'at-once', status: 'unknown' }, 'purchase', ['verdict']],
  [resolves, 'refund', ['verdict']],
  [resolves, 'void', []],
  [{ responseCode: 'from-amount' }, 'purchase', ['verdict']],
  [{ responseCode: 'from-amount' }, 'void', []],
  [{ responseCode: '51' }, 'void', ['verdict']],
])('%j can affect a %s in %j', (outcome, call, layers) => {
  expect(layerNames(layersForCall(outcome, call))).toEqual(layers)
})

const { pan: _pan, ...withoutPan } = purchase

test.each<[RuleOutcome, Facts, readonly string[]]>([
  [{ responseCode: 'from-pan' }, purchase, ['verdict']],
  [{ responseCode: 'from-pan' }, withoutPan, []],
  [{ responseCode: 'from-pan', delayMs: 5 }, debit, ['delivery']],
  [{ responseCode: 'from-pan', status: 'unknown' }, debit, ['verdict']],
  [{ responseCode: 'from-bsb' }, debit, ['verdict']],
  [resolves, debit, ['verdict']],
  [resolves, purchase, []],
  [{ ...resolves, status: 'unknown' }, purchase, ['verdict']],
  [{ responseCode: '51' }, debit, ['verdict']],
  [{ delayMs: 5 }, purchase, ['delivery']],
])('%j affects a request that has or lacks what it needs', (outcome, facts, layers) => {
  expect(layerNames(affectedLayers(outcome, facts))).toEqual(layers)
})

test.each<[RuleOutcome, string | undefined]>([
  [{ status: 'declined' }, undefined],
  [{ responseCode: '51' }, undefined],
  [{ responseCode: 'from-bsb' }, 'bsb'],
  [{ responseCode: 'from-pan', delayMs: 5 }, 'pan'],
  [{ responseCode: 'from-pan', responseMessage: 'No' }, undefined],
  [resolves, 'method'],
  [{}, undefined],
])('%j needs %s', (outcome, field) => {
  expect(neededFact(outcome)?.field).toBe(field)
})

test('why an outcome has no effect is told by the call', () => {
  const reason = (outcome: RuleOutcome, ...calls: readonly Operation[]) =>
    noEffectReason(outcome, calls).replace('its outcome cannot affect ', '')
  expect(reason({ status: 'declined' }, 'lookup', 'search')).toBe(
    'lookup or search: no transaction is made',
  )
  expect(reason({ expires: 'at-once' }, 'purchase')).toBe(
    'purchase: only a preauthorisation expires',
  )
  expect(reason(resolves, 'void')).toBe('void: it is decided at once')
  expect(reason({ responseCode: 'from-amount' }, 'void', 'lookup')).toBe(
    'void or lookup: there is no amount to take the code from, no transaction is made',
  )
})

test('why a rule has no effect on a request is told by what the request lacks', () => {
  const reason = (outcome: RuleOutcome, facts: Facts) =>
    unmetReason({ name: 'r', when: {}, outcome }, facts)
  expect(reason({ responseCode: 'from-pan' }, debit)).toBe(
    'the request has no pan to take the code from',
  )
  expect(reason(resolves, purchase)).toBe(
    'only a direct debit is pending without a status that says so',
  )
  expect(reason({ expires: 'at-once' }, purchase)).toBe(
    'its outcome cannot affect purchase: only a preauthorisation expires',
  )
})

test('a call has the fields of its kind, and a lookup those of its transaction if it is named', () => {
  expect(carries('purchase', 'amount')).toBe(true)
  expect(carries('void', 'amount')).toBe(false)
  expect(carries('preauthorisation', 'method', { method: 'card' })).toBe(true)
  expect(carries('preauthorisation', 'method', { method: 'direct_debit' })).toBe(false)
  expect(carries('preauthorisation', 'amount', { method: 'direct_debit' })).toBe(true)
  expect(carries('lookup', 'amount')).toBe(false)
  expect(carries('lookup', 'audit')).toBe(true)
  expect(carries('lookup', 'amount', { operation: 'lookup' })).toBe(true)
})

test('the calls of a rule are those that it names, without those that it excludes', () => {
  expect(callsNamed({ operation: 'void' })).toEqual(['void'])
  expect(callsNamed({ operation: ['void', 'refund'], not: { operation: 'void' } })).toEqual([
    'refund',
  ])
  expect(callsNamed({})).toContain('token_delete')
  expect(callsNamed({ not: { operation: ['purchase'] } })).not.toContain('purchase')
  expect(callsCarrying({ operation: ['void', 'refund'], amount: '5' })).toEqual(['refund'])
})
