import { errorCode, reasonOf } from '../store/store-error.ts'
import { CliError } from './cli-error.ts'

/** What the file system says, in words; anything else is passed on as it is. */
export function fileTrouble(
  done: 'read' | 'written' | 'removed',
  file: string,
  cause: unknown,
): unknown {
  if (errorCode(cause) === undefined) return cause
  return new CliError(`${file} cannot be ${done}: ${reasonOf(cause)}`)
}
