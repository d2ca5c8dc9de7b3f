import { hasCardNumber, redactText } from '../../domain/redaction/redacted.ts'
import type { Image, Intake } from '../../world/records/medium.ts'
import { StoreError } from './store-error.ts'

/** States of a world that were given a name, to come back to. */
export interface Snapshots {
  /** One of the same name is replaced. */
  save(name: string, image: Image): Promise<Snapshot>
  /** Takes in every row; false if there is no such snapshot. */
  load(name: string, into: Intake): Promise<boolean>
  /** By name, the damaged ones too. */
  list(limit?: number): Promise<readonly ListedSnapshot[]>
  /** Undefined if there is no such snapshot. */
  find(name: string): Promise<ListedSnapshot | undefined>
  /** False if there is no such snapshot. */
  remove(name: string): Promise<boolean>
}

export interface Snapshot {
  readonly name: string
  readonly savedAt: string
  readonly bytes: number
  readonly records: number
}

/** A file that was a snapshot, or never was one. */
interface DamagedSnapshot {
  readonly name: string
  readonly bytes: number
  /** One line: the file, and what is wrong with it. */
  readonly damage: string
}

export type ListedSnapshot = Snapshot | DamagedSnapshot

export class SnapshotNameRefused extends StoreError {
  override name = 'SnapshotNameRefused'
}

export const snapshotNameForm =
  '1 to 80 letters, digits, dots, dashes or underscores, no card number and no device of Windows such as con'

/** Windows keeps these names for devices, whatever ending they have. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i

/** A name becomes a file's, so it must have no way out of its folder, and no card number in it. */
export function isSnapshotName(name: string): boolean {
  return /^[A-Za-z0-9._-]{1,80}$/.test(name) && !hasCardNumber(name) && !deviceName.test(name)
}

/** Two names that differ only in case are one file on some systems, so they cannot both be saved. */
export function checkNewName(name: string, names: Iterable<string>): void {
  for (const other of names) {
    if (other === name || other.toLowerCase() !== name.toLowerCase()) continue
    throw new SnapshotNameRefused(
      `There is a snapshot ${JSON.stringify(other)}, whose name differs from ${JSON.stringify(name)} only in case`,
    )
  }
}

export function checkSnapshotName(name: string): void {
  if (isSnapshotName(name)) return
  throw new SnapshotNameRefused(
    `Snapshot name ${JSON.stringify(redactText(name))} is not ${snapshotNameForm}`,
  )
}

/** A whole world as one JSON document, for an export and an import. */
export interface StateDocument {
  /** In chunks: no text ever holds all of it. */
  write(image: Image, savedAt: number): Iterable<Uint8Array>
  /** Takes in every row, checked; throws a `StoreError` for what is no such document. */
  read(chunks: AsyncIterable<Uint8Array>, into: Intake): Promise<unknown>
}
