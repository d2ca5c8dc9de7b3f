import type { Visit } from '../../http/pages/visit.ts'
import type { TestDocument } from '../../insight/report/report-document.ts'
import { MarkedWord, type MarkLook } from '../parts/mark.tsx'
import { numberHead, Table } from '../parts/table.tsx'
import { Clamped } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { counted, sumText } from '../words/numbers.ts'
import { momentText, shortMomentText, tookText } from '../words/time.ts'

interface TestLook extends MarkLook {
  readonly word: string
}

/** A test without lost answers shows nothing either way. */
function lookOf({ verdict, counts }: TestDocument): TestLook {
  if (verdict === 'unsafe') return { mark: 'failed', tone: 'bad', word: 'Unsafe' }
  if (counts.warning > 0) {
    return { mark: 'failed', tone: 'warn', word: counted(counts.warning, 'warning') }
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
      heads={[
        'Test',
        'Verdict',
        numberHead('Payments'),
        numberHead('Charged'),
        numberHead('Double charges'),
        'Time',
      ]}
      label="Tests"
      {...(visit && { class: 'broad' })}
    >
      {tests.map((test) => (
        <TestRow visit={visit} test={test} />
      ))}
    </Table>
  )
}

function TestRow({ visit, test }: { visit: Visit | undefined; test: TestDocument }) {
  const { id, name, payments, charged, double_charges: doubled, at, real_at, duration } = test
  const look = lookOf(test)
  return (
    <tr id={`test-${id}`} class={look.tone === 'bad' ? 'bad-row' : undefined}>
      <td class="long own-line">
        {visit === undefined ? (
          name
        ) : (
          <a class="row" href={pageAddress(visit, '/', { chapter: id })}>
            <Clamped text={name} />
          </a>
        )}
      </td>
      <td class="tight">
        <MarkedWord look={look}>{look.word}</MarkedWord>
      </td>
      <td class="number" data-label="Payments">
        {payments}
      </td>
      <td class="number sum" data-label="Charged">
        {sumText(charged)}
      </td>
      <td class={`number ${doubled > 0 ? 'bad' : 'soft'}`} data-label="Double charges">
        {doubled > 0 ? <b>{doubled}</b> : '0'}
      </td>
      <td class="tight" title={at === null ? undefined : `${momentText(at)}; real time ${real_at}`}>
        {at !== null && visit !== undefined && `${shortMomentText(at)} `}
        <span class="soft">{tookText(duration)}</span>
      </td>
    </tr>
  )
}
