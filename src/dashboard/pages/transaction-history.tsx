import type {
  MoveAnswer,
  TransactionDetailAnswer,
} from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { MarkedWord, type MarkLook, statusLook, TimeLineEntry } from '../parts/mark.tsx'
import { Amount } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { dateTimeText } from '../words/time.ts'

/** What happened to a transaction, and what will. */
export function TimeLine({ transaction }: { readonly transaction: TransactionDetailAnswer }) {
  const { moves, due, method, expired_at } = transaction
  return (
    <ol class="timeline">
      {moves.map((move) => (
        <Move move={move} isDebit={method === 'direct_debit'} />
      ))}
      {expired_at !== null && (
        <TimeLineEntry look={byClock} under={dateTimeText(expired_at)}>
          expired: the money is no longer held
        </TimeLineEntry>
      )}
      {due.map(({ at, event, to }) => (
        <TimeLineEntry look={byClock} under={dateTimeText(at)}>
          <span class="soft">
            will {event === 'preauthorisation_expired' ? 'expire' : `be ${event}`}
            {to !== null && `, ${to}`}
          </span>
        </TimeLineEntry>
      ))}
    </ol>
  )
}

const byClock: MarkLook = { mark: 'clock', tone: 'calm' }

const causes: Readonly<Record<MoveAnswer['cause'], string>> = {
  created: '',
  answer: "by its bank's late answer",
  due: 'as scheduled',
  settled: 'by hand',
  void: 'by a void',
}

const returned: MarkLook = { mark: 'returned', tone: 'warn' }

function Move({ move, isDebit }: { move: MoveAnswer; isDebit: boolean }) {
  const { at, from, to, cause } = move
  const isReturn = isDebit && from !== null && to === 'declined'
  return (
    <TimeLineEntry look={isReturn ? returned : statusLook(to)} under={dateTimeText(at)}>
      {from === null ? `created as ${to}` : `${from} to ${to}`} {causes[cause]}
      {isReturn && ': the debit was returned'}
    </TimeLineEntry>
  )
}

interface TreeProps {
  readonly visit: Visit
  readonly root: TransactionDetailAnswer
  /** The audit of the transaction that the page shows. */
  readonly current: number
}

/** A payment with the completions, refunds and voids that act on it. */
export function Tree({ visit, root, current }: TreeProps) {
  const leaf = ({
    audit,
    operation,
    status,
    amount,
  }: TransactionDetailAnswer['acting'][number]) => (
    <MarkedWord look={statusLook(status)}>
      <a
        href={pageAddress(visit, `/transactions/${audit}`)}
        aria-current={audit === current ? 'page' : undefined}
      >
        {audit}
      </a>
      {operation.replaceAll('_', ' ')} {status} <Amount cents={amount} currency={root.currency} />
    </MarkedWord>
  )
  return (
    <ol class="tree">
      <li>
        {leaf(root)}
        {root.acting.length > 0 && (
          <ol>
            {root.acting.map((one) => (
              <li>{leaf(one)}</li>
            ))}
          </ol>
        )}
      </li>
    </ol>
  )
}
