import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import { testName } from '../../judge/report/test-name.ts'
import { Panel } from '../parts/table.tsx'
import { ExchangeView } from '../payment/exchange.tsx'
import { Instead } from '../payment/instead.tsx'
import { PaymentHead } from '../payment/payment-head.tsx'
import { PlainSteps, stepTitle } from '../payment/payment-steps.tsx'
import { Ring } from '../payment/ring.tsx'
import { SequencePicture } from '../payment/sequence-picture.tsx'
import { SANDGATE } from './how-to-read.tsx'
import { RunFacts, type RunLine, wholePage } from './whole-page.tsx'

/** One payment with its verdict, its picture and every request, as a page that needs no network. */
export function evidencePage(payment: WholePaymentResponse, facts: readonly RunLine[]): string {
  const { reference, steps, requests } = payment
  return wholePage(
    reference || 'Payment',
    <>
      <p class="guide">{SANDGATE} This page is the evidence of one of its payments.</p>
      <PaymentHead payment={payment} />
      {requests.length > 0 && (
        <section class="panel" id="picture" aria-label="Sequence diagram">
          <SequencePicture payment={payment} />
          <Ring payment={payment} left={0} />
        </section>
      )}
      <Instead payment={payment} isSaved />
      <Panel id="steps" title="What happened">
        <PlainSteps steps={steps} />
      </Panel>
      {requests.map((request) => (
        <Panel id={`request-${request.id}`} title={stepTitle(payment, request.id)}>
          <ExchangeView linkBase={undefined} request={request} />
        </Panel>
      ))}
      <RunFacts title="The run" facts={[['Test', testName(payment.test)], ...facts]} />
    </>,
  )
}
