import type { TransactionKind, TransactionStatus } from '../../domain/transaction/transaction.ts'
import type { WireFault } from '../../scenario/faults/wire-fault.ts'
import { orderSubject } from '../findings/payment/words.ts'
import type { FindingDocument } from '../report/report-document.ts'
import { type SweepCell, type SweptCall, wireFault } from './cell.ts'

/** What to do with one request. */
interface MetCall {
  /** The fault to perform instead of the rules' delivery. */
  readonly fault: WireFault | undefined
  /** Called with the transaction that the request made. */
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

  /** Undefined for a clean run. */
  constructor(cell?: SweepCell) {
    this.#cell = cell
  }

  /** The calls that made a transaction, in order. */
  get made(): readonly SweptCall[] {
    return this.#made
  }

  /** Whether a request has met the fault. */
  get isReached(): boolean {
    return this.#isReached
  }

  /** A well-formed transaction request has arrived. */
  meet(place: CallPlace, operation: TransactionKind): MetCall {
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

/** The place of a call: its labelled chapter, else its world. */
export interface CallPlace {
  readonly world: string
  readonly label: string | undefined
  /** Counts up within the world. */
  readonly chapterNumber: number
}

const LONGEST = 60

/**
 * Names the calls of a run so that the same call has the same name in every run.
 * @internal Exported for tests.
 */
export class CallNames {
  readonly #counts = new Map<string, number>()

  /** The next call of an operation in a place: `refund-after-time-out/purchase-2`. */
  next(place: CallPlace, operation: TransactionKind): string {
    const prefix = prefixOf(place)
    const ordinal = (this.#counts.get(prefix + operation) ?? 0) + 1
    this.#counts.set(prefix + operation, ordinal)
    return `${prefix}${operation}-${ordinal}`
  }
}

function prefixOf({ world, label }: CallPlace): string {
  const text = label === undefined ? '' : slug(label)
  if (text !== '') return `${text}/`
  return world === 'default' ? '' : `${world}/`
}

/** A label in a form that needs no quotes in a shell. */
function slug(label: string): string {
  const words = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return words.slice(0, LONGEST).replaceAll(/^-|-$/g, '')
}

/** A transaction as a sweep counts it. */
interface SweptTransaction {
  readonly kind: TransactionKind
  readonly status: TransactionStatus
  readonly reference: string
  readonly amount: number
  readonly currency: string
}

/**
 * How often each thing was bought, held or refunded in a run. A suite that buys the same thing twice
 * on purpose does so in its clean run as well; a mistake is only what comes on top of that.
 */
class Charges {
  readonly #counts = new Map<string, number>()

  add({ world, chapterNumber }: CallPlace, transaction: SweptTransaction): void {
    const { kind, status, reference, amount, currency } = transaction
    if (status === 'declined' || status === 'error') return
    const key = keyOf(`${world}-${chapterNumber}`, kind, orderSubject(reference, amount, currency))
    this.#counts.set(key, this.#of(key) + 1)
  }

  /** How many more there are than in another run, for the subject of a finding. */
  beyond(other: Charges, finding: FindingDocument): number {
    const key = findingKey(finding)
    return this.#of(key) - other.#of(key)
  }

  #of(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}

function findingKey({ story, steps, subject }: FindingDocument): string {
  const chapter = story?.slice(0, story.lastIndexOf('-')) ?? ''
  return keyOf(chapter, steps[0]?.kind ?? '', subject)
}

function keyOf(chapter: string, kind: string, subject: string): string {
  return JSON.stringify([chapter, kind, subject])
}
