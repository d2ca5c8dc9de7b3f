import { expect, test } from 'vitest'
import { redactMembers, redactText, textKey } from '../../../../../src/base/redaction/redacted.ts'
import { defaultAssumptions } from '../../../../../src/domain/assumptions/assumptions.ts'
import { unlistedMerchant } from '../../../../../src/domain/merchant.ts'
import { bankingCalendar, defaultHolidays } from '../../../../../src/domain/time/banking-day.ts'
import { reached } from '../../../../../src/domain/transaction/move.ts'
import { findByCorrelation } from '../../../../../src/gateway/world/commands/transactions/correlation.ts'
import { createTransaction as create } from '../../../../../src/gateway/world/commands/transactions/create-transaction.ts'
import type { TransactionIntent } from '../../../../../src/gateway/world/commands/transactions/intent.ts'
import {
  type Medium,
  type RowChange,
  type Tables,
  tableNames,
} from '../../../../../src/gateway/world/records/medium.ts'
import { Records } from '../../../../../src/gateway/world/records/records.ts'
import { RunCounts } from '../../../../../src/gateway/world/run-counts.ts'
import { existing } from '../../../../../src/gateway/world/transaction-moves.ts'
import { World } from '../../../../../src/gateway/world/world.ts'
import { Recorder } from '../../../../../src/record/recorder.ts'
import { useRules } from '../../../../support/rules.ts'
import { NOON, refusalOf } from '../../../../support/transaction.ts'
import { advance } from '../../../../support/world-time.ts'

/** A medium that can lose what it was given last. */
class LossyMedium implements Medium {
  readonly commits: (readonly RowChange[])[] = []
  readonly #undos: (() => void)[] = []

  commit(changes: readonly RowChange[], undo: () => void): void {
    this.commits.push(changes)
    this.#undos.push(undo)
  }

  replace(_tables: Tables, undo: () => void): void {
    this.#undos.push(undo)
  }

  durable(): undefined {
    return undefined
  }

  async close(): Promise<void> {
    this.#undos.length = 0
  }

  /** Newest first. */
  lose(count: number): void {
    for (let i = 0; i < count; i += 1) this.#undos.pop()?.()
  }
}

function rowsOf(records: Records) {
  const { tables } = records.image()
  return tableNames.flatMap((table) => tables[table].map((line) => ({ table, line })))
}

function newWorld(records = new Records()) {
  const medium = new LossyMedium()
  const world = new World('test', {
    records,
    medium,
    start: { clock: { mode: 'frozen', at: NOON }, scenarios: [], seed: 7 },
    environment: {
      assumptions: defaultAssumptions,
      calendar: bankingCalendar(defaultHolidays),
      merchant: unlistedMerchant,
      realTime: () => NOON,
      fingerprint: (secret) => `hash of ${secret.length}`,
      recorder: new Recorder({ requestLimit: 100 }),
      runCounts: new RunCounts(),
      yearReached: () => undefined,
      wake: () => undefined,
    },
  })
  return { world, medium }
}

function createTransaction(world: World, asked: TransactionIntent) {
  const id = textKey(world, asked.correlationId)
  const redacted = { ...asked.redacted, correlationKey: id }
  return world.run((context) => create(world, context, { ...asked, key: `1 ${id}`, redacted }))
}

function request(changes: Partial<TransactionIntent> = {}): TransactionIntent {
  const isOnTarget = changes.targetAudit !== undefined
  const expiry = { year: 2030, month: 12 }
  const { correlationId = 'c-1', reference = 'order 1', kvps = {} } = changes
  return {
    operation: 'purchase',
    merchant: unlistedMerchant(1),
    user: 'anybody',
    correlationId,
    key: `1 ${correlationId}`,
    targetAudit: undefined,
    reference,
    kvps,
    redacted: {
      correlationKey: redactText(correlationId),
      reference: redactText(reference),
      kvps: redactMembers(kvps),
    },
    amount: 1000,
    currency: 'AUD',
    payment: isOnTarget
      ? undefined
      : { kind: 'card', pan: '4111111111111111', expiry, cvv: undefined },
    requestHash: undefined,
    ...changes,
  }
}

