import { hasCardNumber, redactText } from '../../../base/redaction/redacted.ts'
import type { Image, Intake } from '../../world/records/medium.ts'
import type { ListedSnapshotResponse, SavedSnapshotResponse } from './snapshot-schema.ts'
import { StoreError } from './store-error.ts'

/** Named states of a world, to restore later. */
export interface Snapshots {
  /** Replaces a snapshot of the same name. */
  save(name: string, image: Image): Promise<SavedSnapshotResponse>
  /** Loads every row; false if there is no such snapshot. */
  load(name: string, into: Intake): Promise<boolean>
  /** Sorted by name, including damaged ones. */
  list(limit?: number): Promise<readonly ListedSnapshotResponse[]>
  /** Undefined if there is no such snapshot. */
  find(name: string): Promise<ListedSnapshotResponse | undefined>
  /** False if there is no such snapshot. */
  remove(name: string): Promise<boolean>
}

export class SnapshotNameRefused extends StoreError {
  override name = 'SnapshotNameRefused'
}

export const snapshotNameForm =
  '1 to 80 letters, digits, dots, dashes or underscores, no card number and no device of Windows such as con'

/** Windows reserves these names for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i

/** A name becomes a file name, so it must not leave its folder, and must not hold a card number. */
export function isSnapshotName(name: string): boolean {
  return /^[A-Za-z0-9._-]{1,80}$/.test(name) && !hasCardNumber(name) && !deviceName.test(name)
}

/** Names that differ only in case are one file on some systems, so only one of them can be saved. */
export function checkNewName(name: string, names: Iterable<string>): void {
  if (!isSnapshotName(name)) {
    throw new SnapshotNameRefused(
      `Snapshot name ${JSON.stringify(redactText(name))} is not ${snapshotNameForm}`,
    )
  }
  for (const other of names) {
    if (other === name || other.toLowerCase() !== name.toLowerCase()) continue
    throw new SnapshotNameRefused(
      `There is a snapshot ${JSON.stringify(other)}, whose name differs from ${JSON.stringify(name)} only in case`,
    )
  }
}

export function recordsIn({ tables }: Image): number {
  return Object.values(tables).reduce((sum, rows) => sum + rows.length, 0)
}

/** A whole world as one JSON document, for an export and an import. */
export interface StateDocument {
  /** In chunks, so that it is never in memory as one text. */
  write(image: Image, savedAt: number): Iterable<Uint8Array>
  /**
   * Loads every row after checking it; throws a `StoreError` if the document is invalid. `longest`:
   * how many bytes a document may have that does not have one row per line.
   */
  read(chunks: AsyncIterable<Uint8Array>, into: Intake, longest?: number): Promise<unknown>
}
