const plainWords: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on the disk',
  EFBIG: 'the file has reached its size limit',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reports an input/output error',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EMFILE: 'too many open files',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  EINVAL: 'the file system does not support this',
  ENOTSUP: 'the file system does not support this',
  EOPNOTSUPP: 'the file system does not support this',
  ENOSYS: 'the file system does not support this',
}

/** Why a file operation failed, in words. */
export function reasonOf(error: unknown): string {
  return knownReason(error) ?? messageOf(error)
}

/** The same of a failure that any program may meet; undefined for others. */
export function knownReason(error: unknown): string | undefined {
  const code = errorCode(error)
  const words = code === undefined ? undefined : plainWords[code]
  return words && `${words} (${code})`
}

/** What to do about a file or folder that this user may not use; empty after other failures. */
export function permissionAdvice(error: unknown, otherwise = 'pass another file'): string {
  const code = errorCode(error)
  if (code !== 'EACCES' && code !== 'EPERM') return ''
  return `; change the permissions, or ${otherwise}`
}

/** One line for anything that can be thrown. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
}

/** Whether the process, or the machine, may have no more files open at the moment. */
export function isOutOfFiles(error: unknown): boolean {
  const code = errorCode(error)
  if (code === 'EMFILE' || code === 'ENFILE') return true
  return error instanceof Error && error.cause !== undefined && isOutOfFiles(error.cause)
}

/** The path that failed; it differs from the file's name if that is a link. */
export function failedPath(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error)) return undefined
  return typeof error.path === 'string' ? error.path : undefined
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Why a data folder that is a link is refused: one that came with somebody else's repository may lead anywhere. */
export function linkedFolder(path: string): string {
  return `${path} is a link, not a folder; pass --data with the folder that it leads to`
}
