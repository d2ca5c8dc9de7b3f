import type { ReportDocument } from '../../insight/report/report-document.ts'

export const failOnLevels = ['error', 'warning', 'never'] as const

export type FailOn = (typeof failOnLevels)[number]

export interface RunChecks {
  readonly failOn: FailOn
  /** Percent. */
  readonly minCoverage: number | undefined
  readonly reached: Reached
}

/** How many requests came, and how many of them were for the API. */
export interface Reached {
  readonly requests: number
  readonly apiRequests: number
}

/** What a run did not live up to, each in a line; empty where it passed. */
export function failedChecks(
  { counts, coverage }: ReportDocument,
  { failOn, minCoverage, reached }: RunChecks,
): readonly string[] {
  const { error, warning } = counts
  const wrong =
    failOn === 'never'
      ? []
      : [
          ...(error > 0 ? [`${error} ${error === 1 ? 'error' : 'errors'} in the report`] : []),
          ...(failOn === 'warning' && warning > 0
            ? [`${warning} ${warning === 1 ? 'warning' : 'warnings'} in the report`]
            : []),
          ...(failOn === 'warning' ? missed(reached) : []),
        ]
  if (minCoverage === undefined || coverage.percent >= minCoverage) return wrong
  return [...wrong, `coverage is ${coverage.percent} %, less than ${minCoverage} %`]
}

function missed({ requests, apiRequests }: Reached): readonly string[] {
  if (apiRequests > 0) return []
  return [requests === 0 ? 'no request reached the sandbox' : 'no request reached /v1']
}
