import type { TransactionAnswer } from '../../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { pageAddress } from '../../layout/address.ts'
import { Mark, statusLook } from '../../parts/mark.tsx'
import { Amount, Clamped } from '../../parts/text.tsx'
import { momentText, shortMomentText } from '../../words/time.ts'

interface UnjudgedProps {
  readonly visit: Visit
  /** The latest. */
  readonly transactions: readonly TransactionAnswer[]
}

/** Where nobody judges there are no stories, but there are transactions. */
export function UnjudgedHome({ visit, transactions }: UnjudgedProps) {
  return (
    <>
      <p class="caution">
        Judging is switched off (<code>report.judge: false</code> in the config): attempts are not
        put together to payments, and nobody says whether anything is wrong. These are the latest
        transactions.
      </p>
      <div class="scroll" tabindex={0} id="stories">
        <table>
          <thead>
            <tr>
              <th>Audit</th>
              <th>What</th>
              <th>Reference</th>
              <th>Status</th>
              <th>When</th>
              <th class="number">Amount</th>
            </tr>
          </thead>
          <tbody>
            {transactions.map((transaction) => (
              <Row visit={visit} transaction={transaction} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Row({ visit, transaction }: { visit: Visit; transaction: TransactionAnswer }) {
  const { audit, operation, reference, status, created_at, amount, currency } = transaction
  const { mark, tone } = statusLook(status)
  return (
    <tr>
      <td>
        <a href={pageAddress(visit, `/transactions/${audit}`)}>{audit}</a>
      </td>
      <td>{operation.replaceAll('_', ' ')}</td>
      <td class="long">
        <Clamped text={reference} />
      </td>
      <td>
        <span class={`verdict ${tone}`}>
          <Mark name={mark} tone={tone} />
          {status}
        </span>
      </td>
      <td class="tight" title={momentText(created_at)}>
        {shortMomentText(created_at)}
      </td>
      <td class="number">
        <Amount cents={amount} currency={currency} />
      </td>
    </tr>
  )
}
