import { defaultAssumptions } from '../../domain/assumptions/assumptions.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { defaultHolidays } from '../../domain/time/banking-day.ts'
import type { Credentials } from '../../http/pipeline/auth.ts'
import type { Accepted } from '../../insight/report/report-document.ts'
import type { References } from '../../insight/stories/story.ts'
import type { TlsSettings } from '../tls/server-tls.ts'
import type { ConfigDocument } from './options.ts'

/** The value that each setting has unless the options or the config say otherwise. */
export const defaultSettings = {
  port: 7263 as number,
  host: '127.0.0.1' as string,
  /** Further host names that the sandbox accepts. */
  hosts: [] as readonly string[],
  publicUrl: undefined as string | undefined,
  /** Undefined: plain HTTP. */
  tls: undefined as TlsSettings | undefined,
  controlToken: undefined as string | undefined,
  /** Undefined: in memory. */
  data: undefined as string | undefined,
  durability: 'sync' as 'sync' | 'relaxed',
  /** The export that new worlds start with. */
  baseline: undefined as string | undefined,
  /** Shipped scenarios or files; the last one has the highest priority. */
  scenarios: ['default'] as readonly string[],
  /** Whether the scenarios, the clock and the seed were set, or are defaults. */
  explicit: { scenarios: false as boolean, clock: false as boolean, seed: false as boolean },
  watch: false as boolean,
  seed: undefined as number | undefined,
  /** Undefined: real time. */
  clock: undefined as number | undefined,
  auth: 'open' as 'open' | 'required',
  users: [] as readonly Credentials[],
  /** Undefined: any merchant exists. */
  merchants: undefined as readonly Merchant[] | undefined,
  keepWorlds: false as boolean,
  /** How many worlds there may be at a time. */
  worldLimit: 1000 as number,
  holidays: defaultHolidays,
  journalLimit: 5000 as number,
  /** The config that they come from. */
  document: {} as ConfigDocument,
  report: {
    /** Whether clients are judged at all. */
    judge: true as boolean,
    noTimeOutMs: 120_000 as number,
    storiesKept: 1000 as number,
    findingsKept: 1000 as number,
    accept: [] as readonly Accepted[],
    references: 'any' as References,
  },
  assumptions: defaultAssumptions,
}

/** All settings of a sandbox. */
export type Settings = Readonly<typeof defaultSettings>
