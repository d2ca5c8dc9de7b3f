import { type FSWatcher, watch } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { clearTimeout, setTimeout } from '../../base/timers.ts'
import { renewScenario } from '../../gateway/world/commands/rules/rule-commands.ts'
import type { World } from '../../gateway/world/world.ts'
import { StartError } from '../start-error.ts'
import type { ScenarioShelf } from './scenario-source.ts'

/**
 * Editors save a file in several steps; after this many milliseconds without one it is complete.
 */
const QUIET = 50

interface WatchParts {
  readonly shelf: ScenarioShelf
  readonly worlds: () => readonly World[]
  readonly log: (line: string, cause?: unknown) => void
}

/** Reloads scenario files when they change; a broken file leaves the rules unchanged. */
export class ScenarioWatch {
  readonly #parts: WatchParts
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #pending = new Map<string, NodeJS.Timeout>()
  #renewing: Promise<void> = Promise.resolve()

  constructor(parts: WatchParts) {
    this.#parts = parts
    this.#watchFolders()
  }

  async close(): Promise<void> {
    for (const watcher of this.#watchers.values()) watcher.close()
    for (const timer of this.#pending.values()) clearTimeout(timer)
    await this.#renewing
  }

  // Watches folders, since many editors replace the file, which would end a watch on the file
  // itself.
  #watchFolders(): void {
    for (const folder of new Set(this.#parts.shelf.files.map((file) => dirname(resolve(file))))) {
      if (this.#watchers.has(folder)) continue
      const watcher = watchFolder(folder, (name) => this.#changed(folder, name)).unref()
      watcher.on('error', (cause) => this.#parts.log(`${folder} can no longer be watched`, cause))
      this.#watchers.set(folder, watcher)
    }
  }

  #changed(folder: string, name: string | null): void {
    for (const file of new Set(this.#parts.shelf.files)) {
      if (name !== null && resolve(file) !== resolve(folder, name)) continue
      if (name === null && dirname(resolve(file)) !== folder) continue
      clearTimeout(this.#pending.get(file))
      this.#pending.set(
        file,
        setTimeout(() => this.#queue(file), QUIET),
      )
    }
  }

  #queue(file: string): void {
    this.#pending.delete(file)
    // In order: two reads of one file must not finish in the wrong order.
    this.#renewing = this.#renewing.then(() => this.#renew(file))
  }

  async #renew(file: string): Promise<void> {
    const { shelf, worlds, log } = this.#parts
    try {
      const fresh = await shelf.renew(file)
      for (const renewed of fresh) {
        const { formerName, scenario } = renewed
        for (const world of worlds()) {
          if (!world.isClosed) renewScenario(world, formerName, scenario)
        }
        for (const warning of renewed.warnings) log(`warning: ${warning}`)
        log(`Scenario '${renewed.scenario.name}' loaded again from ${file}`)
      }
      this.#watchFolders()
    } catch (error) {
      if (error instanceof StartError) log(`${error.message}\nThe rules stay as they were`)
      else log(`${file} has changed and could not be reloaded`, error)
    }
  }
}

function watchFolder(folder: string, changed: (name: string | null) => void): FSWatcher {
  try {
    return watch(folder, (_event, name) => changed(name))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`${folder} cannot be watched: ${reason}; start without --watch`)
  }
}
