import { type ExitCode, exitCode } from './exit-code.ts'

/** A reason to end that is said in one line: what is wrong, and what to do about it. */
export class CliError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, code: ExitCode = exitCode.failed) {
    super(message)
    this.name = 'CliError'
    this.exitCode = code
  }
}

/** The command line itself is wrong. */
export function misuse(message: string): CliError {
  return new CliError(message, exitCode.misuse)
}
