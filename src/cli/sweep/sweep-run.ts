import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../base/file-failure.ts'
import { controlClient } from '../../control/client/control-client.ts'
import type { ControlTarget } from '../../control/client/control-connection.ts'
import type { Reconciliation } from '../../judge/books/books-document.ts'
import type { KnownCall } from '../../judge/sweep/cells/call-schema.ts'
import type { SweepCell } from '../../judge/sweep/cells/cell.ts'
import type { UndecidedAudit, WatchedRun } from '../../judge/sweep/run/baseline.ts'
import { SweepWatch } from '../../judge/sweep/run/sweep-watch.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { ownTarget } from '../../runtime/library/client-sandbox.ts'
import type { Running } from '../../runtime/running.ts'
import { startServer } from '../../runtime/start-server.ts'
import { newTemporaryFolder } from '../../runtime/temporary-folder.ts'
import { CliError } from '../cli-error.ts'
import { type BooksSource, compareBooks } from '../process/books-command.ts'
import { type CapturedEnd, captureChild } from '../process/captured-child.ts'
import { commandEnvironment } from '../process/child.ts'

/** How to run a command, each time with its own sandbox. */
export interface SweepContext {
  readonly settings: Settings
  readonly stopping: AbortSignal
  readonly env: NodeJS.ProcessEnv
  /** Prints the books after each run. */
  readonly books?: BooksSource | undefined
  /** How far the sandbox clock moves on before what recovers runs, after every run. */
  readonly advance?: string | undefined
  /** What runs after the wait or a crash; after a crash, the default is the command itself. */
  readonly recover?: readonly string[] | undefined
}

/** One run of a command, with or without the faults of a cell. */
export interface SweepRun extends CapturedEnd, WatchedRun {
  /** How the books compare, if they could be. */
  readonly books: Reconciliation | undefined
}

interface RunChoice {
  readonly words: readonly string[]
  readonly cell?: SweepCell
  /** The calls of the baseline runs. */
  readonly known?: readonly KnownCall[]
  /** Whether the command runs once more, as a scheduler would start it. */
  readonly isRepeated?: boolean
  readonly limitMs?: number
  /** The run file to write. */
  readonly record?: string | undefined
}

export async function sweepRun(
  context: SweepContext,
  { words, cell, known = [], isRepeated = false, limitMs, record }: RunChoice,
): Promise<SweepRun> {
  const { stopping, env: outer, books, advance, recover } = context
  const crash = new AbortController()
  const undecided = new UndecidedPayments()
  const { onUndecided, onAsked } = undecided
  const listeners = { onCrash: () => crash.abort(), onUndecided, onAsked }
  const watch = new SweepWatch({ cell, known, ...listeners })
  const trouble: string[] = []
  const log = (line: string) => trouble.push(line)
  const purpose = { record, command: words }
  // What a client notes there outlives its crash, and no other run sees it.
  const scratch = await newTemporaryFolder('sandgate-sweep-')
  // Whether a result is accepted is decided once it is known, so that nothing else depends on it.
  const settings = { ...context.settings, accept: [], clockFile: join(scratch, '.sandgate-clock') }
  const ends: CapturedEnd[] = []
  let running: Running | undefined
  let compared: Reconciliation | undefined
  let booksFailure: string | undefined
  let undecidedAtEnd: readonly UndecidedAudit[] = []
  try {
    running = await startServer(settings, log, { ...purpose, sweep: watch })
    undecided.running = running
    const found = commandEnvironment(outer, running, settings)
    const env = { ...found, SANDGATE_SCRATCH: scratch }
    const parts = { env, limitMs, stopping }
    const first = () => captureChild(words, { ...parts, killing: crash.signal })
    if (cell?.fault === 'twice') ends.push(...passedLast(await Promise.all([first(), first()])))
    else ends.push(await first())
    if (advance !== undefined) await moveClocks(await ownTarget(running, settings), advance)
    const isFollowed = isRepeated && cell?.fault !== 'twice'
    const isLater = advance !== undefined && recover !== undefined
    if (crash.signal.aborted || isLater || isFollowed) {
      const end = await captureChild(recover ?? words, parts)
      if (recover !== undefined) refuseMissing(end)
      ends.push(end)
    }
    const hasEnded = ends.at(-1)?.isHung === false
    // The client has ended: what the bank decides now, it could only have as pending.
    if (hasEnded) undecidedAtEnd = undecided.resolveRest()
    if (books !== undefined && hasEnded && !stopping.aborted) {
      const target = await ownTarget(running, settings)
      const left = undecidedAtEnd.filter(({ world }) => world === 'default')
      const open = [...running.resolveAll('default'), ...left.map(({ audit }) => audit)]
      compared = await compareBooks(books, target, { env, stopping }, open).catch(
        (cause: unknown) => {
          booksFailure = messageOf(cause)
          return undefined
        },
      )
    }
    watch.conclude()
  } finally {
    undecided.stop()
    await running?.stop()
    await rm(scratch, { recursive: true, force: true })
  }
  const { findings: reported, books: reconciled, incomplete } = await running.report()
  const [failure] = incomplete ?? []
  if (failure !== undefined) throw new CliError(failure)
  // A suite that deletes its report hides nothing from a sweep.
  const findings = [...reported, ...running.deletedFindings()]
  const whole = { findings, books: compared, booksFailure, isRepeated, undecidedAtEnd }
  const areBooksCompared = reconciled.length > 0
  return { ...joined(ends, trouble), watch, ...whole, areBooksCompared }
}

