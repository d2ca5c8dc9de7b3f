import type { TransactionKind } from '../../domain/transaction/transaction.ts'

/** Where a call belongs: a chapter that its author has labelled, else a world. */
export interface Place {
  readonly world: string
  readonly label: string | undefined
  /** Counts up within the world. */
  readonly chapterNumber: number
}

const LONGEST = 60

/** Names the calls of a run so that the same call has the same name in every run. */
export class CallNames {
  readonly #counts = new Map<string, number>()

  /** The next call of an operation in a place: `refund-after-time-out/purchase-2`. */
  next(place: Place, operation: TransactionKind): string {
    const prefix = prefixOf(place)
    const ordinal = (this.#counts.get(prefix + operation) ?? 0) + 1
    this.#counts.set(prefix + operation, ordinal)
    return `${prefix}${operation}-${ordinal}`
  }
}

function prefixOf({ world, label }: Place): string {
  const text = label === undefined ? '' : slug(label)
  if (text !== '') return `${text}/`
  return world === 'default' ? '' : `${world}/`
}

/** A label as it can be typed in a shell. */
function slug(label: string): string {
  const words = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return words.slice(0, LONGEST).replaceAll(/^-|-$/g, '')
}
