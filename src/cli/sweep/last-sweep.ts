import type { Swept } from '../../judge/sweep/document/sweep-schema.ts'
import { replaceFile } from '../../runtime/named-file.ts'
import { canSave, LAST_SWEEP } from '../process/last-run.ts'
import { readReportOrRun } from '../report/report-files.ts'

/**
 * Keeps a sweep for `open` and `--last-failed`; a part of one replaces only its own cells. False if
 * it cannot.
 */
export async function saveSweep(
  swept: Swept,
  isPart: boolean,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  if (!canSave(env)) return false
  try {
    const report = isPart ? await intoSaved(swept) : swept
    await replaceFile(LAST_SWEEP, JSON.stringify(report), 0o600)
    return true
  } catch {
    return false
  }
}

/** The last sweep of the same command, with the new results of these cells. */
async function intoSaved(swept: Swept): Promise<Swept> {
  const before = await readReportOrRun(LAST_SWEEP).catch(() => undefined)
  if (before?.kind !== 'sweep' || before.swept.command !== swept.command) return swept
  const { calls, not_tried, options, shards } = before.swept
  const own = new Map(swept.cells.map((cell) => [cell.name, cell]))
  const known = new Set(before.swept.cells.map(({ name }) => name))
  const cells = [
    ...before.swept.cells.map((cell) => own.get(cell.name) ?? cell),
    ...swept.cells.filter(({ name }) => !known.has(name)),
  ]
  const others = swept.calls.filter(({ name }) => !calls.some((call) => call.name === name))
  return { ...swept, options, calls: [...calls, ...others], not_tried, shards, cells }
}
