import { Problem } from '../../domain/problem.ts'
import { parseInstant } from '../../domain/time/instant.ts'
import type { SavedHeader, SavedLine } from '../../insight/run/saved-run.ts'
import { stateDocument } from '../../store/image/image-reader.ts'
import { StoreError } from '../../store/port/store-error.ts'
import { replaceState, stateIntake } from '../../world/commands/state-commands.ts'
import { Records } from '../../world/records/records.ts'
import { settingsFrom } from '../config/settings-from.ts'
import type { Running } from '../running.ts'
import { StartError } from '../start-error.ts'
import type { Log } from '../start-hooks.ts'
import { startServer } from '../start-server.ts'
import { Player } from './player.ts'
import { jsonLines, notARun } from './read-run.ts'
import type { ReplayOptions } from './replay.ts'
import { savedLine } from './saved-line.ts'

/** A saved run on a sandbox that can only be looked at. */
export interface OpenedSaved {
  readonly running: Running
  readonly header: SavedHeader
  readonly requests: number
  readonly isWhole: boolean
}

/** Reads a saved run back. */
export async function openSaved(
  file: string,
  { log, port = 0, text }: Pick<ReplayOptions, 'log' | 'port' | 'text'>,
): Promise<OpenedSaved> {
  let opened: Pick<OpenedSaved, 'header' | 'running'> | undefined
  let isWhole = false
  try {
    for await (const { line, value } of jsonLines(file, text)) {
      const record = parsed(file, line, value)
      if (record.record === 'saved') {
        if (opened !== undefined) throw notARun(file, line, 'there is a second header')
        opened = { header: record, running: await startAt(record, port, log) }
      } else if (opened === undefined) throw notARun(file, line, 'there is no header')
      else if (record.record === 'end') isWhole = true
      else
        await restore(opened.running, record).catch((cause: unknown) => {
          throw notARun(file, line, reasonOf(cause))
        })
    }
    if (opened === undefined) throw notARun(file, 1, 'it is empty')
    const { requests } = await opened.running.report()
    return { ...opened, requests, isWhole }
  } catch (cause) {
    await opened?.running.stop()
    if (opened === undefined || cause instanceof StartError) throw cause
    throw new StartError(`${file} is not a saved run: ${reasonOf(cause)}`, true)
  }
}

/** Messages of JavaScript's own errors help nobody who edited a file. */
function reasonOf(cause: unknown): string {
  const isTold = cause instanceof Problem || cause instanceof StoreError
  return isTold ? cause.message : 'its values do not belong together'
}

function parsed(file: string, line: number, value: unknown): SavedLine {
  const result = savedLine.safeParse(value)
  // The cast is safe: the schemas check what is used.
  if (result.success) return result.data as unknown as SavedLine
  const [issue] = result.error.issues
  const where = issue?.path.join('.')
  throw notARun(file, line, `${where === '' ? '' : `${where}: `}${issue?.message}`)
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
