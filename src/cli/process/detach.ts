import { spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isSea } from 'node:sea'
import { setTimeout as pause } from 'node:timers/promises'
import { linkedFolder, permissionAdvice, reasonOf } from '../../base/file-failure.ts'
import { monotonicMs } from '../../base/monotonic.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { makeFolders } from '../../runtime/named-file.ts'
import { readyOf } from '../../runtime/running.ts'
import { type SandboxHere, startedSandboxIn } from '../../runtime/worlds/open-home.ts'
import { CliError, misuse } from '../cli-error.ts'
import { type Io, logTo } from '../io.ts'
import { fileError } from './files.ts'
import { codeOfSignal, codeOfStop } from './signals.ts'
import { RESPONSE_MS, responds, suspendedText } from './suspended.ts'

/** The parts of a ready line that people read. */
type Ready = Pick<ReturnType<typeof readyOf>, 'url' | 'ca'>

/** A sandbox that runs in the background. */
export interface Detached {
  readonly ready: Ready
  /** The file that it writes to; undefined if it was running already. */
  readonly log?: string
}

/** Tells a process that it is the one in the background. */
const MARK = 'SANDGATE_DETACHED'

/** The channel to the process that waits for this one to be ready; undefined in the foreground. */
export function detachedChannel(env: NodeJS.ProcessEnv): ((ready: Ready) => void) | undefined {
  if (env[MARK] === undefined || process.send === undefined) return undefined
  return (ready) => {
    process.send?.(ready, () => process.disconnect())
  }
}

/** Starts this command again in the background; undefined if it failed, which is printed. */
export async function startDetached(
  { data, log }: { readonly data: Settings['data']; readonly log: string | undefined },
  io: Io,
  stopping: AbortSignal,
): Promise<Detached | undefined> {
  const file = log ?? (data && join(data, 'sandbox.log'))
  if (file === undefined) {
    throw misuse(
      '--detach with --memory needs --log <file>: without a data folder there is no place for its log',
    )
  }
  const before = await runningIn(data, io)
  if (before !== undefined) return runningAlready(before)
  if (data !== undefined) {
    await makeFolders(data).catch((cause: unknown) => {
      const advice = permissionAdvice(cause, 'pass another folder with --data')
      throw new CliError(`The data folder ${data} cannot be created: ${reasonOf(cause)}${advice}`)
    })
  }
  const isNew = log === undefined && !existsSync(file)
  const fd = openLog(file, log === undefined)
  const { size } = fstatSync(fd)
  const end = await started(fd, io.env, stopping).finally(() => closeSync(fd))
  if (typeof end === 'object') return { ready: end, log: file }
  const printed = readFileSync(file).subarray(size).toString()
  // Of two at the same moment, one gets the folder.
  const other = await runningIn(data, io)
  if (other !== undefined) return runningAlready(other)
  io.stderr.write(printed || 'error: The sandbox ended before it was ready, and printed nothing\n')
  if (isNew) rmSync(file, { force: true })
  io.exitCode = stopping.aborted ? codeOfStop(stopping) : end || 1
  return undefined
}

/** Milliseconds. */
const LOOK_EVERY = 50

function runningAlready(before: SandboxHere): Detached {
  return { ready: readyOf(before, before.pid) }
}

/** The sandbox that already uses the folder. */
async function runningIn(data: string | undefined, io: Io): Promise<SandboxHere | undefined> {
  const end = monotonicMs() + RESPONSE_MS
  for (;;) {
    const found = data === undefined ? undefined : await startedSandboxIn(data, logTo(io))
    if (data === undefined || found === undefined) return undefined
    if (await responds(found)) return found
    if (monotonicMs() >= end) throw new CliError(suspendedText(data, found))
    // It may be stopping.
    await pause(LOOK_EVERY)
  }
}

/** The log in the data folder is never a link: one that came with somebody else's folder may lead anywhere. */
function openLog(file: string, isOurs: boolean): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const isLinked = (path: string) =>
    lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isOurs && isLinked(dirname(file))) throw new CliError(linkedFolder(dirname(file)))
  const isLink = isOurs && isLinked(file)
  if (isLink) throw new CliError(`${file} is a link, not a file; move it away`)
  try {
    // Windows has no O_NOFOLLOW.
    const fd = openSync(file, O_RDWR | O_APPEND | O_CREAT | ((isOurs && O_NOFOLLOW) || 0))
    if (fstatSync(fd).isFile()) return fd
    closeSync(fd)
  } catch (cause) {
    throw fileError('written', file, cause)
  }
  throw new CliError(`${file} is a device or a pipe; pass a file for --log`)
}

/** The ready line, or the exit code of a start that failed. */
function started(fd: number, env: NodeJS.ProcessEnv, stopping: AbortSignal) {
  const words = isSea() ? [] : [...process.execArgv, process.argv[1] ?? '']
  const child = spawn(process.execPath, [...words, ...process.argv.slice(2)], {
    // Without npm_command: the shell of npx ends before this process does.
    env: { ...env, [MARK]: '1', npm_command: undefined },
    stdio: ['ignore', fd, fd, 'ipc'],
    detached: true,
    windowsHide: true,
  })
  const stop = () => child.kill('SIGTERM')
  stopping.addEventListener('abort', stop, { once: true })
  return new Promise<Ready | number>((resolve, reject) => {
    child.once('message', (ready) => {
      child.disconnect()
      child.unref()
      resolve(ready as Ready)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? codeOfSignal(signal) : 1)))
  }).finally(() => stopping.removeEventListener('abort', stop))
}
