import { numberText } from '../../domain/money.ts'
import type { Visit } from '../../http/pages/visit.ts'
import type { TestDocument } from '../../insight/report/report-document.ts'
import { chapterName } from '../../insight/report/text-report.ts'
import { MarkedWord, type MarkLook } from '../parts/mark.tsx'
import { Table } from '../parts/table.tsx'
import { Clamped } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { exercisedText } from '../words/exercises.ts'
import { countText, sumText } from '../words/numbers.ts'
import { dateTimeText, shortDateTime, tookText } from '../words/time.ts'
import { type OpenAnswer, openErrors } from './open-answers.ts'

interface TestLook extends MarkLook {
  readonly word: string
}

/** A test without lost answers shows nothing either way. `open`: errors that are not judged yet. */
function lookOf({ verdict, counts }: TestDocument, open: number): TestLook {
  if (counts.error > open) return { mark: 'failed', tone: 'bad', word: 'Unsafe' }
  if (open > 0) return { mark: 'slow', tone: 'warn', word: 'Waiting' }
  if (counts.warning > 0) {
    return { mark: 'warning', tone: 'warn', word: countText(counts.warning, 'warning') }
  }
  if (verdict === 'safe') return { mark: 'approved', tone: 'good', word: 'Safe' }
  return { mark: 'none', tone: 'calm', word: 'No answer lost' }
}

/** The worst first, and of equal ones the latest. */
export function worstFirst(tests: readonly TestDocument[]): readonly TestDocument[] {
  const doubled = (one: TestDocument) => one.double_charges + one.double_refunds
  return [...tests]
    .reverse()
    .sort(
      (one, other) =>
        doubled(other) - doubled(one) ||
        other.counts.error - one.counts.error ||
        other.counts.warning - one.counts.warning,
    )
}

interface TestTableProps {
  /** Undefined: this is a file, and leads nowhere. */
  readonly visit: Visit | undefined
  readonly tests: readonly TestDocument[]
  /** What is not judged yet. */
  readonly open?: readonly OpenAnswer[]
}

/** One row for each test of the run; a click opens its payments. */
export function TestTable({ visit, tests, open = [] }: TestTableProps) {
  const look = (test: TestDocument) => lookOf(test, openErrors(open, test.id))
  return (
    <Table
      rows={tests}
      columns={[
        [
          'Test',
          ({ id, name, world }) =>
            visit === undefined ? (
              chapterName({ world, chapter: name })
            ) : (
              <a class="row" href={pageAddress(visit, '/', { chapter: id })}>
                <Clamped text={chapterName({ world, chapter: name })} />
              </a>
            ),
          'long own-line',
        ],
        [
          'Verdict',
          (test) => (
            <>
              <MarkedWord look={look(test)}>{look(test).word}</MarkedWord>
              {test.verdict === 'untested' && (
                <span class="soft hint">{exercisedText(test.exercised)}</span>
              )}
            </>
          ),
        ],
        ['Payments', ({ payments }) => numberText(payments), 'number', { label: 'Payments' }],
        ['Charged', ({ charged }) => sumText(charged), 'number sum', { label: 'Charged' }],
        [
          'Double charges',
          ({ double_charges: doubled }) =>
            doubled > 0 ? <b class="bad">{doubled}</b> : <span class="soft">0</span>,
          'number',
          { label: 'Double charges' },
        ],
        [
          'Time',
          ({ at, duration }) => (
            <>
              {at !== null && visit !== undefined && `${shortDateTime(at)} `}
              <span class="soft">{tookText(duration)}</span>
            </>
          ),
          'tight drop-2',
          {
            title: ({ at, real_at }) =>
              at === null ? undefined : `${dateTimeText(at)}; real time ${real_at}`,
          },
        ],
      ]}
      row={(test) => ({
        id: `test-${test.id}`,
        class: look(test).tone === 'bad' ? 'bad-row' : undefined,
      })}
      label="Tests"
    />
  )
}
