import { counted } from '../../insight/counted.ts'
import { compareReports, compareSweeps, newOf } from '../../insight/report/comparison.ts'
import { comparisonMarkdown, comparisonText } from '../../insight/report/comparison-text.ts'
import { misuse } from '../cli-error.ts'
import { type Io, logTo } from '../io.ts'
import type { WritableReport } from './merged-files.ts'
import { readReportFile } from './report-files.ts'
import { paintWith, printableDocument, type ReportFormat } from './report-format.ts'

/** What is new, gone and the same between an earlier report or sweep and a later one. */
export async function comparedFiles(names: readonly string[], io: Io): Promise<WritableReport> {
  const [oldName, newName, further] = names
  if (oldName === undefined || newName === undefined || further !== undefined) {
    const given = names.length === 1 ? '1 file' : `${names.length} files`
    throw misuse(`compare needs two files, the earlier report and the later one: ${given} given`)
  }
  const old = await readReportFile(oldName, logTo(io))
  const later = await readReportFile(newName, logTo(io))
  const compared = printableDocument(differenceOf(old, later))
  return {
    headline: compared.headline,
    failed: (failOn) =>
      (['error', 'warning'] as const).flatMap((severity) => {
        const count = newOf(compared.items, severity)
        const isFailure = count > 0 && (failOn === 'warning' || failOn === severity)
        return isFailure ? [counted(count, `new ${severity}`)] : []
      }),
    write: async (format, style) => {
      switch (format) {
        case 'json':
          return `${JSON.stringify(compared, undefined, 2)}\n`
        case 'markdown':
          return comparisonMarkdown(compared)
        case 'text':
          return `${comparisonText(compared, style && paintWith(style))}\n`
        default:
          throw misuse(`A comparison cannot be ${format}, only ${formats.join(', ')}`)
      }
    },
  }
}

const formats: readonly ReportFormat[] = ['text', 'json', 'markdown']

type ReadFile = Awaited<ReturnType<typeof readReportFile>>

function differenceOf(old: ReadFile, later: ReadFile) {
  if (old.kind === 'report' && later.kind === 'report') {
    return compareReports(old.report, later.report)
  }
  if (old.kind === 'sweep' && later.kind === 'sweep') {
    return compareSweeps(old.swept, later.swept)
  }
  const [sweep, run] = old.kind === 'sweep' ? [old, later] : [later, old]
  throw misuse(`${sweep.file} is a sweep and ${run.file} a run: compare two runs or two sweeps`)
}
