import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isCurrency, totalOf } from '../../../src/domain/money.ts'
import { isRestrictedText } from '../../../src/domain/restricted-text.ts'
import { isLive } from '../../../src/domain/transaction/kinds-and-statuses.ts'
import { reached } from '../../../src/domain/transaction/move.ts'
import { canMove } from '../../../src/domain/transaction/state-table.ts'
import type { Transaction } from '../../../src/domain/transaction/transaction.ts'
import { type SeedRequest, seedWorld } from '../../../src/gateway/world/commands/seed-commands.ts'
import { replaceState, resetWorld } from '../../../src/gateway/world/commands/state-commands.ts'
import { findOrCreateCustomer } from '../../../src/gateway/world/commands/vault/customers.ts'
import { parseTransaction } from '../../../src/gateway/world/records/indexes/transaction-index.ts'
import { readMeta } from '../../../src/gateway/world/records/meta.ts'
import { Records } from '../../../src/gateway/world/records/records.ts'
import { scheduled } from '../../../src/gateway/world/transaction-moves.ts'
import type { World } from '../../../src/gateway/world/world.ts'
import { defaultSettings, type Settings } from '../../../src/runtime/config/settings.ts'
import { ControlClient } from '../../support/control-client.ts'
import { GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function start(settings: Partial<Settings> = {}) {
  const sandbox = await startTestSandbox(settings)
  onTestFinished(() => sandbox.stop())
  return sandbox
}

async function seeded(request: SeedRequest = {}, settings: Partial<Settings> = {}) {
  const { world, api } = await start(settings)
  const made = await seedWorld(world, request)
  return { world, made, client: new GatewayClient(api) }
}

function transactionsIn({ records }: World): readonly Transaction[] {
  return records.lines('transactions').map(parseTransaction)
}

/** All lines but for fingerprints, which no two sandboxes share. */
function comparable({ records }: World): string {
  return JSON.stringify(records.image()).replaceAll(/\\"fingerprint\\":\\"[^"]*"/g, '')
}

const sizes = ({ records }: World) => ({
  customers: records.size('customers'),
  tokens: records.size('tokens'),
  transactions: records.size('transactions'),
})

test.each([
  { customers: 3, tokens: 0, transactions: 0 },
  { customers: 1, tokens: 30, transactions: 1 },
  { customers: 0, tokens: 0, transactions: 7 },
  { customers: 501, tokens: 1001, transactions: 502 },
])('exactly the asked numbers are made: %o', async (counts) => {
  const { world } = await seeded({ ...counts, seed: 3 })
  expect(sizes(world)).toEqual(counts)
})

test('the same seed and clock give the same data in another sandbox', async () => {
  const one = await seeded({ seed: 42 }, { seed: 1 })
  const other = await seeded({ seed: 42 }, { seed: 1 })
  expect(comparable(other.world)).toBe(comparable(one.world))
  const third = await seeded({ seed: 42 }, { seed: 2 })
  expect(third.world.records.lines('customers')).toEqual(one.world.records.lines('customers'))
})

test('after a reset the same seed gives the same lines to the last byte', async () => {
  const { world } = await seeded({ seed: 5 })
  const before = world.records.image()
  world.reset()
  await seedWorld(world, { seed: 5 })
  expect(world.records.image()).toEqual(before)
})

test('a second seeding continues with new numbers and references', async () => {
  const { world } = await seeded({ seed: 1 })
  await seedWorld(world, { seed: 1 })
  expect(sizes(world)).toEqual({ customers: 50, tokens: 80, transactions: 400 })
  const references = world.records.lines('customers').map((line) => JSON.parse(line).reference)
  expect(new Set(references).size).toBe(50)
  expect(references.at(-1)).toBe('CUST-000050')
  expectSound(world)
})

test('a reference that is taken is left to whoever has it', async () => {
  const { world } = await start()
  world.run((context) =>
    findOrCreateCustomer(world, context, 1, { reference: 'CUST-000003', name: 'First Come' }),
  )
  await seedWorld(world, { customers: 3, transactions: 0, tokens: 0 })
  const references = world.records.lines('customers').map((line) => JSON.parse(line).reference)
  expect(references).toEqual(['CUST-000003', 'CUST-000002', 'CUST-000003-2', 'CUST-000004'])
})

test('tokens alone go to the customers that are there', async () => {
  const { world } = await start()
  await expect(seedWorld(world, { customers: 0, tokens: 2 })).rejects.toThrow(
    'Tokens need customers, and there are none',
  )
  expect(sizes(world)).toEqual({ customers: 0, tokens: 0, transactions: 0 })
  world.run((context) =>
    findOrCreateCustomer(world, context, 1, { reference: 'only', name: 'Only One' }),
  )
  await seedWorld(world, { customers: 0, tokens: 30, transactions: 0 })
  expect(world.records.tokenIndex.ofCustomer(1)).toHaveLength(30)
  expectSound(world)
})

test('there is every kind of transaction, and debits are on their way', async () => {
  const { world } = await seeded()
  const seen = new Set(transactionsIn(world).map(({ kind, status }) => `${kind} ${status}`))
  for (const payment of [
    'purchase approved',
    'purchase declined',
    'purchase pending',
    'purchase voided',
    'preauthorisation approved',
    'completion approved',
    'refund approved',
    'void approved',
  ]) {
    expect(seen).toContain(payment)
  }
  const tokens = world.records.lines('tokens').map((line) => JSON.parse(line).account)
  const types = new Set(tokens.map(({ type, card }) => card?.type ?? type))
  expect(types.size).toBeGreaterThan(4)
  const banks = new Set(tokens.flatMap(({ account }) => account?.bsb.slice(0, 3) ?? []))
  expect(banks.size).toBeGreaterThan(2)
})

test('every invariant of the gateway holds in a seeded world', async () => {
  const { world } = await seeded({ customers: 60, tokens: 150, transactions: 1200, seed: 9 })
  expectSound(world)
})

test('that holds for any seed, clock, surcharge and count', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.nat(2 ** 31 - 1),
        clock: fc.integer({ min: 0, max: Date.parse('2033-01-01') }),
        customers: fc.nat(8),
        transactions: fc.nat(60),
        percent: fc.constantFrom('0', '1.5', '12.3456'),
      }),
      async ({ clock, percent, ...counts }) => {
        const merchant = { id: 1, name: 'M', vault: true, standaloneRefunds: true }
        const merchants = [{ ...merchant, surcharge: { default: percent } }]
        const sandbox = await startTestSandbox({ clock, merchants })
        await seedWorld(sandbox.world, counts)
        expectSound(sandbox.world)
        await sandbox.stop()
      },
    ),
    { numRuns: 25 },
  )
})

