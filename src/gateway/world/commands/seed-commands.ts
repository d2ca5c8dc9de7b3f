import { nextTurn } from '../../../base/in-batches.ts'
import { redactText } from '../../../base/redaction/redacted.ts'
import type { CommandContext } from '../../../domain/command-context.ts'
import type { Merchant } from '../../../domain/merchant.ts'
import { totalOf } from '../../../domain/money.ts'
import { problem } from '../../../domain/problem.ts'
import {
  isCompletable,
  isRefundable,
  isVoidable,
} from '../../../domain/transaction/acting-on-target.ts'
import { noDecision } from '../../../domain/transaction/decision.ts'
import type { FollowingKind } from '../../../domain/transaction/kinds-and-statuses.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import type { Customer, Token } from '../../../domain/vault-records.ts'
import type { SeedData } from '../../seed/seed-data.ts'
import { correlationKey } from '../records/indexes/transaction-index.ts'
import { lastIds } from '../records/meta.ts'
import type { Records } from '../records/records.ts'
import type { World } from '../world.ts'
import { createResolved } from './transactions/create-transaction.ts'
import type { PaymentInput, TransactionIntent } from './transactions/intent.ts'
import { findOrCreateCustomer } from './vault/customers.ts'
import { type AccountInput, createToken } from './vault/tokens.ts'

/** How many records of each kind to create, all for this merchant. */
export interface SeedRequest {
  readonly customers?: number
  readonly tokens?: number
  readonly transactions?: number
  readonly seed?: number
}

/** What was created, and with which seed. */
export type Seeded = Required<SeedRequest>

/** Lets the caller watch and stop a long seed. */
export interface SeedWatch {
  /** Called after each step with the number of records created so far. */
  readonly progress?: (done: number, total: number) => void
  /** Ends the seed when the server stops. */
  readonly stopping?: AbortSignal
}

const MERCHANT = 1

const usualData = { customers: 25, tokens: 40, transactions: 200 }
const noData = { customers: 0, tokens: 0, transactions: 0 }

/** Records per step. No request runs during a step, so it must be short. */
const STEP = 100

/** Creates realistic data in small steps, so that the world can handle requests in between. */
export async function seedWorld(
  world: World,
  request: SeedRequest,
  watch: SeedWatch = {},
): Promise<Seeded> {
  const asked = withDefaults(world, request)
  const merchant = seededMerchant(world)
  const { records } = world
  const { SeedData } = await import('../../seed/seed-data.ts')
  const { customer, token } = lastIds(records)
  // A second seeding continues with other data.
  const data = new SeedData(asked.seed, customer, token, records.nextAudit)
  const total = asked.customers + asked.tokens + asked.transactions
  const seeding = new Seeding({ world, records, merchant, data }, { ...watch, total })
  await seeding.customers(asked.customers)
  await seeding.tokens(asked.tokens)
  await seeding.transactions(asked.transactions)
  return asked
}

function withDefaults(world: World, request: SeedRequest): Seeded {
  const { seed = world.seed, ...asked } = request
  // If the caller names any count, only the named kinds are created.
  const usual = Object.keys(asked).length === 0 ? usualData : noData
  return { ...usual, ...asked, seed }
}

function seededMerchant({ environment }: World): Merchant {
  const merchant = environment.merchant(MERCHANT)
  if (merchant !== undefined) return merchant
  throw problem('forbidden_merchant', `Seeding needs merchant ${MERCHANT}, which is not listed`)
}

interface SeedParts {
  readonly world: World
  /** Those that the world had when the seeding began. */
  readonly records: Records
  readonly merchant: Merchant
  readonly data: SeedData
}

/** The last payments that a refund, a completion or a void may be for. */
const MOST_RECENT = 50

/** How many of them are tried until one fits. */
const MOST_TRIED = 8

class Seeding {
  readonly #parts: SeedParts
  readonly #watch: SeedWatch & { readonly total: number }
  #done = 0
  #customers: Customer[] = []
  #tokens: Token[] = []
  #recent: number[] = []

  constructor(parts: SeedParts, watch: SeedWatch & { readonly total: number }) {
    this.#parts = parts
    this.#watch = watch
  }

