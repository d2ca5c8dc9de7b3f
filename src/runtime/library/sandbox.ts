/// <reference lib="esnext.disposable" preserve="true" />

import type { TransactionStatus } from '../../domain/transaction/transaction.ts'
import type {
  AdvanceAnswer,
  ClockAnswer,
  ClockChangedAnswer,
  Scheduled,
} from '../../http/contract/control/calls/clock.ts'
import type {
  CustomerAnswer,
  CustomerDetailAnswer,
} from '../../http/contract/control/calls/customers.ts'
import type {
  CoverageAnswer,
  ReportAnswer,
  StoryAnswer,
} from '../../http/contract/control/calls/report.ts'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { LoadedAnswer, ScenariosAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type {
  ListedSnapshotAnswer,
  SnapshotAnswer,
} from '../../http/contract/control/calls/snapshots.ts'
import type {
  ExpireAnswer,
  ResolveAnswer,
  ReturnAnswer,
  SettleAnswer,
  TransactionAnswer,
  TransactionDetailAnswer,
} from '../../http/contract/control/calls/transactions.ts'
import type { SeedAnswer } from '../../http/contract/control/calls/worlds.ts'
import type { Operation } from '../../scenario/rule.ts'
import type { RuleDocument, ScenarioDocument } from '../../scenario/scenario-document.ts'

/** A running sandbox, or one world of it. Instants are ISO 8601 texts in UTC. */
export interface Sandbox extends AsyncDisposable {
  /** Where it is found; `/_sandbox` beneath it is the control API. */
  readonly url: string
  /** The base address for a merchant's client. */
  readonly api: string
  /** The page for people. */
  readonly dashboard: string
  /**
   * The file with the authority that clients must trust, where one is known: it is made for the
   * option `tls`, and gone after `close()` unless the sandbox has a data folder.
   */
  readonly ca: string | undefined
  readonly clock: SandboxClock
  readonly scenarios: SandboxScenarios
  readonly snapshot: SandboxSnapshots
  /** Settles pending direct debits now, all of them unless audits are given; gives those that it settled. */
  settle(what?: SettleOptions): Promise<SettleAnswer['settled']>
  /** Decides undecided transactions and pending cards now. */
  resolve(what: ResolveOptions): Promise<ResolveAnswer>
  /** Returns direct debits that have cleared. */
  return(what: ReturnOptions): Promise<ReturnAnswer>
  /** Forgets correlation ids now: all of them unless ids are given. */
  expire(what?: ExpireOptions): Promise<ExpireAnswer>
  /** The requests it has answered, newest last, masked. */
  requests(filter?: RequestOptions): Promise<readonly RequestAnswer[]>
  /** Waits until so many requests match, those already there included; else throws `TooFewRequests`. */
  waitForRequests(filter?: RequestFilter, wait?: WaitOptions): Promise<readonly RequestAnswer[]>
  /** Newest first. */
  transactions(filter?: TransactionOptions): Promise<readonly TransactionAnswer[]>
  transaction(audit: number): Promise<TransactionDetailAnswer>
  /** By id. */
  customers(page?: ListOptions): Promise<readonly CustomerAnswer[]>
  customer(id: number): Promise<CustomerDetailAnswer>
  /** The verdict on everything that clients did in this run, over all worlds and resets. */
  report(part?: PartOptions): Promise<ReportAnswer>
  /** What tests should try, and what this run has tried. */
  coverage(part?: PartOptions): Promise<CoverageAnswer>
  /** Payments with everything that happened to each, newest first. */
  stories(what?: StoryOptions): Promise<readonly StoryAnswer[]>
  /** Makes believable customers, tokens and transactions. */
  seed(what?: SeedOptions): Promise<SeedAnswer>
  /** Back to the start options; snapshots stay. A label names what comes next, in the report. */
  reset(options?: ResetOptions): Promise<void>
  /** An isolated world of this sandbox, made if it is not there; 1 to 40 of a-z, 0-9 and -. */
  world(name: string): Promise<Sandbox>
  /**
   * Stops the sandbox, unless it was only connected to; a named world is removed, unless the config
   * says that worlds are kept.
   */
  close(): Promise<void>
}

export interface SandboxClock {
  now(): Promise<string>
  /**
   * `3d`, `90s`, `2 banking days`, `P3D`, or `next` for the next scheduled event: all that falls due
   * on the way happens, and is listed.
   */
  advance(by: string): Promise<AdvanceAnswer>
  /** Forward only. */
  set(to: string | Date): Promise<ClockChangedAnswer>
  freeze(): Promise<ClockAnswer>
  /** From the instant at which it stands. */
  resume(): Promise<ClockAnswer>
  /** What is scheduled, in the order in which it will happen. */
  next(): Promise<readonly Scheduled[]>
}

/** A one-shot rule that was added. */
export interface RuleHandle {
  /** `rules/<name>`, as the `X-Sandbox-Rule` header says it. */
  readonly id: string
  readonly name: string
  /** How many requests it has shaped. */
  hits(): Promise<number>
  remove(): Promise<void>
}

export interface SandboxScenarios {
  /** Puts a scenario in front of the others: a shipped name, a file, or the scenario itself. */
  load(scenario: string | ScenarioDocument): Promise<LoadedAnswer>
  unload(name: string): Promise<ScenariosAnswer>
  /** Adds a one-shot rule, asked before all scenarios: for one request unless `times` says more. */
  rule(rule: RuleDocument): Promise<RuleHandle>
  /** What is in force, with how often each rule was met. */
  list(): Promise<ScenariosAnswer>
}

export interface SandboxSnapshots {
  save(name: string): Promise<SnapshotAnswer>
  load(name: string): Promise<ClockAnswer>
  /** By name; one that is damaged says why. */
  list(): Promise<readonly ListedSnapshotAnswer[]>
  remove(name: string): Promise<void>
}

/** What the methods of a sandbox take, in the library's own spelling. */
export interface SettleOptions {
  readonly audits?: readonly number[]
  readonly status?: 'approved' | 'declined'
  /** A return code, 1 to 9. */
  readonly responseCode?: string
}

export interface ResolveOptions {
  readonly audits: readonly number[]
  readonly status: 'approved' | 'declined' | 'error'
  /** The bank's code. */
  readonly responseCode?: string
}

export interface ReturnOptions {
  readonly audits: readonly number[]
  /** A return code, 1 to 9. */
  readonly responseCode?: string
}

export interface ExpireOptions {
  readonly ids?: readonly string[]
}

export interface RequestFilter {
  /** An id: those after it. An instant: those from then on. */
  readonly since?: number | string
  readonly operation?: Operation
  /** The HTTP status of the answer. */
  readonly status?: number
  readonly correlationId?: string
  /** A rule that shaped the answer: `<scenario>/<rule>`, or its name alone. */
  readonly rule?: string
  readonly reference?: string
  /** The transaction that it made, asked for or was to act on. */
  readonly audit?: number
  readonly merchant?: number
}

export interface RequestOptions extends RequestFilter {
  readonly limit?: number
}

export interface WaitOptions {
  /** 1 unless given. */
  readonly count?: number
  /** A duration of real time, `5s` unless given, at most `4m`. */
  readonly timeout?: string
}

export interface ListOptions {
  readonly limit?: number
  readonly offset?: number
}

export interface TransactionOptions extends ListOptions {
  readonly status?: TransactionStatus
}

export interface SeedOptions {
  readonly customers?: number
  readonly tokens?: number
  readonly transactions?: number
  readonly seed?: number
}

/** Of a world's own face, that world is meant; of the sandbox's, all of them. */
export interface PartOptions {
  /** Only what happened since the last reset. */
  readonly sinceReset?: boolean
}

export interface StoryOptions extends PartOptions {
  readonly verdict?: StoryAnswer['verdict']
  readonly limit?: number
}

export interface ResetOptions {
  /** What comes next, for the report: usually a test's name. */
  readonly label?: string
}
