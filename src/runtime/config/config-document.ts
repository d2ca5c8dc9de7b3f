import type { Assumptions, SomeOf } from '../../domain/assumptions/assumptions.ts'

/** A config file as its author wrote it; all parts are optional. */
export interface ConfigDocument {
  readonly server?: ServerPart
  readonly auth?: 'open' | 'required'
  readonly users?: readonly UserPart[]
  /** If listed, only these merchants exist. */
  readonly merchants?: readonly MerchantPart[]
  /** Shipped names or files, loaded in this order; the last one has the highest priority. */
  readonly scenarios?: readonly string[]
  readonly seed?: number
  /** The clock starts frozen at this instant. */
  readonly clock?: string
  readonly worlds?: { readonly keep?: boolean; readonly limit?: number }
  /** Path of a file `{ holidays: [2026-01-01, …] }`. */
  readonly holidays?: string
  readonly journal?: { readonly limit?: number }
  readonly report?: ReportPart
  readonly assumptions?: SomeOf<Assumptions>
}

export interface ServerPart {
  readonly port?: number
  readonly host?: string
  /** Further host names that the sandbox accepts. */
  readonly hosts?: readonly string[]
  readonly public_url?: string | null
  readonly data?: string
  readonly durability?: 'sync' | 'relaxed'
  readonly control_token?: string | null
  /** PEM files: the certificate and its private key. */
  readonly tls?: { readonly cert?: string | null; readonly key?: string | null }
}

/** How clients are judged, and how many results are kept. */
export interface ReportPart {
  readonly judge?: boolean
  /** A duration: a client that waits longer than this for an answer has no timeout. */
  readonly no_time_out?: string
  readonly stories_kept?: number
  readonly findings_kept?: number
}

/** A user needs a password for Basic or a token for Bearer. */
export interface UserPart {
  readonly name: string
  readonly password?: string
  readonly token?: string
  /** The merchant the user is assigned to. */
  readonly merchant: number
  /** The merchants the user may use; by default only its own. */
  readonly merchants?: readonly number[]
}

export interface MerchantPart {
  readonly id: number
  readonly name?: string
  readonly vault?: boolean
  readonly standalone_refunds?: boolean
  readonly surcharge?: SurchargePart
}

/** Percentages are decimal strings. */
export interface SurchargePart {
  readonly default?: string
  readonly card_types?: Readonly<Record<string, string>>
  readonly methods?: Readonly<Record<string, string>>
}
