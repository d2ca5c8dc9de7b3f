import { appendFile, writeFile } from 'node:fs/promises'
import { markdownReport } from '../../insight/report/markdown-report.ts'
import type { ReportDocument } from '../../insight/report/report-document.ts'
import { fileTrouble } from '../process/file-trouble.ts'
import { outputPlace, replaceFile } from '../process/output-file.ts'
import { formatOf, formattedReport, type ReportParts } from './report-format.ts'

/** Each file in the format of its ending. */
export async function writeReports(
  files: readonly string[],
  report: ReportDocument,
  parts: ReportParts,
): Promise<void> {
  for (const file of files) {
    await writeText(file, await formattedReport(formatOf(file), report, parts))
  }
}

async function writeText(file: string, text: string): Promise<void> {
  try {
    const { path, isFile, mode } = await outputPlace(file)
    await (isFile ? replaceFile(path, text, mode) : writeFile(path, text))
  } catch (cause) {
    throw fileTrouble('written', file, cause)
  }
}

/** On GitHub, the page of the job shows the report; other steps have written there before. */
export async function writeJobSummary(
  report: ReportDocument,
  { GITHUB_STEP_SUMMARY: file = '' }: NodeJS.ProcessEnv,
): Promise<void> {
  if (file === '') return
  try {
    await appendFile(file, `${markdownReport(report)}\n`)
  } catch (cause) {
    throw fileTrouble('written', file, cause)
  }
}
