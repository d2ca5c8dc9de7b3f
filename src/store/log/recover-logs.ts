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
  const reads: LogRead[] = []
  for (const generation of generationsToRead(recovery)) {
    const read = await readOne(recovery, generation, loader)
    refuseEmptied(recovery, reads, read)
    if (!isUnused(reads, read)) refuseGap(recovery, reads, read)
    reads.push(read)
  }
  if (reads.at(-1)?.isSealed) {
    throw damaged(logPath(recovery.folder, recovery.base + reads.length), 'it is missing')
  }
  const notes = await cutTornEnds(recovery, reads)
  const current = currentLog(reads)
  const last = recovery.base + current
  return {
    last,
    end: endOf(reads[current]),
    earlier: reads.slice(0, current).reduce((sum, { length }) => sum + length, 0),
    notes,
  }
}

/** Refuses an empty log that a state or a seal names: its first line is written before that. */
function refuseEmptied(recovery: Recovery, earlier: readonly LogRead[], read: LogRead): void {
  if (read.length > 0) return
  const before = earlier.at(-1)
  const isNamed = before === undefined ? recovery.found.hasState : before.isSealed
  if (!isNamed) return
  const path = pathOf(recovery, earlier.length)
  throw damaged(path, read.torn === undefined ? 'it is empty' : 'its first line is missing')
}

/** Whether this log was created to continue one that was never sealed; it then has no commits. */
function isUnused(earlier: readonly LogRead[], read: LogRead): boolean {
  return !read.hasCommits && read.torn === undefined && !earlier.at(-1)?.isSealed
}

/** Refuses a log if the one before it is incomplete. */
function refuseGap(recovery: Recovery, earlier: readonly LogRead[], read: LogRead): void {
  const torn = earlier.findIndex((before) => before.torn !== undefined)
  if (torn >= 0) throw damaged(pathOf(recovery, torn), 'its end is garbled')
  const before = earlier.at(-1)
  if (before === undefined) return
  if (!before.isSealed) {
    throw damaged(pathOf(recovery, earlier.length - 1), 'lines are missing at its end')
  }
  if (read.follows !== before.chain) {
    throw damaged(pathOf(recovery, earlier.length), 'it does not continue the log before it')
  }
}

/** The last log, unless it was created to continue one that was never sealed. */
function currentLog(reads: readonly LogRead[]): number {
  let current = reads.length - 1
  while (current > 0 && !reads[current]?.hasCommits && !reads[current - 1]?.isSealed) current--
  return Math.max(current, 0)
}

/** A new world has no log yet. */
function endOf(last: LogRead | undefined): LogEnd {
  const { length = 0, chain = 0, hasCommits = false } = last ?? {}
  return { length, chain, hasCommits }
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

function readOne(recovery: Recovery, generation: number, loader: Loader): Promise<LogRead> {
  const { files, key } = recovery
  const path = pathOf(recovery, generation - recovery.base)
  const progress = recovery.progress(basename(path))
  return readLog({ files, path, generation, key, progress }, loader)
}

async function cutTornEnds(
  recovery: Recovery,
  reads: readonly LogRead[],
): Promise<readonly string[]> {
  const { files, base } = recovery
  const notes: string[] = []
  for (const [index, read] of reads.entries()) {
    const { torn } = read
    if (torn === undefined) continue
    const path = pathOf(recovery, index)
    const header = { generation: base + index }
    const log = await openLog({ files, path, header, durability: 'sync' }, read)
    await log.close()
    const records = torn.records === 1 ? 'one record' : `${torn.records} records`
    notes.push(
      `Dropped ${torn.bytes} bytes at the end of ${path} (${records}): ` +
        'a write that was interrupted before it was acknowledged looks like this',
    )
  }
  return notes
}

function pathOf({ folder, base }: Recovery, index: number): string {
  return logPath(folder, base + index)
}
