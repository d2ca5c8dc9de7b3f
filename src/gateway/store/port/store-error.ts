/** Any problem with stored data. The message is one line: the fact, then what to do. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** A write failed and left nothing behind. Trying again later may work. */
export class StoreFailure extends StoreError {
  override name = 'StoreFailure'
  /** Why, to end a sentence: `no space left on the disk (ENOSPC) in …/log.1.jsonl`. */
  readonly reason: string

  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly reason?: string } = {},
  ) {
    super(message, options)
    this.reason = options.reason ?? message
  }
}

/** The stored data cannot be trusted. Nothing on disk was changed. */
export class StoreDamaged extends StoreError {
  override name = 'StoreDamaged'
}

/** Written in a format that this version does not read. */
export class OtherVersion extends StoreError {
  override name = 'OtherVersion'
}

/** Another sandbox owns the data folder. */
export class FolderInUse extends StoreError {
  override name = 'FolderInUse'
}

/** An invalid state document: an import or a named snapshot. */
export class ImageUnreadable extends StoreError {
  override name = 'ImageUnreadable'
}

/** One line: the file, what is wrong with it, and what to do. */
export function damaged(path: string, fault: string, cause?: unknown): StoreDamaged {
  return new StoreDamaged(
    `${path} is damaged: ${fault}; put a good copy back, or move its folder away to start empty`,
    { cause },
  )
}

/** The folder no longer belongs to this process, which must not write to it again. */
export class FolderLost extends StoreFailure {
  override name = 'FolderLost'

  static folder(folder: string): FolderLost {
    const advice = 'what was stored in it is lost; start the sandbox again'
    return new FolderLost(`${folder} was removed while the sandbox was running: ${advice}`)
  }

  static moved(path: string, now: string | undefined): FolderLost {
    const where = now === undefined ? 'the moved file' : now
    return new FolderLost(
      `${path} was moved while the sandbox was running: what was stored in it is in ${where}; start the sandbox again`,
    )
  }

  static lock(path: string): FolderLost {
    const advice = 'another sandbox may use the folder now; start this one again'
    return new FolderLost(
      `${path} was removed or replaced while the sandbox was running: ${advice}`,
    )
  }
}
