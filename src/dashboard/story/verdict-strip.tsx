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

interface RunProps {
  readonly visit: Visit
  readonly run: RunSummary
}

/** What happened to these payments, and whether anything is wrong, in one sentence of links. */
export function VerdictStrip({ visit, sums, run }: RunProps & { sums: SumsAnswer }) {
  const { verdicts: counts } = sums
  const { chapter } = visit.query
  const found = troubles.filter(([verdict]) => counts[verdict] > 0)
  const isFine = found.length === 0 && !hasTrouble(run)
  return (
    <Strip tone={isAlarming(sums) || run.verdict === 'unsafe' ? 'bad' : isFine ? 'good' : 'warn'}>
      <div>
        <p>
          <a href={pageAddress(visit, '/', { chapter })}>{countText(sums.payments, 'payment')}</a>,{' '}
          <a href={pageAddress(visit, '/', { chapter, charged: 'true' })}>
            {sumText(sums.charged)} charged
          </a>
          {found.map(([verdict, one, several]) => (
            <>
              ,{' '}
              <a class="trouble" href={pageAddress(visit, '/', { chapter, verdict })}>
                {countText(counts[verdict], one, several)}
              </a>
            </>
          ))}
          {isFine && <span class="soft">, nothing wrong so far</span>}
        </p>
        <Around visit={visit} run={run} />
      </div>
    </Strip>
  )
}

/** The same for a world without payments: what the whole run shows. */
export function RunStrip({ visit, run }: RunProps) {
  return (
    <Strip tone={run.verdict === 'unsafe' ? 'bad' : 'warn'}>
      <p>
        <RunLine visit={visit} run={run} />
      </p>
    </Strip>
  )
}

/** What the sentence covers, and what the whole run shows. */
function Around({ visit, run }: RunProps) {
  const isWhole = visit.isReadOnly || visit.query.chapter !== undefined
  const cover = isWhole ? undefined : coverText(visit, run)
  if (cover === undefined && !hasTrouble(run)) return null
  return (
    <p class="around">
      {cover}
      {cover !== undefined && '. '}
      <RunLine visit={visit} run={run} />
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

/** Whether there are errors or warnings. */
export function hasTrouble({ counts }: RunSummary): boolean {
  return counts.error + counts.warning > 0
}

/** The first line of the run's report, if it has errors or warnings. */
function RunLine({ visit, run }: RunProps) {
  if (!hasTrouble(run)) return null
  return (
    <>
      {visit.prefix === '' ? 'The whole run' : 'The whole run of this world'}:{' '}
      <a href={pageAddress(visit, '/report')}>{run.headline}</a>
    </>
  )
}