  async customers(count: number): Promise<void> {
    await this.#inSteps(count, (context) => () => {
      this.#customers.push(newCustomer(this.#parts, context))
    })
  }

  async tokens(count: number): Promise<void> {
    await this.#inSteps(count, (context) => {
      const owners = ownersIn(this.#parts.world, this.#customers)
      return () => {
        this.#tokens.push(newToken(this.#parts, context, this.#parts.data.pick(owners)))
      }
    })
  }

  async transactions(count: number): Promise<void> {
    await this.#inSteps(count, (context) => () => {
      const { data } = this.#parts
      const request = actingRequest(this.#parts, context, this.#recent)
      if (request !== undefined) {
        createResolved(this.#parts.world, context, request, noDecision)
        return
      }
      const token = data.hits(70) ? this.#usableToken() : undefined
      const payment = newPayment(this.#parts, context, token)
      const method = isDebit(payment, token) ? 'direct_debit' : 'card'
      const { audit } = createResolved(
        this.#parts.world,
        context,
        newRequest(this.#parts, context, payment, method),
        data.decision(method),
      )
      this.#recent = [...this.#recent, audit].slice(-MOST_RECENT)
    })
  }

  /** An active one of this seeding that still exists. */
  #usableToken(): Token | undefined {
    const { records, data } = this.#parts
    if (this.#tokens.length === 0) return undefined
    const token = records.token(data.pick(this.#tokens).id)
    return token?.active ? token : undefined
  }

  /** Each step runs without an await, so requests between steps cannot corrupt it. */
  async #inSteps(total: number, makerOf: (context: CommandContext) => () => void): Promise<void> {
    if (total === 0) return
    // Loading the code of the first step may have taken a long turn.
    await nextTurn()
    for (let made = 0; made < total; made += STEP) {
      const count = Math.min(STEP, total - made)
      this.#step((context) => {
        const make = makerOf(context)
        for (let i = 0; i < count; i++) make()
      })
      await this.#parts.world.pause()
      this.#done += count
      this.#watch.progress?.(this.#done, this.#watch.total)
    }
    this.#step(() => undefined)
  }

  #step(work: (context: CommandContext) => void): void {
    this.#parts.world.run((context) => {
      this.#refuseIfOver()
      work(context)
    })
  }

  /** A seed ends when its world is reset or replaced: the records that it builds on are gone. */
  #refuseIfOver(): void {
    if (this.#parts.world.records !== this.#parts.records) {
      const message = 'Seeding stopped: its world was reset or replaced meanwhile'
      throw problem('invalid_world', message)
    }
    if (!this.#watch.stopping?.aborted) return
    const made = `${this.#done} of ${this.#watch.total} records`
    throw problem('internal_error', `Seeding stopped with the sandbox: ${made} were created`)
  }
}

/** With an unused reference. */
function newCustomer({ world, data }: SeedParts, context: CommandContext): Customer {
  const name = data.customerName()
  const usual = `CUST-${String(lastIds(world.records).customer + 1).padStart(6, '0')}`
  for (let tries = 1; ; tries++) {
    const reference = tries === 1 ? usual : `${usual}-${tries}`
    const made = findOrCreateCustomer(world, context, MERCHANT, { reference, name })
    if (made.isNew) return made.customer
  }
}

/** The new customers if there are any, else the merchant's existing ones. */
function ownersIn({ records }: World, customers: readonly Customer[]): readonly Customer[] {
  const owners =
    customers.length === 0
      ? records.customerIndex
          .page(MERCHANT, { ...wholePage, limit: 1000 })
          .items.flatMap((id) => records.customer(id) ?? [])
      : customers.filter(({ id }) => records.line('customers', id) !== undefined)
  if (owners.length > 0) return owners
  throw problem('out_of_range', 'Tokens need customers, and there are none', 'seeded_tokens')
}

const wholePage = {
  ordering: 'customer_id',
  name: undefined,
  reference: undefined,
  offset: 0,
} as const

