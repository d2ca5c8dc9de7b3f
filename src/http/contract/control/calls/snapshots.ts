import { type ControlCalls, call, type IsoInstant, json, type Page } from '../control-call.ts'
import type { ClockAnswer } from './clock.ts'

/** `GET /snapshots`: sorted by name. */
export interface SnapshotsAnswer {
  readonly snapshots: readonly ListedSnapshotAnswer[]
}

/** `GET /snapshots/{name}` */
export type ListedSnapshotAnswer = SnapshotAnswer | DamagedSnapshotAnswer

/** A snapshot that can no longer be loaded. */
export interface DamagedSnapshotAnswer {
  readonly name: string
  readonly bytes: number
  readonly damaged: true
  /** One line: the file, and what is wrong with it. */
  readonly reason: string
}

/** `PUT /snapshots/{name}` */
export interface SnapshotAnswer {
  readonly name: string
  /** Real time. */
  readonly saved_at: IsoInstant
  readonly bytes: number
  readonly records: number
}

/** `DELETE /snapshots/{name}` and `DELETE /worlds/{name}` */
export interface RemovedAnswer {
  readonly removed: string
}

export const snapshotCalls = {
  snapshots: call('GET /snapshots', 'List the saved snapshots', {
    query: json<Pick<Page, 'limit'>>(),
    answer: json<SnapshotsAnswer>(),
  }),
  snapshot: call('GET /snapshots/{name}', 'Show when a snapshot was saved, and how big it is', {
    answer: json<ListedSnapshotAnswer>(),
  }),
  saveSnapshot: call('PUT /snapshots/{name}', 'Save the state under a name', {
    answer: json<SnapshotAnswer>(),
    isLong: true,
  }),
  removeSnapshot: call('DELETE /snapshots/{name}', 'Remove a snapshot', {
    answer: json<RemovedAnswer>(),
    isLong: true,
  }),
  restoreSnapshot: call('POST /snapshots/{name}/restore', 'Go back to a saved state', {
    answer: json<ClockAnswer>(),
    isLong: true,
  }),
} as const satisfies ControlCalls
