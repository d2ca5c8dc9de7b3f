import { type Assumptions, listAssumptions } from '../../domain/assumptions/assumptions.ts'

/** What a reader needs before the first operation. */
export function introduction(assumptions: Assumptions): string {
  return [
    'JSON over HTTP, with links in the style of HAL. The API is for a merchant’s backend server; a web page must not call it.',
    'Amounts are strings of cents. Texts have letters, digits, spaces and ASCII punctuation other than quotes and the backslash. Unknown members of a body are ignored. Answers may have further members, and fields with an `unknown` value may have further values: accept them.',
    'Every call that changes something needs an `X-Correlation-Id` of its own. A 2XX answer means only that the gateway answered; a 4XX that nothing was processed; a 5XX or no answer that the outcome is unknown.',
    'The gateway’s specification leaves some things open. The sandbox assumes the following; each can be set in `sandgate.config.yaml`.',
    table(assumptions),
  ].join('\n\n')
}

function table(assumptions: Assumptions): string {
  const rows = listAssumptions(assumptions).map(
    ({ key, value, source, reason }) =>
      `| \`${key}\` | ${cell(value)} | ${source} | ${reason.replaceAll('|', '\\|')} |`,
  )
  return ['| Assumption | Value | Source | Why |', '|---|---|---|---|', ...rows].join('\n')
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `\`${text.replaceAll('|', '\\|')}\``
}
