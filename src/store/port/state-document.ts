import type { Image, Intake } from '../../world/records/medium.ts'

/** A whole world as one JSON document, for an export and an import. */
export interface StateDocument {
  /** In chunks: no text ever holds all of it. `show` changes what stands in whole rows. */
  write(image: Image, savedAt: number, show?: (rows: string) => string): Iterable<Uint8Array>
  /** Takes in every row, checked; throws a `StoreError` for what is no such document. */
  read(chunks: AsyncIterable<Uint8Array>, into: Intake): Promise<unknown>
}
