import { exitCode } from '../cli-error.ts'
import { choice, type ValuesOf } from '../define/option.ts'
import { type Io, logTo } from '../io.ts'
import { flow } from '../terminal/flow.ts'
import { outputFor } from '../terminal/output.ts'
import type { WritableReport } from './files-report.ts'
import { reportFormats, writeReports } from './report-format.ts'
import { failOnOption, reportFileOption } from './report-options.ts'

/** The options of a command that prints a report. */
export const printOptions = {
  output: reportFileOption('-o, --output <file>'),
  format: choice('--format <format>', 'output format (default: text)', reportFormats),
  failOn: failOnOption(
    'exit with 4 if there are findings of this severity or worse (default: error with files, never without)',
  ),
}

interface PrintOptions extends ValuesOf<typeof printOptions> {
  readonly json?: true | undefined
}

/** Writes a report to its files, and prints it; only its first line if a file has it. */
export async function printReport(
  { headline, write, failed }: WritableReport,
  { output: files = [], format, json, failOn = 'never' }: PrintOptions,
  io: Io,
  /** Of the running sandbox that it is about. */
  today?: string,
): Promise<void> {
  await writeReports(files, write)
  const isWritten = files.length > 0 && (format === undefined || format === 'html') && !json
  const { layout } = outputFor({}, io, today)
  const shown = json ? 'json' : (format ?? 'text')
  const text = isWritten
    ? `${headline}\nWritten: ${files.join(', ')}\n`
    : await write(shown, layout)
  io.stdout.write(shown === 'text' ? flow(text, layout.width) : text)
  const reasons = failed(failOn)
  for (const line of reasons) logTo(io)(`failed: ${line}`)
  if (reasons.length > 0) io.exitCode = exitCode.checkFailed
}
