import type { FindingDocument } from '../../insight/report/report-document.ts'
import type { SweepCell } from '../../insight/sweep/cell.ts'
import { SweepWatch } from '../../insight/sweep/sweep-watch.ts'
import type { SandboxOptions } from '../../runtime/config/options.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { startRecorded } from '../../runtime/run-file/start-recorded.ts'
import { type CapturedEnd, captureChild } from '../process/captured-child.ts'
import { sandboxEnvironment } from '../process/sandbox-environment.ts'

/** How to run the command, each time in a sandbox of its own. */
export interface SweepGround {
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
  { words, options, settings, stopping, env: outer }: SweepGround,
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
