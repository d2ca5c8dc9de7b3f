import { type Assumptions, defaultAssumptions } from '../../domain/assumptions/assumptions.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { defaultHolidays } from '../../domain/time/banking-day.ts'
import type { LocalDate } from '../../domain/time/sydney-time.ts'
import type { Credentials } from '../../http/pipeline/auth.ts'
import type { Accepted } from '../../insight/run/accepted.ts'
import type { References } from '../../insight/stories/story.ts'
import type { TlsSettings } from '../tls/server-tls.ts'
import type { ConfigDocument } from './options.ts'

/** All settings of a sandbox, with defaults filled in. */
export interface Settings {
  readonly port: number
  readonly host: string
  /** Further host names that the sandbox accepts. */
  readonly hosts: readonly string[]
  readonly publicUrl: string | undefined
  /** Undefined: plain HTTP. */
  readonly tls: TlsSettings | undefined
  readonly controlToken: string | undefined
  /** Undefined: in memory. */
  readonly data: string | undefined
  readonly durability: 'sync' | 'relaxed'
  /** The export that new worlds start with. */
  readonly baseline: string | undefined
  /** Shipped scenarios or files; the last one has the highest priority. */
  readonly scenarios: readonly string[]
  /** Whether the scenarios, the clock and the seed were set, or are defaults. */
  readonly explicit: {
    readonly scenarios: boolean
    readonly clock: boolean
    readonly seed: boolean
  }
  readonly watch: boolean
  readonly seed: number | undefined
  /** Undefined: real time. */
  readonly clock: number | undefined
  readonly auth: 'open' | 'required'
  readonly users: readonly Credentials[]
  /** Undefined: any merchant exists. */
  readonly merchants: readonly Merchant[] | undefined
  readonly keepWorlds: boolean
  /** How many worlds there may be at a time. */
  readonly worldLimit: number
  readonly holidays: readonly LocalDate[]
  readonly journalLimit: number
  /** The config that they come from. */
  readonly document: ConfigDocument
  readonly report: {
    /** Whether clients are judged at all. */
    readonly judge: boolean
    readonly noTimeOutMs: number
    readonly storiesKept: number
    readonly findingsKept: number
    readonly accept: readonly Accepted[]
    readonly references: References
  }
  readonly assumptions: Assumptions
}

export const defaultSettings: Settings = {
  port: 4010,
  host: '127.0.0.1',
  hosts: [],
  publicUrl: undefined,
  tls: undefined,
  controlToken: undefined,
  data: undefined,
  durability: 'sync',
  baseline: undefined,
  scenarios: ['default'],
  explicit: { scenarios: false, clock: false, seed: false },
  watch: false,
  seed: undefined,
  clock: undefined,
  auth: 'open',
  users: [],
  merchants: undefined,
  keepWorlds: false,
  worldLimit: 1000,
  holidays: defaultHolidays,
  journalLimit: 5000,
  document: {},
  report: {
    judge: true,
    noTimeOutMs: 120_000,
    storiesKept: 1000,
    findingsKept: 1000,
    accept: [],
    references: 'any',
  },
  assumptions: defaultAssumptions,
}
