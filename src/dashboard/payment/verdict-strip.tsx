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
import { sumText } from '../words/numbers.ts'
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
  /** How many payments the headline is about; undefined if that is not known. */
  readonly failed: number | undefined
  /** Whether the page covers all worlds and tests. */
  readonly isAll: boolean
  /** Those that the page lists. */
  readonly payments: readonly PaymentDocument[]
}

/** Whether anything is wrong, and what happened to these payments, in sentences of links, or pills where money was taken too often. */
export function VerdictStrip(props: StripProps) {
  const { visit, sums, run, open, waiting, failed, isAll, payments } = props
  const { error: errors, warning } = run.counts
  const waitingLine = waitingText(open)
  const hasNews = waitingLine !== undefined || run.earlier_errors !== undefined
  const hasTrouble = errors + warning > 0
  if (sums === undefined && !hasTrouble && !hasNews) return null
  const { test } = visit.query
  const isWhole = isAll || test !== undefined
  const cover = isWhole || sums === undefined ? undefined : coverText(visit, run)
  const found = troublesIn(sums, waiting)
  // The headline counts findings: a count of the same payments beneath it would differ. Next to
  // errors, it leaves lost sales out.
  const isCounted = hasTrouble && test === undefined && cover === undefined
  const tooMuch = isCounted && sums !== undefined ? overchargedText(run.overcharged) : ''
  const isFine = !hasTrouble && !hasNews && found.length === 0
  const others = isCounted
    ? found.filter(({ verdict: kind }) => kind === 'lost-sale' && errors > 0)
    : found
  const isBad = (sums && isAlarming(sums)) || errors > 0
  const lost = waitingLine !== undefined && (
    <a class="warn" href={pageAddress(visit, '/', { waiting: 'true' })}>
      <b>{waitingLine}</b>
    </a>
  )
  const verdict = hasTrouble && (
    <>
      <a href={pageAddress(visit, '/report')}>
        <Unbroken text={run.headline} />
      </a>
      {isCounted && failed !== undefined && isCountedOtherwise(run, found) && (
        <span class="soft tight"> in {counted(failed, 'payment')}</span>
      )}
      {(cover !== undefined || sums === undefined || visit.prefix !== '') && (
        <span class="soft tight"> in the whole run{visit.prefix !== '' && ' of this world'}</span>
      )}
    </>
  )
  const paid = sums && (
    <>
      {cover !== undefined && `${cover}: `}
      <a href={pageAddress(visit, '/', { test })}>{counted(sums.payments, 'payment')}</a>,{' '}
      <a href={pageAddress(visit, '/', { test, charged: 'true' })}>
        <Unbroken text={sumText(sums.charged)} /> charged
      </a>
      {others.map(({ verdict: kind, text }) => (
        <>
          ,{' '}
          <a class="trouble" href={pageAddress(visit, '/', { test, verdict: kind })}>
            {text}
          </a>
        </>
      ))}
    </>
  )
  const earlier = run.earlier_errors && earlierText(run.earlier_errors)
  // `exec` says the same of such a run.
  const isUntested = isFine && run.verdict === 'untested'
  const rung = isFine && (isUntested ? 'Untested: no response was lost' : ladderWords[run.verdict])
  // What is wrong with the whole run is the big line.
  if (tooMuch !== '') {
    const isHeld = payments.some(({ doubled }) => doubled?.what === 'held')
    const what = isHeld
      ? `${tooMuch} charged or held too much`
      : `customers paid ${tooMuch} too much`
    return (
      <VerdictPanel tone="bad">
        <div role="status">
          <p>
            <a class="bad" href={pageAddress(visit, '/report')}>
              <b>
                Unsafe: <Unbroken text={what} />
              </b>
            </a>
          </p>
          <p class="chips">
            {found.map(({ verdict: kind, text }) => (
              <a class="bad" href={pageAddress(visit, '/', { verdict: kind })}>
                {text}
              </a>
            ))}
            {otherErrors(run).map(({ count, one, many }) => (
              <a class="warn" href={`${pageAddress(visit, '/report')}#findings`}>
                {counted(count, one, many)}
              </a>
            ))}
            {lost}
          </p>
          <p class="around">
            {failed !== undefined && `in ${counted(failed, 'payment')} of `}
            <a href={pageAddress(visit, '/')}>{numberText(sums?.payments ?? 0)}</a>,{' '}
            <a href={pageAddress(visit, '/', { charged: 'true' })}>
              <Unbroken text={sumText(sums?.charged ?? {})} /> charged
            </a>
          </p>
          {earlier && <p class="around">{earlier}</p>}
        </div>
        <WatchIt visit={visit} payments={payments} />
      </VerdictPanel>
    )
  }
  const lines = hasTrouble ? [verdict, lost, paid, earlier] : [rung, lost, paid, verdict, earlier]
  return (
    <VerdictPanel tone={isBad ? 'bad' : isUntested ? 'calm' : isFine ? 'good' : 'warn'}>
      <div role="status">
        {lines.filter(Boolean).map((line, i) => (
          <p class={i > 0 ? 'around' : undefined}>{line}</p>
        ))}
      </div>
      {isUntested && (
        <ActionButton
          {...{ visit, form: breakNext, values: { how: LOSING } }}
          label="Lose the next response"
        />
      )}
    </VerdictPanel>
  )
}

/** Leads to the payment of the page that was charged most too much, and plays what happened. */
function WatchIt({ visit, payments }: Pick<StripProps, 'visit' | 'payments'>) {
  const [worst] = payments
    .filter(({ verdict }) => verdict === 'double-charge')
    .sort((one, other) => other.charged - other.amount - (one.charged - one.amount))
  if (worst === undefined) return null
  return (
    <a class="button strong" href={`${pageAddress(visit, `/payments/${worst.id}`)}#play`}>
      Watch the double {worst.doubled?.what === 'held' ? 'hold' : 'charge'}
    </a>
  )
}

/** Errors that no filter of payments counts. */
function otherErrors(run: RunWithoutFindings) {
  return kindsIn({ counts_by_code: run.counts_by_code, raised: run.raised ?? {} }, 'error').filter(
    ({ code }) => !troubles.some(([verdict]) => verdict === code),
  )
}

/** Whether the filter beneath counts other than the headline, as one payment may have several findings. */
function isCountedOtherwise(
  { counts_by_code }: RunWithoutFindings,
  found: ReturnType<typeof troublesIn>,
): boolean {
  const { unresolved = 0 } = counts_by_code
  return unresolved !== (found.find(({ verdict }) => verdict === 'unresolved')?.count ?? 0)
}

/** What is wrong with these payments, less what is not judged yet. */
function troublesIn(sums: TotalsResponse | undefined, waiting: number) {
  const found = troubles.map(([verdict, one, several]) => {
    const all = verdict === 'double-refund' ? sums?.double_refunds : sums?.verdicts[verdict]
    const count = (all ?? 0) - (verdict === 'unresolved' ? waiting : 0)
    return { verdict, count, text: counted(count, one, several) }
  })
  return found.filter(({ count }) => count > 0)
}

/** `World blue, since its last reset`: what a page covers; undefined if that is the whole run. */
function coverText({ world }: Visit, { worlds, tests }: RunWithoutFindings): string | undefined {
  if (tests.length > worlds) return `World ${world}, since its last reset`
  return worlds > 1 ? `World ${world}` : undefined
}