/** A card or a bank account, with an unused name. */
function newToken({ world, data }: SeedParts, context: CommandContext, owner: Customer): Token {
  const { label, account } = newAccount(data, context, owner)
  const { records } = world
  const isTaken = records.tokenIndex.byName(owner.id, label) !== undefined
  const preferredName = isTaken ? `${label} (${lastIds(records).token + 1})` : label
  return createToken(world, context, owner, { preferredName, active: !data.hits(6), account })
}

function newAccount(data: SeedData, { now }: CommandContext, { name }: Customer) {
  if (data.hits(25)) {
    const { label, ...bank } = data.account(name)
    return { label, account: { type: 'bank', ...bank } satisfies AccountInput }
  }
  const { label, ...card } = data.card(now)
  return { label, account: { type: 'card', ...card, name } satisfies AccountInput }
}

/** By a stored card or account, or by a new one. */
function newPayment(
  { data }: SeedParts,
  { now }: CommandContext,
  token: Token | undefined,
): PaymentInput {
  if (token !== undefined) {
    const { virtualPan } = token
    return { kind: 'virtual_pan', virtualPan, expiry: undefined, cvv: undefined }
  }
  if (data.hits(15)) return { kind: 'direct_debit', ...data.account() }
  return { kind: 'card', ...data.card(now), cvv: undefined }
}

function isDebit(payment: PaymentInput, token: Token | undefined): boolean {
  return token === undefined ? payment.kind === 'direct_debit' : token.account.type === 'bank'
}

function newRequest(
  parts: SeedParts,
  { assumptions }: CommandContext,
  payment: PaymentInput,
  method: 'card' | 'direct_debit',
): TransactionIntent {
  const { data } = parts
  const isHold = method === 'card' && data.hits(18)
  const accepted = method === 'card' ? assumptions.currencies : assumptions.direct_debit.currencies
  const isUsual = accepted === 'any' || accepted.includes('AUD')
  return requestFor(parts, {
    operation: isHold ? 'preauthorisation' : 'purchase',
    reference: data.reference(isHold),
    kvps: { CHANNEL: data.channel() },
    amount: data.amount(),
    currency: isUsual ? 'AUD' : (accepted[0] ?? 'AUD'),
    payment,
    targetAudit: undefined,
  })
}

/** A completion, a refund or a void of a recent payment, if one is drawn and possible. */
function actingRequest(
  parts: SeedParts,
  context: CommandContext,
  recent: readonly number[],
): TransactionIntent | undefined {
  const { data } = parts
  const operation = data.action()
  if (operation === undefined) return undefined
  const target = data
    .some(recent, MOST_TRIED)
    .flatMap((audit) => parts.records.transaction(audit) ?? [])
    .find((one) => leftOf(one, operation, context) > 0)
  if (target === undefined) return undefined
  const isVoid = operation === 'void'
  return requestFor(parts, {
    operation,
    reference: target.reference,
    kvps: {},
    amount: isVoid ? undefined : data.shareOf(leftOf(target, operation, context)),
    currency: isVoid ? undefined : target.currency,
    payment: undefined,
    targetAudit: target.audit,
  })
}

/** The cents that can still be completed, refunded or voided. */
function leftOf(
  target: Transaction,
  operation: FollowingKind,
  { now, assumptions }: CommandContext,
): number {
  const { amount, completed = 0, refunded = 0 } = target
  if (operation === 'completion')
    return isCompletable(target, now, assumptions) ? amount - completed : 0
  if (operation === 'refund') return isRefundable(target) ? totalOf(target) - refunded : 0
  return isVoidable(target, now) ? totalOf(target) : 0
}

/** With a new correlation id, and with its texts as they may be stored. */
function requestFor(
  { data, merchant }: SeedParts,
  asked: Omit<
    TransactionIntent,
    'merchant' | 'user' | 'correlationId' | 'key' | 'redacted' | 'requestHash'
  >,
): TransactionIntent {
  const correlationId = data.correlationId()
  const kvps = Object.entries(asked.kvps).map(([key, value]) => [key, redactText(value)])
  return {
    ...asked,
    merchant,
    user: 'seed',
    correlationId,
    key: correlationKey(merchant.id, redactText(correlationId)),
    redacted: {
      correlationKey: redactText(correlationId),
      reference: redactText(asked.reference),
      kvps: Object.fromEntries(kvps),
    },
    requestHash: undefined,
  }
}
