/// <reference lib="esnext.disposable" preserve="true" />
import type { SettleAnswer } from '../http/contract/control/calls/by-hand.ts'
import type {
  AdvanceAnswer,
  ClockAnswer,
  ClockChangedAnswer,
} from '../http/contract/control/calls/clock.ts'
import type {
  CoverageAnswer,
  ReportAnswer,
  StoryAnswer,
} from '../http/contract/control/calls/report.ts'
import type { RequestAnswer } from '../http/contract/control/calls/requests.ts'
import type { ScenariosAnswer } from '../http/contract/control/calls/scenarios.ts'
import type { SeedAnswer } from '../http/contract/control/calls/seed.ts'
import type {
  ListedSnapshotAnswer,
  SnapshotAnswer,
} from '../http/contract/control/calls/snapshots.ts'
import type { Operation } from '../scenario/rule.ts'
import type { RuleDocument, ScenarioDocument } from '../scenario/scenario-document.ts'

/** A running sandbox, or one world of it. Instants are ISO 8601 texts in UTC. */
export interface Sandbox extends AsyncDisposable {
  /** Where it is found; `/_sandbox` beneath it is the control API. */
  readonly url: string
  /** The base address for a merchant's client. */
  readonly api: string
  readonly clock: SandboxClock
  readonly scenarios: SandboxScenarios
  readonly snapshot: SandboxSnapshots
  /** Settles pending direct debits now: all of them unless audits are given. */
  settle(what?: SettleOptions): Promise<SettleAnswer['settled']>
  /** The requests it has answered, newest last, masked. */
  requests(filter?: RequestOptions): Promise<readonly RequestAnswer[]>
  /** Makes believable customers, tokens and transactions. */
  seed(what?: SeedOptions): Promise<SeedAnswer>
  /** The verdict on everything that clients did in this run, over all worlds and resets. */
  report(part?: PartOptions): Promise<ReportAnswer>
  /** What tests should try, and what this run has tried. */
  coverage(part?: PartOptions): Promise<CoverageAnswer>
  /** Payments with everything that happened to each, newest first. */
  stories(what?: StoryOptions): Promise<readonly StoryAnswer[]>
  /** Back to the start options; snapshots stay. A label names what comes next, in the report. */
  reset(what?: { readonly label?: string }): Promise<void>
  /** An isolated world of this sandbox, made if it is not there; 1 to 40 of a-z, 0-9 and -. */
  world(name: string): Promise<Sandbox>
  /** Stops the sandbox; a named world is removed, unless the config says that worlds are kept. */
  close(): Promise<void>
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

export interface SandboxClock {
  now(): Promise<string>
  /** `3d`, `90s`, `2 banking days`, `P3D`: all that falls due on the way happens, and is listed. */
  advance(by: string): Promise<AdvanceAnswer>
  /** Forward only. */
  set(to: string | Date): Promise<ClockChangedAnswer>
  freeze(): Promise<ClockAnswer>
  /** From the instant at which it stands. */
  resume(): Promise<ClockAnswer>
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
  load(scenario: string | ScenarioDocument): Promise<ScenariosAnswer>
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

export interface SettleOptions {
  readonly audits?: readonly number[]
  readonly status?: 'approved' | 'declined'
  /** A return code, 1 to 9. */
  readonly responseCode?: string
}

export interface RequestOptions {
  /** An id: those after it. An instant: those from then on. */
  readonly since?: number | string
  readonly limit?: number
  readonly operation?: Operation
  readonly status?: number
  readonly correlationId?: string
}

export interface SeedOptions {
  readonly customers?: number
  readonly tokens?: number
  readonly transactions?: number
  readonly seed?: number
}
