import type { PropsWithChildren } from 'hono/jsx'
import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import { LOOK_PATIENCE_MS } from '../../judge/findings/payment/unresolved.ts'
import { Mark } from '../parts/mark.tsx'
import { endingOf, lossOf, waitingStory } from './what-happened.ts'

/** `left`: milliseconds in which the client may still act on the last response; 0 in a file. */
type RingProps = { readonly payment: WholePaymentResponse; readonly left: number }

/** Whether the reader is the client of a payment, and has not yet reacted to a lost response. */
export function isReadersTurn(payment: WholePaymentResponse): boolean {
  return payment.own === true && payment.verdict === 'unresolved' && lossOf(payment) !== undefined
}

const SECONDS = LOOK_PATIENCE_MS / 1000

/**
 * How long a client has to look up a lost response, and then how it ended. `children`: what the
 * reader can do, whose own payment it is.
 */
export function Ring({ payment, left, children }: PropsWithChildren<RingProps>) {
  const loss = lossOf(payment)
  if (children && loss) {
    return (
      <div class="ring warn" id="ring">
        <Mark name="question" tone="warn" />
        <p>
          <b>What will you do?</b> {waitingStory(loss)}
        </p>
        {children}
      </div>
    )
  }
  if (payment.verdict === 'unresolved' && left > 0 && !payment.own) {
    const seconds = Math.round(left / 1000)
    return (
      <div class="ring warn" id="ring" data-left={left}>
        <Circle filled={seconds} />
        <p>
          <b>What will your client do?</b> {loss && waitingStory(loss)} Judged in{' '}
          <span id="seconds-left">{seconds}</span> s.
        </p>
      </div>
    )
  }
  const ending = endingOf(payment)
  if (ending === undefined) return null
  return (
    <div class={`ring ${ending.tone}`} id="ring-closed">
      <Mark name={ending.mark} tone={ending.tone} />
      <p>
        <b>{ending.text}</b> {ending.money}
      </p>
    </div>
  )
}

function Circle({ filled }: { filled: number }) {
  const circle = { cx: 20, cy: 20, r: 16, pathLength: SECONDS }
  return (
    <svg id="ring-circle" viewBox="0 0 40 40" aria-hidden="true">
      <circle class="track" {...circle} />
      <circle
        id="ring-left"
        {...circle}
        stroke-dasharray={SECONDS}
        stroke-dashoffset={SECONDS - filled}
        transform="rotate(-90 20 20)"
      />
    </svg>
  )
}