test('all card numbers are test numbers, and none is kept', async () => {
  const { world } = await start()
  const secrets: string[] = []
  const { fingerprint } = world.environment
  Object.assign(world.environment, {
    fingerprint: (secret: string) => {
      secrets.push(secret)
      return fingerprint(secret)
    },
  })
  await seedWorld(world, { customers: 40, tokens: 200, transactions: 300 })
  const { isTestPan } = await import('../../../src/base/redaction/card-number.ts')
  const pans = secrets.filter((secret) => /^[0-9]{13,19}$/.test(secret))
  expect(pans.length).toBeGreaterThan(100)
  expect(pans.filter((pan) => !isTestPan(pan))).toEqual([])
  const kept = JSON.stringify(world.records.image())
  const numbers = secrets.map((secret) => secret.split(' ').at(-1) as string)
  expect(numbers.filter((number) => kept.includes(`"${number}\\"`))).toEqual([])
  const bsbs = secrets.filter((secret) => secret.includes('-')).map((secret) => secret.slice(0, 2))
  expect(new Set(bsbs)).toEqual(new Set(['99']))
})

test('the last numbers are stored, so that none is given twice after a restart', async () => {
  const { world } = await seeded({ customers: 4 })
  expect(readMeta(world.records, 'ids')).toEqual({ id: 'ids', customer: 4, token: 0 })
  await seedWorld(world, { tokens: 6 })
  expect(readMeta(world.records, 'ids')).toEqual({ id: 'ids', customer: 4, token: 6 })
})

