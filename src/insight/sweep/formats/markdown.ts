import {
  type Grid,
  gridsOf,
  gridTitles,
  hungTexts,
  repeatLine,
  type Swept,
  toldOutcomes,
  verdictLine,
} from '../swept.ts'

/** The size limit of a pull request comment, with room to spare. */
const MOST = 60_000
const STORIES = 5

/** A sweep as a comment on a pull request. */
export function sweepMarkdown(swept: Swept): string {
  const stories = toldOutcomes(swept)
    .slice(0, STORIES)
    .flatMap((outcome) => [
      `### ${outcome.cell.name}: ${outcome.result}`,
      ...outcome.findings.map(({ text }) => `\`\`\`\n${text}\n\`\`\``),
      `Repeat it: \`${repeatLine(swept, outcome)}\``,
    ])
  const parts = [
    `## Sweep: ${verdictLine(swept)}`,
    `\`${swept.command}\``,
    ...gridsOf(swept).map(gridTable),
    ...hungTexts(swept),
    ...stories,
  ]
  return `${fitting(parts).join('\n\n')}\n`
}

/** Drops the last parts first, which matter least. */
function fitting(parts: readonly string[]): readonly string[] {
  let size = 0
  return parts.filter((part) => {
    size += part.length + 2
    return size < MOST
  })
}

function gridTable({ at, forms, rows }: Grid): string {
  const lines = rows.map(
    ({ call, results }) => `| \`${call}\` | ${results.map(marked).join(' | ')} |`,
  )
  const head = `| call | ${forms.join(' | ')} |`
  return [`${gridTitles[at]}:`, '', head, `|---|${'---|'.repeat(forms.length)}`, ...lines].join(
    '\n',
  )
}

function marked(result: string | undefined): string {
  if (result === undefined) return ''
  return result === result.toUpperCase() ? `**${result}**` : result
}
