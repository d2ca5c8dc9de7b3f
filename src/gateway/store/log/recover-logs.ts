import { basename, join } from 'node:path'
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
    // Only the first log of a world without a state gets its name before its first line is safe.
    if (read.length === 0 && (found.hasState || generation > base)) {
      throw damaged(path, read.tornLine === 0 ? 'it is empty' : 'its first line is missing')
    }
    reads.push(read)
  }
  // Logs at the end that hold nothing were created for a renewal that did not happen.
  const current = Math.max(reads.findLastIndex(isUsed), 0)
  const torn = reads.findIndex(({ tornLine }) => tornLine > 0)
  if (torn !== -1 && torn < current)
    throw damaged(logPath(folder, base + torn), 'its end is garbled')
  // A new world has no log yet.
  const { length = 0, hasCommits = false } = reads[current] ?? {}
  return {
    last: base + current,
    end: { length, hasCommits },
    earlier: reads.slice(0, current).reduce((sum, one) => sum + one.length, 0),
    notes: torn === -1 ? [] : [await cutTornEnd(recovery, base + torn, reads[torn] as LogRead)],
  }
}

function isUsed({ hasCommits, tornLine }: LogRead): boolean {
  return hasCommits || tornLine > 0
}

/** The generations from the state's on, without a gap; none for a new folder. */
function generationsToRead({ folder, found, base }: Recovery): readonly number[] {
  const [first] = found.logs.keys()
  if (!found.hasState && first === undefined) return []
  if (!found.hasState && first !== base) throw damaged(statePath(folder), 'it is missing')
  for (const [generation, name] of found.logs) {
    if (Number.isSafeInteger(generation)) continue
    throw damaged(join(folder, name), 'its number is too large for a log')
  }
  // In order, so the first one that is out of its place follows a gap.
  const all = [...found.logs.keys()].filter((generation) => generation >= base)
  const gap = all.findIndex((generation, index) => generation !== base + index)
  if (gap !== -1) throw damaged(logPath(folder, base + gap), 'it is missing')
  if (all.length === 0) throw damaged(logPath(folder, base), 'it is missing')
  return all
}

async function cutTornEnd(
  { files, folder }: Recovery,
  generation: number,
  read: LogRead,
): Promise<string> {
  const path = logPath(folder, generation)
  const log = await openLog({ files, path, header: { generation }, durability: 'sync' }, read)
  await log.close()
  return `Dropped ${read.tornBytes} bytes at the end of ${path} (one record): a write that was interrupted before it was acknowledged looks like this`
}
