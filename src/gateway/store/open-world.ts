import { dirname, join } from 'node:path'
import { Low } from 'lowdb'
import type { Loader } from '../world/records/medium.ts'
import { ensureFolder, type Files, refuseLink } from './disk/files.ts'
import { FolderSync } from './disk/folder-sync.ts'
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
import { Generations } from './generations.ts'
import { type Durability, openLog } from './log/log-file.ts'
import { recoverLogs } from './log/recover-logs.ts'
import { type State, StateFile } from './state-file.ts'

export interface WorldOptions {
  /** `relaxed` survives a killed process, `sync` also a power cut. */
  readonly durability?: Durability
  /** The smallest log size in bytes at which the state is rewritten in the background. */
  readonly renewAfter?: number
  readonly onTrouble?: (message: string) => void
  readonly onRecovered?: () => void
  readonly onProgress?: Progress
}

export interface WorldStorage {
  readonly files: Files
  readonly folder: string
  /** Undefined if the stored data depends on no key. */
  readonly key?: FolderKey | undefined
  readonly now: () => Date
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
  storage: WorldStorage,
  loader: Loader,
  options: WorldOptions = {},
): Promise<OpenedWorld> {
  const { files, folder, key, now } = storage
  await ensureFolder(files, dirname(folder))
  await ensureFolder(files, folder)
  await refuseLink(files, folder)
  await refuseLink(files, join(folder, 'snapshots'))
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
  const db = new Low<State>(stateFile, { generation: 1, tables: loader.tables })
  if (found.hasState) await db.read()
  const base = db.data.generation
  const { last, end, earlier, notes } = await recoverLogs(
    { ...storage, found, base, progress },
    loader,
  )
  const durability = options.durability ?? 'sync'
  const header = { generation: last, key: key?.check }
  const log = await openLog({ files, path: logPath(folder, last), header, durability }, end)
  const parts = { files, folder, db, stateFile, key, durability }
  await removeObsolete(files, folder, found, base)
  const medium = new FileMedium({
    generations: new Generations(parts, { log, oldest: base, earlier }),
    db,
    folders: new FolderSync(files, folder),
    stateFile,
    renewAfter: options.renewAfter ?? leastRenewal,
    onTrouble: options.onTrouble ?? ignore,
    onRecovered: options.onRecovered ?? ignore,
  })
  return { medium, notes, isNew: !found.hasState && found.logs.size === 0 }
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
