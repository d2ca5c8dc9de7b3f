import { plannedCoverage } from '../../../judge/coverage/coverage.ts'
import { coverageTable } from '../../../judge/coverage/coverage-blocks.ts'
import { readPlan } from '../../../runtime/plan-file.ts'
import { callCommand } from '../../define/command.ts'
import { flag, option } from '../../define/option.ts'
import { blocksText } from '../../terminal/blocks-text.ts'

export const coverageCommand = callCommand({
  name: 'coverage',
  group: 'See what happened',
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
  text: ({ layout }, coverage) => blocksText([coverageTable(coverage)], layout),
})
