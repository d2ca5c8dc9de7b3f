import { counted } from '../../base/text/counted.ts'
import type { Block, BlockTable, Part, Words } from '../blocks/block.ts'
import { tallyOf } from './coverage.ts'
import type { CaseDocument, CoverageDocument } from './coverage-document.ts'

/** All cases, and how many of them were tried. */
export function coverageTable({ percent, cases }: CoverageDocument): BlockTable {
  const { shown, possible } = tallyOf(cases)
  const text = `${percent}% covered: ${shown} of ${counted(possible, 'case')}.`
  return { ...caseTable(cases), sum: { text, tone: 'strong' } }
}

/** `5.3% (3 of 57 cases)` */
export function coverageText({ percent, cases }: CoverageDocument): string {
  const { shown, possible } = tallyOf(cases)
  return `${percent}% (${shown} of ${counted(possible, 'case')})`
}

/** What was never tried, with how to provoke it; of a plan, all its cases. */
export function coveragePart(coverage: CoverageDocument, isPlan = false): Part {
  const { percent, cases } = coverage
  const covered = cases.filter((one) => one.covered)
  const missing = cases.filter((one) => !one.covered)
  const { shown, possible } = tallyOf(cases)
  const listed = isPlan ? cases : missing
  return {
    kind: 'part',
    look: 'section',
    head: {
      kind: 'heading',
      id: 'coverage',
      title: isPlan ? 'Plan' : `Coverage: ${percent}%`,
      about: `${shown} of ${counted(possible, 'case')} shown`,
    },
    line: `Coverage: ${coverageText(coverage)}.`,
    isWhole: isPlan,
    blocks: [
      { kind: 'meter', percent },
      ...(listed.length === 0 ? [] : [caseTable(listed)]),
      ...(isPlan || covered.length === 0 ? [] : [coveredFold(covered)]),
    ],
    counts: [1, 'more part'],
  }
}

function coveredFold(covered: readonly CaseDocument[]): Block {
  const summary = `${covered.length} covered`
  return { kind: 'fold', id: 'covered', summary, blocks: [caseTable(covered)] }
}

function caseTable(cases: readonly CaseDocument[]): BlockTable {
  const isProvoked = cases.some(({ covered }) => !covered)
  const isExplained = cases.some(({ why }) => why)
  return {
    kind: 'table',
    columns: [
      { title: 'shown' },
      { title: 'case', look: 'name' },
      { title: 'what it is', look: 'sentence' },
      ...(isProvoked ? [{ title: 'how to provoke it', look: 'sentence' } as const] : []),
      ...(isExplained ? [{ title: 'why', look: 'sentence' } as const] : []),
    ],
    rows: cases.map((one) => [
      shownWord(one),
      one.name,
      one.description,
      ...(isProvoked ? [one.covered ? '' : (one.not_counted ?? one.provoke)] : []),
      ...(isExplained ? [one.why ?? ''] : []),
    ]),
  }
}

function shownWord({ covered, not_counted }: CaseDocument): Words {
  if (covered) return { text: 'yes', mark: 'tried', tone: 'good' }
  if (not_counted !== null) return { text: 'does not apply', mark: 'not possible', tone: 'quiet' }
  return { text: 'no', mark: 'not tried', tone: 'quiet' }
}