/** How a shell ends when it cannot run its command. */
const NOT_RUN: readonly number[] = [126, 127]

/** A recovery that never ran says nothing about the client. */
function refuseMissing({ exitCode, output }: CapturedEnd): void {
  if (!NOT_RUN.includes(exitCode)) return
  const [why = ''] = output.trim().split('\n').slice(-1)
  throw new CliError(`The command of --recover ended with ${exitCode}, so it did not run: ${why}`)
}

/** When a bank decides that was asked; without a question, it takes as long as a clock that runs would. */
const RESOLVED_AFTER_MS = { asked: 1000, unasked: 2000 }

/** A bank decides in real time, even if the sandbox clock stands still. */
class UndecidedPayments {
  running: Running | undefined
  #isAsked = false
  readonly #timers: NodeJS.Timeout[] = []
  readonly #audits: UndecidedAudit[] = []

  readonly onUndecided = (world: string, audit: number) => {
    this.#isAsked = false
    this.#audits.push({ world, audit })
    const resolve = () => this.running?.resolve(world, audit)
    const resolveIfAsked = () => this.#isAsked && resolve()
    this.#timers.push(setTimeout(resolveIfAsked, RESOLVED_AFTER_MS.asked))
    this.#timers.push(setTimeout(resolve, RESOLVED_AFTER_MS.unasked))
  }

  readonly onAsked = () => {
    this.#isAsked = true
  }

  /** Decides what is left, and says what that was. */
  resolveRest(): readonly UndecidedAudit[] {
    return this.#audits.filter(({ world, audit }) => this.running?.resolve(world, audit))
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}

/** A lock may turn one of two away; the other decides whether the job was done. */
function passedLast(ends: readonly CapturedEnd[]): readonly CapturedEnd[] {
  return [...ends].sort((one, other) => Number(one.exitCode === 0) - Number(other.exitCode === 0))
}

/** Moves the clock of every world. */
async function moveClocks(target: ControlTarget, by: string): Promise<void> {
  const { worlds } = await controlClient(target).worlds()
  for (const { name } of worlds) await controlClient({ ...target, world: name }).advance({ by })
}

/** The end of the last command, with what all of them printed and the time they took. */
function joined(ends: readonly CapturedEnd[], trouble: readonly string[]): CapturedEnd {
  const last = ends.at(-1)
  if (last === undefined) throw new Error('Nothing was run')
  return {
    ...last,
    durationMs: ends.reduce((sum, { durationMs }) => sum + durationMs, 0),
    output: [...ends.map(({ output }) => output), ...trouble].join('\n'),
  }
}
