import type { Visit } from '../../control/pages/visit.ts'
import { amountText } from '../../domain/money.ts'
import type {
  Doubled,
  PaymentDocument as JudgedPayment,
  StepDocument as PaymentStep,
} from '../../judge/payments/payment-document.ts'
import { testName } from '../../judge/report/test-name.ts'
import { testId } from '../../record/test-ref.ts'
import { Mark } from '../parts/mark.tsx'
import { pageAddress, worldLinkBase } from '../words/address.ts'
import { dateTimeText, dayOf, listTime } from '../words/time.ts'
import type { OpenResponse } from './open-response.ts'
import { stepLook } from './payment-steps.tsx'
import { doubledText, methodWords, VerdictWord } from './verdict.tsx'

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
  const days = new Set(props.payments.flatMap(({ at }) => (at ? dayOf(at) : [])))
  // Only today's date needs no room.
  const isSameDay = [...days].every((day) => day === dayOf(props.now))
  const hasTests = new Set(props.payments.map(({ test }) => testId(test))).size > 1
  return (
    <div class="payment-list">
      <div class={isSameDay ? 'payment-grid same-day' : 'payment-grid'}>
        <p class="list-head soft" aria-hidden="true">
          {['Payment', 'When', 'Why', 'Outcome', 'Charged'].map((head) => (
            <span>{head}</span>
          ))}
        </p>
        <ol class="payments rows" id="payments">
          {props.payments.map((payment) => (
            <PaymentRow {...props} {...{ payment, isSameDay, hasTests }} />
          ))}
        </ol>
      </div>
    </div>
  )
}

interface RowProps extends ListProps {
  readonly payment: JudgedPayment
  readonly isSameDay: boolean
  /** Whether the list has payments of several tests. */
  readonly hasTests: boolean
}

function PaymentRow(props: RowProps) {
  const { visit, worlds, open = [], running = [], payment, isSameDay, hasTests } = props
  const { id, reference, at, steps, test, method } = payment
  const linkBase = worlds.includes(test.world) ? worldLinkBase(test.world) : visit
  const isOpen = open.some((one) => one.payment === id)
  const request = steps.findLast((step) => step.request !== undefined)?.request
  const isRunning = running.some((id) => payment.id.startsWith(`${id}-`))
  const curl = isRunning && request && pageAddress(linkBase, `/copy/requests/${request}`)
  return (
    <li id={`payment-${id}`} data-curl={curl || undefined}>
      <a href={pageAddress(linkBase, `/payments/${id}`)}>
        <span class="reference">
          <span class="order">
            {method !== null && <Mark name={method} tone="quiet" label={methodWords[method]} />}
            <Reference text={reference === '' ? 'no reference' : reference} />
          </span>
          {hasTests && (
            <span class="of soft" title={testName(test)}>
              {testName(test)}
            </span>
          )}
        </span>
        <span class="when soft" title={at ? dateTimeText(at) : undefined}>
          {at && listTime(at, isSameDay)}
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

/** How many characters at the end of a long reference are always there. */
const END = 6

/** A longer reference is in small print. */
const SHORT = 24

/** In a row without room for all of it, the middle of a long one is missing: the ends tell them apart. */
function Reference({ text }: { text: string }) {
  if (text.length < 3 * END) return <span>{text}</span>
  return (
    <span class={text.length > SHORT ? 'ends tight lengthy' : 'ends tight'} title={text}>
      <span>{text.slice(0, -END)}</span>
      {text.slice(-END)}
    </span>
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
  const text = [doubled, ...(also_doubled ? [also_doubled] : [])]
    .map((one) => doubledWithMoney(one, payment))
    .join(', ')
  return (
    <span class="last trouble bad" title={text}>
      {text}
    </span>
  )
}

/** What was charged has its own column. */
function doubledWithMoney(doubled: Doubled, { refunded, currency }: JudgedPayment): string {
  if (doubled.what !== 'refunded') return doubledText(doubled)
  return `${doubledText(doubled)}: ${amountText(refunded, currency)}`
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
