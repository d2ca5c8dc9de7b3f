import type { Child, PropsWithChildren } from 'hono/jsx'
import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import type { TransactionDetailResponse } from '../../control/contract/calls/transactions.ts'
import { amountText, moneyText } from '../../domain/money.ts'
import { Account } from '../parts/records.tsx'
import { Unbroken } from '../parts/text.tsx'
import { pageAddress, worldLinkBase } from '../words/address.ts'
import { shortDateTime } from '../words/time.ts'
import { maskedPayer } from '../words/values.ts'
import { sumsOf } from './sequence.ts'
import { methodWords, VerdictWord, verdictLook, verdictMeaning } from './verdict.tsx'
import { doubledStory, lossOf, waitingStory } from './what-happened.ts'

interface HeadProps {
  readonly payment: WholePaymentResponse
  /** Its first transaction, if that still exists. */
  readonly transaction?: TransactionDetailResponse | undefined
  /** Whether its client may still look up a lost response; then it is judged. */
  readonly isOpen?: boolean
}

/** The payment, who paid and when, its money, and one line of verdict with what can be done. */
export function PaymentHead(props: PropsWithChildren<HeadProps>) {
  const { payment, isOpen = false, children } = props
  const { reference } = payment
  return (
    <>
      <div class="heading payment-heading">
        <h1 class="clamp" title={reference}>
          {reference === '' ? 'Payment without a reference' : reference}
        </h1>
        <WhoPaid {...props} />
        <Money payment={payment} />
      </div>
      <section
        class={`strip small ${verdictLook({ payment, isOpen }).tone}`}
        aria-label="Verdict"
        id="verdict"
      >
        <p role="status">
          <VerdictWord payment={payment} isOpen={isOpen} />{' '}
          <Unbroken text={storyOf(payment, isOpen)} />
        </p>
        {children}
      </section>
    </>
  )
}

function storyOf(payment: WholePaymentResponse, isOpen: boolean): string {
  const loss = lossOf(payment)
  if (isOpen && loss) return waitingStory(loss)
  return doubledStory(payment) ?? verdictMeaning(payment, isOpen)
}

/** What moved in the end; the order's own sum is struck out if that is not it. */
function Money({ payment }: Pick<HeadProps, 'payment'>) {
  const { amount, currency, doubled } = payment
  const moved = Math.abs(sumsOf(payment).at(-1) ?? amount)
  if (doubled === null || moved === amount) return <p class="big">{moneyText(amount, currency)}</p>
  return (
    <p class="big bad tight">
      {moneyText(moved, currency)}{' '}
      <small>
        <s class="soft">{amountText(amount, currency)}</s>
      </small>
    </p>
  )
}

/** The card or account, the customer, the merchant, the time and the test, with dots between them. */
function WhoPaid({ payment, transaction }: HeadProps) {
  const { method, merchant, at, requests, test } = payment
  const [first] = requests
  const account = transaction ? <Account of={transaction} /> : first && maskedPayer(first)
  const customer = transaction?.customer
  const customers = worldLinkBase(test.world)
  const facts: readonly (Child | false)[] = [
    method !== null && [methodWords[method], ' ', account],
    customer != null && [
      'customer ',
      <a href={pageAddress(customers, `/customers/${customer}`)}>{customer}</a>,
    ],
    merchant !== null && `merchant ${merchant}`,
    at !== null && shortDateTime(at),
    test.label ?? false,
  ]
  return (
    <p class="who soft">
      {facts.filter(Boolean).map((fact, i) => (
        <>
          {i > 0 && ' · '}
          <span>{fact}</span>
        </>
      ))}
    </p>
  )
}
