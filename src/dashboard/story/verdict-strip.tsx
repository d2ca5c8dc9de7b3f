import type { SumsAnswer } from '../../http/contract/control/calls/report.ts'
import type { RunSummary, Visit } from '../../http/pages/visit.ts'
import type { StoryVerdict } from '../../insight/stories/story-verdict.ts'
import { Strip } from '../parts/mark.tsx'
import { pageAddress } from '../words/address.ts'
import { countText, sumText } from '../words/numbers.ts'
import { isAlarming } from './verdict.tsx'

type Trouble = readonly [verdict: StoryVerdict, one: string, several?: string]

const troubles: readonly Trouble[] = [
  ['double-charge', 'double charge'],
  ['double-refund', 'double refund'],
  ['lost-sale', 'lost sale'],
  ['unclear', 'unclear', 'unclear'],
]

interface StripProps {
  readonly visit: Visit
  /** Of the payments that the page shows; undefined if there are none. */
  readonly sums: SumsAnswer | undefined
  readonly run: RunSummary
}

/** What happened to these payments, and whether anything is wrong, in one sentence of links. */
export function VerdictStrip({ visit, sums, run }: StripProps) {
  const hasTrouble = run.counts.error + run.counts.warning > 0
  if (sums === undefined && !hasTrouble) return null
  const isWhole = visit.isReadOnly || visit.query.chapter !== undefined
  const cover = isWhole || sums === undefined ? undefined : coverText(visit, run)
  const found = troubles.filter(([verdict]) => (sums?.verdicts[verdict] ?? 0) > 0)
  const isFine = found.length === 0 && !hasTrouble
  const isBad = (sums && isAlarming(sums)) || run.verdict === 'unsafe'
  return (
    <Strip tone={isBad ? 'bad' : isFine ? 'good' : 'warn'}>
      <div>
        {sums && <Sums {...{ visit, sums, found, isFine }} />}
        {(cover !== undefined || hasTrouble) && (
          <p class={sums && 'around'}>
            {cover !== undefined && `${cover}. `}
            {hasTrouble && (
              <>
                {visit.prefix === '' ? 'The whole run' : 'The whole run of this world'}:{' '}
                <a href={pageAddress(visit, '/report')}>{run.headline}</a>
              </>
            )}
          </p>
        )}
      </div>
    </Strip>
  )
}

interface SumsProps {
  readonly visit: Visit
  readonly sums: SumsAnswer
  readonly found: readonly Trouble[]
  readonly isFine: boolean
}

function Sums({ visit, sums, found, isFine }: SumsProps) {
  const { chapter } = visit.query
  return (
    <p>
      <a href={pageAddress(visit, '/', { chapter })}>{countText(sums.payments, 'payment')}</a>,{' '}
      <a href={pageAddress(visit, '/', { chapter, charged: 'true' })}>
        {sumText(sums.charged)} charged
      </a>
      {found.map(([verdict, one, several]) => (
        <>
          ,{' '}
          <a class="trouble" href={pageAddress(visit, '/', { chapter, verdict })}>
            {countText(sums.verdicts[verdict], one, several)}
          </a>
        </>
      ))}
      {isFine && <span class="soft">, nothing wrong so far</span>}
    </p>
  )
}

/** `World blue, since its last reset`: what a page covers; undefined if that is the whole run. */
export function coverText(
  { world }: Pick<Visit, 'world'>,
  { worlds, chapters }: Pick<RunSummary, 'worlds' | 'chapters'>,
): string | undefined {
  if (chapters > worlds) return `World ${world}, since its last reset`
  return worlds > 1 ? `World ${world}` : undefined
}