function refundOf(audit: number, correlationId: string, amount = 400): TransactionIntent {
  return request({ operation: 'refund', targetAudit: audit, correlationId, amount })
}

test('a transaction, its target and the counts of its rule are one commit', () => {
  const { world, medium } = newWorld()
  const { transaction } = createTransaction(world, request())
  useRules(world, { when: { operation: ['refund'] }, outcome: { response_code: '08' } })
  const before = medium.commits.length
  createTransaction(world, refundOf(transaction?.audit ?? 0, 'c-2'))
  expect(medium.commits.length).toBe(before + 1)
  expect(medium.commits.at(-1)?.map(({ table, key }) => [table, key])).toEqual([
    ['transactions', 1_000_002],
    ['transactions', 1_000_001],
    ['rules', 'test/rule-1'],
  ])
})

test('what is refused commits nothing', () => {
  const { world, medium } = newWorld()
  const { answered } = createTransaction(world, request())
  answered()
  const before = medium.commits.length
  const tooLate = { operation: 'completion', targetAudit: 1_000_001 } as const
  const refusals = [
    [request(), 'duplicate_correlation_id'],
    [refundOf(1_000_009, 'c-2'), 'not_found'],
    [refundOf(1_000_001, 'c-2', 1001), 'refund_exceeds_original'],
    [request({ ...tooLate, correlationId: 'c-2' }), 'not_completable'],
    [{ ...refundOf(1_000_001, 'c-2'), merchant: unlistedMerchant(2) }, 'not_found'],
  ] as const
  for (const [asked, code] of refusals) {
    expect(refusalOf(() => createTransaction(world, asked))).toBe(code)
  }
  expect(medium.commits.length).toBe(before)
})

test('what could not be kept has not happened: money and id are free again', () => {
  const { world, medium } = newWorld()
  createTransaction(world, request()).answered()
  const before = world.records.image()
  createTransaction(world, refundOf(1_000_001, 'c-2', 600)).answered()
  createTransaction(world, refundOf(1_000_001, 'c-3', 400)).answered()
  expect(refusalOf(() => createTransaction(world, refundOf(1_000_001, 'c-4', 1)))).toBe(
    'refund_exceeds_original',
  )
  medium.lose(2)
  expect(world.records.image()).toEqual(before)
  expect(findByCorrelation(world, '1 c-2', NOON)).toBeUndefined()
  const again = createTransaction(world, refundOf(1_000_001, 'c-2', 1000))
  expect(again.transaction).toMatchObject({ audit: 1_000_002, status: 'approved' })
})

test('what could not be kept does not count in the run, whatever was counted since', () => {
  const { world, medium } = newWorld()
  useRules(world, { when: {}, times: 5, counts: 'run', outcome: { response_code: '51' } })
  const hits = () => world.rules.countOf('test/rule-1')?.hits
  createTransaction(world, request()).answered()
  createTransaction(world, request({ correlationId: 'c-2' })).answered()
  world.environment.runCounts.add([{ table: 'run_counts', key: 'test/rule-1', hits: 1 }])
  expect(hits()).toBe(3)
  medium.lose(1)
  expect(hits()).toBe(2)
})

test('an id is in progress until its request is answered, then a duplicate', () => {
  const { world } = newWorld()
  const { answered } = createTransaction(world, request())
  expect(refusalOf(() => createTransaction(world, request()))).toBe('correlation_id_in_progress')
  answered()
  expect(refusalOf(() => createTransaction(world, request()))).toBe('duplicate_correlation_id')
})

const slow = { when: { operation: ['purchase'] }, outcome: { delay: '10ms' } } as const

test('a bank that takes its time leaves a transaction undecided to everyone', () => {
  const { world } = newWorld()
  useRules(world, slow)
  const { transaction, resolve, match } = createTransaction(world, request())
  expect(match.delayMs).toBe(10)
  expect(transaction).toMatchObject({ status: 'unknown', gatewayStatusCode: -99 })
  expect(world.records.transaction(1_000_001)).toEqual(transaction)
  expect(refusalOf(() => createTransaction(world, refundOf(1_000_001, 'c-2')))).toBe(
    'not_refundable',
  )
  expect(resolve?.().transaction.status).toBe('approved')
  expect(reached(existing(world, 1_000_001))).toEqual([
    { at: NOON, to: 'unknown', cause: 'created' },
    { at: NOON, from: 'unknown', to: 'approved', cause: 'response' },
  ])
  expect(world.records.size('slow_responses')).toBe(0)
})

