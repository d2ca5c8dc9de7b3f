import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ReportAnswer } from '../../../src/http/contract/control/calls/report.ts'
import { defaultSettings, type Settings } from '../../../src/runtime/config/settings.ts'
import { openRun } from '../../../src/runtime/run-file/open-run.ts'
import { readRun } from '../../../src/runtime/run-file/read-run.ts'
import { replay } from '../../../src/runtime/run-file/replay.ts'
import type { StepDifference } from '../../../src/runtime/run-file/replay-steps.ts'
import { startTestSandbox, type TestSandbox, TUESDAY_NOON } from '../../support/start.ts'

export interface PlayedRun {
  /** The run file. */
  readonly text: string
  readonly calls: number
  readonly differences: readonly StepDifference[]
  /** Of the opened file. */
  readonly report: ReportAnswer
  /** Of the recorded sandbox and of the one it was played on. */
  readonly logs: readonly string[]
}

/** Records what is done to a sandbox, and plays it again. */
export async function recordedAndPlayed(
  use: (sandbox: TestSandbox) => Promise<void>,
  given: Partial<Settings> = {},
): Promise<PlayedRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'played-'))
  try {
    const file = path.join(folder, 'run.jsonl')
    const logs = await recorded(file, use, given)
    const log = (line: string, cause?: unknown) => logs.push(`${line}: ${String(cause)}`)
    const run = await readRun(file)
    const { steps, differences } = await replay(run, { log })
    const { running } = await openRun(file, { log })
    const report = await running.report()
    await running.stop()
    const text = await readFile(file, 'utf8')
    return { text, calls: steps.length, differences, report, logs }
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
}

async function recorded(
  file: string,
  use: (sandbox: TestSandbox) => Promise<void>,
  given: Partial<Settings>,
): Promise<string[]> {
  const start = { ...defaultSettings, port: 0, clock: TUESDAY_NOON, seed: 7, ...given }
  const sandbox = await startTestSandbox(start, { record: file })
  try {
    await use(sandbox)
  } finally {
    await sandbox.stop()
  }
  return sandbox.logs
}
