import { fenced, inlineMarkdown } from '../../report/markdown-report.ts'
import { type Grid, gridsOf } from '../grid.ts'
import {
  controlLine,
  meanings,
  notTriedLine,
  repeatLine,
  reportedOutcomes,
  type Swept,
  verdictLine,
  warningLines,
} from '../swept.ts'

/** The size limit of a pull request comment, with room to spare. */
const MOST = 60_000
const STORIES = 5

/** A sweep as a comment on a pull request. */
export function sweepMarkdown(swept: Swept): string {
  const stories = reportedOutcomes(swept)
    .slice(0, STORIES)
    .flatMap((outcome) => [
      `### ${outcome.cell.name}: ${outcome.result}`,
      ...outcome.findings.map(({ text }) => fenced(text)),
      `Repeat it: \`${repeatLine(swept, outcome)}\``,
    ])
  const parts = [
    `## Sweep: ${verdictLine(swept)}`,
    `\`${swept.command}\``,
    ...gridsOf(swept).map(gridTable),
    ...warningList(swept),
    ...meanings(swept),
    ...controlLine(swept),
    ...notTriedLine(swept).map(inlineMarkdown),
    ...stories,
  ]
  return `${fitting(parts).join('\n\n')}\n`
}

function warningList(swept: Swept): readonly string[] {
  const lines = warningLines(swept).map((line) => `- ${line}`)
  return lines.length === 0 ? [] : [['Warnings:', '', ...lines].join('\n')]
}

/** Drops the last parts first, which matter least. */
function fitting(parts: readonly string[]): readonly string[] {
  let size = 0
  return parts.filter((part) => {
    size += part.length + 2
    return size < MOST
  })
}

function gridTable({ title, forms, rows }: Grid): string {
  const lines = rows.map(({ call, cells }) => {
    const results = cells.map((cell) => marked(cell?.result))
    return `| \`${call}\` | ${results.join(' | ')} |`
  })
  const head = `| call | ${forms.join(' | ')} |`
  return [`${title}:`, '', head, `|---|${'---|'.repeat(forms.length)}`, ...lines].join('\n')
}

function marked(result: string | undefined): string {
  if (result === undefined) return ''
  return result === result.toUpperCase() ? `**${result}**` : result
}
