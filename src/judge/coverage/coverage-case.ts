import type { TransactionStatus } from '../../domain/transaction/kinds-and-statuses.ts'
import type { Exchange } from '../../record/exchange.ts'
import type { Operation } from '../../scenario/rule.ts'
import type { Attempt, JudgedPayment } from '../payments/judged-payment.ts'
import type { PaymentBook } from '../payments/payment-book.ts'

/** A call, as coverage looks at it. */
export interface SeenCall {
  readonly exchange: Exchange
  /** The attempt of this call, for transaction requests. */
  readonly attempt: Attempt | undefined
  /** The attempt that a lookup or search is about. */
  readonly about: Attempt | undefined
  readonly book: PaymentBook
}

/** A transaction that changed its status. */
export interface SeenMove {
  readonly attempt: Attempt
  readonly from: TransactionStatus | undefined
  readonly to: TransactionStatus
}

/** A configuration that the sandbox must be started with. */
export type Requirement = 'auth' | 'merchants' | 'surcharge'

/** Something that a merchant's tests should try. */
export interface CoverageCase<Name extends string = string> {
  readonly name: Name
  readonly description: string
  /** How to make it happen: a card, an amount, a command. */
  readonly provoke: string
  /** Left out if possible in every configuration. */
  readonly needs?: Requirement
  /** Only for plans; not part of the percentage otherwise. */
  readonly isExtra?: true
  /** The calls to check; left out: all. */
  readonly on?: readonly Operation[]
  readonly sees?: (seen: SeenCall) => boolean
  /** The same check with its own state per test. */
  readonly watches?: () => (seen: SeenCall) => boolean
  readonly seesMove?: (seen: SeenMove) => boolean
  /** Checked when the payment is over or a report is made: what follows may still spoil it. */
  readonly seesPayment?: (payment: JudgedPayment) => boolean
}
