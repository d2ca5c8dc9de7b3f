import { setTimeout as pause } from 'node:timers/promises'
import { monotonicMs } from '../../../base/monotonic.ts'
import { lowerFirst } from '../../../base/text/counted.ts'
import {
  ForeignServerError,
  NoSandboxError,
  UntrustedCertificateError,
} from '../../../control/client/control-error.ts'
import { formatDuration } from '../../../domain/time/duration.ts'
import { CliError, exitCode } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { option } from '../../define/option.ts'
import type { Io } from '../../io.ts'
import { realTimeArgument } from '../../options/argument.ts'
import {
  answeringSandbox,
  NotReadyError,
  type ReadyOptions,
  readyFileOption,
} from '../../options/ready-sandbox.ts'
import { outputFor } from '../../terminal/output.ts'

interface WaitCommandOptions extends ReadyOptions {
  readonly timeout: number
}

/** The polling interval. */
const PAUSE_MS = 100

export const waitCommand = command({
  name: 'wait',
  group: 'Run a sandbox',
  summary: 'Wait until a sandbox responds',
  details:
    'Waits until a sandbox responds. With --ready-file, waits for the sandbox that wrote the file. The exit code is 3 if it does not respond in time.',
  examples: [
    'start & npx sandgate wait && npm test',
    'wait --timeout 5s',
    'wait --ready-file ready.json',
  ],
  options: {
    timeout: option('--timeout <duration>', 'how long to wait', realTimeArgument, {
      default: 30_000,
      usually: '30s',
    }),
    ...readyFileOption,
  },
  target: 'world',
  async run(given, { io }) {
    const { url, health } = await firstAnswer(given, io)
    outputFor(given, io).result(
      health,
      () => `The sandbox at ${url} responds (sandgate ${health.version}).`,
    )
  },
})

async function firstAnswer(options: WaitCommandOptions, io: Io) {
  const { url, timeout, readyFile } = options
  const end = monotonicMs() + timeout
  let last: Error | undefined
  for (;;) {
    const inTime = AbortSignal.timeout(Math.max(1, Math.ceil(end - monotonicMs())))
    // The ready file is read each time: a new sandbox replaces the file of one that was killed.
    const found = await answeringSandbox(options, io, inTime).catch(notYet)
    if (!(found instanceof Error)) return found
    // A try that the end of the time cut short says nothing about who is there.
    if (last === undefined || !inTime.aborted) last = found
    if (monotonicMs() + PAUSE_MS >= end) {
      const time = formatDuration(timeout)
      const reason = last instanceof ForeignServerError ? `: ${lowerFirst(last.message)}` : ''
      const message =
        readyFile === undefined
          ? `No sandbox responded at ${url} within ${time}${reason}; start one, pass --url or a longer --timeout`
          : `The sandbox of ${readyFile} did not respond within ${time}: ${last.message}`
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
