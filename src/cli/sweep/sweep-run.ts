import type { FindingDocument } from '../../insight/report/report-document.ts'
import { findingText } from '../../insight/report/text-report.ts'
import type { SweepCell } from '../../insight/sweep/cell.ts'
import { SweepWatch } from '../../insight/sweep/sweep-watch.ts'
import type { CellFinding } from '../../insight/sweep/swept.ts'
import type { SandboxOptions } from '../../runtime/config/options.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { startRecorded } from '../../runtime/run-file/start-recorded.ts'
import { type CapturedEnd, captureChild } from '../process/captured-child.ts'
import { sandboxEnvironment } from '../process/child.ts'

/** How to run the command, each time with its own sandbox. */
export interface SweepContext {
  readonly words: readonly string[]
  readonly options: SandboxOptions
  readonly settings: Settings
  readonly stopping: AbortSignal
  readonly env: NodeJS.ProcessEnv
}

/** One run of the command, clean or with one fault. */
export interface SweepRun extends CapturedEnd {
  readonly watch: SweepWatch
  readonly findings: readonly FindingDocument[]
}

interface RunChoice {
  readonly cell?: SweepCell
  readonly limitMs?: number
  /** The run file to write. */
  readonly record?: string | undefined
}

export async function sweepRun(
  { words, options, settings, stopping, env: outer }: SweepContext,
  { cell, limitMs, record }: RunChoice = {},
): Promise<SweepRun> {
  const watch = new SweepWatch(cell)
  const trouble: string[] = []
  const start = { settings, options, command: words, cell }
  const log = (line: string) => trouble.push(line)
  const running = await startRecorded(record, start, log, { sweep: watch })
  const env = { ...outer, ...sandboxEnvironment(running, settings) }
  const run = captureChild(words, { env, limitMs, stopping })
  const end = await run.finally(() => running.stop())
  const output = [end.output, ...trouble].join('\n')
  return { ...end, output, watch, findings: running.report().findings }
}

interface FoundInRun {
  readonly findings: readonly FindingDocument[]
  readonly watch: Pick<SweepWatch, 'charges'>
}

/** Findings that count only if they occur more often than in the clean run. */
const doubles: ReadonlySet<string> = new Set(['double-charge', 'double-refund'])

/** Findings that the clean run does not have; the suite provokes the others itself. */
export function newFindings(found: FoundInRun, clean: FoundInRun): readonly CellFinding[] {
  const known = new Map<string, number>()
  for (const finding of clean.findings) {
    known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1)
  }
  const news = found.findings.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0
    known.set(keyOf(finding), left - 1)
    return left <= 0
  })
  return news
    .filter(({ severity }) => severity !== 'note')
    .map((finding) => ({
      finding,
      beyond: found.watch.charges.beyond(clean.watch.charges, finding),
    }))
    .filter(({ finding, beyond }) => !doubles.has(finding.code) || beyond > 0)
    .map(({ finding, beyond }) => ({
      code: finding.code,
      text: findingText(finding),
      isShort: beyond < 0,
    }))
}

/** Equal for the same problem with the same order in the same test. */
function keyOf({ code, world, chapter, subject }: FindingDocument): string {
  return JSON.stringify([code, world, chapter, subject])
}
