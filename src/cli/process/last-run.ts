import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const FOLDER = '.sandgate'

/** The report of the last sweep in this folder, for `sweep --last-failed` and `open`. */
export const LAST_SWEEP = join(FOLDER, 'last-sweep.json')

/** The last run of `exec` in this folder, for `open`. */
export const LAST_RUN = join(FOLDER, 'last-run.jsonl')

/** Saves a run: it replaces the last one when it is complete. */
export interface SavedRun {
  readonly file: string
  /** Whether the run can be looked at now. */
  save(): boolean
  discard(): void
}

/** Whether nothing is saved: on a CI machine nobody looks at it. */
export function isCi({ CI = '' }: NodeJS.ProcessEnv): boolean {
  return CI !== '' && CI !== 'false'
}

/** Whether the last run or sweep can be saved; makes the folder for it. */
export function canSave(env: NodeJS.ProcessEnv): boolean {
  if (isCi(env)) return false
  try {
    const found = lstatSync(FOLDER, { throwIfNoEntry: false })
    // A link that came with somebody else's repository may lead anywhere.
    if (found !== undefined && !found.isDirectory()) return false
    if (found !== undefined) accessSync(FOLDER, constants.W_OK)
    else {
      mkdirSync(FOLDER)
      writeFileSync(join(FOLDER, '.gitignore'), '*\n')
    }
    return true
  } catch {
    return false
  }
}

/** Undefined if it cannot be saved. */
export function newLastRun(env: NodeJS.ProcessEnv): SavedRun | undefined {
  if (!canSave(env)) return undefined
  // Two runs in one folder do not disturb each other.
  const file = join(FOLDER, `last-run.${process.pid}.jsonl`)
  const discard = () => {
    process.off('exit', discard)
    rmSync(file, { force: true })
  }
  // A second Ctrl-C ends the process at once.
  process.once('exit', discard)
  return {
    file,
    save() {
      try {
        renameSync(file, LAST_RUN)
        return true
      } catch {
        return false
      }
    },
    discard,
  }
}
