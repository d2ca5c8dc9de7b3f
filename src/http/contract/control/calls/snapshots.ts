import type { IsoInstant } from '../control-call.ts'

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
