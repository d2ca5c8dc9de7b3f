import { counted, lowerFirst } from '../../base/text/counted.ts'
import { unmatchedWords } from '../../judge/report/limits.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'
import {
  BadValue,
  choice,
  type OptionFacts,
  option,
  repeated,
  type ValuesOf,
} from '../define/option.ts'
import { outputFile } from '../options/argument.ts'

/** Formats that reports do not have. */
const otherEndings =
  /\.(?:pdf|docx?|odt|rtf|pptx?|csv|tsv|xlsx?|ods|ya?ml|toml|jsonl|ndjson|htm|xhtml|png|jpe?g|gif|svg|zip|t?gz)$/i

/** The files of a repeatable option. */
const reportFiles = repeated((text) => {
  const [ending] = otherEndings.exec(text.toLowerCase()) ?? []
  if (ending === undefined) return outputFile(text)
  const known = '.json, .xml (JUnit), .md, .html or .txt'
  throw new BadValue(`a report cannot be ${ending}, only ${known}`)
})

function percent(text: string): number {
  const number = /^\d{1,3}(?:\.\d{1,3})?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN
  if (number >= 0 && number <= 100) return number
  throw new BadValue('it must be a percentage from 0 to 100')
}

/** From the left, each fails on what the one before fails on, and more; `never` fails on nothing. */
const failOnLevels = ['error', 'warning', 'untested', 'never'] as const

export type FailOn = (typeof failOnLevels)[number]

/** The files that a report is written to. */
export function reportFileOption<const Flags extends string>(flags: Flags) {
  return option(
    flags,
    'write the report to a file (can be repeated): .json, .xml for JUnit, .md, .html, else text',
    reportFiles,
  )
}

/** When a report fails its command; the default differs from command to command. */
export function failOnOption<const Facts extends OptionFacts = object>(
  help: string,
  facts?: Facts,
) {
  return choice('--fail-on <level>', help, failOnLevels, facts)
}

/** The report options of a command that runs something. */
export const reportOptions = {
  report: reportFileOption('--report <file>'),
  failOn: failOnOption(
    'exit with 4 for findings of this severity or worse; untested includes a run that lost no response',
    { default: 'error' },
  ),
  minCoverage: option('--min-coverage <percent>', 'exit with 4 if coverage is lower', percent),
  plan: option(
    '--plan <file>',
    'test plan for the coverage: a file, or the built-in go-live-au',
    undefined,
    { group: 'Output' },
  ),
}

export type ReportOptions = ValuesOf<typeof reportOptions>

/** How many requests arrived, and how many of them addressed the API. */
export interface Reached {
  readonly requests: number
  readonly apiRequests: number
}

/** The failed checks of a run, one line each; empty if it passed. */
export function failedChecks(
  { counts, verdict, headline, coverage, unmatched_scenarios }: ReportDocument,
  { failOn, minCoverage }: Pick<ReportOptions, 'failOn'> & Partial<ReportOptions>,
  { requests, apiRequests }: Reached,
): readonly string[] {
  const { error, warning } = counts
  const isStrict = failOn === 'warning' || failOn === 'untested'
  const missed = requests === 0 ? 'no request reached the sandbox' : 'no request reached /v1'
  const wrong =
    failOn === 'never'
      ? []
      : [
          ...(error > 0 ? [`${counted(error, 'error')} in the report`] : []),
          ...(isStrict && warning > 0 ? [`${counted(warning, 'warning')} in the report`] : []),
          ...(apiRequests > 0 ? [] : [missed]),
          ...(isStrict ? unmatched_scenarios.map(unmatchedWords) : []),
          ...(failOn === 'untested' && verdict === 'untested' && apiRequests > 0
            ? [lowerFirst(headline)]
            : []),
        ]
  if (minCoverage === undefined || coverage.percent >= minCoverage) return wrong
  const missing = `coverage is ${coverage.percent}%, less than ${minCoverage}%`
  return [...wrong, `${missing}; not covered: ${openCases(coverage.cases)}`]
}

const MOST_CASES = 10

function openCases(cases: ReportDocument['coverage']['cases']): string {
  const open = cases.filter(({ covered, not_counted }) => !covered && not_counted === null)
  const more = open.length - MOST_CASES
  const names = open.slice(0, MOST_CASES).map(({ name }) => name)
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
