/** All that the model believes of one world. Plain data, so that it can be copied whole. */
export interface State {
  now: number
  nextAudit: number
  readonly transactions: Map<number, Transaction>
  /** By merchant and correlation id. */
  readonly remembered: Map<string, Remembered>
  readonly customers: Customer[]
  readonly tokens: Token[]
  /** Temporary rules that were not used yet, in the order in which they are asked. */
  readonly rules: OneShot[]
  /** Ids that were given once, never to be given again. */
  readonly usedIds: { readonly customers: Set<number>; readonly tokens: Set<number> }
}

/** Breaks one answer, or makes the bank say something once. */
export interface OneShot {
  readonly operation: string
  readonly fault: { readonly at: 'before' | 'after'; readonly http: number } | undefined
  readonly code: string | undefined
}

export type Kind = 'purchase' | 'preauthorisation' | 'completion' | 'refund' | 'void'

export type Status = 'approved' | 'declined' | 'error' | 'pending' | 'unknown' | 'voided'

export type Method =
  | {
      readonly kind: 'card'
      readonly pan: string
      readonly type: string
      readonly virtualPan: string | undefined
    }
  | {
      readonly kind: 'debit'
      readonly bsb: string
      readonly account: string
      readonly name: string
      readonly virtualPan: string | undefined
    }

export interface Move {
  readonly at: number
  readonly status: 'approved' | 'declined' | 'error'
  readonly code: string | undefined
  readonly event: 'cleared' | 'returned' | 'resolved'
}

/** What only answers can tell: undefined while no answer has, null where it is known to be absent. */
interface Told {
  authorisation?: string | null
  preauthorisation?: string | null
  settlement?: string | null
  trace?: string | null
}

export interface Transaction {
  readonly audit: number
  readonly merchant: number
  readonly correlation: string
  readonly kind: Kind
  readonly at: number
  readonly reference: string
  readonly currency: string
  /** Cents as submitted, and with what was added to it. */
  readonly amount: bigint
  readonly total: bigint
  readonly method: Method
  readonly target: number | undefined
  readonly kvps: Readonly<Record<string, string>>
  /** For a preauthorisation. */
  readonly expiresAt: number
  readonly isDrifting: boolean
  /** The banking day on which it is settled or lodged. */
  readonly day: string
  /** From here on it cannot be voided; a preauthorisation has its expiry instead. */
  readonly voidLimit: number
  status: Status
  gateway: number
  /** Undefined where any text will do. */
  code: string | undefined
  moves: Move[]
  isExpiryDone: boolean
  told: Told
}

export interface Remembered {
  readonly audit: number
  readonly until: number
  readonly request: string
  /** What was answered, where that is known. */
  answer: unknown
}

export interface Customer {
  id: number
  readonly merchant: number
  reference: string
  name: string
}

export interface Token {
  id: number
  customer: number
  readonly merchant: number
  virtualPan: string
  preferredName: string
  isActive: boolean
  account: Account
}

export type Account =
  | { readonly kind: 'card'; readonly pan: string; readonly month: string; readonly name: string }
  | {
      readonly kind: 'bank'
      readonly bsb: string
      readonly account: string
      readonly name: string
    }

export function newState(clock: string): State {
  return {
    now: Date.parse(clock),
    nextAudit: 1_000_001,
    transactions: new Map(),
    remembered: new Map(),
    customers: [],
    tokens: [],
    rules: [],
    usedIds: { customers: new Set(), tokens: new Set() },
  }
}
