import { Problem } from '../../domain/problem.ts'
import { parseInstant } from '../../domain/time/instant.ts'
import { counted } from '../../insight/counted.ts'
import type { SavedHeader, SavedLine } from '../../insight/run/saved-run.ts'
import { stateDocument } from '../../store/image/image-reader.ts'
import { StoreError } from '../../store/port/store-error.ts'
import { replaceState, stateIntake } from '../../world/commands/state-commands.ts'
import { Records } from '../../world/records/records.ts'
import { settingsFrom } from '../config/settings-from.ts'
import type { Log, Running } from '../running.ts'
import { StartError } from '../start-error.ts'
import { startServer } from '../start-server.ts'
import { Player } from './player.ts'
import { isSaved, jsonLines, notARun, parsedLine, type RunFile, readRun } from './read-run.ts'
import { type ReplayOptions, replay } from './replay.ts'
import { savedLine } from './saved-line.ts'

/** A run from a file, on a sandbox that can only be looked at. */
export interface ViewedRun {
  readonly running: Running
  /** What it is, for people: `A run, 10 November 2026 12:00, 14 requests`. */
  readonly title: { readonly what: string; readonly at: string; readonly more: string }
  /** Answers that were not the same when a recorded run was played again. */
  readonly differences: number
}

/** Opens a run file: a recorded run is played again, a saved one is read back. */
export async function openRun(file: string, options: ReplayOptions): Promise<ViewedRun> {
  if (await isSavedFile(file, options.text)) return await openSaved(file, options)
  const run = await readRun(file, options.text)
  const { player, running } = await replay(run, options)
  player.close()
  return { running, title: titleOf(run), differences: player.differences.length }
}

async function isSavedFile(file: string, text: string | undefined): Promise<boolean> {
  for await (const { value } of jsonLines(file, text)) return isSaved(value)
  return false
}

function titleOf({ header, steps, findings }: RunFile): ViewedRun['title'] {
  const calls = steps.filter(({ record }) => record.record === 'call').length
  const cut = findings === undefined ? '; its recording was cut short' : ''
  return {
    what: header.command === null ? 'A run' : `The run of '${header.command}'`,
    at: header.started_at,
    more: `${counted(calls, 'request')}${cut}`,
  }
}

/** Reads a saved run back. */
async function openSaved(
  file: string,
  { log, port = 0, text }: Pick<ReplayOptions, 'log' | 'port' | 'text'>,
): Promise<ViewedRun> {
  let opened: { readonly running: Running; readonly at: string } | undefined
  let isWhole = false
  try {
    for await (const { line, value } of jsonLines(file, text)) {
      // The cast is safe: the schemas check what is used.
      const record = parsedLine(savedLine, { file, line, value }) as unknown as SavedLine
      if (record.record === 'saved') {
        if (opened !== undefined) throw notARun(file, line, 'there is a second header')
        opened = { running: await startAt(record, port, log), at: record.saved_at }
      } else if (opened === undefined) throw notARun(file, line, 'there is no header')
      else if (record.record === 'end') isWhole = true
      else
        await restore(opened.running, record).catch((cause: unknown) => {
          throw notARun(file, line, reasonOf(cause))
        })
    }
    if (opened === undefined) throw notARun(file, 1, 'it is empty')
    const { running, at } = opened
    const requests = counted((await running.report()).requests, 'request')
    const more = isWhole ? requests : `${requests}; the file was cut short`
    return { running, title: { what: 'A saved run', at, more }, differences: 0 }
  } catch (cause) {
    await opened?.running.stop()
    if (opened === undefined || cause instanceof StartError) throw cause
    throw new StartError(`${file} is not a saved run: ${reasonOf(cause)}`, true)
  }
}

/** Messages of JavaScript's own errors help nobody who edited a file. */
function reasonOf(cause: unknown): string {
  const isReported = cause instanceof Problem || cause instanceof StoreError
  return isReported ? cause.message : 'its values do not belong together'
}

/** More than a run can have. */
const ANY = 1_000_000

/** Time stands still, so that nothing happens that did not happen in the run. */
async function startAt(header: SavedHeader, port: number, log: Log): Promise<Running> {
  const player = new Player([], parseInstant(header.saved_at) ?? 0)
  const { judged, possible } = header
  const settings = await settingsFrom({ memory: true, config: {} }, 'test')
  const { report } = settings
  const limits = { worldLimit: ANY, journalLimit: ANY, report: { ...report, judge: judged } }
  const { realTime } = player
  player.close()
  const hooks = { tape: player, realTime, shows: 'saved', possible } as const
  return await startServer({ ...settings, ...limits, port }, log, hooks)
}

type Restored = Exclude<SavedLine, SavedHeader | { readonly record: 'end' }>

async function restore({ worlds }: Running, record: Restored): Promise<void> {
  if (record.record === 'world') {
    const world = await worlds.open(record.name)
    const records = new Records()
    await stateDocument.read(textOf(record.state), stateIntake(records, world.environment))
    replaceState(world, records, 'imported')
    return
  }
  if (record.record === 'exchange') {
    const world = await worlds.open(record.world)
    world.history.show(record.exchange)
    return
  }
  const { environment } = await worlds.open('default')
  const chapter = environment.run?.restore(record)
  if (chapter !== undefined) (await worlds.open(chapter.place.world)).history.turnTo(chapter)
}

async function* textOf(state: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(state))
}
