import { redactText } from '../../src/base/redaction/redacted.ts'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { unlistedMerchant } from '../../src/domain/merchant.ts'
import { bankingCalendar, defaultHolidays } from '../../src/domain/time/banking-day.ts'
import type { Instant } from '../../src/domain/time/instant.ts'
import type { TransactionKind } from '../../src/domain/transaction/kinds-and-statuses.ts'
import type { Transaction } from '../../src/domain/transaction/transaction.ts'
import { createTransaction } from '../../src/gateway/world/commands/transactions/create-transaction.ts'
import type { TransactionIntent } from '../../src/gateway/world/commands/transactions/intent.ts'
import type { Environment } from '../../src/gateway/world/environment.ts'
import type { Medium } from '../../src/gateway/world/records/medium.ts'
import { Records } from '../../src/gateway/world/records/records.ts'
import { RunCounts } from '../../src/gateway/world/run-counts.ts'
import { World } from '../../src/gateway/world/world.ts'
import { Recorder } from '../../src/record/recorder.ts'
import { memoryMedium } from '../../src/runtime/worlds/world-home.ts'
import { defaultScenario } from '../../src/scenario/library.ts'
import { composeScenario } from '../../src/scenario/reading/compose.ts'
import type { ScenarioDocument } from '../../src/scenario/scenario-document.ts'

/** Real time as a test wants it. */
interface HandClock {
  now: Instant
}

/** What a test gives a world itself. */
interface BareParts extends Partial<Environment> {
  readonly records?: Records
  readonly medium?: Medium
}

const scenario = composeScenario(defaultScenario, () => undefined)

/** A world without a server, whose real time a test turns by hand; `first` is asked before the default. */
export function bareWorld(
  at: Instant,
  mode: 'running' | 'frozen' = 'frozen',
  first?: ScenarioDocument,
  { records = new Records(), medium = memoryMedium, ...environment }: BareParts = {},
) {
  const real: HandClock = { now: at }
  const wakes: (number | undefined)[] = []
  const world = new World('bare', {
    records,
    medium,
    start: {
      clock: mode === 'frozen' ? { mode, at } : { mode, offset: 0 },
      scenarios: first ? [composeScenario(first, () => undefined), scenario] : [scenario],
      seed: 7,
    },
    environment: {
      assumptions: defaultAssumptions,
      calendar: bankingCalendar(defaultHolidays),
      merchant: unlistedMerchant,
      realTime: () => real.now,
      fingerprint: (secret) => `f${secret.length}`,
      recorder: new Recorder({ requestLimit: 100 }),
      runCounts: new RunCounts(),
      yearReached: () => undefined,
      wake: (_world, inMs) => wakes.push(inMs),
      ...environment,
    },
  })
  return { world, real, wakes }
}

let lastId = 0

interface Asked {
  readonly operation?: TransactionKind
  readonly amount?: number
  readonly bsb?: string
  readonly target?: number
}

/** Makes a transaction as the gateway would: by direct debit where a BSB is given, else by card. */
export function make(world: World, asked: Asked = {}): Transaction {
  const { audit, resolve } = process(world, asked)
  resolve?.()
  const made = world.records.transaction(audit)
  if (made === undefined) throw new Error(`Transaction ${audit} is missing`)
  return made
}

/** The same, but for a bank that takes its time: then it is still undecided. */
export function process(world: World, asked: Asked = {}) {
  const { transaction, resolve, answered } = ask(world, asked)
  if (transaction === undefined) throw new Error('A fault kept it from being processed')
  answered()
  return { audit: transaction.audit, resolve }
}

/** The same, with all that comes of it, for a request that may differ in any member. */
function ask(world: World, asked: Asked = {}, changes: Partial<TransactionIntent> = {}) {
  return world.run((context) =>
    createTransaction(world, context, { ...requestOf(asked), ...changes }),
  )
}

function requestOf({ operation = 'purchase', amount = 1000, bsb, target }: Asked) {
  lastId += 1
  const request: TransactionIntent = {
    operation,
    merchant: unlistedMerchant(1),
    user: 'anybody',
    correlationId: `bare-${lastId}`,
    key: `1 bare-${lastId}`,
    targetAudit: target,
    reference: 'order 1',
    kvps: {},
    redacted: {
      correlationKey: redactText(`bare-${lastId}`),
      reference: redactText('order 1'),
      kvps: {},
    },
    amount,
    currency: 'AUD',
    payment: target === undefined ? paymentOf(bsb) : undefined,
    requestHash: undefined,
  }
  return request
}

function paymentOf(bsb: string | undefined): TransactionIntent['payment'] {
  if (bsb === undefined) {
    const expiry = { year: 2030, month: 12 }
    return { kind: 'card', pan: '4111111111111111', expiry, cvv: undefined }
  }
  return { kind: 'direct_debit', bsb, accountNumber: '12345678', accountName: 'Ann Example' }
}
