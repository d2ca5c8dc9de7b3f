import { Low } from 'lowdb'
import type { Loader } from '../world/records/medium.ts'
import type { Files } from './disk/files.ts'
import { ensureFolder } from './disk/folders.ts'
import type { Progress } from './disk/read-file.ts'
import { findWorldFiles, journalPath, removeObsolete, statePath } from './disk/world-files.ts'
import { FileMedium } from './file-medium.ts'
import { Generations } from './generations.ts'
import { noState, type State, StateFile } from './image/state-file.ts'
import { type Durability, openJournal } from './log/log-file.ts'
import { type Recovered, recoverJournals } from './log/recover-logs.ts'
import { currentVersion, type Migration } from './migrations.ts'
import { startProgress } from './start-progress.ts'

export interface WorldOptions {
  /** `relaxed` survives a killed process, `sync` a power cut too. */
  readonly durability?: Durability
  /** The least size of a journal, in bytes, at which the state is renewed in the background. */
  readonly renewAfter?: number
  readonly onTrouble?: (message: string) => void
  readonly onRecovered?: () => void
  readonly onProgress?: Progress
}

export interface WorldPlace {
  readonly files: Files
  readonly folder: string
  readonly migrations: readonly Migration[]
  readonly now: () => Date
}

export interface OpenedWorld {
  readonly medium: FileMedium
  /** What whoever starts the sandbox should be told. */
  readonly notes: readonly string[]
}

const leastRenewal = 8 * 1024 * 1024

/** Brings all that was acknowledged into memory and opens the journal to go on with. */
export async function openWorld(
  place: WorldPlace,
  loader: Loader,
  options: WorldOptions = {},
): Promise<OpenedWorld> {
  const { files, folder, migrations, now } = place
  await ensureFolder(files, folder)
  const found = await findWorldFiles(files, folder)
  const progress = await startProgress(files, folder, found, options.onProgress)
  const stateFile = new StateFile({
    files,
    path: statePath(folder),
    migrations,
    now,
    into: loader,
    progress: progress('state.json'),
  })
  const low = new Low<State>(stateFile, noState)
  if (found.hasState) await low.read()
  const base = low.data.generation
  const recovered = await recoverJournals({ ...place, found, base, progress }, loader)
  const durability = options.durability ?? 'sync'
  const generations = await goOn(place, recovered, { low, base, durability })
  if (stateFile.isOld || recovered.isOld) await generations.rebase(loader.image())
  await removeObsolete(files, folder, found, base)
  const medium = new FileMedium({
    generations,
    image: () => loader.image(),
    // Half of what a start reads anyway: the state is not rewritten ever more often as it grows.
    renewAfter: () => Math.max(options.renewAfter ?? leastRenewal, stateFile.bytes / 2),
    onTrouble: options.onTrouble ?? ignore,
    onRecovered: options.onRecovered ?? ignore,
  })
  return { medium, notes: recovered.notes }
}

async function goOn(
  { files, folder, migrations }: WorldPlace,
  { last, lastLength, earlier }: Recovered,
  options: { readonly low: Low<State>; readonly base: number; readonly durability: Durability },
): Promise<Generations> {
  const { low, base, durability } = options
  const version = currentVersion(migrations)
  const path = journalPath(folder, last)
  const header = { version, generation: last }
  const journal = await openJournal({ files, path, header, durability }, lastLength)
  // On first use the journal is new, and must be there after a power cut.
  if (lastLength === 0) await files.syncFolder(folder)
  return new Generations(
    { files, folder, low, version, durability },
    { journal, oldest: base, earlier },
  )
}

function ignore(): void {
  // Nobody asked to be told.
}
