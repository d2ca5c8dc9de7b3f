import type { Assumptions } from '../domain/assumptions/assumptions.ts'
import type { Snapshots, StateDocument } from '../gateway/store/port/snapshots.ts'
import type { Address, Worlds } from '../gateway/wire/call.ts'
import type { ApiOperation } from '../gateway/wire/operation.ts'
import type { World } from '../gateway/world/world.ts'
import type { Requirement } from '../judge/coverage/coverage-case.ts'
import type { Judge } from '../judge/judge.ts'
import type { EndedRun } from '../judge/report/ran-text.ts'
import type { Recorder } from '../record/recorder.ts'
import type { ReportResponse } from './contract/calls/report.ts'
import type { DescribedCall } from './openapi/control-document.ts'

/** Worlds that can also be listed and removed. */
export interface AllWorlds extends Worlds {
  /** By name, the default one first. */
  list(): readonly World[]
  /** False if there is no world of that name. */
  remove(name: string): Promise<boolean>
}

/** The report's run, and the coverage that is possible with this configuration. */
export interface Judging {
  /** False if the config switched insight off, so that there are no findings. */
  readonly isOn: boolean
  readonly recorder: Recorder
  readonly judge: Judge
  /** When the client of a world ended, in real time: what it left open then, it will not look up. */
  readonly clientEnds: Map<string, number>
  readonly possible: ReadonlySet<Requirement>
  /** The report of a run from a file that does not hold all of it. */
  readonly shownReport?: ReportResponse | undefined
}

/** What the control API needs from the process. */
export interface ControlParts extends Address {
  readonly version: string
  /** The id of the running sandbox; with a data folder, the one in its lock. */
  readonly id: string
  readonly worlds: AllWorlds
  /** Undefined if the control API needs no token. */
  readonly controlToken: string | undefined
  readonly assumptions: Assumptions
  /** The operations of the gateway. */
  readonly operations: readonly ApiOperation[]
  /** Whether calls of `/v1` need credentials. */
  readonly auth: 'open' | 'required'
  readonly judging: Judging
  /** The named snapshots of a world. */
  readonly snapshots: (world: World) => Snapshots
  readonly stateDocument: StateDocument
  /** Stops the sandbox once the answer is sent; returns the pid of the process that ends with it, if any. */
  readonly stop: () => number | null
  /** Ends streams when the server stops. */
  readonly stopping: AbortSignal
  readonly log: (line: string, cause?: unknown) => void
  /** The run that the sandbox shows, if it comes from a file: it cannot be changed. */
  readonly shows: EndedRun | undefined
  /** The first line of a run file. */
  readonly runHeader: () => Promise<object>
}

/** What a handler needs, including all calls. */
export interface HandlerParts extends ControlParts {
  readonly routes: readonly DescribedCall[]
}
