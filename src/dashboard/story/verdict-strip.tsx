import type { Visit } from '../../http/pages/visit.ts'
import type { StoryVerdict } from '../../insight/stories/story-verdict.ts'
import { pageAddress } from '../layout/address.ts'
import { Mark } from '../parts/mark.tsx'
import { counted } from '../words/counted.ts'
import { sumText } from '../words/money.ts'
import { isAlarming, type Tally } from './tally.ts'
import { verdictLooks, verdicts } from './verdict.ts'

type Trouble = readonly [verdict: StoryVerdict, one: string, several?: string]

const troubles: readonly Trouble[] = [
  ['double-charge', 'double charge'],
  ['double-refund', 'double refund'],
  ['lost-sale', 'lost sale'],
  ['unclear', 'unclear', 'unclear'],
]

/** What happened to all payments, and whether anything is wrong, in one sentence of links. */
export function VerdictStrip({ visit, tally }: { visit: Visit; tally: Tally }) {
  const { counts } = tally
  const found = troubles.filter(([verdict]) => counts[verdict] > 0)
  const tone = isAlarming(tally) ? 'bad' : found.length > 0 ? 'warn' : 'good'
  return (
    <section class={`strip ${tone}`} aria-label="Verdict" id="verdict">
      <Mark name={tone === 'good' ? 'approved' : 'failed'} tone={tone} />
      <p>
        <a href={pageAddress(visit, '/')}>{counted(tally.payments, 'payment')}</a>,{' '}
        <a href={pageAddress(visit, '/', { verdict: 'charged' })}>
          {sumText(tally.charged)} charged
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
      </p>
    </section>
  )
}

/** Every verdict that there is, to look at its payments alone. */
export function VerdictFilter({ visit, tally }: { visit: Visit; tally: Tally }) {
  const chosen = visit.query.verdict
  const present = verdicts.filter((verdict) => tally.counts[verdict] > 0 || verdict === chosen)
  return (
    <nav class="filter" aria-label="Filter by verdict">
      <a href={pageAddress(visit, '/')} aria-current={chosen === undefined ? 'true' : undefined}>
        All <b>{tally.payments}</b>
      </a>
      {present.map((verdict) => (
        <a
          href={pageAddress(visit, '/', { verdict })}
          aria-current={chosen === verdict ? 'true' : undefined}
        >
          {verdictLooks[verdict].word} <b>{tally.counts[verdict]}</b>
        </a>
      ))}
    </nav>
  )
}
