import { lstatSync, renameSync, writeFileSync } from 'node:fs'
import { reasonOf } from '../base/file-failure.ts'
import type { ClockState } from '../domain/time/clock.ts'
import type { World } from '../gateway/world/world.ts'
import { StartError } from './start-error.ts'

/** A time as `FAKETIME_TIMESTAMP_FILE` has it. libfaketime reads an instant in the zone of its process. */
function clockFileText(clock: ClockState): string {
  if (clock.mode === 'running') {
    return `${clock.offset < 0 ? '' : '+'}${(clock.offset / 1000).toFixed(3)}\n`
  }
  const at = new Date(clock.at)
  const inZone = new Date(clock.at - at.getTimezoneOffset() * 60_000)
  return `${inZone.toISOString().slice(0, 19).replace('T', ' ')}\n`
}

/** Keeps a file at the time of a world. A move of the clock ends when the file has the new time. */
export function keepClockFile(world: World, file: string, log: (line: string) => void): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile()) {
    throw new StartError(`${file} is not a file; pass another one for --clock-file`)
  }
  const failure = written(world.clock, file)
  if (failure !== undefined) throw new StartError(failure)
  world.events.listen((event) => {
    const isMoved = event.type === 'clock' || (event.type === 'scenario' && event.state)
    const trouble = isMoved ? written(world.clock, file) : undefined
    if (trouble !== undefined) log(trouble)
  })
}

/** Why the file could not be written. By rename, so that a reader never sees half a time. */
function written(clock: ClockState, file: string): string | undefined {
  const draft = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(draft, clockFileText(clock))
    renameSync(draft, file)
    return undefined
  } catch (cause) {
    return `The clock file ${file} cannot be written: ${reasonOf(cause)}`
  }
}
