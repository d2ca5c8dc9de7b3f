import type { CommandContext } from '../domain/command-context.ts'
import { hash32 } from '../domain/generated-codes.ts'
import { redactText } from '../domain/redaction/redacted.ts'
import { DAY, HOUR, type Instant, MINUTE } from '../domain/time/instant.ts'
import { instantOn, sydneyDay, sydneyTimeOfDay } from '../domain/time/sydney-time.ts'
import { isCompletable, isRefundable, isVoidable } from '../domain/transaction/acting-on-target.ts'
import { effectsOfOpening, whenDue } from '../domain/transaction/move.ts'
import { openTransaction, type TransactionDraft } from '../domain/transaction/open-transaction.ts'
import type { PaymentMethod, Transaction } from '../domain/transaction/transaction.ts'
import { noVerdict, type Verdict } from '../domain/transaction/verdict.ts'
import type { Token } from '../domain/vault.ts'
import { Chance } from './chance.ts'
import { amountOf, payerAt, payerBy, verdictFor } from './payment-means.ts'
import { daysBefore, type SeedContext, type SeedPart, salts } from './seed-context.ts'

/** A self-contained part of the past: follow-ups are in the same part as their transactions. */
interface HistoryPart extends SeedPart {
  readonly total: number
  readonly firstAudit: number
  readonly tokens: readonly Token[]
}

/** The last weeks of a merchant up to now, including moves that are still due. */
export function seedHistory(part: HistoryPart, context: SeedContext): readonly Transaction[] {
  const ledger = new Ledger(part.firstAudit)
  for (const [i, at] of instantsOf(part, part.total, context).entries()) {
    ledger.passTo(at)
    const place = part.first + i
    const moment = {
      context: { ...context, now: at },
      chance: new Chance(context.seed, salts.transaction, place, 1),
      tokens: part.tokens,
    }
    if (place >= part.total * 0.97) openOnItsWay(ledger, moment, place % 3 === 0)
    else openByChance(ledger, moment)
  }
  ledger.passTo(context.now)
  return ledger.transactions
}

interface Moment {
  readonly context: SeedContext
  readonly chance: Chance
  readonly tokens: readonly Token[]
}

function openByChance(ledger: Ledger, moment: Moment): void {
  const { context, chance } = moment
  const target = targetFor(chance, ledger, context)
  const draft = target ? draftOn(target, chance) : payment(moment)
  const verdict = target ? noVerdict : verdictFor(draft.method, chance)
  ledger.open({ ...commonDraft(ledger.nextAudit, context), ...draft }, verdict, context)
}

/** The last ones are always pending debits and open holds, regardless of chance. */
function openOnItsWay(ledger: Ledger, { context, chance, tokens }: Moment, isHold: boolean): void {
  const rail = isHold ? 'card' : 'direct_debit'
  const method = payerBy(rail, chance, tokens, context)
  const draft = paymentBy(method, chance, isHold)
  ledger.open({ ...commonDraft(ledger.nextAudit, context), ...draft }, noVerdict, context)
}

type DraftParts = Omit<
  TransactionDraft,
  'audit' | 'merchant' | 'correlation' | 'currency' | 'surcharge'
>

function commonDraft(audit: number, { seed, merchant, assumptions }: SeedContext) {
  const { currencies } = assumptions
  const isUsual = currencies === 'any' || currencies.includes('AUD')
  return {
    audit,
    merchant: merchant.id,
    correlation: redactText(correlationId(seed, audit)),
    currency: isUsual ? 'AUD' : (currencies[0] ?? 'AUD'),
    surcharge: merchant.surcharge,
  }
}

const orders = ['INV', 'INV', 'ORDER', 'SUB']
const channels = ['web', 'web', 'app', 'phone']

/** A new purchase or preauthorisation. */
function payment({ context, chance, tokens }: Moment): DraftParts {
  const method = payerAt(chance, tokens, context)
  return paymentBy(method, chance, method.rail === 'card' && chance.hits(18))
}

function paymentBy(method: PaymentMethod, chance: Chance, isHold: boolean): DraftParts {
  const prefix = isHold ? 'BOOKING' : chance.pick(orders)
  return {
    kind: isHold ? 'preauthorisation' : 'purchase',
    target: 0,
    reference: redactText(`${prefix}-${chance.between(100_000, 999_999)}`),
    kvps: { CHANNEL: redactText(chance.pick(channels)) },
    amount: amountOf(chance),
    method,
  }
}

/** A follow-up to an earlier transaction, with the same reference. */
function draftOn(
  { transaction, kind }: { readonly transaction: Transaction; readonly kind: ActingKind },
  chance: Chance,
): DraftParts {
  const { audit, reference, method } = transaction
  const left = leftOf(transaction, kind)
  const share = kind === 'void' || chance.hits(60) ? 100 : chance.between(20, 90)
  const amount = Math.ceil((left * share) / 100)
  return { kind, target: audit, reference, kvps: {}, amount, method }
}

