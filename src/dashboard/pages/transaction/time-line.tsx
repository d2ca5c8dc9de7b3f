import type {
  MoveAnswer,
  TransactionDetailAnswer,
} from '../../../http/contract/control/calls/transactions.ts'
import { Mark } from '../../parts/mark.tsx'
import { statusLook } from '../../words/status.ts'
import { momentText } from '../../words/time.ts'

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
  due: 'in its time',
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
