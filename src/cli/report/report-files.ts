import * as z from 'zod'
import { jsonFaultText } from '../../base/documents/json-fault.ts'
import { severities } from '../../judge/findings/finding.ts'
import type { MergedRun } from '../../judge/report/merged-report.ts'
import { commitText } from '../../judge/report/ran-text.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'
import { reportSchema } from '../../judge/report/report-document.ts'
import { type Swept, sweptSchema } from '../../judge/sweep/document/sweep-schema.ts'
import { MOST_RUN, readNamed, unreadable } from '../../runtime/named-file.ts'
import { openRun } from '../../runtime/run-file/open-run.ts'
import { readRun, redactedReport } from '../../runtime/run-file/read-run.ts'
import type { Log } from '../../runtime/running.ts'
import { misuse } from '../cli-error.ts'

/** What a file holds: the report of a run, or a sweep. */
export type ReportFile =
  | {
      readonly kind: 'report'
      readonly file: string
      readonly report: ReportDocument
      /** How the run was made, as far as its file has it. */
      readonly facts: Readonly<Record<string, string>>
      /** The runs that it was merged from. */
      readonly runs?: readonly MergedRun[] | undefined
      /** Whether it is of a run file without its end. */
      readonly isCut?: true
    }
  | { readonly kind: 'sweep'; readonly file: string; readonly swept: Swept }

/** Reads a report or a sweep in JSON, what `exec --json` printed, or a run file. */
export async function readReportFile(
  file: string,
  log: Log,
  wanted?: WantedFile,
): Promise<ReportFile> {
  const read = await readReportOrRun(file, wanted)
  if (read.kind !== 'run') return read
  const { end, header } = await readRun(file, read.text)
  const commit = commitText(header)
  const facts = {
    Date: header.started_at,
    ...(commit && { Commit: commit }),
    Version: header.version,
    ...(header.command && { Command: header.command }),
    Scenarios: header.scenarios.map((one) => (typeof one === 'string' ? one : one.name)).join(', '),
    Seed: String(header.seed),
  }
  if (end !== undefined) return { kind: 'report', file, report: end.report, facts }
  return { kind: 'report', file, report: await judged(read, log), facts, isCut: true }
}

/** A run that was killed has no report. */
async function judged({ file, text }: RunText, log: Log): Promise<ReportDocument> {
  const { running } = await openRun(file, { log, text })
  await running.stop()
  return await running.report()
}

/** A run file with its text: it may be a pipe, which can be read once. */
interface RunText {
  readonly kind: 'run'
  readonly file: string
  readonly text: string
}

/** What a file should be, if it is nothing that can be read. */
interface WantedFile {
  readonly kind: string
  /** What to pass in its place. */
  readonly give: string
}

const anyFile: WantedFile = {
  kind: 'report or run file',
  give: 'give files of --report <file>.json, of exec --json, or run files of --record',
}

/** The same without opening a run file. */
export async function readReportOrRun(
  file: string,
  { kind, give }: WantedFile = anyFile,
): Promise<ReportFile | RunText> {
  const text = await readNamed(file, MOST_RUN).catch((cause: unknown) => {
    throw unreadable(kind, file, cause)
  })
  const value = jsonIn(text)
  // A run file is JSON by lines; one that was cut short may have nothing but half its header.
  const head = value ?? jsonIn(text.split('\n', 1)[0] ?? '')
  const isRun = head?.record === 'run' || text.startsWith('{"record":"run"')
  if (isRun) return { kind: 'run', file, text }
  const redacted = redactedReport(value) as typeof value
  // Fields of a later version are kept.
  const report = reportSchema.loose().safeParse(redacted?.report ?? redacted)
  if (report.success) {
    const { facts, runs, ...rest } = report.data
    refuseContradiction(file, rest)
    return {
      kind: 'report',
      file,
      report: rest,
      facts: factsSchema.parse(facts),
      runs: runsSchema.parse(runs),
    }
  }
  const swept = sweptSchema.safeParse(redacted)
  if (swept.success) return { kind: 'sweep', file, swept: swept.data }
  if (value === undefined && /^\s*\{/.test(text)) {
    throw misuse(`${jsonFaultText(file, text)}; write the file again, or pass another one`)
  }
  const what = text.trim() === '' ? 'empty' : 'not a report'
  throw misuse(`${file} is ${what}: ${give}`)
}

/** A list may be cut short, but it never has more than its count: that would hide an error. */
function refuseContradiction(file: string, { findings, counts }: ReportDocument): void {
  for (const severity of severities) {
    const listed = findings.filter((one) => one.severity === severity).length
    const counted = counts[severity] ?? 0
    if (listed <= counted) continue
    throw misuse(
      `${file} contradicts itself: it lists ${listed} findings of severity ${severity} and counts ${counted}; write the report again`,
    )
  }
}

const factsSchema = z.record(z.string(), z.string()).catch({})

const runsSchema = z
  .array(
    z.object({
      file: z.string(),
      verdict: reportSchema.shape.verdict,
      headline: z.string(),
      facts: factsSchema,
    }),
  )
  .optional()
  .catch(undefined)

function jsonIn(text: string): { report?: unknown; record?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // A run file is JSON by lines, and anything else is refused by the caller.
    return undefined
  }
}