test('each step is safe on disk before it is reported, and others have a turn after it', async () => {
  const { world } = await start()
  const steps: string[] = []
  const durable = async () => {
    await nextTurn()
    steps.push('safe')
  }
  Object.assign(world, { durable })
  const progress = (done: number) => {
    steps.push(`told ${done}`)
    setImmediate(() => steps.push('turn'))
  }
  await seedWorld(world, { customers: 170 }, { progress })
  expect(steps).toEqual(['safe', 'told 100', 'turn', 'safe', 'told 170'])
})

test('the journal is left alone, and the world keeps working between the steps', async () => {
  const { world, api } = await start()
  const client = new GatewayClient(api)
  const seeding = seedWorld(world, { customers: 600, tokens: 0, transactions: 1600 })
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      await nextTurn()
      return (await client.purchase()).body.audit
    }),
  )
  await seeding
  expect(sizes(world)).toEqual({ customers: 600, tokens: 0, transactions: 1605 })
  expect(new Set(answers).size).toBe(5)
  expect(world.history.entries()).toHaveLength(5)
  expectSound(world)
})

const endings: readonly [string, (world: World) => unknown, string][] = [
  ['a reset', resetWorld, 'invalid_world'],
  ['another state', (world) => replaceState(world, new Records(), 'imported'), 'invalid_world'],
  ['the end of its world', (world) => world.close(), 'not_found'],
]

describe.each(endings)('%s ends a seeding', (_what, act, code) => {
  const asked = { customers: 700, tokens: 1200, transactions: 1200 }

  test.each([500, 1700, 2400])('that has made %i records', async (made) => {
    const { world } = await start()
    let left = sizes(world)
    const progress = (done: number) => {
      if (done === made) act(world)
      left = sizes(world)
    }
    await expect(seedWorld(world, asked, { progress })).rejects.toMatchObject({ code })
    expect(sizes(world)).toEqual(left)
  })
})

test('a server that stops ends a seeding with what was made until then', async () => {
  const { world } = await start()
  const stopping = new AbortController()
  const seeding = seedWorld(
    world,
    { customers: 0, transactions: 2000 },
    { progress: () => stopping.abort(), stopping: stopping.signal },
  )
  await expect(seeding).rejects.toThrow(
    'Seeding stopped with the sandbox: 100 of 2000 records were created',
  )
  expect(sizes(world)).toEqual({ customers: 0, tokens: 0, transactions: 100 })
})

test('a sandbox without merchant 1 cannot be seeded', async () => {
  const merchants = [
    { id: 2, name: 'Two', vault: true, standaloneRefunds: true, surcharge: undefined },
  ]
  const { world } = await start({ merchants })
  await expect(seedWorld(world, {})).rejects.toThrow('Seeding needs merchant 1')
})

test('rules neither change the data nor are used up', async () => {
  const plain = await seeded({ seed: 3 })
  const { world, url } = await start()
  const rule = { name: 'once', times: 1, outcome: { status: 'declined', response_code: '05' } }
  expect((await new ControlClient(url).post('/rules', rule)).status).toBe(200)
  await seedWorld(world, { seed: 3 })
  expect(world.rules.countOf('rules/once')?.hits ?? 0).toBe(0)
  const outcomes = (one: World) => transactionsIn(one).map(({ kind, status }) => [kind, status])
  expect(outcomes(world)).toEqual(outcomes(plain.world))
})

test('the currency is one that the gateway takes', async () => {
  const assumptions = { ...defaultSettings.assumptions, currencies: ['NZD'] }
  const { world } = await seeded({ transactions: 20 }, { assumptions })
  const currencies = transactionsIn(world).map(({ method, currency }) => [method.kind, currency])
  for (const [method, currency] of currencies) {
    expect([method, currency]).toEqual([method, method === 'card' ? 'NZD' : 'AUD'])
  }
})

