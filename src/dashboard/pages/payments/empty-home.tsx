import type { TransactionAnswer } from '../../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import { CopyBlock } from '../../parts/text.tsx'
import { TransactionTable } from '../../parts/transaction-table.tsx'
import { pageAddress } from '../../words/address.ts'
import { counted } from '../../words/numbers.ts'
import { MakeButtons } from './panels.tsx'

interface EmptyProps {
  readonly visit: Visit
  readonly sample: Sample
  /** Whether there are none elsewhere either. */
  readonly isFirst: boolean
  /** Transactions that this world holds all the same: seeded or imported. */
  readonly stored: number
}

/** What to do first. */
export function EmptyHome({ visit, sample, isFirst, stored }: EmptyProps) {
  return (
    <section class="panel first" aria-labelledby="first-title">
      <h2 id="first-title">{isFirst ? 'No payments yet' : 'No payments in this world yet'}</h2>
      {stored > 0 && (
        <p>
          This world holds{' '}
          <a href={pageAddress(visit, '/transactions')}>{counted(stored, 'transaction')}</a>{' '}
          already. Payments that arrive from now on are listed here.
        </p>
      )}
      {!visit.isReadOnly && <FirstSteps visit={visit} sample={sample} />}
    </section>
  )
}

function FirstSteps({ visit, sample }: { visit: Visit; sample: Sample }) {
  const api = `${visit.origin}${visit.prefix}/v1`
  return (
    <>
      <MakeButtons visit={visit} look="strong" />
      <p>Or point your backend at this base address:</p>
      <CopyBlock id="base-address" text={api} />
      <p>Or make a purchase with curl:</p>
      <CopyBlock id="first-curl" text={firstCurl(api, sample)} />
    </>
  )
}

interface Sample {
  /** Beneath `/v1`. */
  readonly path: string
  readonly body: unknown
}

function firstCurl(api: string, { path, body }: Sample): string {
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
