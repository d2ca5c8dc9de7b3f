import type { Command } from 'commander'
import { ControlError } from '../../../client/control-error.ts'
import { printable } from '../../../document/printable.ts'
import type {
  ListedSnapshotAnswer,
  SnapshotsAnswer,
} from '../../../http/contract/control/calls/snapshots.ts'
import { counted } from '../../../insight/counted.ts'
import { misuse } from '../../cli-error.ts'
import { subcommand, withMembers } from '../../command.ts'
import type { Io } from '../../io.ts'
import {
  connect,
  connectToRead,
  orList,
  type TargetOptions,
  withTargetOptions,
} from '../../options/connection.ts'
import { fullListNote, LIST_LIMIT } from '../../options/page.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export function snapshotCommand(command: Command, io: Io): Command {
  return withMembers(command, [save(io), load(io), list(io), remove(io)])
}

function save(io: Io): Command {
  return named(
    'save',
    'Save the state under a name; replaces a snapshot of that name',
    async (name, options) => {
      const saved = await connect(options, io).saveSnapshot(name).catch(badName)
      outputFor(options, io).result(
        saved,
        () => `Saved ${name}: ${counted(saved.records, 'record')}.`,
      )
    },
  )
}

/** An invalid snapshot name is a usage error. */
function badName(error: unknown): never {
  if (error instanceof ControlError && error.status === 422) throw misuse(error.message)
  throw error
}

function load(io: Io): Command {
  return named('load', 'Go back to a saved state', async (name, options) => {
    const clock = await orList(connect(options, io).restoreSnapshot(name), 'snapshot list')
    outputFor(options, io).result(
      clock,
      () => `Loaded ${name}. It is ${sydneyTimeText(clock.now)}.`,
    )
  })
}

function remove(io: Io): Command {
  return named('remove', 'Remove a saved state', async (name, options) => {
    const answer = await orList(connect(options, io).removeSnapshot(name), 'snapshot list')
    outputFor(options, io).result(answer, () => `Removed ${name}.`)
  })
}

function list(io: Io): Command {
  return withTargetOptions(
    subcommand('list', 'List the saved states', 'npx sandgate snapshot list'),
  ).action(async (options: TargetOptions) => {
    const answer = await connectToRead(options, io).snapshots({ limit: LIST_LIMIT })
    outputFor(options, io).result(answer, (output) => snapshotsText(output, answer))
  })
}

function named(
  name: 'save' | 'load' | 'remove',
  summary: string,
  action: (name: string, options: TargetOptions) => Promise<void>,
): Command {
  const example = `npx sandgate snapshot ${name} before-checkout`
  return withTargetOptions(subcommand(name, summary, example))
    .argument('<name>', 'the snapshot')
    .action(action)
}

function snapshotsText({ table, style }: Output, { snapshots }: SnapshotsAnswer): string {
  if (snapshots.length === 0)
    return "There are no snapshots; 'npx sandgate snapshot save' makes one."
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

function rowOf(snapshot: ListedSnapshotAnswer): readonly (string | number)[] {
  const { name, bytes } = snapshot
  if ('damaged' in snapshot) return [name, 'damaged', '', bytes]
  return [name, sydneyTimeText(snapshot.saved_at), snapshot.records, bytes]
}
