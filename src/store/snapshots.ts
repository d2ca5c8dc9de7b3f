import type { Image } from '../world/medium.ts'
import type { Visit } from './image-format.ts'
import type { Progress } from './read-file.ts'
import { StoreError } from './store-error.ts'

/** States of a world that were given a name, to come back to. */
export interface Snapshots {
  /** One of the same name is replaced. */
  save(name: string, image: Image): Promise<Snapshot>
  /** Visits every row; false if there is no such snapshot. */
  load(name: string, visit: Visit, progress?: Progress): Promise<boolean>
  /** By name. */
  list(): Promise<Snapshot[]>
  /** False if there is no such snapshot. */
  remove(name: string): Promise<boolean>
}

export interface Snapshot {
  readonly name: string
  readonly savedAt: string
  readonly bytes: number
  readonly records: number
}

class SnapshotNameRefused extends StoreError {
  override name = 'SnapshotNameRefused'
}

/** A name becomes a file's, so it must have no way out of its folder. */
export function isSnapshotName(name: string): boolean {
  return /^[A-Za-z0-9._-]{1,80}$/.test(name)
}

export function checkSnapshotName(name: string): void {
  if (isSnapshotName(name)) return
  throw new SnapshotNameRefused(
    `Snapshot name ${JSON.stringify(name)} is not ` +
      '1 to 80 letters, digits, dots, dashes or underscores',
  )
}
