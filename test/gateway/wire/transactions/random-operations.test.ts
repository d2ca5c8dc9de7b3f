import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totalOf } from '../../../../src/domain/money.ts'
import { HOUR } from '../../../../src/domain/time/instant.ts'
import { isLive } from '../../../../src/domain/transaction/kinds-and-statuses.ts'
import { reached } from '../../../../src/domain/transaction/move.ts'
import { canMove } from '../../../../src/domain/transaction/state-table.ts'
import type { Transaction } from '../../../../src/domain/transaction/transaction.ts'
import { parseTransaction } from '../../../../src/gateway/world/records/indexes/transaction-index.ts'
import type { World } from '../../../../src/gateway/world/world.ts'
import { startGateway, type TestGateway } from '../../../support/gateway.ts'
import {
  amountBody,
  byDirectDebit,
  cents,
  GatewayClient,
  newId,
  type Overrides,
  voidBody,
} from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'
import { passTime } from '../../../support/world-time.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())

/** A merchant in a world of its own, where some references go wrong. */
async function newcomer() {
  const name = newId()
  const world = await gateway.running.worlds.open(name)
  const after = '2h'
  useRules(
    world,
    { when: { reference: ['decline'] }, outcome: { response_code: '05' } },
    { when: { reference: ['error'] }, outcome: { gateway_status_code: 21 } },
    { when: { reference: ['yes, later'] }, outcome: unclear({ after, status: 'approved' }) },
    { when: { reference: ['no, later'] }, outcome: unclear({ after, status: 'declined' }) },
    { when: { reference: ['at once'] }, outcome: { expires: 'at-once' } },
  )
  return { world, client: new GatewayClient(`${gateway.url}/w/${name}/v1`) }
}

function unclear<T>(resolve: T) {
  return { status: 'unknown', resolves: [resolve] } as const
}

type Acting = 'completion' | 'refund' | 'void'

type Step =
  | { readonly do: 'purchase' | 'preauthorise' | 'standaloneRefund'; readonly with: Overrides }
  | { readonly do: Acting; readonly on: number; readonly of: number; readonly as: string }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'repeat'; readonly on: number }

const reference = fc.constantFrom(
  ...['order', 'order', 'order', 'decline', 'error', 'yes, later', 'no, later', 'at once'],
)
const amount = fc.constantFrom(1, 400, 1000, 1001)
const expired = { 'transaction.payment_method.creditcard.expiry_date': '0125' }
const paid = fc
  .tuple(fc.constantFrom({}, {}, {}, expired, byDirectDebit()), amount, reference)
  .map(([method, of, as]) => ({ ...method, ...cents(of), 'transaction.reference': as }))

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('purchase', 'preauthorise', 'standaloneRefund'),
    with: paid,
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom<Acting[]>('completion', 'refund', 'void'),
      on: fc.nat(),
      of: amount,
      as: reference,
    }),
  },
  fc.record({ do: fc.constant('wait'), hours: fc.constantFrom(1, 2, 6, 24, 100, 168) }),
  fc.record({ do: fc.constant('repeat'), on: fc.nat() }),
)

function all(world: World): readonly Transaction[] {
  return world.records.lines('transactions').map(parseTransaction)
}

type Side = Awaited<ReturnType<typeof newcomer>>

async function play(side: Side, now: Step): Promise<void> {
  const { world, client } = side
  if (now.do === 'wait') return passTime(world, now.hours * HOUR)
  const known = all(world)
  if (now.do === 'repeat') return await repeat(side, known[now.on % known.length])
  if ('with' in now) {
    const changes = now.do === 'preauthorise' ? withoutDebit(now.with) : now.with
    expect((await client[now.do](changes)).status).toBe(200)
    return
  }
  const target = known[now.on % known.length]
  if (target !== undefined) await act(side, target.audit, now)
}

/** A correlation id is good for one transaction, as long as it is remembered. */
async function repeat({ world, client }: Side, earlier: Transaction | undefined): Promise<void> {
  if (earlier === undefined) return
  const found = await client.search(earlier.correlation)
  const before = world.records.size('transactions')
  const answer = await client.purchase({}, { 'x-correlation-id': earlier.correlation })
  expect(answer.status).toBe(found.body.results.length === 1 ? 409 : 200)
  expect(world.records.size('transactions')).toBe(before + 1 - found.body.results.length)
}

