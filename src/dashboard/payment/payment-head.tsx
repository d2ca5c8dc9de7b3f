import type { PropsWithChildren } from 'hono/jsx'
import { lowerFirst } from '../../base/text/counted.ts'
import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import type { TransactionDetailResponse } from '../../control/contract/calls/transactions.ts'
import { moneyText } from '../../domain/money.ts'
import { findingName } from '../../judge/findings/all-findings.ts'
import { Mark } from '../parts/mark.tsx'
import { Account } from '../parts/resource.tsx'
import { FactList } from '../parts/table.tsx'
import { Advised, Unbroken } from '../parts/text.tsx'
import { pageAddress, worldLinkBase } from '../words/address.ts'
import { maskedPayer } from '../words/request.ts'
import { dateTimeText } from '../words/time.ts'
import { CodeLink, methodWords, VerdictWord, verdictLook, verdictMeaning } from './verdict.tsx'

interface HeadProps {
  readonly payment: WholePaymentResponse
  /** Its first transaction, if that still exists. */
  readonly transaction?: TransactionDetailResponse | undefined
  /** Whether its client may still look up a lost response; then it is judged. */
  readonly isOpen?: boolean
  /** In a file, which leads nowhere. */
  readonly isSaved?: boolean
}

/** The payment, its money, who paid and when, its outcome, and what the client should have done. */
export function PaymentHead(props: PropsWithChildren<HeadProps>) {
  const { payment, isOpen = false, children } = props
  const { reference, amount, currency, charged, refunded } = payment
  const back = refunded > 0 ? `, refunded ${moneyText(refunded, currency)}` : ''
  return (
    <>
      <div class="heading">
        <h1 class="clamp" title={reference}>
          {reference === '' ? 'Payment without a reference' : reference}
        </h1>
        <p class="big">{moneyText(amount, currency)}</p>
        {children}
      </div>
      <WhoPaid {...props} />
      <section
        class={`strip small ${verdictLook({ payment, isOpen }).tone}`}
        aria-label="Verdict"
        id="verdict"
      >
        <p role="status">
          <VerdictWord payment={payment} isOpen={isOpen} />
        </p>
        <p>
          {verdictMeaning(payment, isOpen)}{' '}
          <Unbroken text={`Charged ${moneyText(charged, currency)}${back}.`} />
        </p>
        <Advice {...props} />
      </section>
    </>
  )
}

/** The card or account, the customer, the merchant and the time. */
function WhoPaid({ payment, transaction }: HeadProps) {
  const { method, merchant, at, requests, test } = payment
  const [first] = requests
  const account = transaction ? <Account of={transaction} /> : first && maskedPayer(first)
  const customer = transaction?.customer
  return (
    <p class="small-print soft">
      {method !== null && (
        <span>
          <Mark name={method} tone="quiet" />
          {methodWords[method]} {account}
        </span>
      )}
      {customer && (
        <span>
          customer{' '}
          <a href={pageAddress(worldLinkBase(test.world), `/customers/${customer}`)}>{customer}</a>
        </span>
      )}
      {merchant !== null && <span>merchant {merchant}</span>}
      {at !== null && <span>{dateTimeText(at)}</span>}
    </p>
  )
}

/** The test that made it, and what the client should have done at each finding. */
function Advice({ payment, isOpen = false, isSaved = false }: HeadProps) {
  const { test, findings } = payment
  const { word } = verdictLook({ payment, isOpen })
  const shown = findings.filter(({ code }) => !isOpen || code !== 'unresolved')
  const { label } = test
  if (label === null && shown.length === 0) return null
  return (
    <FactList
      class="advice"
      facts={[
        label !== null && ['Test', label],
        ...shown.map(({ id, code, message, advice }) => {
          const link = <CodeLink code={code} isSaved={isSaved} />
          // The verdict has said it.
          const title = findingName(code) === word ? 'What happened' : findingName(code)
          const name = [title, <small class="hint">{link}</small>]
          const text = (
            <>
              <Unbroken text={message} /> <b>Instead:</b> <Advised text={lowerFirst(advice)} />
            </>
          )
          return [name, text, { id }] as const
        }),
      ]}
    />
  )
}
