import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ReportAnswer } from '../../../src/http/contract/control/calls/report.ts'
import { defaultSettings, type Settings } from '../../../src/runtime/config/settings.ts'
import type { StepDifference } from '../../../src/runtime/run-file/read-run.ts'
import { readRun } from '../../../src/runtime/run-file/read-run.ts'
import { replay } from '../../../src/runtime/run-file/replay.ts'
import { startRecording } from '../../../src/runtime/run-file/start-recording.ts'
import { ControlClient } from '../../support/control-client.ts'
import { startTestSandbox, type TestSandbox, TUESDAY_NOON } from '../../support/start.ts'

export interface PlayedRun {
  /** The run file. */
  readonly text: string
  readonly calls: number
  readonly differences: readonly StepDifference[]
  /** What the sandbox says that it was played on. */
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
    const { player, running } = await replay(run, { log })
    const { body: report } = await new ControlClient(running.localUrl).get<ReportAnswer>('/report')
    await running.stop()
    const text = await readFile(file, 'utf8')
    return { text, calls: run.steps.length, differences: player.differences, report, logs }
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
  const { recording, settings, close } = await startRecording(file, {
    settings: start,
    options: {},
  })
  const { realTime } = recording
  const sandbox = await startTestSandbox(settings, { tape: recording, realTime })
  try {
    await use(sandbox)
  } finally {
    await sandbox.stop()
    await close([])
  }
  return sandbox.logs
}
