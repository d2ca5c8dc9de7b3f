import type { DataFolder } from '../../gateway/store/data-folder.ts'
import type { WorldOptions } from '../../gateway/store/open-world.ts'
import type { Snapshots } from '../../gateway/store/port/snapshots.ts'
import { memorySnapshots } from '../../gateway/store/snapshots/snapshot-files.ts'
import type { Loader, Medium } from '../../gateway/world/records/medium.ts'

/** Where worlds are kept. */
export interface WorldHome {
  /** Loads the stored state of this world. */
  open(name: string, loader: Loader): Promise<Medium>
  /** Whether this world can be closed and opened again. */
  isKept(name: string): boolean
  snapshots(name: string): Snapshots
  /** The names of the stored worlds, open or not. */
  names(): Promise<readonly string[]>
  /** Removes a closed world with its snapshots. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** Keeps worlds as long as the process lives. */
export function memoryHome(): WorldHome {
  const snapshots = new Map<string, Snapshots>()
  return {
    open: async () => memoryMedium,
    isKept: () => false,
    snapshots(name) {
      const own = snapshots.get(name) ?? memorySnapshots()
      snapshots.set(name, own)
      return own
    },
    names: async () => [],
    remove: async (name) => {
      snapshots.delete(name)
    },
    close: async () => undefined,
  }
}

/** Keeps worlds in a data folder, or in memory if the config does not keep them. */
export function diskHome(
  folder: DataFolder,
  options: WorldOptions,
  parts: {
    readonly isKept: (name: string) => boolean
    readonly log: (line: string) => void
  },
): WorldHome {
  const memory = memoryHome()
  const { isKept, log } = parts
  return {
    async open(name, loader) {
      if (!isKept(name)) return await memory.open(name, loader)
      const { medium, notes } = await folder.openWorld(name, loader, options)
      for (const note of notes) log(note)
      return medium
    },
    isKept,
    snapshots: (name) => (isKept(name) ? folder : memory).snapshots(name),
    names: async () => (await folder.worlds()).filter(isKept),
    remove: (name) => (isKept(name) ? folder.removeWorld(name) : memory.remove(name)),
    close: () => folder.close(),
  }
}

/**
 * Stores nothing: the records in memory are all there is.
 * @internal Exported for tests.
 */
export const memoryMedium: Medium = {
  commit() {
    // Memory already holds the change.
  },
  replace() {
    // Memory already holds the change.
  },
  durable: () => undefined,
  close: async () => undefined,
}
