import type { TransactionDetailAnswer } from '../../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { pageAddress } from '../../layout/address.ts'
import { Amount } from '../../parts/amount.tsx'
import { Mark } from '../../parts/mark.tsx'
import { statusLook } from '../../words/status.ts'

/** A payment with the completions, refunds and voids that act on it. */
export function Tree({
  visit,
  root,
  current,
}: {
  visit: Visit
  root: TransactionDetailAnswer
  current: number
}) {
  return (
    <ol class="tree">
      <li>
        <Leaf visit={visit} leaf={root} currency={root.currency} current={current} />
        {root.acting.length > 0 && (
          <ol>
            {root.acting.map((leaf) => (
              <li>
                <Leaf visit={visit} leaf={leaf} currency={root.currency} current={current} />
              </li>
            ))}
          </ol>
        )}
      </li>
    </ol>
  )
}

interface LeafProps {
  readonly visit: Visit
  readonly leaf: Pick<TransactionDetailAnswer, 'audit' | 'operation' | 'status' | 'amount'>
  readonly currency: string
  readonly current: number
}

function Leaf({ visit, leaf, currency, current }: LeafProps) {
  const { audit, operation, status, amount } = leaf
  const { mark, tone } = statusLook(status)
  return (
    <span class={`verdict ${tone}`}>
      <Mark name={mark} tone={tone} />
      <a
        href={pageAddress(visit, `/transactions/${audit}`)}
        aria-current={audit === current ? 'page' : undefined}
      >
        {audit}
      </a>
      {operation.replaceAll('_', ' ')} {status} <Amount cents={amount} currency={currency} />
    </span>
  )
}
