import { dirname } from 'node:path'
import { errorCode, reasonOf } from '../../document/file-failure.ts'
import { CliError } from '../cli-error.ts'

/** What the file system says, in words; anything else is passed on as it is. */
export function fileTrouble(
  done: 'read' | 'written' | 'removed',
  file: string,
  cause: unknown,
): unknown {
  const code = errorCode(cause)
  if (code === undefined) return cause
  // A file that is to be written need not exist, but its folder must.
  const reason =
    done === 'written' && code === 'ENOENT'
      ? `the folder ${dirname(pathOf(cause) ?? file)} does not exist (ENOENT)`
      : reasonOf(cause)
  return new CliError(`${file} cannot be ${done}: ${reason}`)
}

/** Where it happened, which is elsewhere where the file's name is a link. */
function pathOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('path' in cause)) return undefined
  return typeof cause.path === 'string' ? cause.path : undefined
}
