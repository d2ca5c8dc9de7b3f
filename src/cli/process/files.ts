import { promises, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, failedPath, permissionAdvice, reasonOf } from '../../base/file-failure.ts'
import { replaceFile } from '../../runtime/named-file.ts'
import { CliError, misuse } from '../cli-error.ts'

/** A file was created or replaced, or a device or pipe got the data. */
export type Written = 'created' | 'replaced' | 'passed on'

/**
 * Writes a text, or the data of a stream as it arrives; gives what happened to the name. A
 * file is replaced only by a complete one of the same mode, a device or a pipe written to. Links
 * stay, and their target is written.
 */
export async function writeOutput(
  file: string,
  data: string | AsyncIterable<Uint8Array>,
): Promise<Written> {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw new CliError(`${file} is a folder; pass a file`)
    // The target of a device or pipe such as /dev/stdout may have no path.
    const isFile = found === undefined || found.isFile()
    if (!isFile) await promises.writeFile(file, data)
    else if (found === undefined) await replaceFile(file, data)
    else await replaceFile(await promises.realpath(file), data, found.mode & 0o777)
    if (!isFile) return 'passed on'
    return found === undefined ? 'created' : 'replaced'
  } catch (cause) {
    throw fileError('written', file, cause)
  }
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
      ? `the folder ${dirname(failedPath(cause) ?? file)} does not exist; create it first`
      : `${reasonOf(cause)}${permissionAdvice(cause)}`
  const message = `${file} cannot be ${done}: ${reason}`
  return done === 'read' ? misuse(message) : new CliError(message)
}
