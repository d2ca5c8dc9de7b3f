import { numberText } from '../../domain/money.ts'
import type { SumsAnswer } from '../../http/contract/control/calls/report.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../layout/address.ts'
import { returnedLook, verdictLooks, verdicts } from './verdict.ts'

/** What a list of payments can be narrowed down to. */
export interface StoryFilter {
  /** As `verdict` in the address of the page. */
  readonly name: string
  readonly word: string
  /** How many there are. */
  readonly count: (sums: SumsAnswer) => number
  /** What to ask the control API for. */
  readonly query: Readonly<Record<string, string>>
}

/** Returned debits are declined ones, but nobody looks for them there. */
const returned: StoryFilter = {
  name: 'returned',
  word: returnedLook.word,
  count: (sums) => sums.returned,
  query: { returned: 'true' },
}

const filters: readonly StoryFilter[] = verdicts.flatMap((verdict) => {
  const { word } = verdictLooks[verdict]
  if (verdict !== 'declined') {
    const count = ({ verdicts: counts }: SumsAnswer) => counts[verdict]
    return [{ name: verdict, word, count, query: { verdict } }]
  }
  const count = (sums: SumsAnswer) => sums.verdicts.declined - sums.returned
  return [{ name: verdict, word, count, query: { verdict, returned: 'false' } }, returned]
})

/** The filter in the address, if it is a known one. */
export function filterOf({ query: { verdict } }: Visit): StoryFilter | undefined {
  return filters.find(({ name }) => name === verdict)
}

interface FilterProps {
  readonly visit: Visit
  readonly sums: SumsAnswer
}

/** Every verdict that there is, to look at its payments alone. */
export function VerdictFilter({ visit, sums }: FilterProps) {
  const chosen = visit.query.verdict
  const present = filters.filter(({ name, count }) => count(sums) > 0 || name === chosen)
  return (
    <nav class="filter" aria-label="Filter by verdict">
      <a href={pageAddress(visit, '/')} aria-current={chosen === undefined ? 'true' : undefined}>
        All <b>{numberText(sums.payments)}</b>
      </a>
      {present.map(({ name, word, count }) => (
        <a
          href={pageAddress(visit, '/', { verdict: name })}
          aria-current={chosen === name ? 'true' : undefined}
        >
          {word} <b>{numberText(count(sums))}</b>
        </a>
      ))}
    </nav>
  )
}
