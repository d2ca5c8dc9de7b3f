/// <reference lib="esnext.disposable" preserve="true" />

import type {
  ExpireBody,
  ResetBody,
  ResolveBody,
  ReturnBody,
  SeedBody,
  SettleBody,
} from '../../control/contract/calls/bodies.ts'
import type {
  AdvanceResponse,
  ClockChangedResponse,
  ClockResponse,
  Scheduled,
} from '../../control/contract/calls/clock.ts'
import type {
  CustomerDetailResponse,
  CustomerResponse,
} from '../../control/contract/calls/customers.ts'
import type {
  CoverageResponse,
  PaymentResponse,
  ReportResponse,
} from '../../control/contract/calls/report.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import type { LoadedResponse, ScenariosResponse } from '../../control/contract/calls/scenarios.ts'
import type {
  ExpireResponse,
  ResolveResponse,
  ReturnResponse,
  SettleResponse,
  TransactionDetailResponse,
  TransactionResponse,
} from '../../control/contract/calls/transactions.ts'
import type { SeedResponse } from '../../control/contract/calls/worlds.ts'
import type { CamelCased, FilterOptions } from '../../control/lists/filter.ts'
import type {
  customerFilters,
  paymentFilters,
  requestFilters,
  transactionFilters,
} from '../../control/lists/lists.ts'
import type {
  ListedSnapshotResponse,
  SavedSnapshotResponse,
} from '../../gateway/store/port/snapshot-schema.ts'
import type { ReconciledResponse } from '../../judge/books/books-document.ts'
import type { OrderInput } from '../../judge/books/order-input.ts'
import type {
  DurationText,
  RuleDocument,
  ScenarioDocument,
  ScenarioName,
} from '../../scenario/scenario-document.ts'

/** A running sandbox, or one world of it. Instants are ISO 8601 texts in UTC. */
export interface Sandbox extends AsyncDisposable {
  /** The address of the sandbox; the control API is at `/_sandbox` beneath it. */
  readonly url: string
  /** The base URL for a merchant's client. */
  readonly api: string
  /** The address of the dashboard. */
  readonly dashboard: string
  /**
   * The CA file that clients must trust, if known. It is generated for the option `tls` and removed
   * by `close()` unless the sandbox has a data folder.
   */
  readonly ca: string | undefined
  readonly clock: SandboxClock
  readonly scenarios: SandboxScenarios
  readonly snapshot: SandboxSnapshots
  /** Settles pending direct debits now, all of them unless audit numbers are given. */
  settle(what?: SettleOptions): Promise<Required<SettleResponse>>
  /** Decides undecided transactions and pending card payments now. */
  resolve(what: ResolveOptions): Promise<ResolveResponse>
  /** Returns direct debits that have cleared. */
  return(what: ReturnOptions): Promise<ReturnResponse>
  /** Forgets correlation ids now: all of them unless ids are given. */
  expire(what?: ExpireOptions): Promise<ExpireResponse>
  /** Requests that have their response, newest last, masked. */
  requests(filter?: RequestOptions): Promise<readonly RequestResponse[]>
  /**
   * Waits until `count` requests match, including earlier ones; otherwise throws `TooFewRequests`.
   */
  waitForRequests(filter?: RequestFilter, wait?: WaitOptions): Promise<readonly RequestResponse[]>
  /** Newest first. */
  transactions(filter?: TransactionOptions): Promise<readonly TransactionResponse[]>
  transaction(audit: number): Promise<TransactionDetailResponse>
  /** Ordered by id. */
  customers(filter?: CustomerOptions): Promise<readonly CustomerResponse[]>
  customer(id: number): Promise<CustomerDetailResponse>
  /** The report on everything that clients did in this run, across all worlds and resets. */
  report(part?: PartOptions): Promise<ReportResponse>
  /** Compares your books with the transactions that are stored now. */
  reconcile(orders: readonly OrderInput[]): Promise<ReconciledResponse>
  /** The cases that tests should try, and those that this run has tried. */
  coverage(part?: PartOptions): Promise<CoverageResponse>
  /** Payments with everything that happened to each, newest first. */
  payments(what?: PaymentOptions): Promise<readonly PaymentResponse[]>
  /** Generates realistic customers, tokens and transactions. */
  seed(what?: SeedOptions): Promise<SeedResponse>
  /**
   * Returns to the start options; snapshots stay. The label names what comes next in the report.
   */
  reset(options?: ResetOptions): Promise<void>
  /**
   * An isolated world of this sandbox, created if needed; the name has 1 to 40 characters: a-z, 0-9 and -.
   */
  world(name: string): Promise<Sandbox>
  /**
   * Stops the sandbox, unless you only connected to it. A named world is removed, unless the config
   * keeps worlds.
   */
  close(): Promise<void>
}

