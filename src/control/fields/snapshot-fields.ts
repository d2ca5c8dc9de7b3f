import type { ListedSnapshotResponse } from '../../gateway/store/port/snapshot-schema.ts'
import { heldInstant, type ResourceField } from './field.ts'

/** What a snapshot shows in the list of snapshots, in this order. */
export const snapshotFields: readonly ResourceField<ListedSnapshotResponse>[] = [
  { label: 'snapshot', listed: ({ name }) => name, column: { isKey: true, room: 'text' } },
  {
    label: 'saved',
    listed: (one) => ('damaged' in one ? 'damaged' : heldInstant(one.saved_at)),
    column: {},
  },
  {
    label: 'records',
    listed: (one) => ('damaged' in one ? null : { is: 'count', count: one.records }),
    column: { align: 'right' },
  },
  {
    label: 'bytes',
    listed: ({ bytes: count }) => ({ is: 'count', count }),
    column: { align: 'right' },
  },
]
