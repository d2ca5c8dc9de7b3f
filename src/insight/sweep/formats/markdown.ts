import { fenced, inlineMarkdown } from '../../report/markdown-report.ts'
import { type Grid, gridsOf } from '../grid.ts'
import { isShown } from '../result.ts'
import type { Swept } from '../sweep-schema.ts'
import {
  acceptedLines,
  baselineLines,
  baselineStories,
  meanings,
  notTriedLine,
  repeatLine,
  reportedCells,
  selfCheckLine,
  verdictLine,
  warningLines,
} from '../swept.ts'

/** The size limit of a pull request comment, with room to spare. */
const MOST = 60_000
const STORIES = 5

/** A sweep as a comment on a pull request. */
export function sweepMarkdown(swept: Swept): string {
  const stories = reportedCells(swept)
    .slice(0, STORIES)
    .flatMap((cell) => [
      `### ${cell.name}: ${cell.result}`,
      ...cell.findings.map(({ text }) => fenced(text)),
      `Repeat it: \`${repeatLine(swept, cell)}\``,
    ])
  const parts = [
    `## Sweep: ${verdictLine(swept)}`,
    `\`${swept.command}\``,
    ...baselineLines(swept).map(inlineMarkdown),
    ...baselineStories(swept).map(({ text }) => fenced(text)),
    ...gridsOf(swept).map(gridTable),
    ...warningList(swept),
    ...acceptedLines(swept).map((line) => `- ${inlineMarkdown(line)}`),
    ...meanings(swept),
    ...selfCheckLine(swept),
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

function gridTable({ title, faults, rows }: Grid): string {
  const lines = rows.map(({ call, cells }) => {
    const results = cells.map((cell) => {
      if (cell === undefined) return ''
      if (cell.accepted !== null) return `${cell.result} (accepted)`
      return isShown(cell.result) ? `**${cell.result}**` : cell.result
    })
    return `| \`${call}\` | ${results.join(' | ')} |`
  })
  const head = `| call | ${faults.join(' | ')} |`
  return [`${title}:`, '', head, `|---|${'---|'.repeat(faults.length)}`, ...lines].join('\n')
}