export interface SandboxClock {
  now(): Promise<string>
  /**
   * `3d`, `90s`, `2 banking days`, `P3D`, `next` for the next scheduled event, or `next banking day` for
   * the start of that day. Everything due on the way happens and is listed.
   */
  advance(by: DurationText | 'next' | 'next banking day'): Promise<AdvanceResponse>
  /** Moves the clock; only forward. */
  set(to: string | Date): Promise<ClockChangedResponse>
  freeze(): Promise<ClockResponse>
  /** Lets time run on from the current instant. */
  resume(): Promise<ClockResponse>
  /** The scheduled events, in order. */
  upcoming(): Promise<readonly Scheduled[]>
}

/** A temporary rule that you added. */
export interface RuleHandle {
  /** `rules/<name>`, as in the `X-Sandbox-Rule` header. */
  readonly id: string
  readonly name: string
  /** How many requests the rule has matched. */
  hits(): Promise<number>
  remove(): Promise<void>
}

export interface SandboxScenarios {
  /** Loads a scenario with the highest priority: a built-in name, a file, or the document itself. */
  load(scenario: ScenarioName | ScenarioDocument): Promise<LoadedResponse>
  unload(name: ScenarioName): Promise<ScenariosResponse>
  /**
   * Adds a temporary rule, which comes before all scenarios: for one request unless `times` is
   * given.
   */
  rule(rule: RuleDocument): Promise<RuleHandle>
  /** The active scenarios and rules, with how often each rule matched. */
  list(): Promise<ScenariosResponse>
}

export interface SandboxSnapshots {
  save(name: string): Promise<SavedSnapshotResponse>
  load(name: string): Promise<ClockResponse>
  /** Ordered by name; a damaged snapshot says why. */
  list(): Promise<readonly ListedSnapshotResponse[]>
  remove(name: string): Promise<void>
}

/** `responseCode`: a return code, 1 to 9. */
export interface SettleOptions extends CamelCased<Omit<SettleBody, 'all'>> {}

/** `responseCode`: the bank's code. */
export interface ResolveOptions extends CamelCased<ResolveBody> {}

/** `responseCode`: a return code, 1 to 9. */
export interface ReturnOptions extends CamelCased<ReturnBody> {}

export interface ExpireOptions extends CamelCased<Omit<ExpireBody, 'all'>> {}

/** Which requests. An id in `since` selects the requests after it, an instant those from then on. */
export interface RequestFilter extends FilterOptions<typeof requestFilters> {}

export interface RequestOptions extends ListOptions, RequestFilter {}

export interface WaitOptions {
  /** Default: 1. */
  readonly count?: number
  /** A duration of real time; default `5s`, at most `4m`. */
  readonly timeout?: DurationText
}

export interface ListOptions {
  readonly limit?: number
  /** The audit number or id of the last entry of the page before. */
  readonly after?: number
}

export interface TransactionOptions extends ListOptions, FilterOptions<typeof transactionFilters> {}

export interface CustomerOptions extends ListOptions, FilterOptions<typeof customerFilters> {}

export interface SeedOptions extends CamelCased<SeedBody> {}

/** On a named world, only that world; on the sandbox, all worlds. */
export interface PartOptions {
  /** Only what happened since the last reset. */
  readonly sinceReset?: boolean
}

export interface PaymentOptions extends PartOptions, FilterOptions<typeof paymentFilters> {
  readonly limit?: number
  /** The id of the last payment of the page before. */
  readonly after?: string
}

/**
 * `label` names what comes next in the report, usually a test. `keepScenarios` leaves the loaded
 * scenarios as they are; their counts restart.
 */
export interface ResetOptions extends CamelCased<ResetBody> {}
