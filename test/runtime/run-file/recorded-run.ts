import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ReportResponse } from '../../../src/control/contract/calls/report.ts'
import { defaultSettings, type Settings } from '../../../src/runtime/config/settings.ts'
import { openRun } from '../../../src/runtime/run-file/open-run.ts'
import { startTestSandbox, type TestSandbox, TUESDAY_NOON } from '../../support/start.ts'

export interface RecordedRun {
  /** The run file. */
  readonly text: string
  /** The requests that the opened file shows. */
  readonly requests: readonly string[]
  /** Of the opened file. */
  readonly report: ReportResponse
  /** Of the recorded sandbox and of the one that shows it. */
  readonly logs: readonly string[]
}

/** Records what is done to a sandbox, and opens the file. */
export async function recordedRun(
  use: (sandbox: TestSandbox) => Promise<void>,
  given: Partial<Settings> = {},
): Promise<RecordedRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recorded-'))
  try {
    const file = path.join(folder, 'run.jsonl')
    const logs = await recorded(file, use, given)
    const log = (line: string, cause?: unknown) => logs.push(`${line}: ${String(cause)}`)
    const { running } = await openRun(file, { log })
    const report = await running.report()
    const { history } = await running.worlds.open('default')
    const requests = history.entries().map(({ request }) => `${request.method} ${request.path}`)
    await running.stop()
    return { text: await readFile(file, 'utf8'), requests, report, logs }
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
