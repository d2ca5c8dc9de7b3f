import type { TransactionKind } from '../../domain/transaction/transaction.ts'
import type { WireFault } from '../../scenario/faults/wire-fault.ts'
import { CallNames, type Place } from './call-names.ts'
import { type SweepCell, type SweptCall, wireFault } from './cell.ts'
import { Charges, type SweptTransaction } from './charges.ts'

/** What is in store for one request. */
export interface MetCall {
  /** To be performed in place of what the rules say about the wire. */
  readonly fault: WireFault | undefined
  /** To be called with the transaction that the request has made. */
  readonly made: (transaction: SweptTransaction) => void
}

/**
 * Names the transaction requests of a run, and breaks one of them. It stands outside the rules and
 * the worlds, so that no reset takes the fault away.
 */
export class SweepWatch {
  readonly charges = new Charges()
  readonly #names = new CallNames()
  readonly #made: SweptCall[] = []
  readonly #cell: SweepCell | undefined
  #isReached = false

  /** Without a cell: a clean run. */
  constructor(cell?: SweepCell) {
    this.#cell = cell
  }

  /** The calls that have made a transaction, in their order. */
  get made(): readonly SweptCall[] {
    return this.#made
  }

  /** Whether a request has met the fault. */
  get isReached(): boolean {
    return this.#isReached
  }

  /** A well-formed transaction request has come. */
  meet(place: Place, operation: TransactionKind): MetCall {
    const name = this.#names.next(place, operation)
    const isMeant = this.#cell?.call.name === name
    const fault = isMeant ? wireFault(this.#cell) : undefined
    if (fault?.at === 'before') this.#isReached = true
    return {
      fault,
      made: (transaction) => {
        if (isMeant) this.#isReached = true
        this.charges.add(place, transaction)
        this.#made.push({ name, operation })
      },
    }
  }
}
