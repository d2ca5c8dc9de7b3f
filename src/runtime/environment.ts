import { randomInt } from 'node:crypto'
import { onceForTestCards } from '../base/redaction/card-number.ts'
import { clearTimeout, realTime, setTimeout } from '../base/timers.ts'
import { type Merchant, unlistedMerchant } from '../domain/merchant.ts'
import {
  type BankingCalendar,
  bankingCalendar,
  unknownHolidays,
} from '../domain/time/banking-day.ts'
import { realClock, timeOn } from '../domain/time/clock.ts'
import { isoUtc } from '../domain/time/instant.ts'
import { fingerprintWith } from '../gateway/store/disk/key-file.ts'
import { stateDocument } from '../gateway/store/image/image-reader.ts'
import { StoreError } from '../gateway/store/port/store-error.ts'
import { stateIntake } from '../gateway/world/commands/state-commands.ts'
import type { Environment, WakeableWorld } from '../gateway/world/environment.ts'
import type { RowChange } from '../gateway/world/records/medium.ts'
import { metaChange, storedClock } from '../gateway/world/records/meta.ts'
import { Records } from '../gateway/world/records/records.ts'
import { RunCounts } from '../gateway/world/run-counts.ts'
import type { StartState } from '../gateway/world/start-state.ts'
import type { Recorder } from '../record/recorder.ts'
import type { Settings } from './config/settings.ts'
import { namedText, unreadable } from './named-file.ts'
import type { Log } from './running.ts'
import type { ScenarioShelf } from './scenarios/scenario-source.ts'
import { StartError } from './start-error.ts'
import type { Home } from './worlds/open-home.ts'

/** The environment that all worlds of a process share. */
export function environment(
  { assumptions, holidays, merchants }: Settings,
  { secret }: Home,
  parts: {
    readonly alarms: AlarmClock
    readonly log: Log
    readonly recorder: Recorder
  },
): Environment {
  const calendar = bankingCalendar(holidays)
  const { alarms, log, recorder } = parts
  return {
    assumptions,
    calendar,
    yearReached: reportUncovered(calendar, log),
    merchant:
      merchants === undefined
        ? rememberingLast(unlistedMerchant)
        : (id) => merchants.find((merchant) => merchant.id === id),
    realTime,
    fingerprint: onceForTestCards(fingerprintWith(secret)),
    runCounts: new RunCounts(),
    recorder,
    wake: alarms.wake,
  }
}

/** A shop has one merchant, or a few: most requests name the same one as the last. */
function rememberingLast(make: (id: number) => Merchant): (id: number) => Merchant {
  let last = make(1)
  return (id) => {
    if (last.id !== id) last = make(id)
    return last
  }
}

/** What a world begins with and a reset returns to. */
export function startState({ clock, seed, explicit }: Settings, shelf: ScenarioShelf): StartState {
  return {
    clock: clock === undefined ? realClock : { mode: 'frozen', at: clock },
    // A getter, because a watched file may have changed the scenarios.
    get scenarios() {
      return shelf.scenarios
    },
    keepsScenarios: explicit.scenarios,
    seed: seed ?? randomInt(2 ** 31),
  }
}

/** Warns once per year without known holidays: settlement dates in that year may be wrong. */
function reportUncovered(
  { years }: BankingCalendar,
  log: (line: string) => void,
): (year: number) => void {
  const reported = new Set<number>()
  return (year) => {
    if (years.has(year) || reported.has(year)) return
    reported.add(year)
    log(unknownHolidays(year))
  }
}

/** The longest delay of a Node timer; longer waits set the timer again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** One timer per world with a scheduled event, so that events happen without a request. */
export class AlarmClock {
  readonly #timers = new Map<WakeableWorld, NodeJS.Timeout>()
  readonly #log: (line: string, cause?: unknown) => void

  constructor(log: (line: string, cause?: unknown) => void) {
    this.#log = log
  }

  readonly wake = (sleeper: WakeableWorld, inMs: number | undefined): void => {
    clearTimeout(this.#timers.get(sleeper))
    this.#timers.delete(sleeper)
    if (inMs === undefined) return
    // A millisecond more, since timers may fire early. The server, not this timer, keeps the
    // process alive.
    const timer = setTimeout(
      () => this.#ring(sleeper),
      Math.min(inMs + 1, LONGEST_TIMER_MS),
    ).unref()
    this.#timers.set(sleeper, timer)
  }

  #ring(sleeper: WakeableWorld): void {
    sleeper.clearAlarm()
    const fired = sleeper.run((_ground, caughtUp) => caughtUp)
    sleeper.setAlarm()
    if (fired.length === 0) return
    sleeper.durable()?.catch((cause: unknown) => {
      this.#log(`What was due until ${isoUtc(sleeper.now())} could not be stored`, cause)
    })
  }
}

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
    await stateDocument.read(namedText(file), stateIntake(records, environment))
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
