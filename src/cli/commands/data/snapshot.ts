import { counted, numberText } from '../../../base/text/counted.ts'
import { printable } from '../../../base/text/printable.ts'
import { ControlError } from '../../../control/client/control-error.ts'
import type { SnapshotsResponse } from '../../../control/contract/calls/worlds.ts'
import { misuse } from '../../cli-error.ts'
import { type Context, callCommand, commandGroup } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { nextCommand } from '../../options/connection.ts'
import { fullListNote, LIST_LIMIT } from '../../options/page.ts'
import type { Output } from '../../terminal/output.ts'
import { type ListColumn, listedRows } from '../../words/list-text.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

const args = { name: argument('<name>', 'the snapshot') }
const listing = 'snapshot list'

const save = callCommand({
  name: 'save',
  summary: 'Save the state under a name; replaces a snapshot of that name',
  examples: ['snapshot save before-checkout'],
  args,
  call: (client, { name }) => client.saveSnapshot(name).catch(badName),
  text: (_output, { records, replaced }, { name }) =>
    `${replaced ? 'Replaced' : 'Saved'} ${name}: ${counted(records, 'record')}.`,
})

const load = callCommand({
  name: 'load',
  summary: 'Restore a saved state',
  examples: ['snapshot load before-checkout'],
  args,
  listing,
  call: (client, { name }) => client.restoreSnapshot(name),
  text: (_output, { now }, { name }) => `Loaded ${name}. It is ${sydneyTimeText(now)}.`,
})

const list = callCommand({
  name: 'list',
  summary: 'List the saved states',
  examples: ['snapshot list'],
  isReading: true,
  call: (client) => client.snapshots({ limit: LIST_LIMIT }),
  text: snapshotsText,
})

const remove = callCommand({
  name: 'remove',
  summary: 'Remove a saved state',
  examples: ['snapshot remove before-checkout'],
  args,
  listing,
  call: (client, { name }) => client.removeSnapshot(name),
  text: (_output, _answer, { name }) => `Removed ${name}.`,
})

export const snapshotCommand = commandGroup({
  name: 'snapshot',
  group: 'Save and restore',
  summary: 'Save, load, list or remove named states',
  details:
    'A snapshot keeps the data, the clock and the rules of a world under a name. Loading it restores them, including the time.',
  examples: ['snapshot save before-checkout', 'snapshot load before-checkout'],
  members: [save, load, list, remove],
})

/** An invalid snapshot name is a usage error. */
function badName(error: unknown): never {
  if (error instanceof ControlError && error.status === 422) throw misuse(error.message)
  throw error
}

function snapshotsText(
  output: Output,
  { snapshots }: SnapshotsResponse,
  _given: unknown,
  { self }: Context,
): string {
  if (snapshots.length === 0)
    return `There are no snapshots; '${nextCommand('snapshot save before-checkout', self)}' makes one.`
  const reasons = snapshots.flatMap((one) => ('damaged' in one ? [printable(one.reason)] : []))
  const note = fullListNote(snapshots.length)
  return [
    listedRows(output, columns, snapshots),
    ...reasons.map((reason) => output.style('bad', reason)),
    ...(note === '' ? [] : [output.style('quiet', note)]),
  ].join('\n')
}

const columns: readonly ListColumn<SnapshotsResponse['snapshots'][number]>[] = [
  { title: 'snapshot', of: ({ name }) => name },
  { title: 'saved', of: (one) => ('damaged' in one ? 'damaged' : sydneyTimeText(one.saved_at)) },
  {
    title: 'records',
    of: (one) => ('damaged' in one ? '' : numberText(one.records)),
    align: 'right',
  },
  { title: 'bytes', of: ({ bytes }) => numberText(bytes), align: 'right' },
]
