import type {
  MoveAnswer,
  TransactionDetailAnswer,
} from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { Mark, statusLook } from '../parts/mark.tsx'
import { Amount } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { momentText } from '../words/time.ts'

/** What happened to a transaction, and what will. */
export function TimeLine({ transaction }: { readonly transaction: TransactionDetailAnswer }) {
  const { moves, due, method, expired_at } = transaction
  return (
    <ol class="timeline">
      {moves.map((move) => (
        <Move move={move} isDebit={method === 'direct_debit'} />
      ))}
      {expired_at !== null && (
        <li>
          <Mark name="clock" />
          <div>
            <p>expired: the money is no longer held</p>
            <p class="small-print soft">{momentText(expired_at)}</p>
          </div>
        </li>
      )}
      {due.map(({ at, event, to }) => (
        <li>
          <Mark name="clock" />
          <div>
            <p class="soft">
              will {event === 'preauthorisation_expired' ? 'expire' : `be ${event}`}
              {to !== null && `, ${to}`}
            </p>
            <p class="small-print soft">{momentText(at)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

const causes: Readonly<Record<MoveAnswer['cause'], string>> = {
  created: '',
  answer: "by its bank's late answer",
  due: 'as scheduled',
  settled: 'by hand',
  void: 'by a void',
}

const returned = { mark: 'returned', tone: 'warn' } as const

function Move({ move, isDebit }: { move: MoveAnswer; isDebit: boolean }) {
  const { at, from, to, cause } = move
  const isReturn = isDebit && from !== null && to === 'declined'
  const { mark, tone } = isReturn ? returned : statusLook(to)
  return (
    <li>
      <Mark name={mark} tone={tone} />
      <div>
        <p>
          {from === null ? `created as ${to}` : `${from} to ${to}`} {causes[cause]}
          {isReturn && ': the debit was returned'}
        </p>
        <p class="small-print soft">{momentText(at)}</p>
      </div>
    </li>
  )
}

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
