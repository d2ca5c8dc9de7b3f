import type { ChildProcess } from 'node:child_process'
import { fstatSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { errorCode } from '../../base/file-failure.ts'
import { commandVariables } from '../../runtime/config/command-variables.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { withoutProxies } from '../../runtime/proxies.ts'
import type { Running } from '../../runtime/running.ts'
import type { Io } from '../io.ts'
import { endTree, signalTree } from './captured-child.ts'
import { codeOfSignal, isStop, onLostNpx, passedSignals } from './signals.ts'
import { spawnCommand, startFailure } from './spawn-command.ts'

export interface ChildOptions {
  readonly env: NodeJS.ProcessEnv
  /** Sends the child's stdout to our stderr. */
  readonly stdoutToStderr: boolean
}

export interface ChildEnd {
  readonly exitCode: number
  /** Why the command could not be started. */
  readonly failure?: string
  /** The signal that stopped us, or ended the command. */
  readonly cutShortBy?: NodeJS.Signals
}

/** Runs a command until it ends and forwards signals to it. */
export function runChild(
  words: readonly string[],
  io: Io,
  { env, stdoutToStderr }: ChildOptions,
): Promise<ChildEnd> {
  const stdout = stdoutToStderr ? io.stderr : io.stdout
  return new Promise((resolve) => {
    const stdio = [
      inherited(io.stdin, 'ignore'),
      inherited(stdout, 'pipe'),
      inherited(io.stderr, 'pipe'),
    ]
    // Of its own group only then: a command at a terminal shares our keys.
    const hasGroup = !isWindows && isPipe(io.stdout)
    const child = spawnCommand(words, { env, stdio, detached: hasGroup })
    child.stdout?.pipe(stdout, { end: false })
    child.stderr?.pipe(io.stderr, { end: false })
    const passing = passSignalsTo(child, io, hasGroup)
    if (hasGroup) io.stdout.on('error', (cause) => onClosedPipe(cause, child))
    child.on('error', (cause: NodeJS.ErrnoException) => {
      passing.stop()
      resolve(startFailure(words[0] ?? '', cause))
    })
    child.on(child.stdout ? 'close' : 'exit', (code, signal) => {
      const by = passing.stop() ?? signal ?? undefined
      // Nobody reads any more, so what it left behind prints to nobody.
      if (hasGroup && signal === 'SIGPIPE') endTree(child)
      const exitCode = signal === null ? (code ?? 1) : codeOfSignal(signal)
      resolve({ exitCode, ...(by && { cutShortBy: by }) })
    })
  })
}

const isWindows = process.platform === 'win32'

/** Whether somebody reads it who may stop, as in `exec … | head`. */
function isPipe(stream: Writable): boolean {
  if (!('fd' in stream) || typeof stream.fd !== 'number') return false
  const found = fstatSync(stream.fd)
  return found.isFIFO() || found.isSocket()
}

function onClosedPipe(cause: Error, child: ChildProcess): void {
  if (errorCode(cause) === 'EPIPE') endTree(child)
}

/** The child inherits a stream of the process; it cannot inherit a test's stream. */
function inherited(
  stream: Readable | Writable,
  otherwise: 'ignore' | 'pipe',
): Readable | Writable | 'ignore' | 'pipe' {
  return 'fd' in stream ? stream : otherwise
}

/**
 * A terminal also sends Ctrl-C and Ctrl-\ to a command of our group, and most programs quit hard on
 * a second one, so these are not forwarded there. A second Ctrl-C ends both at once. `stop` returns
 * the signal that was to stop us.
 */
function passSignalsTo(child: ChildProcess, io: Io, hasGroup: boolean) {
  let interrupts = 0
  let stoppedBy: NodeJS.Signals | undefined
  const send = (signal: NodeJS.Signals) =>
    hasGroup || isWindows ? signalTree(child, signal) : child.kill(signal)
  const listeners = passedSignals.map((signal) => {
    const pass = () => {
      if (signal === 'SIGINT') interrupts += 1
      if (interrupts > 1) {
        send('SIGKILL')
        process.exit(codeOfSignal('SIGINT'))
      }
      if (isStop(signal)) stoppedBy ??= signal
      if (hasGroup || !keys.has(signal) || !isAtTerminal(io)) send(signal)
    }
    process.on(signal, pass)
    return { signal, pass }
  })
  // Ctrl-Z reaches only our own group.
  const suspend = () => {
    // Nobody may stop a group without a terminal by SIGTSTP.
    send('SIGSTOP')
    process.kill(process.pid, 'SIGSTOP')
  }
  if (hasGroup) process.on('SIGTSTP', suspend)
  const forget = onLostNpx(() => {
    stoppedBy ??= 'SIGTERM'
    send('SIGTERM')
  })
  return {
    stop: (): NodeJS.Signals | undefined => {
      forget()
      process.off('SIGTSTP', suspend)
      for (const { signal, pass } of listeners) process.off(signal, pass)
      return stoppedBy
    },
  }
}

/** Signals that a terminal has keys for. */
const keys: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT'])

function isAtTerminal({ stdin, stdout, stderr }: Io): boolean {
  return [stdin, stdout, stderr].some(({ isTTY }) => isTTY)
}

/** The environment by which a command finds its sandbox. */
export function commandEnvironment(
  outer: NodeJS.ProcessEnv,
  running: Running,
  { controlToken, clockFile, env: variables }: Settings,
): NodeJS.ProcessEnv {
  const { url, api, dashboard, ca } = running
  return {
    ...outer,
    ...withoutProxies(outer),
    SANDGATE_URL: url,
    SANDGATE_API: api,
    SANDGATE_DASHBOARD: dashboard,
    ...(ca !== undefined && { SANDGATE_CA: ca, NODE_EXTRA_CA_CERTS: ca }),
    ...(controlToken && { SANDGATE_CONTROL_TOKEN: controlToken }),
    ...(clockFile !== undefined && { SANDGATE_CLOCK_FILE: resolve(clockFile) }),
    ...commandVariables(variables, running),
  }
}
