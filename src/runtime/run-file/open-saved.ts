import * as z from 'zod'
import { parseInstant } from '../../domain/time/instant.ts'
import { SAVED_FORMAT, type SavedHeader, type SavedLine } from '../../insight/run/saved-run.ts'
import { stateDocument } from '../../store/image/image-reader.ts'
import { replaceState, stateIntake } from '../../world/commands/state-commands.ts'
import { Records } from '../../world/records/records.ts'
import { settingsFrom } from '../config/settings-from.ts'
import type { Running } from '../running.ts'
import type { Log } from '../start-hooks.ts'
import { startServer } from '../start-server.ts'
import { Player } from './player.ts'
import { jsonLines, notARun } from './read-run.ts'

/** A saved run on a sandbox that can only be looked at. */
export interface OpenedSaved {
  readonly running: Running
  readonly header: SavedHeader
  readonly isWhole: boolean
}

const header = z.looseObject({
  record: z.literal('saved'),
  format: z.literal(SAVED_FORMAT, 'it was saved by another version of Sandgate'),
  version: z.string(),
  saved_at: z.iso.datetime(),
  judged: z.boolean(),
  possible: z.array(z.string()),
})

const place = z.looseObject({ world: z.string(), chapter: z.string(), chapterNumber: z.int() })
const tally = z.looseObject({ requests: z.number(), counts: z.looseObject({}) })
const story = z.looseObject({
  id: z.string(),
  steps: z.array(z.looseObject({})),
  exchanges: z.array(z.looseObject({})),
})
const finding = z.looseObject({ id: z.string(), code: z.string() })
const exchange = z.looseObject({
  id: z.int(),
  request: z.looseObject({}),
  answer: z.looseObject({}),
})

/** As much of each line as reading it needs: the sandbox wrote it, but a person may have edited it. */
const savedLine = z.discriminatedUnion('record', [
  header,
  z.looseObject({ record: z.literal('world'), name: z.string(), state: z.looseObject({}) }),
  z.looseObject({ record: z.literal('exchange'), world: z.string(), exchange }),
  z.looseObject({ record: z.literal('run'), named: z.array(z.looseObject({ name: z.string() })) }),
  z.looseObject({ record: z.literal('open'), place, tally }),
  z.looseObject({ record: z.literal('names'), labelled: z.array(place), unnamed: z.array(place) }),
  z.looseObject({ record: z.literal('ended'), world: z.string().nullable(), tally }),
  z.looseObject({ record: z.literal('test'), place, tally }),
  z.looseObject({ record: z.literal('story'), story, findings: z.array(finding) }),
  z.looseObject({ record: z.literal('finding'), finding }),
  z.looseObject({ record: z.literal('end') }),
])

/** Reads a saved run back. */
export async function openSaved(
  file: string,
  { log, port = 0 }: { readonly log: Log; readonly port?: number },
): Promise<OpenedSaved> {
  let opened: Omit<OpenedSaved, 'isWhole'> | undefined
  let isWhole = false
  try {
    for await (const { line, value } of jsonLines(file)) {
      const record = parsed(file, line, value)
      if (record.record === 'saved') {
        opened = { header: record, running: await startAt(record, port, log) }
      } else if (opened === undefined) throw notARun(file, line, 'there is no header')
      else if (record.record === 'end') isWhole = true
      else
        await restore(opened.running, record).catch((cause: unknown) => {
          throw notARun(file, line, cause instanceof Error ? cause.message : String(cause))
        })
    }
  } catch (error) {
    await opened?.running.stop()
    throw error
  }
  if (opened === undefined) throw notARun(file, 1, 'it is empty')
  return { ...opened, isWhole }
}

function parsed(file: string, line: number, value: unknown): SavedLine {
  const result = savedLine.safeParse(value)
  // The schemas check what would break the reader; everything else is only shown.
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
  const hooks = { tape: player, realTime, isReadOnly: true, possible }
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
