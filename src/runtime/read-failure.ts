import { StartError } from './start-error.ts'

/** Why a file that was asked for could not be read, in words. */
export function unreadable(kind: string, file: string, cause: unknown): StartError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT') return new StartError(`There is no ${kind} ${file}`, true)
  if (code === 'EISDIR') return new StartError(`${file} is a folder, not a ${kind}`, true)
  if (code === 'EACCES') return new StartError(`The ${kind} ${file} may not be read`, true)
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StartError(`The ${kind} ${file} cannot be read: ${reason}`, true)
}
