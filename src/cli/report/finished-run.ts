import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { redactText } from '../../base/redaction/redacted.ts'
import { commandLine } from '../../base/text/copied-request.ts'
import { counted } from '../../base/text/counted.ts'
import { printable } from '../../base/text/printable.ts'
import type { ReportResponse } from '../../control/contract/calls/report.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { plannedCoverage } from '../../judge/coverage/coverage.ts'
import { deletedText } from '../../judge/report/limits.ts'
import { rejudged } from '../../judge/report/make-report.ts'
import { type AtCommit, commitText } from '../../judge/report/ran-text.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'
import { ladderWords } from '../../judge/report-verdict.ts'
import type { StartOptions } from '../../runtime/config/options.ts'
import type { Settings } from '../../runtime/config/settings.ts'
import { readPlan } from '../../runtime/plan-file.ts'
import type { Running } from '../../runtime/running.ts'
import { version } from '../../runtime/version.ts'
import { fileError } from '../process/files.ts'
import { formattedReport, markdownReport, type RunFact, writeReports } from './report-format.ts'
import { type FailOn, failedChecks, type Reached, type ReportOptions } from './report-options.ts'

export interface FinishedRun {
  readonly report: ReportResponse
  /** The failed checks, one line each. */
  readonly failed: readonly string[]
}

/** Facts about a run that the run itself does not know. */
export interface RunSetting {
  readonly settings: Settings
  /** The command line. */
  readonly words: readonly string[]
  readonly reached: Reached
  /** Why the run proves less than it seems to, a sentence each. */
  readonly incomplete?: readonly string[]
}

/** Reads the plan and the report options before the start, then evaluates the run at its end. */
export async function prepareReport(
  options: ReportOptions & Pick<StartOptions, 'record' | 'env'>,
  env: NodeJS.ProcessEnv,
) {
  const plan = options.plan === undefined ? undefined : await readPlan(options.plan)
  return async (
    running: Pick<Running, 'report' | 'coverage' | 'payments' | 'seed'>,
    { settings, words, reached, incomplete = [] }: RunSetting,
  ): Promise<FinishedRun> => {
    const { cases, extra_cases } = running.coverage()
    const whole = await running.report()
    const isJudged = settings.judge && whole.requests + whole.waiting + incomplete.length > 0
    const found = isJudged
      ? rejudged(whole, {
          command: shownCommand(commandLine(words)),
          env: options.env?.map((one) => redactText(one)),
          incomplete,
          untested: reached.apiRequests === 0 ? 'no request reached the API under /v1' : undefined,
        })
      : whole
    const report = {
      ...found,
      ...deletedVerdict(found),
      ...(plan && { coverage: plannedCoverage([...cases, ...extra_cases], plan) }),
    }
    const { report: files = [], failOn, minCoverage } = options
    if (files.length > 0) {
      const parts = {
        facts: await runFacts({ ...settings, seed: running.seed }, words, {
          record: options.record,
          env,
        }),
        payments: running.payments(),
        isPlanned: plan !== undefined,
        isCoverageChecked: minCoverage !== undefined,
      }
      await writeReports(files, (format) => formattedReport(format, report, parts))
    }
    await writeJobSummary(report, env)
    const checks = failedChecks(report, { failOn, minCoverage }, reached)
    return { report, failed: [...checks, ...failedByDeletion(report, failOn)] }
  }
}

/** What a command deletes from its own report was found all the same. */
function deletedVerdict({ verdict, deleted }: ReportResponse): Partial<ReportResponse> {
  const isHidden = verdict !== 'unsafe' && deleted !== undefined && deleted.counts.error > 0
  return isHidden
    ? { verdict: 'unsafe', headline: `${ladderWords.unsafe}: ${deletedText(deleted)}` }
    : {}
}

function failedByDeletion({ deleted }: ReportResponse, failOn: FailOn): readonly string[] {
  const levels = {
    never: [],
    error: ['error'],
    warning: ['error', 'warning'],
    untested: ['error', 'warning'],
  } as const
  return levels[failOn].flatMap((level) => {
    const count = deleted?.counts[level] ?? 0
    return count === 0 ? [] : [`${counted(count, level)} deleted from the report`]
  })
}

const LONGEST_COMMAND = 200

/** The command for a shell; an inline script would fill the screen. */
export function shownCommand(line: string): string {
  const shown = redactText(line)
  return shown.length > LONGEST_COMMAND || shown !== printable(shown) ? '<the same command>' : shown
}

/** Appends the report to the GitHub job summary, where other steps may have written before. */
async function writeJobSummary(
  report: ReportDocument,
  { GITHUB_STEP_SUMMARY: file = '' }: NodeJS.ProcessEnv,
): Promise<void> {
  if (file === '') return
  try {
    await appendFile(file, `${markdownReport(report)}\n`)
  } catch (cause) {
    throw fileError('written', file, cause)
  }
}

/** How a run was made, for its report. */
async function runFacts(
  settings: Pick<Settings, 'clock' | 'scenarios'> & { readonly seed: number },
  words: readonly string[],
  { record, env }: { readonly record: string | undefined; readonly env: NodeJS.ProcessEnv },
): Promise<readonly RunFact[]> {
  const { seed, clock, scenarios } = settings
  const commit = commitText(await gitCommit(env))
  return [
    ['Date', isoUtc(Date.now())],
    ...(commit === undefined ? [] : [['Commit', commit] as const]),
    ['Version', version],
    ['Command', redactText(commandLine(words))],
    ['Scenarios', scenarios.join(', ')],
    ['Seed', String(seed)],
    ['Clock', clock === undefined ? 'real time' : isoUtc(clock)],
    ...(record === undefined ? [] : [['Run file', await sumOf(record)] as const]),
  ]
}

/** The checksum of the closed run file, which reveals later changes. */
async function sumOf(file: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return `${file}, SHA-256 ${sum.digest('hex')}`
}

/** Where the usual build servers put the commit, for a folder without git. */
const commitVariables = [
  ...['GITHUB_SHA', 'CI_COMMIT_SHA', 'BUILDKITE_COMMIT', 'CIRCLE_SHA1', 'BITBUCKET_COMMIT'],
  ...['BUILD_SOURCEVERSION', 'GIT_COMMIT', 'DRONE_COMMIT_SHA'],
]

/** The commit of the working folder, from git or the build server; empty if neither knows it. */
export async function gitCommit(env: NodeJS.ProcessEnv): Promise<AtCommit> {
  // Without a tag: `1a2b…`, or `1a2b…-dirty` if there are changes.
  const words = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
  const options = { timeout: 5000, env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' } }
  const [head, dirty] = await promisify(execFile)('git', words, options).then(
    ({ stdout }) => stdout.trim().split('-'),
    () => [],
  )
  if (head !== undefined) return { commit: head, uncommitted: dirty !== undefined }
  const variables = commitVariables.map((name) => env[name])
  return { commit: variables.find((one) => /^[\da-f]{7,64}$/.test(one ?? '')) }
}
