import type { Command } from 'commander'
import { counted } from '../../../insight/counted.ts'
import {
  type CaseDocument,
  type CoverageDocument,
  plannedCoverage,
  tallyOf,
} from '../../../insight/coverage/coverage.ts'
import { readPlan } from '../../../runtime/plan-file.ts'
import type { Io } from '../../io.ts'
import { connectToRead, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { type Output, outputFor } from '../../terminal/output.ts'

interface CoverageOptions extends TargetOptions {
  readonly sinceReset?: true
  readonly plan?: string
}

export function coverageCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .option('--since-reset', 'only what happened since the last reset')
    .option('--plan <file>', 'only the cases of this plan: a file, or go-live-au')
    .action((options: CoverageOptions) => show(options, io))
}

async function show(options: CoverageOptions, io: Io): Promise<void> {
  const plan = options.plan === undefined ? undefined : await readPlan(options.plan)
  const answer = await connectToRead(options, io).coverage(
    options.sinceReset ? { chapter: 'current' } : {},
  )
  const coverage = plan ? plannedCoverage([...answer.cases, ...answer.extra_cases], plan) : answer
  outputFor(options, io).result(coverage, (output) => coverageText(output, coverage))
}

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
