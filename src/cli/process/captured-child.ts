import { type ChildProcess, spawn } from 'node:child_process'
import { codeOfSignal } from './signals.ts'

export interface CapturedEnd {
  readonly exitCode: number
  readonly durationMs: number
  /** Whether it was stopped at its time limit. */
  readonly isHung: boolean
  /** The end of its output, both streams together. */
  readonly output: string
}

export interface CaptureOptions {
  readonly env: NodeJS.ProcessEnv
  /** Undefined: no limit. */
  readonly limitMs: number | undefined
  /** Stops the command. */
  readonly stopping: AbortSignal
  /** Kills the command at once. */
  readonly killing?: AbortSignal
}

/** How long a command may take to end after the stop signal. */
const GRACE_MS = 1000

/** How long processes that a command left behind may still print. */
const AFTERMATH_MS = 50

/** Only the end of the output is kept: it says why a run failed, and the whole can be endless. */
const KEPT = 256 * 1024

const NOT_FOUND = 127

/**
 * Runs a command in its own process group, captures its output, and stops the group at the time
 * limit.
 */
export function captureChild(
  [program = '', ...args]: readonly string[],
  { env, limitMs, stopping, killing }: CaptureOptions,
): Promise<CapturedEnd> {
  const startedAt = performance.now()
  // A process group, so that a test runner's workers are stopped too.
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const kept = tailOf(child)
  let isHung = false
  const stop = () => endGroup(child)
  const timer = limitMs === undefined ? undefined : setTimeout(onTimeUp, limitMs)
  function onTimeUp(): void {
    isHung = true
    stop()
  }
  stopping.addEventListener('abort', stop)
  killing?.addEventListener('abort', () => signalGroup(child, 'SIGKILL'), { once: true })
  if (stopping.aborted) stop()
  return new Promise((resolve) => {
    const end = (exitCode: number) => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', stop)
      resolve({ exitCode, durationMs: performance.now() - startedAt, isHung, output: kept() })
    }
    child.on('error', () => end(NOT_FOUND))
    child.on('exit', (code, signal) => {
      const ended = signal === null ? (code ?? 1) : codeOfSignal(signal)
      // Processes that it left running may keep the pipes open.
      const impatient = setTimeout(() => end(ended), AFTERMATH_MS)
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
      text = (text + chunk).slice(-KEPT)
    })
  }
  return () => text
}

function endGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM')
  setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref()
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The whole group has ended already.
  }
}
