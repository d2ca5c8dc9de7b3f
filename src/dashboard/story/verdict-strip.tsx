import type { SumsAnswer } from '../../http/contract/control/calls/report.ts'
import type { RunVerdict, Visit } from '../../http/pages/visit.ts'
import type { StoryVerdict } from '../../insight/stories/story-verdict.ts'
import { Mark } from '../parts/mark.tsx'
import { pageAddress } from '../words/address.ts'
import { counted, sumText } from '../words/numbers.ts'
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
  readonly sums: SumsAnswer
  readonly run: RunVerdict
}

/** What happened to these payments, and whether anything is wrong, in one sentence of links; beneath it, of what else there is. */
export function VerdictStrip({ visit, sums, run }: StripProps) {
  const { verdicts: counts } = sums
  const { chapter } = visit.query
  const found = troubles.filter(([verdict]) => counts[verdict] > 0)
  const isFine = found.length === 0 && !run.hasTrouble
  const tone = isAlarming(sums) || run.isUnsafe ? 'bad' : isFine ? 'good' : 'warn'
  return (
    <section class={`strip ${tone}`} aria-label="Verdict" id="verdict">
      <Mark name={tone === 'good' ? 'approved' : 'failed'} tone={tone} />
      <div>
        <p>
          <a href={pageAddress(visit, '/', { chapter })}>{counted(sums.payments, 'payment')}</a>,{' '}
          <a href={pageAddress(visit, '/', { chapter, charged: 'true' })}>
            {sumText(sums.charged)} charged
          </a>
          {found.map(([verdict, one, several]) => (
            <>
              ,{' '}
              <a class="trouble" href={pageAddress(visit, '/', { chapter, verdict })}>
                {counted(counts[verdict], one, several)}
              </a>
            </>
          ))}
          {isFine && <span class="soft">, nothing wrong so far</span>}
        </p>
        <Around visit={visit} run={run} />
      </div>
    </section>
  )
}

/** The same for a world without payments: what the whole run shows. */
export function RunStrip({ visit, run }: Pick<StripProps, 'visit' | 'run'>) {
  const tone = run.isUnsafe ? 'bad' : 'warn'
  return (
    <section class={`strip ${tone}`} aria-label="Verdict" id="verdict">
      <Mark name="failed" tone={tone} />
      <p>
        <RunLine visit={visit} run={run} />
      </p>
    </section>
  )
}

/** What the sentence covers, and what the whole run shows. */
function Around({ visit, run }: Pick<StripProps, 'visit' | 'run'>) {
  const isWhole = visit.isReadOnly || visit.query.chapter !== undefined
  const cover = isWhole ? undefined : coverText(visit, run)
  if (cover === undefined && !run.hasTrouble) return null
  return (
    <p class="around">
      {cover}
      {cover !== undefined && '. '}
      <RunLine visit={visit} run={run} />
    </p>
  )
}

/** `World blue, since its last reset`: of what a page tells, where there is more; nothing where there is not. */
export function coverText(
  { world }: Pick<Visit, 'world'>,
  { hasWorlds, hasResets }: Pick<RunVerdict, 'hasWorlds' | 'hasResets'>,
): string | undefined {
  if (hasResets) return `World ${world}, since its last reset`
  return hasWorlds ? `World ${world}` : undefined
}

interface LineProps {
  readonly visit: Visit
  readonly run: RunVerdict
}

/** What the report of the run begins with, where it has errors or warnings. */
function RunLine({ visit, run }: LineProps) {
  if (!run.hasTrouble) return null
  return (
    <>
      {visit.prefix === '' ? 'The whole run' : 'The whole run of this world'}:{' '}
      <a href={pageAddress(visit, '/report')}>{run.headline}</a>
    </>
  )
}
