import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import type { Visit } from '../../control/pages/visit.ts'
import type {
  StepDocument as PaymentStep,
  StepResult,
} from '../../judge/payments/payment-document.ts'
import { orderName } from '../../judge/payments/retry.ts'
import { statusNow } from '../../judge/payments/shown-steps.ts'
import { type MarkLook, TimeLineEntry } from '../parts/mark.tsx'
import { pageAddress, worldLinkBase } from '../words/address.ts'
import { dateText, dayOf, exactClockTime, weekdayText } from '../words/time.ts'

/** Where its transactions are: in its own world, until its test ends. */
export function linkBaseOf({
  test,
  ended,
}: WholePaymentResponse): Pick<Visit, 'prefix'> | undefined {
  return ended ? undefined : worldLinkBase(test.world)
}

type StepsProps = {
  visit: Visit
  payment: WholePaymentResponse
  chosen: RequestResponse | undefined
}

/** What happened to a payment, in order. */
export function Steps({ visit, payment, chosen }: StepsProps) {
  const linkBase = linkBaseOf(payment)
  return (
    <ol class="timeline">
      {payment.steps.map((step, i) => {
        const { request, audit } = step
        const isShown = payment.requests.some(({ id }) => id === request)
        return (
          <Step
            step={step}
            number={i + 1}
            isChosen={chosen !== undefined && request === chosen.id}
            address={isShown ? stepAddress(visit, request) : undefined}
            audit={linkBase && audit ? pageAddress(linkBase, `/transactions/${audit}`) : undefined}
          />
        )
      })}
    </ol>
  )
}

/** The same in a list that leads nowhere. `from`: how many steps come before them. */
export function PlainSteps({ steps, from = 0 }: { steps: readonly PaymentStep[]; from?: number }) {
  return (
    <ol class="timeline">
      {steps.map((step, i) => (
        <Step step={step} number={from + i + 1} />
      ))}
    </ol>
  )
}

/** The page of a payment with the request of one of its steps. */
export function stepAddress(visit: Visit, step: number | undefined): string {
  const { as, part } = visit.query
  return `${pageAddress(visit, visit.path, { step, as, part })}#exchange`
}

/** A request by the first step that it is: `Step 2: lookup`. */
export function stepTitle({ steps }: WholePaymentResponse, request: number): string {
  const at = steps.findIndex((step) => step.request === request)
  const kind = steps[at]?.kind.replaceAll('_', ' ')
  return kind === undefined ? `Request ${request}` : `Step ${at + 1}: ${kind}`
}

interface StepProps {
  readonly step: PaymentStep
  readonly number: number
  readonly isChosen?: boolean
  /** The pages of its request and of its transaction, if there are any. */
  readonly address?: string | undefined
  readonly audit?: string | undefined
}

function Step({ step, number, isChosen = false, address, audit }: StepProps) {
  const words = `${step.kind === 'change' ? '' : `${step.kind.replaceAll('_', ' ')}: `}${step.text}`
  const now = `${step.audit} ${statusNow(step)}`
  const under = (
    <>
      <span title={dateText(dayOf(step.at))}>
        {weekdayText(dayOf(step.at))}, {exactClockTime(step.at)}
      </span>
      {step.correlation_id && <span class="mono">{step.correlation_id}</span>}
      {step.order !== undefined && <span>{orderName(step.order)}</span>}
      {step.audit !== undefined && (audit ? <a href={audit}>{now}</a> : <span>audit {now}</span>)}
    </>
  )
  return (
    <TimeLineEntry look={stepLook(step)} under={under} isChosen={isChosen}>
      <span class="soft">{number}.</span>{' '}
      {address === undefined ? (
        words
      ) : (
        <a href={address} aria-current={isChosen ? 'true' : undefined} data-stay>
          {words}
        </a>
      )}
    </TimeLineEntry>
  )
}

type Look = readonly [mark: string, tone: MarkLook['tone']]

/** The outcome of an attempt; one that was approved is drawn by what it was. */
const results: Readonly<Partial<Record<StepResult, Look>>> = {
  waiting: ['slow', 'calm'],
  lost: ['lost', 'warn'],
  refused: ['failed', 'warn'],
  replayed: ['again', 'calm'],
  failed: ['failed', 'warn'],
  declined: ['declined', 'calm'],
  pending: ['pending', 'calm'],
  undecided: ['question', 'warn'],
}

const kinds: Readonly<Record<string, Look>> = {
  preauthorisation: ['hold', 'good'],
  refund: ['refund', 'calm'],
  standalone_refund: ['refund', 'calm'],
  void: ['void', 'calm'],
}

const changes: Readonly<Partial<Record<StepResult, Look>>> = {
  approved: ['clock', 'good'],
  declined: ['clock', 'warn'],
  failed: ['clock', 'warn'],
  returned: ['returned', 'warn'],
}

/** How a step is drawn: by what it was, and by its outcome. */
export function stepLook({ kind, result }: Pick<PaymentStep, 'kind' | 'result'>): MarkLook {
  const ofKind = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  const [mark, tone] =
    kind === 'lookup' || kind === 'search'
      ? (['lookup', 'calm'] as const)
      : kind === 'change'
        ? (changes[result] ?? (['clock', 'calm'] as const))
        : (results[result] ?? ofKind ?? (['approved', 'good'] as const))
  return { mark, tone }
}
