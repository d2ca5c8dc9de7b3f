import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const FOLDER = '.sandgate'

/** The last run of `exec` in this folder, for `open`. */
export const LAST_RUN = join(FOLDER, 'last-run.jsonl')

/** Keeps a run: it replaces the last one when it is complete. */
export interface KeptRun {
  readonly file: string
  /** Whether the run can be looked at now. */
  keep(): boolean
  discard(): void
}

/** Undefined on a CI machine, where nobody looks at it, and if the folder cannot be written. */
export function newLastRun({ CI = '' }: NodeJS.ProcessEnv): KeptRun | undefined {
  if (CI !== '' && CI !== 'false') return undefined
  try {
    if (existsSync(FOLDER)) accessSync(FOLDER, constants.W_OK)
    else {
      mkdirSync(FOLDER)
      writeFileSync(join(FOLDER, '.gitignore'), '*\n')
    }
  } catch {
    return undefined
  }
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
    keep() {
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