function leftOf({ amount, total, completed, refunded }: Transaction, kind: ActingKind): number {
  if (kind === 'completion') return amount - completed
  return kind === 'refund' ? total - refunded : total
}

type ActingKind = 'completion' | 'refund' | 'void'

/** An earlier transaction that can be followed up now, and how. */
function targetFor(chance: Chance, ledger: Ledger, context: SeedContext) {
  const kind = actingKind(chance.below(100))
  if (kind === undefined) return undefined
  const open = ledger.transactions.filter((one) => mayActOn(one, kind, context))
  return open.length === 0 ? undefined : { transaction: chance.pick(open), kind }
}

function actingKind(turn: number): ActingKind | undefined {
  if (turn < 8) return 'completion'
  if (turn < 16) return 'refund'
  return turn < 20 ? 'void' : undefined
}

function mayActOn(target: Transaction, kind: ActingKind, { now, assumptions }: SeedContext) {
  if (kind === 'completion') {
    return isAged(target, 2 * HOUR, now) && isCompletable(target, now, assumptions)
  }
  if (kind === 'refund') return isAged(target, HOUR, now) && isRefundable(target)
  return isAged(target, 5 * MINUTE, now) && isVoidable(target, now)
}

function isAged({ createdAt }: Transaction, least: number, now: Instant): boolean {
  return now - createdAt >= least
}

/** Looks like a random id from a merchant's backend; unique per audit. */
function correlationId(seed: number, audit: number): string {
  const words = [0, 1, 2, 3].map((word) => hash32(seed, salts.correlation, audit, word))
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  const [a, b, c, d] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20)]
  return `${a}-${b}-4${c}-a${d}-${hex.slice(20)}`
}

/** How far back the seeded history goes. */
const HISTORY_DAYS = 42

/** Above 1: business grows over time. */
const GROWTH = 1.3

const opening = 6.5 * HOUR
const closing = 23 * HOUR

/** The times of a part's transactions, earliest first; later parts have later times. */
function instantsOf(
  part: SeedPart,
  total: number,
  { seed, now }: { readonly seed: number; readonly now: Instant },
): readonly Instant[] {
  const span = now - daysBefore(now, HISTORY_DAYS)
  const today = sydneyDay(now)
  return Array.from({ length: part.count }, (_, i) => {
    const index = part.first + i
    const jitter = new Chance(seed, salts.transaction, index, 0).below(1000) / 1000
    const left = 1 - (index + jitter) / total
    const at = Math.floor(now - span * left ** GROWTH)
    return sydneyDay(at) === today ? at : duringTheDay(at)
  }).sort((one, other) => one - other)
}

/** Maps a 24-hour day to the hours in which people are awake. */
function duringTheDay(at: Instant): Instant {
  const share = sydneyTimeOfDay(at) / DAY
  return instantOn(sydneyDay(at), Math.floor(opening + share * (closing - opening)))
}

/** Transactions in the simulated past: each is opened, and due moves happen in time order. */
class Ledger {
  readonly #first: number
  readonly #transactions: Transaction[] = []
  #waiting: number[] = []

  constructor(firstAudit: number) {
    this.#first = firstAudit
  }

  get nextAudit(): number {
    return this.#first + this.#transactions.length
  }

  get transactions(): readonly Transaction[] {
    return this.#transactions
  }

  readonly find = (audit: number): Transaction => {
    const found = this.#transactions[audit - this.#first]
    if (found === undefined) throw new Error(`Transaction ${audit} is missing`)
    return found
  }

  open(draft: TransactionDraft, verdict: Verdict, context: CommandContext): Transaction {
    const opened = openTransaction(draft, verdict, context)
    this.#transactions.push(opened)
    if (opened.due.length > 0) this.#waiting.push(opened.audit)
    this.#put(effectsOfOpening(opened, this.find, context.now))
    return opened
  }

  /** Performs every move that is due until then. */
  passTo(now: Instant): void {
    for (;;) {
      const next = this.#earliest()
      const due = next?.due[0]
      if (next === undefined || due === undefined || due.at > now) return
      this.#put(whenDue(next, this.find))
    }
  }

  #earliest(): Transaction | undefined {
    let earliest: Transaction | undefined
    for (const audit of this.#waiting) {
      const one = this.find(audit)
      if (earliest === undefined || dueAt(one) < dueAt(earliest)) earliest = one
    }
    return earliest
  }

  #put(changed: readonly Transaction[]): void {
    for (const transaction of changed) {
      this.#transactions[transaction.audit - this.#first] = transaction
      if (transaction.due.length === 0) {
        this.#waiting = this.#waiting.filter((audit) => audit !== transaction.audit)
      }
    }
  }
}

function dueAt({ due }: Transaction): Instant {
  return due[0]?.at ?? Number.POSITIVE_INFINITY
}
