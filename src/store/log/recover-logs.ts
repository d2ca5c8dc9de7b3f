import type { Loader } from '../../world/records/medium.ts'
import type { Files } from '../disk/files.ts'
import type { Progress } from '../disk/read-file.ts'
import { damaged } from '../disk/store-error.ts'
import { journalPath, statePath, type WorldFiles } from '../disk/world-files.ts'
import { currentVersion, type Migration } from '../migrations.ts'
import { openJournal } from './log-file.ts'
import { type JournalRead, readJournal } from './log-reader.ts'

export interface Recovery {
  readonly files: Files
  readonly folder: string
  readonly migrations: readonly Migration[]
  readonly found: WorldFiles
  /** The generation that the state begins. */
  readonly base: number
  readonly progress: (name: string) => Progress | undefined
}

export interface Recovered {
  /** The journal to go on in, and how much of it is good. */
  readonly last: number
  readonly lastLength: number
  /** Bytes in the journals before it. */
  readonly earlier: number
  readonly isOld: boolean
  readonly notes: readonly string[]
}

/** Does again all that was committed since the state was written. */
export async function recoverJournals(recovery: Recovery, loader: Loader): Promise<Recovered> {
  const generations = generationsToRead(recovery)
  const reads: JournalRead[] = []
  for (const generation of generations) {
    const read = await readOne(recovery, generation, loader)
    const before = reads.findIndex((earlier) => earlier.torn !== undefined)
    // A journal is only begun when the one before it is complete.
    if (before >= 0 && (read.length > 0 || read.torn !== undefined)) {
      const path = journalPath(recovery.folder, recovery.base + before)
      throw damaged(path, 'its end is garbled')
    }
    reads.push(read)
  }
  const notes: string[] = []
  for (const [index, { length, torn }] of reads.entries()) {
    if (torn === undefined) continue
    const path = journalPath(recovery.folder, recovery.base + index)
    await cutTornEnd(recovery, recovery.base + index, length)
    const records = torn.records === 1 ? 'one record' : `${torn.records} records`
    notes.push(
      `Dropped ${torn.bytes} bytes at the end of ${path} (${records}): ` +
        'the write was cut short and never acknowledged',
    )
  }
  const lastLength = reads.at(-1)?.length ?? 0
  return {
    last: generations.at(-1) ?? recovery.base,
    lastLength,
    earlier: reads.reduce((sum, { length }) => sum + length, 0) - lastLength,
    isOld: reads.some(({ isOld }) => isOld),
    notes,
  }
}

/** From the state's generation on without a gap; none in a folder that is new. */
function generationsToRead({ folder, found, base }: Recovery): readonly number[] {
  const [first] = found.journals
  if (!found.hasState && first === undefined) return []
  if (!found.hasState && first !== base) throw damaged(statePath(folder), 'it is missing')
  const journals = found.journals.filter((generation) => generation >= base)
  const last = Math.max(base, journals.at(-1) ?? 0)
  const all = Array.from({ length: last - base + 1 }, (_, index) => base + index)
  const missing = all.find((generation) => !journals.includes(generation))
  if (missing !== undefined) throw damaged(journalPath(folder, missing), 'it is missing')
  return all
}

function readOne(recovery: Recovery, generation: number, loader: Loader): Promise<JournalRead> {
  const { files, folder, migrations } = recovery
  const path = journalPath(folder, generation)
  const progress = recovery.progress(`journal.${generation}.jsonl`)
  return readJournal({ files, path, generation, migrations, progress }, loader)
}

async function cutTornEnd(
  { files, folder, migrations }: Recovery,
  generation: number,
  length: number,
): Promise<void> {
  const header = { version: currentVersion(migrations), generation }
  const path = journalPath(folder, generation)
  const journal = await openJournal({ files, path, header, durability: 'sync' }, length)
  await journal.close()
}
