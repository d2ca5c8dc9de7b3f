import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import {
  ForeignServerError,
  NoSandboxError,
  UntrustedCertificateError,
} from '../../../client/control-error.ts'
import { formatDuration } from '../../../domain/time/duration.ts'
import { lowerFirst } from '../../../insight/counted.ts'
import { CliError, exitCode } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { realTimeArgument } from '../../options/argument.ts'
import {
  answeringSandbox,
  NotReadyError,
  type ReadyOptions,
  withReadyFile,
} from '../../options/ready-sandbox.ts'
import { outputFor } from '../../terminal/output.ts'

interface WaitCommandOptions extends ReadyOptions {
  readonly timeout: number
}

/** The polling interval. */
const PAUSE_MS = 100

export function waitCommand(command: Command, io: Io): Command {
  return withReadyFile(command)
    .option('--timeout <duration>', 'how long to wait (default: 30s)', realTimeArgument)
    .action(async (options: WaitCommandOptions) => {
      const { url, health } = await firstAnswer(options, io)
      outputFor(options, io).result(
        health,
        () => `The sandbox at ${url} answers (sandgate ${health.version}).`,
      )
    })
}

async function firstAnswer(options: WaitCommandOptions, io: Io) {
  const { url, timeout = 30_000, readyFile } = options
  const end = performance.now() + timeout
  for (;;) {
    const left = Math.max(1, Math.ceil(end - performance.now()))
    // The ready file is read each time: a new sandbox replaces the file of one that was killed.
    const found = await answeringSandbox(options, io, AbortSignal.timeout(left)).catch(notYet)
    if (!(found instanceof Error)) return found
    if (performance.now() + PAUSE_MS >= end) {
      const time = formatDuration(timeout)
      const reason = found instanceof ForeignServerError ? `: ${lowerFirst(found.message)}` : ''
      const message =
        readyFile === undefined
          ? `No sandbox answered at ${url} within ${time}${reason}; start one, pass --url or a longer --timeout`
          : `The sandbox of ${readyFile} did not answer within ${time}: ${found.message}`
      throw new CliError(message, exitCode.noAnswer)
    }
    await pause(PAUSE_MS)
  }
}

function notYet(error: unknown): Error {
  // The server answers, and waiting will not change its certificate.
  if (error instanceof UntrustedCertificateError) throw error
  if (error instanceof NoSandboxError || error instanceof NotReadyError) return error
  throw error
}
