import page from '../../../../docs/reference/findings.md?asset'
import { allFindings } from '../../../judge/findings/all-findings.ts'
import { recipeFor } from '../../../judge/findings/recipe.ts'
import { command } from '../../define/command.ts'
import { argument, oneWordOf } from '../../define/option.ts'
import { outputFor } from '../../terminal/output.ts'

const codes = allFindings.map(({ code }) => code)

export const explainCommand = command({
  name: 'explain',
  group: 'See what happened',
  summary: 'Explain a finding of a report',
  details:
    'Prints what a finding means, an example, and the page of the manual that shows what to do instead. Needs no sandbox and no network.',
  examples: ['explain double-charge', 'explain blind-retry'],
  args: { finding: argument('<finding>', 'the name of a finding', oneWordOf(codes)) },
  run({ finding, json }, { io }) {
    const text = sectionOf(finding)
    const recipe = recipeFor(finding)
    outputFor({ json }, io).result(
      { finding, text, recipe },
      ({ paragraph }) =>
        `${finding}\n\n${terminalText(text, paragraph)}\n\nHow to do it right: ${recipe} in the package`,
    )
  },
})

/** A section of the manual's page about findings, in Markdown. */
function sectionOf(code: string): string {
  const [, section = ''] = page.split(`\n## ${code}\n`)
  return section.split('\n## ')[0]?.trim() ?? ''
}

/** Without the marks of Markdown; an example stays as it was printed. */
function terminalText(markdown: string, paragraph: (text: string) => string): string {
  return markdown
    .split(/^```\w*\n([\s\S]*?)^```$/m)
    .map((part, index) => (index % 2 === 1 ? part.trimEnd() : prose(part, paragraph)))
    .join('\n\n')
    .trim()
}

function prose(markdown: string, paragraph: (text: string) => string): string {
  const plain = markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/(?<!\w)\*([^*\n]+)\*(?!\w)/g, '$1')
  return plain
    .trim()
    .split('\n')
    .map((line) => paragraph(line))
    .join('\n')
}