function withoutDebit(changes: Overrides): Overrides {
  const { 'transaction.payment_method': _debit, ...rest } = changes
  return rest
}

/** What is offered is accepted; what is not is refused, and changes nothing. */
async function act(side: Side, audit: number, now: Extract<Step, { on: number; as: string }>) {
  const { world, client } = side
  const kind = now.do
  const { body: target } = await client.lookup(audit)
  const before = all(world)
  const changes = { 'transaction.reference': now.as }
  const body = kind === 'void' ? voidBody(changes) : amountBody({ ...changes, ...cents(now.of) })
  const path = `/transactions/${audit}/${kind}`
  const link = target._links[kind]
  const answer = await client.post(path, body)
  if (link !== undefined) {
    expect(link.href).toBe(client.api + path)
    if (answer.status === 422) await followWithOneCent(side, path, now)
    else expect(answer.status).toBe(200)
    return
  }
  if (answer.status === 200) expectExpired(answer.body.status)
  else expect(answer.status).toBe(422)
  expect(all(world).slice(0, before.length)).toEqual(before)
  expect(all(world).length - before.length).toBe(answer.status === 200 ? 1 : 0)
}

/** Only the amount can have been wrong. */
async function followWithOneCent({ client }: Side, path: string, now: { readonly as: string }) {
  const changes = { 'transaction.reference': now.as, ...cents(1) }
  expect((await client.post(path, amountBody(changes))).status).toBe(200)
}

/** The one thing that is not offered and yet not refused: the bank itself has forgotten the hold. */
function expectExpired(status: { readonly acquirer: { readonly response_code: string } }): void {
  expect(status.acquirer.response_code).toBe('25')
}

function expectOrder(world: World): void {
  const known = all(world)
  for (const transaction of known) {
    const refunds = known.filter(({ kind, target, status }) => {
      return kind === 'refund' && target === transaction.audit && isLive(status)
    })
    const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0)
    expect(refunded).toBe(transaction.refunded ?? 0)
    expect(refunded).toBeLessThanOrEqual(totalOf(transaction))
    expect(transaction.completed ?? 0).toBeLessThanOrEqual(transaction.amount)
    expectMovesInTable(transaction)
  }
}

function expectMovesInTable(transaction: Transaction): void {
  const [first, ...later] = reached(transaction)
  expect(first).toMatchObject({ cause: 'created' })
  let status = first?.to
  for (const { from, to } of later) {
    expect(from).toBe(status)
    expect(canMove({ ...transaction, status: from ?? 'voided' }, to)).toBe(true)
    status = to
  }
  expect(status).toBe(transaction.status)
}

test('whatever is done in whatever order, links tell the truth and the rules hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const side = await newcomer()
      for (const now of steps) {
        await play(side, now)
        expectOrder(side.world)
      }
      await gateway.running.worlds.remove(side.world.name)
    }),
    { numRuns: 40 },
  )
})

test('refunds sent all at once never add up to more than the original', async () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 2, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2000 }), amounts, async (total, refunds) => {
      const { client, world } = await newcomer()
      const { body } = await client.purchase(cents(total))
      const answers = await Promise.all(refunds.map((of) => client.refund(body.audit, cents(of))))
      const passed = answers.map(({ status }, i) => (status === 200 ? (refunds[i] ?? 0) : 0))
      const sum = passed.reduce((one, other) => one + other, 0)
      expect(sum).toBeLessThanOrEqual(total)
      const left = total - sum
      for (const [i, { status }] of answers.entries()) {
        // Nothing was refused that would still fit.
        if (status === 422) expect(refunds[i]).toBeGreaterThan(left)
      }
      expect(world.records.transaction(body.audit)?.refunded ?? 0).toBe(sum)
    }),
    { numRuns: 25 },
  )
})

test('of many requests at once, one transaction is made for each id', async () => {
  const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(ids, async (sent) => {
      const { client, world } = await newcomer()
      const answers = await Promise.all(
        sent.map((id, i) =>
          i % 2 === 0
            ? client.purchase({}, { 'x-correlation-id': id })
            : client.preauthorise({}, { 'x-correlation-id': id }),
        ),
      )
      const made = sent.filter((_id, i) => answers[i]?.status === 200)
      expect(made.toSorted()).toEqual([...new Set(sent)].toSorted())
      expect(world.records.size('transactions')).toBe(made.length)
    }),
    { numRuns: 20 },
  )
})
