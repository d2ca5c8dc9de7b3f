import type { Assumptions, SomeOf } from '../../domain/assumptions/assumptions.ts'
import type { FindingCode } from '../../insight/findings/all-findings.ts'
import type { References } from '../../insight/stories/story.ts'
import type { DurationText, ScenarioName } from '../../scenario/scenario-document.ts'

/** How to start a sandbox. Missing options come from the config, then from the defaults. */
export interface SandboxOptions {
  /** 0 picks a free port. */
  readonly port?: number | undefined
  /** The address to listen on. Any address other than loopback needs a control token. */
  readonly host?: string | undefined
  /** The folder that keeps all data across restarts. */
  readonly data?: string | undefined
  /** Keep nothing on disk. */
  readonly memory?: boolean | undefined
  /** Shipped scenarios or files; the last one has the highest priority. */
  readonly scenario?: ScenarioName | readonly ScenarioName[] | undefined
  /** A config file or its content; `{}` ignores the config file in the working folder. */
  readonly config?: string | ConfigDocument | undefined
  /** An export that the sandbox and every new world start with; a reset returns to it. */
  readonly import?: string | undefined
  /** Records everything to a run file, which is complete after `close()`. */
  readonly record?: string | undefined
  /** The seed of generated values: the same seed gives the same values. */
  readonly seed?: number | undefined
  /** Freezes the clock at this instant. A text is ISO 8601 with an offset. */
  readonly clock?: string | Date | undefined
  /** Reloads scenario files when they change. */
  readonly watch?: boolean | undefined
  /** `relaxed` survives a killed process; `sync` (the default) also survives a power cut. */
  readonly durability?: 'sync' | 'relaxed' | undefined
  /** `unique`: a reference is one order, paid once. */
  readonly references?: References | undefined
  /** The bearer token that the control API then requires. */
  readonly controlToken?: string | undefined
  /** Serves HTTPS with a generated certificate. */
  readonly tls?: boolean | undefined
  /** PEM files for HTTPS, instead of generated ones; give both or neither. */
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  /** Further host names that the sandbox accepts; requests for other hosts are refused. */
  readonly allowHost?: string | readonly string[] | undefined
  /** The base of links if a proxy is in front of the sandbox. */
  readonly publicUrl?: string | undefined
  /** Prints no warnings on standard error. */
  readonly quiet?: boolean | undefined
}

/** A config file as its author wrote it; all parts are optional. */
export interface ConfigDocument {
  readonly server?: ServerPart
  readonly auth?: 'open' | 'required'
  readonly users?: readonly UserPart[]
  /** If listed, only these merchants exist. */
  readonly merchants?: readonly MerchantPart[]
  /** Shipped names or files, loaded in this order; the last one has the highest priority. */
  readonly scenarios?: readonly ScenarioName[]
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
  readonly no_time_out?: DurationText
  readonly stories_kept?: number
  readonly findings_kept?: number
  /** `unique`: a reference is one order, paid once. */
  readonly references?: References
  /** Known findings that are listed as accepted and do not fail. */
  readonly accept?: readonly {
    readonly code: FindingCode
    /** The name of the test; any unless given. */
    readonly test?: string
    readonly because: string
  }[]
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
