import { numberText } from '../../base/text/counted.ts'
import type { TotalsResponse } from '../../control/contract/calls/report.ts'
import type { InputOf } from '../../control/control-calls.ts'
import { paymentFilters } from '../../control/lists/lists.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { type Chip, chipsOf, filterFields, givenValues } from '../lists/filter.tsx'
import { pageAddress, sameAddress } from '../words/address.ts'
import { returnedLook, verdictLooks, verdicts } from './verdict.tsx'

/** The members of the control API's filter that say what came of a payment. */
type FilterResult = Readonly<
  Partial<Record<'verdict' | 'charged' | 'returned' | 'waiting', string>>
>

/** What a list of payments can be narrowed down to. */
type PaymentFilter = {
  word: string
  count: (sums: TotalsResponse, waiting: number) => number
  result: FilterResult
}

const filters: readonly PaymentFilter[] = verdicts.flatMap((verdict): readonly PaymentFilter[] => {
  const { word } = verdictLooks[verdict]
  if (verdict === 'unresolved') {
    // What its client may still look up is not judged yet.
    const count = (sums: TotalsResponse, waiting: number) => sums.verdicts.unresolved - waiting
    return [
      { word, count, result: { verdict } },
      { word: 'Waiting', count: (_, waiting) => waiting, result: { waiting: 'true' } },
    ]
  }
  // One that was charged twice too has the worse verdict.
  if (verdict === 'double-refund') {
    return [{ word, count: (sums) => sums.double_refunds, result: { verdict } }]
  }
  if (verdict !== 'declined') {
    return [{ word, count: (sums) => sums.verdicts[verdict], result: { verdict } }]
  }
  // Returned debits are declined, but users do not look for them there.
  const count = (sums: TotalsResponse) => sums.verdicts.declined - sums.returned
  return [
    { word, count, result: { verdict, returned: 'false' } },
    { word: returnedLook.word, count: (sums) => sums.returned, result: { returned: 'true' } },
  ]
})

const allFields = filterFields(paymentFilters).filter(({ name }) => name !== 'test')

/** Other filters, which links lead to. */
const fields = allFields.filter(({ name, isHidden }) => name !== 'verdict' && !isHidden)

const names = ['after', ...allFields.map(({ name }) => name)]

/** What the address asks for, as the control API reads it. */
export function paymentsQuery(visit: Visit): InputOf<'payments'> {
  const given = givenValues(visit, names)
  return visit.query.waiting === undefined ? given : { ...given, verdict: 'unresolved' }
}

const resultNames = ['verdict', 'charged', 'returned', 'waiting'] as const

function isChosen({ query }: Visit, result: FilterResult): boolean {
  return resultNames.every((name) => query[name] === result[name])
}

/** The active filters, each with a link that removes it. `test`: the test of these payments. */
export function paymentChips(visit: Visit, test: string | undefined): readonly Chip[] {
  const { verdict, charged, returned, waiting } = visit.query
  const isResult = (verdict ?? charged ?? returned ?? waiting) !== undefined
  const known = filters.find(({ result }) => isChosen(visit, result))?.word
  const word = known ?? (charged === undefined ? (verdict ?? 'Returned') : 'Charged')
  const result = { verdict: '', charged: '', returned: '', waiting: '', after: '' }
  return [
    ...(test === undefined
      ? []
      : [{ label: 'Test', value: test, without: sameAddress(visit, { test: '', after: '' }) }]),
    ...(isResult ? [{ label: 'Verdict', value: word, without: sameAddress(visit, result) }] : []),
    ...chipsOf(visit, fields),
  ]
}

type VerdictFilterProps = { visit: Visit; sums: TotalsResponse; waiting: number }

/** Every verdict that there is, to look at its payments alone. */
export function VerdictFilter({ visit, sums, waiting }: VerdictFilterProps) {
  const { test } = visit.query
  const all: PaymentFilter = { word: 'All', count: ({ payments }) => payments, result: {} }
  const shown = filters.filter(
    ({ result, count }) => count(sums, waiting) > 0 || isChosen(visit, result),
  )
  return (
    <nav class="filter" aria-label="Filter by verdict">
      {[all, ...shown].map(({ word, count, result }) => (
        <a
          href={pageAddress(visit, '/', { test, ...result })}
          aria-current={isChosen(visit, result) ? 'true' : undefined}
        >
          {word} <b>{numberText(count(sums, waiting))}</b>
        </a>
      ))}
    </nav>
  )
}