/** What the gateway's own rules promise of any world's records. */
function expectSound(world: World): void {
  const now = world.now()
  const transactions = transactionsIn(world)
  const by = new Map(transactions.map((transaction) => [transaction.audit, transaction]))
  for (const transaction of transactions) {
    expectOrdinary(transaction, now)
    expectMoves(transaction)
    const target = by.get(transaction.target)
    expect(target === undefined).toBe(transaction.target === 0)
    if (target) expect(transaction.createdAt).toBeGreaterThanOrEqual(target.createdAt)
    const acting = transactions.filter((one) => one.target === transaction.audit)
    expectClaims(transaction, acting)
  }
  expect(new Set(transactions.map(({ correlation }) => correlation)).size).toBe(transactions.length)
  expect(scheduled(world).every(({ at }) => at > now)).toBe(true)
  expectVault(world)
}

function expectOrdinary(transaction: Transaction, now: number): void {
  const { createdAt, due, currency, reference, amount } = transaction
  expect(createdAt).toBeGreaterThanOrEqual(0)
  expect(createdAt).toBe(now)
  expect(due.every(({ at }) => at > now)).toBe(true)
  expect(isCurrency(currency) && isRestrictedText(reference)).toBe(true)
  expect(amount > 0 && amount < 500_000).toBe(true)
}

function expectMoves(transaction: Transaction): void {
  const [first, ...later] = reached(transaction)
  expect(first).toMatchObject({ at: transaction.createdAt, cause: 'created' })
  let status = first?.to ?? 'unknown'
  for (const { from, to } of later) {
    expect(from).toBe(status)
    expect(canMove({ ...transaction, status }, to)).toBe(true)
    status = to
  }
  expect(status).toBe(transaction.status)
  const times = reached(transaction).map(({ at }) => at)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
}

function expectClaims(transaction: Transaction, acting: readonly Transaction[]): void {
  const { status, amount, voiding = false } = transaction
  const { refunded = 0, completions = 0, completed = 0 } = transaction
  const of = (kind: string) => acting.filter((one) => one.kind === kind)
  const sum = (list: readonly Transaction[]) => list.reduce((all, one) => all + one.amount, 0)
  expect(refunded).toBe(sum(of('refund').filter((one) => isLive(one.status))))
  expect(refunded).toBeLessThanOrEqual(totalOf(transaction))
  // A voided completion has given its hold back.
  const completing = of('completion').filter((one) => isLive(one.status))
  expect(completions).toBe(completing.length)
  expect(completed).toBe(sum(completing))
  expect(completed).toBeLessThanOrEqual(amount)
  expect(voiding).toBe(false)
  expect(of('void').length).toBe(status === 'voided' ? 1 : 0)
}

function expectVault({ records }: World): void {
  const customers = records.lines('customers').map((line) => JSON.parse(line))
  for (const { name, reference } of customers) {
    expect(name).toMatch(/^\S.{0,58}\S$/)
    expect(isRestrictedText(name) && isRestrictedText(reference)).toBe(true)
  }
  const tokens = records.lines('tokens').map((line) => JSON.parse(line))
  expect(new Set(tokens.map(({ virtualPan }) => virtualPan)).size).toBe(tokens.length)
  const names = tokens.map(({ customer, preferredName }) => `${customer} ${preferredName}`)
  expect(new Set(names).size).toBe(tokens.length)
  for (const { customer, createdAt, preferredName } of tokens) {
    const owner = records.customer(customer)
    expect(owner?.createdAt).toBeLessThanOrEqual(createdAt)
    expect(isRestrictedText(preferredName) && preferredName.length <= 50).toBe(true)
  }
}

test('some seeded payments were made with the seeded tokens', async () => {
  const { world } = await seeded({ customers: 2, tokens: 3, transactions: 50 })
  const paying = transactionsIn(world).flatMap(({ method }) => method.token ?? [])
  expect(paying.length).toBeGreaterThan(0)
})
