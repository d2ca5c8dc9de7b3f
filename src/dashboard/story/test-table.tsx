import type { Visit } from '../../http/pages/visit.ts'
import type { TestDocument } from '../../insight/report/report-document.ts'
import { MarkedWord, type MarkLook } from '../parts/mark.tsx'
import { Table } from '../parts/table.tsx'
import { Clamped } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { countText, sumText } from '../words/numbers.ts'
import { dateTimeText, shortDateTime, tookText } from '../words/time.ts'

interface TestLook extends MarkLook {
  readonly word: string
}

/** A test without lost answers shows nothing either way. */
function lookOf({ verdict, counts }: TestDocument): TestLook {
  if (verdict === 'unsafe') return { mark: 'failed', tone: 'bad', word: 'Unsafe' }
  if (counts.warning > 0) {
    return { mark: 'failed', tone: 'warn', word: countText(counts.warning, 'warning') }
  }
  if (verdict === 'safe') return { mark: 'approved', tone: 'good', word: 'Safe' }
  return { mark: 'note', tone: 'calm', word: 'No fault tried' }
}

/** The worst first, and of equal ones the latest. */
export function worstFirst(tests: readonly TestDocument[]): readonly TestDocument[] {
  const badness = ({ counts, double_charges, double_refunds }: TestDocument) => {
    if (double_charges + double_refunds > 0) return 3
    return counts.error > 0 ? 2 : counts.warning > 0 ? 1 : 0
  }
  return [...tests].reverse().sort((one, other) => badness(other) - badness(one))
}

interface TestTableProps {
  /** Undefined: this is a file, and leads nowhere. */
  readonly visit: Visit | undefined
  readonly tests: readonly TestDocument[]
}

/** One row for each test of the run; a click opens its payments. */
export function TestTable({ visit, tests }: TestTableProps) {
  return (
    <Table
      rows={tests}
      columns={[
        [
          'Test',
          ({ id, name }) =>
            visit === undefined ? (
              name
            ) : (
              <a class="row" href={pageAddress(visit, '/', { chapter: id })}>
                <Clamped text={name} />
              </a>
            ),
          'long own-line',
        ],
        [
          'Verdict',
          (test) => {
            const look = lookOf(test)
            return <MarkedWord look={look}>{look.word}</MarkedWord>
          },
          'tight',
        ],
        ['Payments', ({ payments }) => payments, 'number', { label: 'Payments' }],
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
          'tight',
          {
            title: ({ at, real_at }) =>
              at === null ? undefined : `${dateTimeText(at)}; real time ${real_at}`,
          },
        ],
      ]}
      row={(test) => ({
        id: `test-${test.id}`,
        class: lookOf(test).tone === 'bad' ? 'bad-row' : undefined,
      })}
      label="Tests"
      class={visit && 'broad'}
    />
  )
}
