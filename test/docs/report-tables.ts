import { coverageCases } from '../../src/insight/coverage/coverage.ts'
import { allFindings } from '../../src/insight/findings/all-findings.ts'

/** The tables of docs/report.md, from the one place that knows the findings and the cases. */
export function findingTable(): string {
  const rows = allFindings.map(
    ({ code, severity, seen }) => `| \`${code}\` | ${severity} | ${seen} |`,
  )
  return ['| finding | severity | what was seen |', '|---|---|---|', ...rows].join('\n')
}

export function caseTable(): string {
  const rows = coverageCases.map(({ name, description, provoke, isExtra }) => {
    const only = isExtra ? ' (plans only)' : ''
    return `| \`${name}\`${only} | ${description} | ${provoke} |`
  })
  return ['| case | what | how to provoke it |', '|---|---|---|', ...rows].join('\n')
}
