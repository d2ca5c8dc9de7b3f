import type { WorldResponse } from '../contract/calls/worlds.ts'
import { heldInstant, type ResourceField } from './field.ts'

/** What a world shows in the list of worlds, in this order. */
export const worldFields: readonly ResourceField<WorldResponse>[] = [
  {
    label: 'world',
    listed: ({ name }) => name,
    column: { isKey: true, room: 'text', phone: 'own-line' },
  },
  { label: 'now', listed: ({ now }) => heldInstant(now), column: { drop: 2 } },
  { label: 'clock', listed: ({ mode }) => mode, column: { drop: 1 } },
  {
    label: 'transactions',
    listed: ({ transactions: count }) => ({ is: 'count', count }),
    column: { align: 'right', phone: 'named' },
  },
  {
    label: 'customers',
    listed: ({ customers: count }) => ({ is: 'count', count }),
    column: { align: 'right', phone: 'named', drop: 1 },
  },
]
