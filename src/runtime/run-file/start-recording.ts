import { randomInt } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { stateDocument } from '../../store/image/image-reader.ts'
import type { World } from '../../world/world.ts'
import type { Settings } from '../config/settings.ts'
import { StartError } from '../start-error.ts'
import {
  keepShippedCvvs,
  type RecordedStart,
  recordedHeader,
  stateToRecord,
} from './recorded-header.ts'
import { Recording } from './recording.ts'
import type { RunRecord } from './run-record.ts'
import { Substitutes } from './substitution/substitutes.ts'

export interface RecordedRun {
  readonly recording: Recording
  /** Includes the seed of the run. */
  readonly settings: Settings
  /** Writes the last line and closes the file. */
  close(findings: readonly object[]): Promise<void>
}

/** Starts a run file; its first line records the start settings. */
export async function startRecording(
  file: string,
  { settings: given, ...start }: RecordedStart,
): Promise<RecordedRun> {
  if (given.watch) {
    throw new StartError('record and watch cannot be combined: leave one of them out', true)
  }
  const settings = { ...given, seed: given.seed ?? randomInt(2 ** 31) }
  const substitutes = new Substitutes(settings.assumptions)
  await keepShippedCvvs(substitutes)
  const header = await recordedHeader(settings, { ...start, substitutes })
  const stream = await opened(file)
  const write = (record: RunRecord) => stream.write(`${JSON.stringify(record)}\n`)
  write(header)
  const toRecord = (world: World) => stateToRecord(stateOf(world), substitutes)
  const recording = new Recording({ write, substitutes, users: settings.users, stateOf: toRecord })
  return {
    recording,
    settings,
    close: async (findings) => {
      write({ record: 'findings', findings: findings.map((finding) => ({ ...finding })) })
      stream.end()
      await finished(stream)
    },
  }
}

function stateOf({ records, environment }: World): unknown {
  const chunks = [...stateDocument.write(records.image(), environment.realTime())]
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

async function opened(file: string): Promise<WriteStream> {
  try {
    await mkdir(dirname(file), { recursive: true })
    const stream = createWriteStream(file)
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
    return stream
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`Cannot write the run file ${file}: ${reason}`)
  }
}
