import type { WholePaymentResponse } from '../control/contract/calls/report.ts'
import type { Visit } from '../control/pages/visit.ts'
import { LOOK_PATIENCE_MS } from '../judge/findings/payment/unresolved.ts'
import type { OpenResponse } from './payment/open-response.ts'

/** Who sees whether a client may still come back. */
type Watching = Pick<Visit, 'isReadOnly' | 'clientEnd'>

/** What decides how long a payment waits for its client. */
interface LastResponse {
  readonly world: string
  readonly isEnded: boolean
  readonly respondedAt: number
}

/** What is not judged yet: lost responses that somebody may look up, and requests under way. */
export function openAnswers(visit: Visit): readonly OpenResponse[] {
  if (visit.isReadOnly) return []
  return visit.unresolvedPayments().flatMap((payment) => {
    const { id, errors, isUnderWay, isUndecided } = payment
    if (payment.isOwn) return []
    const left = isUnderWay ? LOOK_PATIENCE_MS : leftAfter(visit, payment)
    return left === 0 ? [] : [{ payment: id, errors, left, isUnderWay, isUndecided }]
  })
}

/** The unresolved payments of the dashboard itself: nobody is judged by them. */
export function unjudgedPayments(visit: Visit): readonly string[] {
  return visit
    .unresolvedPayments()
    .filter(({ isOwn }) => isOwn)
    .map(({ id }) => id)
}

/** Milliseconds until this payment is judged; 0: it is. */
export function timeLeft(visit: Watching, payment: WholePaymentResponse): number {
  return payment.verdict === 'unresolved' && !payment.own ? patienceLeft(visit, payment) : 0
}

/** Milliseconds in which its client may still act on its last response. */
export function patienceLeft(
  visit: Watching,
  { test, ended, requests }: WholePaymentResponse,
): number {
  if (visit.isReadOnly) return 0
  const ends = requests.map(({ real_at, duration }) => Date.parse(real_at) + duration)
  return leftAfter(visit, {
    world: test.world,
    isEnded: ended,
    respondedAt: Math.max(0, ...ends),
  })
}

function leftAfter(visit: Watching, { world, isEnded, respondedAt }: LastResponse): number {
  if (isEnded || respondedAt <= visit.clientEnd(world)) return 0
  return Math.max(0, Math.ceil(respondedAt + LOOK_PATIENCE_MS - Date.now()))
}

/** When the page has to be looked at again; undefined if nothing is open. */
export function soonest(open: readonly OpenResponse[]): number | undefined {
  return open.length === 0 ? undefined : Math.min(...open.map(({ left }) => left))
}
