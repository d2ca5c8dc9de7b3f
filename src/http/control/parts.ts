import type { Assumptions } from '../../domain/assumptions/assumptions.ts'
import type { Requirement } from '../../insight/coverage/coverage-case.ts'
import type { Run } from '../../insight/run/run.ts'
import type { Snapshots, StateDocument } from '../../store/port/snapshots.ts'
import type { World } from '../../world/world.ts'
import type { IndexAnswer } from '../contract/control/calls/about.ts'
import type { Address, Worlds } from '../pipeline/open-call.ts'
import type { Tape } from '../pipeline/record/tape.ts'

/** Worlds that can be looked over and taken away as well. */
export interface AllWorlds extends Worlds {
  /** Those that are open, by name, the default one first. */
  list(): readonly World[]
  /** Of all, open or kept on disk, in the same order. */
  names(): readonly string[]
  /** What is told of the first so many of all, in the same order. */
  page<T>(limit: number, tell: (world: World) => T): Promise<readonly T[]>
  /** False if there is none of that name. */
  remove(name: string): Promise<boolean>
}

/** What judges the clients, and what coverage can be asked of this configuration. */
export interface Judging {
  /** False: the config switched it off, and nothing is ever found. */
  readonly isOn: boolean
  readonly run: Run
  readonly possible: ReadonlySet<Requirement>
}

/** What the control API needs of the process. */
export interface ControlParts extends Address {
  readonly version: string
  readonly worlds: AllWorlds
  /** Undefined: whoever reaches the server may use the control API. */
  readonly controlToken: string | undefined
  readonly assumptions: Assumptions
  /** Whether calls of `/v1` need credentials. */
  readonly auth: 'open' | 'required'
  readonly judging: Judging
  /** The named snapshots of a world. */
  readonly snapshots: (world: World) => Snapshots
  readonly stateDocument: StateDocument
  /** Stops the sandbox once the answer is out; tells the process that ends with it, if one does. */
  readonly stop: () => number | null
  /** Ends streams when the server stops. */
  readonly stopping: AbortSignal
  readonly log: (line: string, cause?: unknown) => void
  readonly tape?: Tape | undefined
}

/** What a handler is given: the list of calls besides. */
export interface HandlerParts extends ControlParts {
  readonly index: IndexAnswer
}
