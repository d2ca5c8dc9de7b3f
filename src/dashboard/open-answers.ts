import type { WholePaymentResponse } from '../http/contract/control/calls/report.ts'
import type { Visit } from '../http/pages/visit.ts'
import { LOOK_PATIENCE_MS } from '../insight/findings/payment/unresolved.ts'
import { callControl, callIfFound } from './control-call.ts'
import type { OpenResponse } from './payment/open-response.ts'

/** Who sees whether a client may still come back. */
type Watching = Pick<Visit, 'isReadOnly' | 'clientEnd'>

/** The most payments that are asked about. */
const MOST = 20

/** The lost answers that are not judged yet. `unresolved`: how many payments are unresolved, as far as known. */
export async function openAnswers(visit: Visit, unresolved = 0): Promise<readonly OpenResponse[]> {
  if (visit.isReadOnly || unresolved === 0) return []
  const { payments } = await callControl(visit, 'payments', { verdict: 'unresolved', limit: MOST })
  const found = await Promise.all(payments.map(({ id }) => callIfFound(visit, 'payment', id)))
  return found.flatMap((payment) => {
    const left = payment === undefined ? 0 : timeLeft(visit, payment)
    if (payment === undefined || left === 0) return []
    const errors = payment.findings.filter(({ code }) => code === 'unresolved').length
    return [{ payment: payment.id, errors, left }]
  })
}

/** The payments of the dashboard itself that wait no longer: nobody is judged by them. */
export async function unjudgedPayments(
  visit: Visit,
  unresolved: number,
  open: readonly OpenResponse[],
): Promise<readonly string[]> {
  if (unresolved === 0) return []
  const { payments } = await callControl(visit, 'payments', { verdict: 'unresolved', limit: MOST })
  const isOpen = (id: string) => open.some(({ payment }) => payment === id)
  return payments.filter(({ id, own }) => own && !isOpen(id)).map(({ id }) => id)
}

/** Milliseconds until this payment is judged; 0: it is. */
export function timeLeft(visit: Watching, payment: WholePaymentResponse): number {
  return payment.verdict === 'unresolved' ? patienceLeft(visit, payment) : 0
}

/** Milliseconds in which its client may still act on its last response. */
export function patienceLeft(visit: Watching, payment: WholePaymentResponse): number {
  if (visit.isReadOnly || payment.ended) return 0
  const ends = payment.requests.map(({ real_at, duration }) => Date.parse(real_at) + duration)
  const end = Math.max(0, ...ends)
  if (end <= visit.clientEnd(payment.world)) return 0
  return Math.max(0, Math.ceil(end + LOOK_PATIENCE_MS - Date.now()))
}

/** When the page has to be looked at again; undefined if nothing is open. */
export function soonest(open: readonly OpenResponse[]): number | undefined {
  return open.length === 0 ? undefined : Math.min(...open.map(({ left }) => left))
}
