import { join } from 'node:path'
import { Low } from 'lowdb'
import type { Loader } from '../world/records/medium.ts'
import { ensureFolder, type Files, refuseLink, type Unsynced } from './disk/files.ts'
import type { FolderKey } from './disk/key-file.ts'
import type { Progress } from './disk/read-file.ts'
import {
  findWorldFiles,
  logPath,
  removeObsolete,
  statePath,
  type WorldFiles,
} from './disk/world-files.ts'
import { FileMedium } from './file-medium.ts'
import { Generations, noState, type State, StateFile } from './generations.ts'
import { type Durability, openLog } from './log/log-file.ts'
import { type Recovered, recoverLogs } from './log/recover-logs.ts'

export interface WorldOptions {
  /** `relaxed` survives a killed process, `sync` also a power cut. */
  readonly durability?: Durability
  /** The smallest log size in bytes at which the state is rewritten in the background. */
  readonly renewAfter?: number
  readonly onTrouble?: (message: string) => void
  readonly onRecovered?: () => void
  readonly onProgress?: Progress
}

export interface WorldPlace {
  readonly files: Files
  readonly folder: string
  /** Undefined if the stored data depends on no key. */
  readonly key?: FolderKey | undefined
  readonly now: () => Date
  /** Folders to sync before a change is acknowledged. */
  readonly unsynced: Unsynced
}

export interface OpenedWorld {
  readonly medium: FileMedium
  /** Messages for the user who starts the sandbox. */
  readonly notes: readonly string[]
  /** Whether nothing was stored before. */
  readonly isNew: boolean
}

const leastRenewal = 8 * 1024 * 1024

/** Loads everything that was acknowledged, and opens the log for further commits. */
export async function openWorld(
  place: WorldPlace,
  loader: Loader,
  options: WorldOptions = {},
): Promise<OpenedWorld> {
  const { files, folder, key, now, unsynced } = place
  await ensureFolder(files, folder, unsynced.add)
  await refuseLink(files, folder)
  const found = await findWorldFiles(files, folder)
  const progress = await startProgress(files, folder, found, options.onProgress)
  const stateFile = new StateFile({
    files,
    path: statePath(folder),
    now,
    key,
    into: loader,
    progress: progress('state.json'),
  })
  const low = new Low<State>(stateFile, noState)
  if (found.hasState) await low.read()
  const base = low.data.generation
  const recovered = await recoverLogs({ ...place, found, base, progress }, loader)
  const durability = options.durability ?? 'sync'
  const generations = await continueLogs(place, recovered, { low, base, durability })
  // A new log must survive a power cut.
  if (!found.logs.has(recovered.last)) await unsynced.add(folder)
  await removeObsolete(files, folder, found, base)
  const medium = new FileMedium({
    generations,
    image: () => loader.image(),
    isNew: !found.hasState,
    unsynced,
    stateFile,
    renewAfter: options.renewAfter ?? leastRenewal,
    onTrouble: options.onTrouble ?? ignore,
    onRecovered: options.onRecovered ?? ignore,
  })
  return { medium, notes: recovered.notes, isNew: !found.hasState && found.logs.size === 0 }
}

async function continueLogs(
  { files, folder, key }: WorldPlace,
  { last, end, earlier }: Recovered,
  options: { readonly low: Low<State>; readonly base: number; readonly durability: Durability },
): Promise<Generations> {
  const { low, base, durability } = options
  const path = logPath(folder, last)
  const header = { generation: last, key: key?.check }
  const log = await openLog({ files, path, header, durability }, end)
  return new Generations({ files, folder, low, key, durability }, { log, oldest: base, earlier })
}

function ignore(): void {
  // The default for callers that pass no callback.
}

/** Reports the files that a start reads one after the other as one progress. */
async function startProgress(
  files: Files,
  folder: string,
  found: WorldFiles,
  report: Progress | undefined,
): Promise<(name: string) => Progress | undefined> {
  if (report === undefined) return () => undefined
  const logs = [...found.logs.values()]
  const starts = new Map<string, number>()
  let total = 0
  for (const name of found.hasState ? ['state.json', ...logs] : logs) {
    starts.set(name, total)
    total += (await files.sizeAt(join(folder, name))) ?? 0
  }
  return (name) => (bytesRead) => report((starts.get(name) ?? 0) + bytesRead, total)
}
