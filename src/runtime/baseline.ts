import { createReadStream } from 'node:fs'
import { timeOn } from '../domain/time/clock.ts'
import { isoUtc } from '../domain/time/instant.ts'
import { stateDocument } from '../store/image/image-reader.ts'
import { StoreError } from '../store/port/store-error.ts'
import { stateIntake } from '../world/commands/state-commands.ts'
import type { Environment } from '../world/environment.ts'
import type { RowChange } from '../world/records/medium.ts'
import { metaChange, storedClock } from '../world/records/meta.ts'
import { Records } from '../world/records/records.ts'
import type { StartState } from '../world/start-state.ts'
import type { Settings } from './config/settings.ts'
import { unreadable } from './named-file.ts'
import { StartError } from './start-error.ts'

/** Makes every new world start with an export; options given at the start win over it. */
export async function readBaseline(
  settings: Settings,
  plain: StartState,
  environment: Environment,
): Promise<StartState> {
  const { baseline: file } = settings
  if (file === undefined) return plain
  const records = new Records()
  await readInto(records, file, environment)
  refuseEarlierClock(settings, timeOn(storedClock(records), environment.realTime()), file)
  const image = records.image()
  // A getter stays a getter: a watched scenario file may have changed.
  return {
    clock: plain.clock,
    seed: plain.seed,
    get scenarios() {
      return plain.scenarios
    },
    get baseline() {
      return { image, changes: changesOver(settings, plain) }
    },
  }
}

async function readInto(records: Records, file: string, environment: Environment) {
  try {
    await stateDocument.read(createReadStream(file), stateIntake(records, environment))
  } catch (cause) {
    if (!(cause instanceof StoreError))
      throw unreadable('baseline', file, cause, "'npx sandgate export' writes one")
    throw new StartError(`${file} cannot be imported: ${cause.message}`, true)
  }
}

function refuseEarlierClock({ clock }: Settings, now: number, file: string): void {
  if (clock === undefined || clock >= now) return
  throw new StartError(
    `The clock cannot start at ${isoUtc(clock)}: ${file} is at ${isoUtc(now)} already; pass a later --clock, or none`,
    true,
  )
}

function changesOver({ clock, explicit }: Settings, start: StartState): readonly RowChange[] {
  return [
    ...(clock === undefined ? [] : [metaChange('clock', start.clock)]),
    ...(explicit.seed ? [metaChange('seed', { value: start.seed })] : []),
    ...(explicit.scenarios ? [metaChange('scenarios', { loaded: start.scenarios })] : []),
  ]
}
