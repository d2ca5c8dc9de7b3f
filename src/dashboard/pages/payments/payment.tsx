import { lowerFirst } from '../../../base/text/counted.ts'
import type { WholePaymentResponse } from '../../../control/contract/calls/report.ts'
import type { RequestResponse } from '../../../control/contract/calls/requests.ts'
import type { Visit } from '../../../control/pages/visit.ts'
import { callControl, callIfFound } from '../../control-call.ts'
import { paymentTest } from '../../copying/payment-code.ts'
import { paymentScenario } from '../../copying/payment-rules.ts'
import { ActionButton, Field } from '../../layout/form.tsx'
import type { PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { Panel } from '../../parts/table.tsx'
import { buttonLink, CopyButton } from '../../parts/text.tsx'
import { type ExchangePart, ExchangeView, RequestActions } from '../../payment/exchange.tsx'
import { Instead } from '../../payment/instead.tsx'
import { patienceLeft, timeLeft } from '../../payment/open-response.ts'
import { PaymentHead } from '../../payment/payment-head.tsx'
import { linkBaseOf, Steps, stepAddress, stepTitle } from '../../payment/payment-steps.tsx'
import { isReadersTurn, Ring } from '../../payment/ring.tsx'
import { SequencePicture } from '../../payment/sequence-picture.tsx'
import { alarming } from '../../payment/verdict.tsx'
import { pageAddress, sameAddress } from '../../words/address.ts'
import { type RuleLines, ruleLines } from '../../words/rule.tsx'
import { savedFacts } from '../report.tsx'
import { Calls, DisarmButton } from './panels.tsx'
import { actAsClient, makePurchase, NEXT, samplePurchase, samples } from './payment-forms.ts'

/** One payment: its steps in order, and next to them the request and answer of each. */
export const paymentRoute: PageRoute = {
  path: '/payments/{id}',
  forms: [actAsClient],
  async show(frame, { id = '' }) {
    const { visit } = frame
    const payment = await callControl(visit, 'payment', id)
    const { requests, reference, verdict, steps } = payment
    const requestBy = (given: string | undefined) =>
      requests.find((one) => String(one.id) === given)
    const chosen = requestBy(visit.query.step) ?? requests[0]
    const other = requestBy(visit.query.with)
    // Elsewhere and since a reset, another request has its number.
    const isHere = !payment.ended && payment.test.world === visit.world
    const lines = await ruleLines(visit, chosen?.rules ?? [])
    const audit = isHere ? steps.find((step) => step.audit !== undefined)?.audit : undefined
    const transaction = audit ? await callIfFound(visit, 'transaction', audit) : undefined
    const left = patienceLeft(visit, payment)
    const isOpen = timeLeft(visit, payment) > 0
    const again = left || undefined
    const title = reference || 'Payment'
    return renderPage(
      { frame, title, section: 'Payments', isAlarm: alarming.includes(verdict), again },
      <>
        <PaymentHead payment={payment} transaction={transaction} isOpen={isOpen}>
          <div class="inline">
            {requests.length > 0 && (
              <button type="button" class="strong needs-script" data-play>
                Watch it happen
              </button>
            )}
            {buttonLink(pageAddress(visit, `/save/payments/${id}`), 'Save evidence', {
              download: true,
            })}
          </div>
        </PaymentHead>
        {requests.length > 0 && (
          <section class="panel" id="picture" aria-label="Sequence diagram">
            <SequencePicture payment={payment} address={(request) => stepAddress(visit, request)} />
            <Ring payment={payment} left={left}>
              {isReadersTurn(payment) && !visit.query.gave_up && !visit.isReadOnly && (
                <YourTurn visit={visit} id={payment.id} />
              )}
            </Ring>
          </section>
        )}
        <Instead payment={payment} isOpen={isOpen} />
        <div class={other === undefined ? 'payment-columns' : 'stack'}>
          <Panel id="steps" title="What happened">
            <Steps visit={visit} payment={payment} chosen={chosen} />
            {requests.length > 1 && chosen && <Compare {...{ visit, payment, chosen, other }} />}
          </Panel>
          {chosen === undefined ? (
            <p class="empty">
              {steps.some(({ result }) => result === 'waiting')
                ? 'The request and its response appear here when the request ends.'
                : 'The requests of this payment were not kept: it is finished and has no findings.'}
            </p>
          ) : (
            <Chosen {...{ visit, payment, chosen, other, lines }} />
          )}
        </div>
        <nav class="inline" aria-label="Payments of the same test">
          {neighbour(visit, payment.newer, 'Newer payment', 'prev')}
          {neighbour(visit, payment.older, 'Older payment', 'next')}
        </nav>
      </>,
    )
  },
}

const turns = [
  ['ask', 'Ask first', 'Search for the correlation id of your payment'],
  ['pay', 'Pay again', 'Send the purchase again, with a new correlation id'],
  ['give-up', 'Give up', 'Do nothing'],
] as const

/** What the reader can do as the client. */
function YourTurn({ visit, id }: { visit: Visit; id: string }) {
  return (
    <div class="buttons">
      {turns.map(([act, label, title]) => (
        <ActionButton
          {...{ visit, form: actAsClient, values: { payment: id, act }, label, title }}
        />
      ))}
    </div>
  )
}

/** Everything about a payment as one file, to be attached. */
export const savePaymentRoute: PageRoute = {
  path: '/save/payments/{id}',
  async file(visit, { id = '' }) {
    const payment = await callControl(visit, 'payment', id)
    const { evidencePage } = await import('../../report/evidence-page.tsx')
    return {
      name: `sandgate-payment-${payment.id}.html`,
      type: 'text/html; charset=utf-8',
      body: evidencePage(payment, await savedFacts(visit)),
    }
  },
}

const nothingYet = { steps: [], requests: [], currency: '', doubled: null }

/** The picture of the payment that an armed fault waits for; then the payment itself. */
export const nextPaymentRoute: PageRoute = {
  path: NEXT,
  async show(frame) {
    const { visit } = frame
    const { rule = '' } = visit.query
    // That a fault is armed is news until a request matched it.
    const notice = frame.notice?.rule === undefined ? visit.query.notice : undefined
    const { requests } = await callControl(visit, 'requests', { rule: `rules/${rule}`, limit: 1 })
    const [matched] = requests
    const { payment = null } = matched ? await callControl(visit, 'request', matched.id) : {}
    if (payment !== null) return { to: pageAddress(visit, `/payments/${payment}`, { notice }) }
    const { rules } = await callControl(visit, 'rules')
    if (!rules.some(({ name }) => name === rule)) return { to: pageAddress(visit, '/', { notice }) }
    const [how = '', label = '', title = ''] = samples[0] ?? []
    return renderPage(
      { frame, title: 'The next payment', section: 'Payments' },
      <>
        <h1>The next payment</h1>
        <div class="halves">
          <Panel id="picture" title="Sequence diagram">
            <SequencePicture payment={nothingYet} address={() => ''} />
            <div class="ring">
              <p>
                <b>What will your client do?</b> Send a purchase with it: the payment is drawn here
                as it happens, and its response is lost.
              </p>
              <ActionButton {...{ visit, form: makePurchase, values: { how }, label, title }} />
              <DisarmButton visit={visit} rule={rule} />
            </div>
          </Panel>
          <Panel id="calls" title="Send a purchase">
            <Calls visit={visit} sample={await samplePurchase(visit, 'order 1', 4995)} />
          </Panel>
        </div>
      </>,
    )
  },
}

/** A payment that is listed next to this one. The keys follow its `rel`. */
function neighbour(visit: Visit, id: string | null, label: string, rel: 'prev' | 'next') {
  return id && buttonLink(pageAddress(visit, `/payments/${id}`), label, { rel })
}

interface ChosenProps {
  readonly visit: Visit
  readonly payment: WholePaymentResponse
  readonly chosen: RequestResponse
  /** Another one to compare it with. */
  readonly other: RequestResponse | undefined
  readonly lines: RuleLines
}

/** The request of the chosen step, or two of them side by side. */
function Chosen({ visit, payment, chosen, other, lines }: ChosenProps) {
  const linkBase = linkBaseOf(payment)
  const curl = linkBase && pageAddress(linkBase, `/copy/requests/${chosen.id}`)
  const part = tabs.find(([name]) => name === visit.query.part)?.[0] ?? 'response'
  return (
    <div class="stack" id="exchange" data-curl={curl}>
      {other === undefined ? (
        <Panel id="chosen" title={stepTitle(payment, chosen.id)}>
          {linkBase && (
            <RequestActions linkBase={{ ...visit, ...linkBase }} request={chosen}>
              {buttonLink(pageAddress(linkBase, `/requests/${chosen.id}`), 'Open the request')}
            </RequestActions>
          )}
          <nav class="filter" aria-label="Parts of the step">
            {tabs.map(([name, label]) => (
              <a
                href={`${sameAddress(visit, { part: name })}#exchange`}
                data-stay
                aria-current={name === part ? 'true' : undefined}
              >
                {label}
              </a>
            ))}
          </nav>
          {part === 'test' ? (
            <CopyAsTest visit={visit} payment={payment} />
          ) : (
            <ExchangeView {...{ linkBase, lines, part }} request={chosen} rulesAt={visit} />
          )}
        </Panel>
      ) : (
        <div class="halves" id="side-by-side">
          {[chosen, other].map((request, i, both) => (
            <Panel id={`request-${request.id}`} title={stepTitle(payment, request.id)}>
              <ExchangeView linkBase={linkBase} request={request} against={both[1 - i]} />
            </Panel>
          ))}
        </div>
      )}
    </div>
  )
}

const tabs: readonly (readonly [part: ExchangePart | 'test', label: string])[] = [
  ['response', 'Response'],
  ['request', 'Request'],
  ['headers', 'Headers'],
  ['test', 'As a test'],
]

/** Chooses two attempts to compare. */
function Compare({ visit, payment, chosen, other }: Omit<ChosenProps, 'lines'>) {
  const action = `${pageAddress(visit, visit.path)}#exchange`
  const others = payment.requests.filter((one) => one !== chosen)
  return (
    <form method="get" action={action} class="fields" id="compare" data-stay>
      <input type="hidden" name="step" value={String(chosen.id)} />
      <Field
        name="with"
        label={`Compare ${lowerFirst(stepTitle(payment, chosen.id))} with`}
        choices={others.map(({ id }) => [String(id), lowerFirst(stepTitle(payment, id))])}
        value={String(other?.id)}
      />
      <button type="submit">Compare</button>
    </form>
  )
}

const forms = { vitest: 'vitest', scenario: 'scenario file' } as const

/** The payment as a test that lets the same happen again. */
function CopyAsTest({ visit, payment }: { visit: Visit; payment: WholePaymentResponse }) {
  const form = visit.query.as === 'scenario' ? 'scenario' : 'vitest'
  const write = form === 'vitest' ? paymentTest : paymentScenario
  return (
    <>
      <div class="heading">
        <nav class="filter" aria-label="Form of the test">
          {Object.entries(forms).map(([name, label]) => (
            <a
              href={`${sameAddress(visit, { as: name })}#exchange`}
              data-stay
              aria-current={name === form ? 'true' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <CopyButton from="test-text" label="Copy as test" />
      </div>
      <section class="json" tabindex={0} aria-label="Test">
        <pre id="test-text">{write(payment, payment.requests)}</pre>
      </section>
    </>
  )
}
