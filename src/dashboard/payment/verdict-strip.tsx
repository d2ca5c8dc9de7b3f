import { counted, numberText } from '../../base/text/counted.ts'
import type { TotalsResponse } from '../../control/contract/calls/report.ts'
import type { RunWithoutFindings, Visit } from '../../control/pages/visit.ts'
import type { PaymentDocument } from '../../judge/payments/payment-document.ts'
import type { PaymentVerdict } from '../../judge/payments/payment-verdict.ts'
import { kindsIn, overchargedText } from '../../judge/report/counted-kinds.ts'
import { earlierText } from '../../judge/report/earlier-errors.ts'
import { ladderWords } from '../../judge/report-verdict.ts'
import { ActionButton } from '../layout/form.tsx'
import { breakNext, LOSING } from '../pages/payments/payment-forms.ts'
import { VerdictPanel } from '../parts/mark.tsx'
import { Unbroken } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { sumText } from '../words/values.ts'
import { type OpenResponse, waitingText } from './open-response.ts'
import { isAlarming } from './verdict.tsx'

/** What is bad about a payment, the worst first. */
export const troubles: readonly (readonly [
  verdict: PaymentVerdict,
  one: string,
  several?: string,
])[] = [
  ['double-charge', 'double charge'],
  ['double-refund', 'double refund'],
  ['lost-sale', 'lost sale'],
  ['unresolved', 'unresolved', 'unresolved'],
]

interface StripProps {
  readonly visit: Visit
  /** Of the payments that the page shows; undefined if there are none. */
  readonly sums: TotalsResponse | undefined
  readonly run: RunWithoutFindings
  /** What is not judged yet. */
  readonly open: readonly OpenResponse[]
  /** How many of these payments are not. */
  readonly waiting: number
  /** Whether the page covers all worlds and tests. */
  readonly isAll: boolean
  /** Those that the page lists. */
  readonly payments: readonly PaymentDocument[]
}

/** Whether anything is wrong: the verdict, a pill for each kind of trouble, and what was charged. */
export function VerdictStrip({ visit, sums, run, open, waiting, isAll, payments }: StripProps) {
  const { error: errors, warning } = run.counts
  const { test } = visit.query
  const waitingLine = waitingText(open)
  const earlier = run.earlier_errors && earlierText(run.earlier_errors)
  const hasTrouble = errors + warning > 0
  const hasNews = waitingLine !== undefined || earlier !== undefined
  if (sums === undefined && !hasTrouble && !hasNews) return null
  const found = troublesIn(sums, waiting, run)
  const cover = isAll || test !== undefined || !sums ? undefined : coverText(visit, run)
  const isWhole = sums !== undefined && cover === undefined && test === undefined
  const isFine = !hasTrouble && !hasNews && found.length === 0
  // `exec` says the same of such a run.
  const isUntested = isFine && run.verdict === 'untested'
  const rung = isUntested ? 'Untested: no response was lost' : isFine && ladderWords[run.verdict]
  // Its own payments, and what the config accepts.
  const uncounted = found.length > 0 && 'Not in the report:'
  const first = hasTrouble ? undefined : rung || waitingLine || uncounted
  const isBad = (sums && isAlarming(sums)) || errors > 0
  const others = isWhole ? otherKinds(run) : []
  const bad = found.reduce((sum, { own }) => sum + own, 0)
  return (
    <VerdictPanel tone={isBad ? 'bad' : isUntested ? 'calm' : isFine ? 'good' : 'warn'}>
      <div role="status">
        {first && <p>{first}</p>}
        {hasTrouble && (
          <p>
            <a href={pageAddress(visit, '/report')}>
              <b>
                <Unbroken text={isWhole ? mainText(run, payments) : run.headline} />
              </b>
            </a>
            {!isWhole && (
              <span class="soft tight"> in the whole run{visit.prefix && ' of this world'}</span>
            )}
          </p>
        )}
        {(found.length + others.length > 0 || (hasTrouble && waitingLine)) && (
          <p class="chips">
            {found.map(({ verdict, text }) => (
              <a class="bad" href={pageAddress(visit, '/', { test, verdict })}>
                {text}
              </a>
            ))}
            {others.map(({ count, one, many }) => (
              <a class="warn" href={`${pageAddress(visit, '/report')}#findings`}>
                <b>{numberText(count)}</b> {count === 1 ? one : (many ?? `${one}s`)}
              </a>
            ))}
            {hasTrouble && waitingLine && (
              <a class="warn" href={pageAddress(visit, '/', { waiting: 'true' })}>
                {waitingLine}
              </a>
            )}
          </p>
        )}
        {sums && (
          <p class="around">
            {cover !== undefined && `${cover}: `}
            {bad > 0 && `in ${numberText(bad)} of `}
            <a href={pageAddress(visit, '/', { test })}>{counted(sums.payments, 'payment')}</a>,{' '}
            <a href={pageAddress(visit, '/', { test, charged: 'true' })}>
              <Unbroken text={sumText(sums.charged)} /> charged
            </a>
          </p>
        )}
        {earlier && <p class="around">{earlier}</p>}
      </div>
      {isUntested && (
        <ActionButton
          {...{ visit, form: breakNext, values: { how: LOSING } }}
          label="Lose the next response"
        />
      )}
      {isWhole && <WatchIt visit={visit} payments={payments} />}
    </VerdictPanel>
  )
}

