import type { Command } from 'commander'
import { ControlError } from '../../../client/control-error.ts'
import { printable } from '../../../document/printable.ts'
import { numberText } from '../../../domain/money.ts'
import type {
  ListedSnapshotResponse,
  SnapshotsResponse,
} from '../../../http/contract/control/calls/snapshots.ts'
import { counted } from '../../../insight/counted.ts'
import { misuse } from '../../cli-error.ts'
import { withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import { nextCommand } from '../../options/connection.ts'
import { memberOverCall } from '../../options/control-command.ts'
import { fullListNote, LIST_LIMIT } from '../../options/page.ts'
import type { Output } from '../../terminal/output.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export function snapshotCommand(command: Command, io: Io): Command {
  const argument = ['<name>', 'the snapshot'] as [string, string]
  const listing = 'snapshot list'
  const saving = 'Save the state under a name; replaces a snapshot of that name'
  return withMembers(command, [
    memberOverCall(io, ['save', saving, 'snapshot save before-checkout'], {
      argument,
      call: (client, name) => client.saveSnapshot(name).catch(badName),
      text: (_output, { records }, name) => `Saved ${name}: ${counted(records, 'record')}.`,
    }),
    memberOverCall(io, ['load', 'Go back to a saved state', 'snapshot load before-checkout'], {
      argument,
      listing,
      call: (client, name) => client.restoreSnapshot(name),
      text: (_output, { now }, name) => `Loaded ${name}. It is ${sydneyTimeText(now)}.`,
    }),
    memberOverCall(io, ['list', 'List the saved states', 'snapshot list'], {
      kind: 'reads',
      call: (client) => client.snapshots({ limit: LIST_LIMIT }),
      text: snapshotsText,
    }),
    memberOverCall(io, ['remove', 'Remove a saved state', 'snapshot remove before-checkout'], {
      argument,
      listing,
      call: (client, name) => client.removeSnapshot(name),
      text: (_output, _answer, name) => `Removed ${name}.`,
    }),
  ])
}

/** An invalid snapshot name is a usage error. */
function badName(error: unknown): never {
  if (error instanceof ControlError && error.status === 422) throw misuse(error.message)
  throw error
}

function snapshotsText(
  { table, style }: Output,
  { snapshots }: SnapshotsResponse,
  _given: unknown,
  self: Command,
): string {
  if (snapshots.length === 0)
    return `There are no snapshots; '${nextCommand('snapshot save before-checkout', self)}' makes one.`
  const columns = [
    { title: 'snapshot', wraps: true },
    { title: 'saved' },
    { title: 'records', align: 'right' },
    { title: 'bytes', align: 'right' },
  ] as const
  const reasons = snapshots.flatMap((one) => ('damaged' in one ? [printable(one.reason)] : []))
  const note = fullListNote(snapshots.length)
  return [
    table(columns, snapshots.map(rowOf)),
    ...reasons.map((reason) => style('bad', reason)),
    ...(note === '' ? [] : [style('quiet', note)]),
  ].join('\n')
}

function rowOf(snapshot: ListedSnapshotResponse): readonly (string | number)[] {
  const { name } = snapshot
  const bytes = numberText(snapshot.bytes)
  if ('damaged' in snapshot) return [name, 'damaged', '', bytes]
  return [name, sydneyTimeText(snapshot.saved_at), numberText(snapshot.records), bytes]
}
