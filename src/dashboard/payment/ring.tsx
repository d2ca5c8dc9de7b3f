import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import { LOOK_PATIENCE_MS } from '../../judge/findings/payment/unresolved.ts'

/** `left`: milliseconds in which the client may still act on the last response. */
type RingProps = { readonly payment: WholePaymentResponse; readonly left: number }

const SECONDS = LOOK_PATIENCE_MS / 1000

/** How long a client has to look up a lost response; closed by what it did. */
export function Ring({ payment: { verdict, steps }, left }: RingProps) {
  const lost = steps.findIndex(({ result }) => result === 'lost')
  if (left === 0) return null
  if (verdict === 'unresolved') {
    const seconds = Math.round(left / 1000)
    return (
      <div class="ring warn" id="ring" data-left={left}>
        <Circle filled={seconds} />
        <p>
          <b>What will your client do?</b> Judged in <span id="seconds-left">{seconds}</span> s. A
          search for its correlation id closes the ring; a second purchase charges again.
        </p>
      </div>
    )
  }
  if (lost === -1) return null
  const isDouble = verdict === 'double-charge'
  const hasLooked = steps.slice(lost).some(({ kind }) => kind === 'lookup' || kind === 'search')
  if (!isDouble && !hasLooked) return null
  return (
    <div class={`ring ${isDouble ? 'bad' : 'good'}`} id="ring-closed">
      <Circle filled={SECONDS} />
      <p>
        <b>{isDouble ? 'Your client paid again.' : 'Your client looked it up.'}</b>{' '}
        {isDouble ? 'The customer was charged twice.' : 'It knows what happened.'}
      </p>
    </div>
  )
}

function Circle({ filled }: { filled: number }) {
  const circle = { cx: 20, cy: 20, r: 16, pathLength: SECONDS }
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
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
