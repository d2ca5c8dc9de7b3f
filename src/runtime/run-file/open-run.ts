import { counted } from '../../insight/counted.ts'
import type { Running } from '../running.ts'
import { openSaved } from './open-saved.ts'
import { isSaved, jsonLines, type RunFile, readRun } from './read-run.ts'
import { type ReplayOptions, replay } from './replay.ts'

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
  if (await isSavedFile(file, options.text)) return await openedSaved(file, options)
  const run = await readRun(file, options.text)
  const { player, running } = await replay(run, options)
  player.close()
  return { running, title: titleOf(run), differences: player.differences.length }
}

async function isSavedFile(file: string, text: string | undefined): Promise<boolean> {
  for await (const { value } of jsonLines(file, text)) return isSaved(value)
  return false
}

async function openedSaved(file: string, options: ReplayOptions): Promise<ViewedRun> {
  const { running, header, isWhole, ...saved } = await openSaved(file, options)
  const requests = counted(saved.requests, 'request')
  const more = isWhole ? requests : `${requests}; the file was cut short`
  return { running, title: { what: 'A saved run', at: header.saved_at, more }, differences: 0 }
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
