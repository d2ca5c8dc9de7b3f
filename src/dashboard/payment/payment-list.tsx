import { amountText } from '../../domain/money.ts'
import type { Visit } from '../../http/pages/visit.ts'
import type {
  Doubled,
  PaymentDocument as JudgedPayment,
  StepDocument as PaymentStep,
} from '../../insight/payments/payment-document.ts'
import { Mark } from '../parts/mark.tsx'
import { pageAddress, worldPlace } from '../words/address.ts'
import { dateTimeText, dayOf, listTime } from '../words/time.ts'
import type { OpenResponse } from './open-response.ts'
import { stepLook } from './payment-steps.tsx'
import { doubledText, isUnjudged, methodWords, VerdictWord } from './verdict.tsx'

const MARKS = 8

interface ListProps {
  readonly visit: Visit
  /** Sandbox time. */
  readonly now: string
  readonly payments: readonly JudgedPayment[]
  /** The worlds that still exist. */
  readonly worlds: readonly string[]
  /** Those that are not judged yet. */
  readonly open?: readonly OpenResponse[]
  /** The tests that run: of theirs, requests can be copied. */
  readonly running?: readonly string[]
}

/** One row for each payment, newest first. */
export function PaymentList(props: ListProps) {
  const days = new Set(
    props.payments.flatMap(({ at, steps }) => (at && steps.length > 0 ? dayOf(at) : [])),
  )
  // Only today's date needs no room.
  const isSameDay = [...days].every((day) => day === dayOf(props.now))
  return (
    <div>
      <p class="list-head soft" aria-hidden="true">
        <span>Payment</span>
        <span>Charged</span>
      </p>
      <ol class={isSameDay ? 'payments rows same-day' : 'payments rows'} id="payments">
        {props.payments.map((payment) => (
          <PaymentRow {...props} payment={payment} isSameDay={isSameDay} />
        ))}
      </ol>
    </div>
  )
}

type RowProps = ListProps & { payment: JudgedPayment; isSameDay: boolean }

function PaymentRow({ visit, worlds, open = [], running = [], payment, isSameDay }: RowProps) {
  const { id, reference, at, steps, verdict, test, method, world } = payment
  const place = worlds.includes(world) ? worldPlace(world) : visit
  const isOpen = open.some((one) => one.payment === id)
  // Of ended tests, the name says more than the time.
  const isEnded = at === null || steps.length === 0
  const request = steps.findLast((step) => step.request !== undefined)?.request
  const isRunning = running.some((id) => payment.id.startsWith(`${id}-`))
  const curl = isRunning && request && pageAddress(place, `/copy/requests/${request}`)
  return (
    <li
      id={`payment-${id}`}
      class={isOpen ? `${verdict} open` : isUnjudged(payment) ? undefined : verdict}
      data-curl={curl || undefined}
    >
      <a href={pageAddress(place, `/payments/${id}`)}>
        <span class="reference">
          {method !== null && <Mark name={method} tone="quiet" label={methodWords[method]} />}
          {reference === '' ? 'no reference' : reference}
        </span>
        <span
          class={isEnded ? 'when soft ended' : 'when soft'}
          title={at ? dateTimeText(at) : undefined}
        >
          {isEnded ? test : listTime(at, isSameDay)}
        </span>
        <span class="steps">
          <StepMarks steps={steps} />
          <Last payment={payment} />
        </span>
        <VerdictWord payment={payment} isOpen={isOpen} />
        <Charged payment={payment} />
      </a>
    </li>
  )
}

/** What was charged, and what it was to be where that differs. */
function Charged({ payment: { charged, amount, currency } }: { payment: JudgedPayment }) {
  return (
    <span class="money">
      <span class="currency">{currency}</span> {amountText(charged, currency)}
      {charged !== amount && <small class="soft"> of {amountText(amount, currency)}</small>}
    </span>
  )
}

/** The latest event; a plain purchase is not mentioned. */
function lastText(step: PaymentStep | undefined): string {
  if (step === undefined) return ''
  if (step.kind === 'change') {
    if (step.result === 'returned') return 'the debit was returned'
    return step.result === 'expired' ? 'the hold expired' : `is now ${step.status}`
  }
  const { kind, text } = step
  return kind === 'purchase' || text.includes(kind) ? text : `${kind.replaceAll('_', ' ')} ${text}`
}

/** What is wrong with it, else the latest event. */
function Last({ payment }: { payment: JudgedPayment }) {
  const { steps, doubled, also_doubled } = payment
  if (doubled === null) {
    const text = lastText(steps.at(-1))
    return (
      <span class="last soft" title={text}>
        {text}
      </span>
    )
  }
  return (
    <span class="last trouble">
      {[doubled, ...(also_doubled ? [also_doubled] : [])]
        .map((one) => doubledWithMoney(one, payment))
        .join(', ')}
    </span>
  )
}

function doubledWithMoney(
  doubled: Doubled,
  { charged, refunded, currency }: JudgedPayment,
): string {
  if (doubled.what === 'held') return doubledText(doubled)
  const cents = doubled.what === 'charged' ? charged : refunded
  return `${doubledText(doubled)}: ${amountText(cents, currency)}`
}

/** The steps as small drawings in order; only the first and the last if there are many. */
function StepMarks({ steps }: { steps: readonly PaymentStep[] }) {
  const hidden = Math.max(0, steps.length - MARKS)
  const shown = hidden === 0 ? steps : [...steps.slice(0, 2), ...steps.slice(2 - MARKS)]
  return (
    <span class="marks">
      {shown.map((step, i) => {
        const { mark, tone } = stepLook(step)
        return (
          <>
            {hidden > 0 && i === 2 && <span class="soft">+{hidden}</span>}
            <Mark name={mark} tone={tone} label={step.text} />
          </>
        )
      })}
    </span>
  )
}
