import type { TransactionAnswer } from '../../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { TransactionTable } from '../../parts/transaction-table.tsx'

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
      <TransactionTable
        shown={transactions.map((transaction) => ({ place: visit, transaction }))}
      />
    </>
  )
}
