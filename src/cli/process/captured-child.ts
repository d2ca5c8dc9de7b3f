import { type ChildProcess, spawn } from 'node:child_process'
import { codeOfSignal } from './signals.ts'

export interface CapturedEnd {
  readonly exitCode: number
  readonly durationMs: number
  /** Whether it was stopped because its time was up. */
  readonly isHung: boolean
  /** What it printed last, both streams together. */
  readonly output: string
}

export interface CaptureOptions {
  readonly env: NodeJS.ProcessEnv
  /** Undefined: as long as it takes. */
  readonly limitMs: number | undefined
  /** Stops it. */
  readonly stopping: AbortSignal
}

/** How long a command may take to end once it is told to. */
const GRACE_MS = 1000

/** What a test run prints can be endless; its end says why it failed. */
const KEPT = 256 * 1024

const NOT_FOUND = 127

/** Runs a command with everything it starts, keeps what it prints, and stops it when its time is up. */
export function captureChild(
  [program = '', ...args]: readonly string[],
  { env, limitMs, stopping }: CaptureOptions,
): Promise<CapturedEnd> {
  const startedAt = performance.now()
  // A group of its own, so that a test runner's workers are stopped with it.
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
      // What it has left running may keep the pipes open.
      const impatient = setTimeout(() => end(ended), GRACE_MS)
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
    // All of it has ended.
  }
}
