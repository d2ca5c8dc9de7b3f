import { type ChildProcess, spawn } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { monotonicMs } from '../../base/monotonic.ts'
import { codeOfSignal } from './signals.ts'
import { spawnCommand, startFailure } from './spawn-command.ts'

export interface CapturedEnd {
  readonly exitCode: number
  readonly durationMs: number
  /** Whether it was stopped at its time limit. */
  readonly isHung: boolean
  /** The end of its output, both streams together. */
  readonly output: string
  /** The beginning of its stdout, up to `mostStdout` characters. */
  readonly stdout: string
  /** Why it could not be started. */
  readonly failure?: string
}

export interface CaptureOptions {
  readonly env: NodeJS.ProcessEnv
  /** Undefined: no limit. */
  readonly limitMs: number | undefined
  /** Stops the command. */
  readonly stopping: AbortSignal
  /** How much of its stdout to keep, of which `output` has only the end; a command that prints more is stopped. */
  readonly mostStdout?: number
  /** Kills the command at once. */
  readonly killing?: AbortSignal
}

/** How long a command may take to end after the stop signal. */
const GRACE_MS = 1000

/** How long processes that a command left behind may still print. */
const AFTERMATH_MS = 50

/** How long the rest of a stdout that counts may take, which a busy machine brings late. */
const REST_MS = 5000

/** Only the end of the output is kept: it says why a run failed, and the whole can be endless. */
const MOST_OUTPUT = 256 * 1024

/**
 * Runs a command with its own tree of processes, captures its output, and stops all of them at the
 * time limit.
 */
export function captureChild(
  words: readonly string[],
  { env, limitMs, stopping, killing, mostStdout = 0 }: CaptureOptions,
): Promise<CapturedEnd> {
  const startedAt = monotonicMs()
  // The whole tree, so that a test runner's workers are stopped too.
  const child = spawnCommand(words, { ...ownTree, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const tail = tailOf(child)
  let stdout = ''
  child.stdout?.on('data', (chunk: string) => {
    if (stdout.length >= mostStdout) return
    stdout = (stdout + chunk).slice(0, mostStdout)
    if (stdout.length === mostStdout) endTree(child)
  })
  let isHung = false
  const stop = () => endTree(child)
  const timer = limitMs === undefined ? undefined : setTimeout(onTimeUp, limitMs)
  function onTimeUp(): void {
    isHung = true
    stop()
  }
  // As many commands as --jobs allows listen at once.
  setMaxListeners(0, stopping)
  stopping.addEventListener('abort', stop)
  const kill = () => signalTree(child, 'SIGKILL')
  killing?.addEventListener('abort', kill, { once: true })
  const forget = killAtExit(child)
  if (stopping.aborted) stop()
  return new Promise((resolve) => {
    const end = (exitCode: number, failure?: string) => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', stop)
      forget()
      const durationMs = monotonicMs() - startedAt
      const output = failure ?? tail()
      resolve({ exitCode, durationMs, isHung, output, stdout, ...(failure && { failure }) })
    }
    child.on('error', (cause) => {
      const { exitCode, failure } = startFailure(words[0] ?? '', cause)
      end(exitCode, failure)
    })
    child.on('exit', (code, signal) => {
      const ended = signal === null ? (code ?? 1) : codeOfSignal(signal)
      // Processes that it left running may keep the pipes open.
      const impatient = setTimeout(() => end(ended), mostStdout > 0 ? REST_MS : AFTERMATH_MS)
      child.on('close', () => {
        clearTimeout(impatient)
        end(ended)
      })
    })
  })
}

function tailOf({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-MOST_OUTPUT)
    })
  }
  return () => text
}

/** Asks a command and all that it started to end, and ends them a little later. */
export function endTree(child: ChildProcess): void {
  signalTree(child, 'SIGTERM')
  // Even if this process ends before that.
  const forget = killAtExit(child)
  setTimeout(() => {
    forget()
    signalTree(child, 'SIGKILL')
  }, GRACE_MS).unref()
}

/** Options of `spawn` for a command whose whole tree can be ended. Elsewhere than on Windows it leads a process group. */
const ownTree = process.platform === 'win32' ? { windowsHide: true } : ({ detached: true } as const)

const kills = new Set<() => void>()

/** Ends a command's tree if this process exits before it, as a second Ctrl-C makes it; returns how to forget it. */
function killAtExit(child: ChildProcess): () => void {
  if (kills.size === 0) process.on('exit', killAll)
  const kill = () => signalTree(child, 'SIGKILL')
  kills.add(kill)
  return () => {
    kills.delete(kill)
    if (kills.size === 0) process.off('exit', killAll)
  }
}

function killAll(): void {
  for (const kill of kills) kill()
}

/** Sends a signal to a command and all that it started. On Windows every signal kills. */
export function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child
  if (pid === undefined) return
  if (process.platform === 'win32') {
    killTree(child, pid)
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // Its whole group has ended already.
  }
}

/** Windows knows only the parent of each process, so the tree is ended from its root while that lives. */
function killTree(child: ChildProcess, pid: number): void {
  if (child.exitCode !== null) return
  const options = { stdio: 'ignore', windowsHide: true, detached: true } as const
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], options)
    .on('error', () => child.kill())
    // Wine's has no /T.
    .on('exit', (code) => code === 0 || child.kill())
    .unref()
}
