import type { SumsAnswer } from '../../http/contract/control/calls/report.ts'
import type { Visit } from '../../http/pages/visit.ts'
import type { StoryVerdict } from '../../insight/stories/story-verdict.ts'
import { pageAddress } from '../layout/address.ts'
import { Mark } from '../parts/mark.tsx'
import { counted } from '../words/counted.ts'
import { sumText } from '../words/money.ts'
import { isAlarming } from './alarm.ts'

type Trouble = readonly [verdict: StoryVerdict, one: string, several?: string]

const troubles: readonly Trouble[] = [
  ['double-charge', 'double charge'],
  ['double-refund', 'double refund'],
  ['lost-sale', 'lost sale'],
  ['unclear', 'unclear', 'unclear'],
]

interface StripProps {
  readonly visit: Visit
  readonly sums: SumsAnswer
}

/** What happened to all payments, and whether anything is wrong, in one sentence of links. */
export function VerdictStrip({ visit, sums }: StripProps) {
  const { verdicts: counts } = sums
  const found = troubles.filter(([verdict]) => counts[verdict] > 0)
  const tone = isAlarming(sums) ? 'bad' : found.length > 0 ? 'warn' : 'good'
  return (
    <section class={`strip ${tone}`} aria-label="Verdict" id="verdict">
      <Mark name={tone === 'good' ? 'approved' : 'failed'} tone={tone} />
      <p>
        <a href={pageAddress(visit, '/')}>{counted(sums.payments, 'payment')}</a>,{' '}
        <a href={pageAddress(visit, '/', { verdict: 'charged' })}>
          {sumText(sums.charged)} charged
        </a>
        {found.map(([verdict, one, several]) => (
          <>
            ,{' '}
            <a class="trouble" href={pageAddress(visit, '/', { verdict })}>
              {counted(counts[verdict], one, several)}
            </a>
          </>
        ))}
        {found.length === 0 && <span class="soft">, nothing wrong so far</span>}
        {sums.left_out > 0 && (
          <span class="soft">. Not counted: {counted(sums.left_out, 'earlier payment')}</span>
        )}
      </p>
    </section>
  )
}
