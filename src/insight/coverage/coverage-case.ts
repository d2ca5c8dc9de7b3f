import type { TransactionStatus } from '../../domain/transaction/transaction.ts'
import type { Operation } from '../../scenario/rule.ts'
import type { Exchange } from '../exchange.ts'
import type { Attempt } from '../stories/story.ts'
import type { StoryBook } from '../stories/story-book.ts'

/** A call, as coverage looks at it. */
export interface SeenCall {
  readonly exchange: Exchange
  /** The attempt that it is. */
  readonly attempt: Attempt | undefined
  /** The attempt that it asked about. */
  readonly about: Attempt | undefined
  readonly book: StoryBook
}

/** A transaction that moved. */
export interface SeenMove {
  readonly attempt: Attempt
  readonly from: TransactionStatus | undefined
  readonly to: TransactionStatus
}

/** What a sandbox must have been started with. */
export type Requirement = 'auth' | 'merchants' | 'surcharge'

/** Something that a merchant's tests should have tried. */
export interface CoverageCase<Name extends string = string> {
  readonly name: Name
  readonly group: string
  readonly description: string
  /** How to make it happen: a card, an amount, a command. */
  readonly provoke: string
  /** Left out: possible in every configuration. */
  readonly needs?: Requirement
  /** Asked for by plans only; no part of the percentage without one. */
  readonly isExtra?: true
  /** The calls to look at; left out: all. */
  readonly on?: readonly Operation[]
  readonly sees?: (seen: SeenCall) => boolean
  /** The same with a memory of its own in each chapter. */
  readonly watches?: () => (seen: SeenCall) => boolean
  readonly seesMove?: (seen: SeenMove) => boolean
}
