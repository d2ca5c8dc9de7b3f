import { counted } from '../../../insight/counted.ts'
import { plannedCoverage, tallyOf } from '../../../insight/coverage/coverage.ts'
import type { CaseDocument, CoverageDocument } from '../../../insight/coverage/coverage-document.ts'
import { readPlan } from '../../../runtime/plan-file.ts'
import { callCommand } from '../../define/command.ts'
import { flag, option } from '../../define/option.ts'
import type { Output } from '../../terminal/output.ts'

export const coverageCommand = callCommand({
  name: 'coverage',
  group: 'Look',
  summary: 'Show the cases to try, and those already tried',
  details:
    'Lists every case, marks those that this run has covered, and shows how to provoke the others. The percentage counts only the cases that are possible with this config.',
  examples: ['coverage', 'coverage --plan go-live-au'],
  options: {
    sinceReset: flag('--since-reset', 'only what happened since the last reset'),
    plan: option(
      '--plan <file>',
      'only the cases of this test plan: a file, or the built-in go-live-au',
    ),
  },
  isReading: true,
  call: async (client, { plan, sinceReset }) => {
    const entries = plan === undefined ? undefined : await readPlan(plan)
    const answer = await client.coverage(sinceReset ? { test: 'current' } : {})
    return entries ? plannedCoverage([...answer.cases, ...answer.extra_cases], entries) : answer
  },
  text: coverageText,
})

const columns = [
  { title: '' },
  { title: 'case' },
  { title: 'what', wraps: true },
  { title: 'how to provoke it', wraps: true },
] as const

function coverageText({ table, style }: Output, { percent, cases }: CoverageDocument): string {
  const { shown, possible } = tallyOf(cases)
  const rows = cases.map((one) => [
    markOf(one),
    one.name,
    one.description,
    one.covered ? '' : (one.not_counted ?? one.provoke),
  ])
  const total = `${percent} % covered: ${shown} of ${counted(possible, 'case')}.`
  return `${table(columns, rows)}\n\n${style('strong', total)}`
}

/** Marks differ in shape, not only in colour. */
function markOf({ covered, not_counted }: CaseDocument) {
  if (covered) return { text: '✓', tone: 'good' } as const
  return not_counted === null ? ({ text: '✗', tone: 'bad' } as const) : '-'
}
