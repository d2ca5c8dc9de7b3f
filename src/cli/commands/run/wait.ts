import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { NoSandboxError, UntrustedCertificateError } from '../../../client/control-error.ts'
import { formatDuration } from '../../../domain/time/duration.ts'
import type { HealthAnswer } from '../../../http/contract/control/calls/about.ts'
import { CliError, exitCode } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { realTimeArgument } from '../../options/argument.ts'
import { connectToRead, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'

interface WaitCommandOptions extends TargetOptions {
  readonly timeout: number
}

/** The polling interval. */
const PAUSE_MS = 100

export function waitCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .option('--timeout <duration>', 'how long at most (default: 30s)', realTimeArgument)
    .action(async (options: WaitCommandOptions) => {
      const health = await firstAnswer(options, io)
      outputFor(options, io).result(
        health,
        () => `The sandbox at ${options.url} answers (sandgate ${health.version}).`,
      )
    })
}

async function firstAnswer(options: WaitCommandOptions, io: Io): Promise<HealthAnswer> {
  const { url, timeout = 30_000 } = options
  const client = connectToRead(options, io)
  const end = performance.now() + timeout
  for (;;) {
    const left = Math.max(1, Math.ceil(end - performance.now()))
    const health = await client.health(AbortSignal.timeout(left)).catch(notYet)
    if (health !== undefined) return health
    if (performance.now() + PAUSE_MS >= end) {
      const message = `No sandbox answered at ${url} within ${formatDuration(timeout)}`
      throw new CliError(
        `${message}; start one, pass --url or a longer --timeout`,
        exitCode.noAnswer,
      )
    }
    await pause(PAUSE_MS)
  }
}

function notYet(error: unknown): undefined {
  // The server answers, and waiting will not change its certificate.
  if (error instanceof UntrustedCertificateError || !(error instanceof NoSandboxError)) throw error
}
