import type { TransactionAnswer } from '../../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { Panel } from '../../parts/table.tsx'
import { CopyBlock } from '../../parts/text.tsx'
import { TransactionTable } from '../../parts/transaction-table.tsx'
import { pageAddress } from '../../words/address.ts'
import { countText } from '../../words/numbers.ts'
import { MakeButtons } from './panels.tsx'

interface EmptyProps {
  readonly visit: Visit
  /** A purchase: its path beneath `/v1`, and its body. */
  readonly sample: { readonly path: string; readonly body: unknown }
  /** Whether other worlds have none either. */
  readonly isFirst: boolean
  /** Transactions that this world holds all the same: seeded or imported. */
  readonly stored: number
}

/** What to do first. */
export function EmptyHome({ visit, sample, isFirst, stored }: EmptyProps) {
  const api = `${visit.origin}${visit.prefix}/v1`
  const title = isFirst ? 'No payments yet' : 'No payments in this world yet'
  return (
    <Panel class="panel first" id="first" title={title}>
      {stored > 0 && (
        <p>
          This world holds{' '}
          <a href={pageAddress(visit, '/transactions')}>{countText(stored, 'transaction')}</a>{' '}
          already. Payments that arrive from now on are listed here.
        </p>
      )}
      {!visit.isReadOnly && (
        <>
          <MakeButtons visit={visit} look="strong" />
          <p>Or point your backend at this base address:</p>
          <CopyBlock id="base-address" text={api} />
          <p>Or make a purchase with curl:</p>
          <CopyBlock id="first-curl" text={firstCurl(api, sample)} />
        </>
      )}
    </Panel>
  )
}

function firstCurl(api: string, { path, body }: EmptyProps['sample']): string {
  return `curl ${api}${path} \\
  -H 'Content-Type: application/json' \\
  -H "X-Correlation-Id: order-1-$(date +%s)" \\
  -d '${JSON.stringify(body, undefined, 2).replaceAll('\n', '\n  ')}'`
}

interface UnjudgedProps {
  readonly visit: Visit
  /** The latest. */
  readonly transactions: readonly TransactionAnswer[]
}

/** Without judging there are no payments, but there are transactions. */
export function UnjudgedHome({ visit, transactions }: UnjudgedProps) {
  return (
    <>
      <p class="caution">
        Judging is switched off (<code>report.judge: false</code> in the config): attempts are not
        grouped into payments, and nothing is checked. These are the latest transactions.
      </p>
      <TransactionTable
        shown={transactions.map((transaction) => ({ place: visit, transaction }))}
      />
    </>
  )
}