test('a transaction that is undecided when its process dies is decided at the next start', () => {
  const { world } = newWorld()
  useRules(world, { ...slow, outcome: { delay: '10ms', status: 'declined', response_code: '51' } })
  createTransaction(world, request())
  const records = new Records()
  for (const { table, line } of rowsOf(world.records)) records.load(table, line)
  const { world: next } = newWorld(records)
  expect(next.records.transaction(1_000_001)).toMatchObject({
    status: 'declined',
    gatewayStatusCode: 0,
    responseCode: '51',
  })
  expect(next.records.size('slow_responses')).toBe(0)
})

test('a void that is undecided when its process dies voids at the next start', () => {
  const { world } = newWorld()
  createTransaction(world, request())
  useRules(world, { when: { operation: ['void'] }, outcome: { delay: '10ms' } })
  createTransaction(world, {
    ...refundOf(1_000_001, 'c-2'),
    operation: 'void',
    amount: undefined,
    currency: undefined,
  })
  expect(world.records.transaction(1_000_001)).toMatchObject({ status: 'approved', voiding: true })
  const records = new Records()
  for (const { table, line } of rowsOf(world.records)) records.load(table, line)
  const { world: next } = newWorld(records)
  const voided = existing(next, 1_000_001)
  expect([voided.status, voided.voiding]).toEqual(['voided', undefined])
  expect(next.records.transaction(1_000_002)?.status).toBe('approved')
})

test('what is scheduled while a bank takes its time happens right after its response', () => {
  const { world } = newWorld()
  useRules(world, {
    when: {},
    outcome: {
      delay: '10ms',
      status: 'unknown',
      resolves: [{ after: '1000ms', status: 'approved' }],
    },
  })
  const { resolve } = createTransaction(world, request())
  advance(world, NOON + 5000)
  expect(world.records.transaction(1_000_001)?.status).toBe('unknown')
  expect(resolve?.().transaction.status).toBe('unknown')
  world.run(() => undefined)
  expect(reached(existing(world, 1_000_001)).map(({ at, to }) => [at - NOON, to])).toEqual([
    [0, 'unknown'],
    [5000, 'unknown'],
    [5000, 'approved'],
  ])
})

test('what is under way over a reset has no say about the next transaction of its number', () => {
  const { world } = newWorld()
  useRules(world, slow)
  const before = createTransaction(world, request())
  world.reset()
  useRules(world, slow)
  const after = createTransaction(world, request())
  expect(after.transaction?.audit).toBe(before.transaction?.audit)
  expect(before.resolve?.().transaction.status).toBe('approved')
  before.answered()
  expect(world.records.transaction(1_000_001)?.status).toBe('unknown')
  expect(refusalOf(() => createTransaction(world, request()))).toBe('correlation_id_in_progress')
})

test('a fault before processing is decided before the id is reserved', () => {
  const { world } = newWorld()
  const fault = { at: 'before', reset: true } as const
  useRules(world, { when: {}, times: 1, outcome: { fault } })
  const { transaction, match } = createTransaction(world, request())
  expect(transaction).toBeUndefined()
  expect(match.rules.map(({ id }) => id)).toEqual(['test/rule-1'])
  expect(match.delivery?.outcome.fault).toEqual(fault)
  expect(findByCorrelation(world, '1 c-1', NOON)).toBeUndefined()
  expect(createTransaction(world, request()).transaction?.audit).toBe(1_000_001)
})

test('a card number in an id is kept as a hash beside its masked text', () => {
  const { world } = newWorld()
  const pan = '4539148803436467'
  createTransaction(world, request({ correlationId: `order:${pan}` })).answered()
  expect(world.records.transaction(1_000_001)?.correlation).toBe(
    'order:453914xxxxxx6467#hash of 22',
  )
  expect(
    refusalOf(() => createTransaction(world, request({ correlationId: `order:${pan}` }))),
  ).toBe('duplicate_correlation_id')
})
