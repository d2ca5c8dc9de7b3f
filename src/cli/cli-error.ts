/** A failure that is reported in one line: what is wrong, and what to do about it. */
export class CliError extends Error {
  readonly exitCode: number

  constructor(message: string, code: number = exitCode.failed) {
    super(message)
    this.name = 'CliError'
    this.exitCode = code
  }
}

/** The command line itself is wrong. */
export function misuse(message: string): CliError {
  return new CliError(message, exitCode.misuse)
}

/** The exit codes. Users' scripts depend on them. */
export const exitCode = {
  done: 0,
  failed: 1,
  /** Bad usage, config or scenario file. */
  misuse: 2,
  /** No sandbox answers, or not in time. */
  noAnswer: 3,
  /** The command ran, but a check failed. */
  checkFailed: 4,
} as const
