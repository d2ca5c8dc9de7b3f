import { statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, reasonOf } from '../../document/file-failure.ts'
import { CliError, misuse } from '../cli-error.ts'

/** Where a file name leads: to a file, or to a device or pipe, which must not be replaced. */
export interface OutputPlace {
  readonly path: string
  readonly isFile: boolean
  /** The mode of an existing file, kept by its replacement. */
  readonly mode?: number
}

/** Follows links, so that their target is written and the links stay. */
export async function outputPlace(file: string): Promise<OutputPlace> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return { path: file, isFile: true }
  if (found.isDirectory()) throw new CliError(`${file} is a folder; name a file`)
  // The target of a device or pipe such as /dev/stdout may have no path.
  if (!found.isFile()) return { path: file, isFile: false }
  return { path: await realpath(file), isFile: true, mode: found.mode & 0o777 }
}

/** Explains a file system error; any other error is returned unchanged. A name to read is usage. */
export function fileError(
  done: 'read' | 'written' | 'removed',
  file: string,
  cause: unknown,
): unknown {
  const code = errorCode(cause)
  if (code === undefined) return cause
  // A file to be written need not exist, but its folder must.
  const reason =
    done === 'written' && code === 'ENOENT'
      ? `the folder ${dirname(pathOf(cause) ?? file)} does not exist; make it first`
      : reasonOf(cause)
  const message = `${file} cannot be ${done}: ${reason}`
  return done === 'read' ? misuse(message) : new CliError(message)
}

/** The path that failed; it differs from the file's name if that is a link. */
function pathOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('path' in cause)) return undefined
  return typeof cause.path === 'string' ? cause.path : undefined
}