/** What it did to the customers, if that can be said in one sum. */
function mainText(run: RunWithoutFindings, payments: StripProps['payments']): string {
  const word = ladderWords[run.verdict]
  const tooMuch = overchargedText(run.overcharged)
  if (tooMuch === '') return `${word}:`
  return payments.some(({ doubled }) => doubled?.what === 'held')
    ? `${word}: ${tooMuch} charged or held too much`
    : `${word}: customers paid ${tooMuch} too much`
}

/** Leads to the first double charge of the page, which has the most money, and plays it. */
function WatchIt({ visit, payments }: Pick<StripProps, 'visit' | 'payments'>) {
  const worst = payments.find(({ verdict }) => verdict === 'double-charge')
  if (worst === undefined) return null
  return (
    <a class="button strong" href={`${pageAddress(visit, `/payments/${worst.id}`)}#play`}>
      <span aria-hidden="true">▶</span> Watch the double{' '}
      {worst.doubled?.what === 'held' ? 'hold' : 'charge'}
    </a>
  )
}

/** The worst kinds of findings that no filter of payments counts. */
function otherKinds(run: RunWithoutFindings) {
  const sums = { counts_by_code: run.counts_by_code, raised: run.raised ?? {} }
  return kindsIn(sums, run.counts.error > 0 ? 'error' : 'warning').filter(
    ({ code }) => !troubles.some(([verdict]) => verdict === code),
  )
}

/** What is wrong with these payments, less what is not judged yet. `own`: without those that have a worse verdict. */
function troublesIn(
  sums: TotalsResponse | undefined,
  waiting: number,
  { overcharged }: RunWithoutFindings,
) {
  const found = troubles.map(([verdict, one, several]) => {
    const own = (sums?.verdicts[verdict] ?? 0) - (verdict === 'unresolved' ? waiting : 0)
    const count = verdict === 'double-refund' ? (sums?.double_refunds ?? 0) : own
    // What was charged too often is in the first line.
    const cents = verdict === 'double-charge' ? undefined : overcharged[verdict]
    const text = (
      <>
        <b>{numberText(count)}</b> {count === 1 ? one : (several ?? `${one}s`)}
        {cents && `, ${sumText(cents)}`}
      </>
    )
    return { verdict, count, own, text }
  })
  return found.filter(({ count }) => count > 0)
}

/** `World blue, since its last reset`: what a page covers; undefined if that is the whole run. */
function coverText({ world }: Visit, { worlds, tests }: RunWithoutFindings): string | undefined {
  if (tests.length > worlds) return `World ${world}, since its last reset`
  return worlds > 1 ? `World ${world}` : undefined
}
