import { join } from 'node:path'
import { Low } from 'lowdb'
import type { Loader } from '../world/records/medium.ts'
import type { Files } from './disk/files.ts'
import { ensureFolder, type Unsynced } from './disk/folders.ts'
import type { FolderKey } from './disk/key-file.ts'
import { type Progress, sizeOf } from './disk/read-file.ts'
import { findWorldFiles, removeObsolete, statePath, type WorldFiles } from './disk/world-files.ts'
import { FileMedium } from './file-medium.ts'
import { Generations } from './generations.ts'
import { noState, type State, StateFile } from './image/state-file.ts'
import { type Durability, openLog } from './log/log-file.ts'
import { type Recovered, recoverLogs } from './log/recover-logs.ts'

export interface WorldOptions {
  /** `relaxed` survives a killed process, `sync` a power cut too. */
  readonly durability?: Durability
  /** The least size of a log, in bytes, at which the state is renewed in the background. */
  readonly renewAfter?: number
  readonly onTrouble?: (message: string) => void
  readonly onRecovered?: () => void
  readonly onProgress?: Progress
}

export interface WorldPlace {
  readonly files: Files
  readonly folder: string
  /** Undefined: what is stored has nothing to do with any key. */
  readonly key?: FolderKey | undefined
  readonly now: () => Date
  /** Folders that must be safe before a change is acknowledged. */
  readonly unsynced: Unsynced
}

export interface OpenedWorld {
  readonly medium: FileMedium
  /** What whoever starts the sandbox should be told. */
  readonly notes: readonly string[]
}

const leastRenewal = 8 * 1024 * 1024

/** Brings all that was acknowledged into memory and opens the log to go on with. */
export async function openWorld(
  place: WorldPlace,
  loader: Loader,
  options: WorldOptions = {},
): Promise<OpenedWorld> {
  const { files, folder, key, now, unsynced } = place
  await ensureFolder(files, folder, unsynced.add)
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
  const generations = await goOn(place, recovered, { low, base, durability })
  // A log that is new must be there after a power cut.
  if (!found.logs.has(recovered.last)) await unsynced.add(folder)
  const isOld = stateFile.isOld || recovered.isOld
  if (isOld) await generations.rebase(loader.image())
  await removeObsolete(files, folder, found, isOld ? generations.current : base)
  const medium = new FileMedium({
    generations,
    image: () => loader.image(),
    isNew: !found.hasState,
    unsynced,
    // Half of what a start reads anyway: the state is not rewritten ever more often as it grows.
    renewAfter: () => Math.max(options.renewAfter ?? leastRenewal, stateFile.bytes / 2),
    onTrouble: options.onTrouble ?? ignore,
    onRecovered: options.onRecovered ?? ignore,
  })
  return { medium, notes: recovered.notes }
}

async function goOn(
  { files, folder, key }: WorldPlace,
  { last, name, end, earlier }: Recovered,
  options: { readonly low: Low<State>; readonly base: number; readonly durability: Durability },
): Promise<Generations> {
  const { low, base, durability } = options
  const path = join(folder, name)
  const header = { generation: last, key: key?.check }
  const log = await openLog({ files, path, header, durability, key }, end)
  return new Generations({ files, folder, low, key, durability }, { log, oldest: base, earlier })
}

function ignore(): void {
  // Nobody asked to be told.
}

/** Makes one progress of the files that a start reads one after the other. */
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
    total += await sizeOf(files, join(folder, name))
  }
  return (name) => (bytesRead) => report((starts.get(name) ?? 0) + bytesRead, total)
}
