import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../../base/file-failure.ts'
import { printable } from '../../base/text/printable.ts'
import { renumbered } from '../../insight/sweep/cells/renumbered.ts'
import { beyondBaseline } from '../../judge/sweep/document/made-with.ts'
import type { MadeWith } from '../../judge/sweep/document/made-with-schema.ts'
import type { Swept } from '../../judge/sweep/document/sweep-schema.ts'
import { isWrong } from '../../judge/sweep/shown/sweep-verdict.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { readWithoutLinks, replaceFile } from '../../runtime/named-file.ts'
import { loadScenarios } from '../../runtime/scenarios/scenario-source.ts'
import { version } from '../../runtime/version.ts'
import { misuse } from '../cli-error.ts'
import { canSave, isCi, LAST_SWEEP, LAST_SWEEP_REPORT } from '../process/last-run.ts'
import { readReportOrRun } from '../report/report-files.ts'
import { type MadeBaseline, type SavedSweep, savedSchema, sealed, unsealed } from './cell-list.ts'

const AGAIN = 'run the whole sweep again'

/** The sweep that was saved in this folder; undefined if there is none. A damaged one is refused. */
async function readSavedSweep(): Promise<SavedSweep | undefined> {
  const read = await readWithoutLinks(LAST_SWEEP).catch((cause: unknown) => {
    const reason = messageOf(cause)
    throw misuse(reason.includes(LAST_SWEEP) ? reason : `${LAST_SWEEP} cannot be read: ${reason}`)
  })
  if (read === undefined) return undefined
  return unsealed(read, savedSchema, { file: LAST_SWEEP, kind: 'a kept sweep', again: AGAIN })
}

/** The same, if anything is wrong with it, as if there were none. */
export async function savedSweepIfAny(): Promise<SavedSweep | undefined> {
  return await readSavedSweep().catch(() => undefined)
}

/** The saved sweep of a command, for `--last-failed`. */
export async function savedSweepOf(command: string, env: NodeJS.ProcessEnv): Promise<SavedSweep> {
  const saved = await readSavedSweep()
  if (saved === undefined) {
    const where = isCi(env) ? ', and none is kept in CI: pass its report' : ''
    const next = isCi(env) ? '--last-failed sweep.json' : `npx sandgate sweep -- ${command}`
    throw misuse(`There is no earlier sweep in this folder${where || '; run one first'}: ${next}`)
  }
  if (saved.command !== command) {
    const other = printable(saved.command)
    throw misuse(
      `The last sweep of this folder was of '${other}', not of '${command}'; for this one: npx sandgate sweep -- ${command}`,
    )
  }
  return saved
}

/** A checksum of what the sandboxes of a sweep are started with; what is accepted changes no run. */
export async function configSum(settings: Settings): Promise<string> {
  const { accept: _accept, document, baseline, scenarios, ...rest } = settings
  const { report: { accept: _accepted, ...report } = {}, ...config } = document
  const sum = createHash('sha256').update(JSON.stringify([rest, config, report, scenarios]))
  for (const { parts, scenario } of await loadScenarios(scenarios)) {
    sum.update(JSON.stringify([scenario.name, parts]))
  }
  if (baseline !== undefined) sum.update(await readFile(baseline))
  return sum.digest('hex').slice(0, 16)
}

/** What must be the same for one sweep to use the baseline runs of another. */
export type SweepIdentity = Pick<SavedSweep, 'command' | 'options' | 'config'>

/** Whether nothing but the client's code can have changed between two sweeps. */
export function isOfSame(saved: SavedSweep, wanted: SweepIdentity): boolean {
  const own = (options: MadeWith) =>
    Object.fromEntries(Object.entries(options).filter(([name]) => !beyondBaseline.includes(name)))
  return (
    saved.version === version &&
    saved.command === wanted.command &&
    saved.config === wanted.config &&
    isDeepStrictEqual(own(saved.options), own(wanted.options))
  )
}

interface FinishedSweep extends SweepIdentity, MadeBaseline {
  readonly swept: Swept
  /** Whether only some cells were to be run. */
  readonly isPart: boolean
}

/** Saves a sweep; a part of one replaces only the results of its own cells. False if it cannot. */
export async function saveSweep(finished: FinishedSweep, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (!canSave(env)) return false
  const { swept, isPart, ...made } = finished
  const { cells } = swept
  const before = await savedSweepIfAny()
  const isSame =
    before !== undefined &&
    isOfSame(before, finished) &&
    isDeepStrictEqual(callNames(before), callNames(finished)) &&
    renumbered(before.baseline.calls, finished.baseline.calls).length === 0
  const own = new Map(cells.map((cell) => [cell.name, cell]))
  const run = [...own.values()].filter(({ result }) => result !== 'not_run')
  const others = isSame ? before.results.filter(({ name }) => isPart || own.has(name)) : []
  const results = new Map(others.map((one) => [one.name, one]))
  for (const cell of run) {
    const { name, result } = cell
    results.set(name, { name, result, failed: isWrong(cell) })
  }
  // A test that could not run alone may do so after a fix.
  const tests = made.baseline.tests.filter(({ alone }) => 'money' in alone)
  const saved: SavedSweep = {
    version,
    ...made,
    baseline: { ...made.baseline, tests },
    // Those of the whole sweep.
    ...(isSame && isPart && { options: before.options }),
    results: [...results.values()],
  }
  const report = isSame && isPart ? await intoSaved(swept) : swept
  try {
    await replaceFile(LAST_SWEEP, JSON.stringify(sealed(saved)), 0o600)
    await replaceFile(LAST_SWEEP_REPORT, JSON.stringify(report), 0o600)
    return true
  } catch {
    return false
  }
}

/** The sweep that `open` shows, with the new results of these cells. */
async function intoSaved(swept: Swept): Promise<Swept> {
  const before = await readReportOrRun(LAST_SWEEP_REPORT).catch(() => undefined)
  if (before?.kind !== 'sweep') return swept
  const { calls, not_tried, shards } = before.swept
  const own = new Map(swept.cells.map((cell) => [cell.name, cell]))
  const known = new Set(before.swept.cells.map(({ name }) => name))
  const cells = [
    ...before.swept.cells.map((cell) => own.get(cell.name) ?? cell),
    ...swept.cells.filter(({ name }) => !known.has(name)),
  ]
  return { ...swept, calls, not_tried, shards, cells }
}

function callNames({ baseline }: MadeBaseline): readonly string[] {
  return baseline.calls.map(({ name }) => name)
}
