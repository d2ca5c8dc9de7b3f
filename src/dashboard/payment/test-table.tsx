import { counted, listText, numberText, spanText } from '../../base/text/counted.ts'
import type { Visit } from '../../control/pages/visit.ts'
import type { TestDocument } from '../../judge/report/report-document.ts'
import { testName } from '../../judge/report/test-name.ts'
import { ladderWords } from '../../judge/report-verdict.ts'
import { type Encounter, encounters } from '../../judge/run/encounters.ts'
import { ladderLooks, MarkedWord, type MarkLook } from '../parts/mark.tsx'
import { rowLink, Table } from '../parts/table.tsx'
import { Clamped, Unbroken } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { clockTime, dateTimeText, dayOf, shortDateTime } from '../words/time.ts'
import { sumText } from '../words/values.ts'
import { type OpenResponse, openIn } from './open-response.ts'

/** Singular, and plural if it takes more than an `s`. */
const encounterWords: Readonly<Record<Encounter, readonly [one: string, several?: string]>> = {
  faults_before: ['response lost before processing', 'responses lost before processing'],
  faults_after: ['response lost after processing', 'responses lost after processing'],
  timeouts: ['response lost: the client gave up', 'responses lost: the client gave up'],
  undecided: ['undecided response'],
  pendings: ['pending payment'],
  declines: ['decline'],
  refusals: ['refusal'],
  lookups: ['lookup'],
  searches: ['search', 'searches'],
}

/** `2 declines` */
export function encounterText(name: Encounter, count: number): string {
  return counted(count, ...encounterWords[name])
}

type TestLook = MarkLook & { readonly word: string }

/** A test without lost responses shows nothing either way. */
function lookOf({ verdict, counts }: TestDocument, isWaiting: boolean): TestLook {
  if (isWaiting && verdict !== 'unsafe') return { mark: 'slow', tone: 'warn', word: 'Waiting' }
  const isCounted = verdict === 'warnings'
  const word = isCounted ? counted(counts.warning, 'warning') : ladderWords[verdict]
  return { ...ladderLooks[verdict], word }
}

export function doublesIn({ double_charges, double_refunds }: TestDocument): number {
  return double_charges + double_refunds
}

/** `1 charge and 2 refunds` */
function doubledWords({ double_charges, double_refunds }: TestDocument): string {
  return listText([
    ...(double_charges > 0 ? [counted(double_charges, 'charge')] : []),
    ...(double_refunds > 0 ? [counted(double_refunds, 'refund')] : []),
  ])
}

/** What the tests are: worlds, if nobody gave them names and none was reset. */
export function testsText(tests: readonly TestDocument[]): string {
  const isWorlds = tests.every(({ label, number }) => label === null && number === 1)
  return counted(tests.length, isWorlds ? 'world' : 'test')
}

/** The worst first, and of equal ones the latest. */
export function worstFirst(tests: readonly TestDocument[]): readonly TestDocument[] {
  return tests
    .toReversed()
    .sort(
      (one, other) =>
        other.double_charges - one.double_charges ||
        other.double_refunds - one.double_refunds ||
        other.counts.error - one.counts.error ||
        other.counts.warning - one.counts.warning,
    )
}

interface TestTableProps {
  /** Undefined: this is a file, and leads nowhere. */
  readonly visit: Visit | undefined
  /** Sandbox time: a time without a date is of its day. */
  readonly now?: string
  readonly tests: readonly TestDocument[]
  /** What is not judged yet. */
  readonly open?: readonly OpenResponse[] | undefined
}

/** One row for each test of the run; a click opens its payments. */
export function TestTable({ visit, now, tests, open = [] }: TestTableProps) {
  const rows = tests.map((test) => ({
    ...test,
    look: lookOf(test, openIn(test.id, open).length > 0),
  }))
  const isToday = tests.every(({ at }) => !at || (now && dayOf(at) === dayOf(now)))
  const timeText = isToday ? clockTime : shortDateTime
  return (
    <Table
      rows={rows}
      columns={[
        [
          'Test',
          (test) => {
            const text = testName(test)
            if (visit === undefined) return text
            return rowLink(pageAddress(visit, '/', { test: test.id }), <Clamped text={text} />)
          },
          'long own-line',
        ],
        [
          'Verdict',
          ({ look, verdict, encountered }) => {
            const put = encounters.flatMap((name) => {
              const count = encountered[name] ?? 0
              return count > 0 ? [encounterText(name, count)] : []
            })
            return (
              <>
                <MarkedWord look={look}>{look.word}</MarkedWord>
                {verdict === 'untested' && <span class="soft hint">{listText(put)}</span>}
              </>
            )
          },
        ],
        ['Payments', ({ payments }) => numberText(payments), 'number named'],
        ['Charged', ({ charged }) => <Unbroken text={sumText(charged)} />, 'number sum named'],
        [
          'Doubled',
          (test) =>
            doublesIn(test) > 0 ? (
              <b class="bad">{doubledWords(test)}</b>
            ) : (
              <span class="soft">0</span>
            ),
          'number named',
        ],
        [
          'Time',
          ({ at, duration }) => (
            <>
              {at !== null && visit !== undefined && `${timeText(at)} `}
              <span class="soft tight">{spanText(duration)}</span>
            </>
          ),
          'drop-2',
          ({ at, real_at }) => (at ? `${dateTimeText(at)}; real time ${real_at}` : undefined),
        ],
      ]}
      row={({ id }) => ({ id: `test-${id}` })}
      label="Tests"
    />
  )
}
