import { basename } from 'node:path'
import type { Loader } from '../../world/records/medium.ts'
import type { Files } from '../disk/files.ts'
import type { FolderKey } from '../disk/key-file.ts'
import type { Progress } from '../disk/read-file.ts'
import { logPath, statePath, type WorldFiles } from '../disk/world-files.ts'
import { damaged } from '../port/store-error.ts'
import { type LogEnd, openLog } from './log-file.ts'
import { type LogRead, readLog } from './log-reader.ts'

export interface Recovery {
  readonly files: Files
  readonly folder: string
  readonly key?: FolderKey | undefined
  readonly found: WorldFiles
  /** The generation that the state begins. */
  readonly base: number
  readonly progress: (name: string) => Progress | undefined
}

export interface Recovered {
  /** The log to continue, and its end. */
  readonly last: number
  readonly end: LogEnd
  /** Bytes in the logs before it. */
  readonly earlier: number
  readonly notes: readonly string[]
}

/** Replays everything that was committed since the state was written. */
export async function recoverLogs(recovery: Recovery, loader: Loader): Promise<Recovered> {
  const { files, key, folder, base, found } = recovery
  const reads: LogRead[] = []
  for (const generation of generationsToRead(recovery)) {
    const path = logPath(folder, generation)
    const progress = recovery.progress(basename(path))
    const read = await readLog({ files, path, generation, key, progress }, loader)
    const before = reads.at(-1)
    // The first line of a log that a state or a seal names is written before that.
    if (read.length === 0 && (before === undefined ? found.hasState : before.isSealed)) {
      throw damaged(path, read.tornLines === 0 ? 'it is empty' : 'its first line is missing')
    }
    // A log without commits was created to continue one that was never sealed.
    const isUnused = !read.hasCommits && read.tornLines === 0 && !before?.isSealed
    if (!isUnused) refuseGap(recovery, reads, read)
    reads.push(read)
  }
  if (reads.at(-1)?.isSealed) throw damaged(logPath(folder, base + reads.length), 'it is missing')
  const notes = await cutTornEnds(recovery, reads)
  let current = Math.max(reads.length - 1, 0)
  while (current > 0 && !reads[current]?.hasCommits && !reads[current - 1]?.isSealed) current--
  // A new world has no log yet.
  const { length = 0, chain = 0, hasCommits = false } = reads[current] ?? {}
  return {
    last: base + current,
    end: { length, chain, hasCommits },
    earlier: reads.slice(0, current).reduce((sum, one) => sum + one.length, 0),
    notes,
  }
}

/** Refuses a log if the one before it is incomplete. */
function refuseGap({ folder, base }: Recovery, earlier: readonly LogRead[], read: LogRead): void {
  const pathOf = (index: number) => logPath(folder, base + index)
  const torn = earlier.findIndex((before) => before.tornLines > 0)
  if (torn >= 0) throw damaged(pathOf(torn), 'its end is garbled')
  const before = earlier.at(-1)
  if (before === undefined) return
  if (!before.isSealed) throw damaged(pathOf(earlier.length - 1), 'lines are missing at its end')
  if (read.follows !== before.chain) {
    throw damaged(pathOf(earlier.length), 'it does not continue the log before it')
  }
}

/** The generations from the state's on, without a gap; none for a new folder. */
function generationsToRead({ folder, found, base }: Recovery): readonly number[] {
  const [first] = found.logs.keys()
  if (!found.hasState && first === undefined) return []
  if (!found.hasState && first !== base) throw damaged(statePath(folder), 'it is missing')
  const last = Math.max(base, ...found.logs.keys())
  const all = Array.from({ length: last - base + 1 }, (_, index) => base + index)
  const missing = all.find((generation) => !found.logs.has(generation))
  if (missing !== undefined) throw damaged(logPath(folder, missing), 'it is missing')
  return all
}

async function cutTornEnds(
  { files, folder, base }: Recovery,
  reads: readonly LogRead[],
): Promise<readonly string[]> {
  const notes: string[] = []
  for (const [index, read] of reads.entries()) {
    const { tornBytes, tornLines } = read
    if (tornLines === 0) continue
    const generation = base + index
    const path = logPath(folder, generation)
    const log = await openLog({ files, path, header: { generation }, durability: 'sync' }, read)
    await log.close()
    notes.push(
      `Dropped ${tornBytes} bytes at the end of ${path} (${tornLines === 1 ? 'one record' : `${tornLines} records`}): ` +
        'a write that was interrupted before it was acknowledged looks like this',
    )
  }
  return notes
}
