import type { Instant } from '../../../../domain/time/instant.ts'
import type {
  TransactionKind,
  TransactionStatus,
} from '../../../../domain/transaction/kinds-and-statuses.ts'
import type { PaymentMethod, Transaction } from '../../../../domain/transaction/transaction.ts'
import { FIRST_AUDIT } from '../../records/records.ts'
import type { World } from '../../world.ts'

/** A filter of transactions; members that are not given match any. */
export interface WantedTransactions {
  readonly status?: TransactionStatus | undefined
  readonly kind?: TransactionKind | undefined
  readonly reference?: string | undefined
  /** The stored key of a correlation id. */
  readonly correlation?: string | undefined
  readonly amount?: number | undefined
  readonly card?: string | undefined
  readonly merchant?: number | undefined
  readonly since?: Instant | undefined
  readonly until?: Instant | undefined
  /** Tokens of which one was paid with. */
  readonly tokens?: readonly number[] | undefined
  /** Only audits below this one. */
  readonly below?: number | undefined
}

/** Lines to look at before other requests get a turn: about 5 ms. */
const BATCH = 500

/** The matching transactions, newest first; now and then undefined, to let other requests run. */
export function* transactionsOf(
  { records }: Pick<World, 'records'>,
  wanted: WantedTransactions,
): Generator<Transaction | undefined> {
  const texts = textsOf(wanted)
  const last = Math.min(records.nextAudit, wanted.below ?? records.nextAudit) - 1
  for (let audit = last; audit >= FIRST_AUDIT; audit -= 1) {
    if (audit % BATCH === 0) yield undefined
    // A text search rules most lines out, which is far cheaper than parsing them.
    const line = texts.length === 0 ? '' : (records.line('transactions', audit) ?? '')
    if (!texts.every((text) => line.includes(text))) continue
    const transaction = records.transaction(audit)
    if (transaction !== undefined && matches(transaction, wanted)) yield transaction
  }
}

/** The audits of all transactions that the bank has not decided, newest first. */
export function undecidedAudits(world: Pick<World, 'records'>): readonly number[] {
  return [...transactionsOf(world, { status: 'unknown' })].flatMap((one) => one?.audit ?? [])
}

/** Members as every line that can match has them. */
function textsOf({ status, kind, reference, correlation, amount }: WantedTransactions) {
  return Object.entries({ status, kind, reference, correlation, amount }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`"${name}":${JSON.stringify(value)}`]),
  )
}

function matches(transaction: Transaction, wanted: WantedTransactions): boolean {
  const { createdAt, method } = transaction
  const isSame = (name: 'status' | 'kind' | 'reference' | 'correlation' | 'amount' | 'merchant') =>
    wanted[name] === undefined || transaction[name] === wanted[name]
  return (
    isSame('status') &&
    isSame('kind') &&
    isSame('reference') &&
    isSame('correlation') &&
    isSame('amount') &&
    isSame('merchant') &&
    createdAt >= (wanted.since ?? createdAt) &&
    createdAt <= (wanted.until ?? createdAt) &&
    numberOf(method).endsWith(wanted.card ?? '') &&
    (wanted.tokens?.includes(method.token?.id ?? 0) ?? true)
  )
}

/** The masked number that it was paid with. */
function numberOf(method: PaymentMethod): string {
  return method.kind === 'card' ? method.card.pan : method.account.accountNumber
}
