import { CommanderError } from 'commander'
import { failedPath, knownReason, permissionAdvice, reasonOf } from '../../base/file-failure.ts'
import { printable } from '../../base/text/printable.ts'
import {
  ControlError,
  faultText,
  NoSandboxError,
  UntrustedCertificateError,
} from '../../control/client/control-error.ts'
import { StartError } from '../../runtime/start-error.ts'
import { CliError, exitCode } from '../cli-error.ts'
import { withoutBackticks } from '../terminal/flow.ts'

export interface Failure {
  /** One line per problem; empty if everything has been printed already. */
  readonly lines: readonly string[]
  readonly exitCode: number
}

/** The message and exit code for a thrown error. */
export function failureOf(error: unknown): Failure {
  // It has printed the help or the version; what it refuses has become a `CliError`.
  if (error instanceof CommanderError && error.exitCode === 0) {
    return { lines: [], exitCode: exitCode.done }
  }
  if (error instanceof CommanderError && error.code === 'commander.help') {
    return { lines: [], exitCode: exitCode.misuse }
  }
  const lines = linesOf(error).map((line) => withoutBackticks(printable(line)))
  if (error instanceof CliError) return { lines, exitCode: error.exitCode }
  // Its message says how to reach the server.
  if (error instanceof UntrustedCertificateError) {
    return { lines, exitCode: exitCode.noAnswer }
  }
  if (error instanceof NoSandboxError) {
    const advice = "start one with 'npx sandgate start', pass --url or set SANDGATE_URL"
    return { lines: [`${lines.join(' ')}; ${advice}`], exitCode: exitCode.noAnswer }
  }
  if (error instanceof ControlError && error.status === 401) {
    return { lines: [`${lines.join(' ')}; set SANDGATE_CONTROL_TOKEN`], exitCode: exitCode.failed }
  }
  const isUsage = error instanceof CommanderError || (error instanceof StartError && error.isUsage)
  return { lines, exitCode: isUsage ? exitCode.misuse : exitCode.failed }
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof ControlError && error.errors.length > 1) return error.errors.map(faultText)
  const path = knownReason(error) && failedPath(error)
  if (path) return [`${path} cannot be used: ${reasonOf(error)}${permissionAdvice(error)}`]
  return (error instanceof Error ? error.message : String(error)).split('\n')
}
