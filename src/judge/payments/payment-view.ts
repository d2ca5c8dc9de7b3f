import { printable } from '../../base/text/printable.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { type Exchange, isLostResponse } from '../../record/exchange.ts'
import { type TestRef, testId } from '../../record/test-ref.ts'
import { isReplayed, originalOf } from './clarity.ts'
import {
  type Attempt,
  attemptsOf,
  type JudgedPayment,
  type PaymentEvent,
} from './judged-payment.ts'
import { isLookFor } from './looks.ts'
import type { PaymentDocument, PaymentSum, StepDocument, StepResult } from './payment-document.ts'
import { paidWith, sumOf } from './payment-sum.ts'
import { callText, changeText, declineOf, leftAfter, stepKind, stepText } from './payment-text.ts'
import { orderReferenceOf, paidAfter } from './taken.ts'

/** A payment with what its document does not show. Its steps are made when they are read. */
export interface PaymentView extends PaymentDocument {
  readonly correlationIds: readonly string[]
  readonly audits: readonly number[]
  /** The masked numbers of its cards and accounts. */
  readonly paidWith: readonly string[]
  /** The calls of its steps. */
  readonly exchanges: readonly Exchange[]
  /** Whether its last request has no response yet. */
  readonly isUnderWay: boolean
  /** Whether a response showed that the bank had not decided. */
  readonly isUndecided: boolean
}

export function paymentDocument(view: PaymentView): PaymentDocument {
  const { exchanges: _exchanges, paidWith: _paidWith, ...others } = view
  const { isUnderWay: _underWay, isUndecided: _undecided, ...rest } = others
  const { correlationIds: _ids, audits: _audits, ...document } = rest
  return document
}

export function paymentId(test: TestRef, { number }: JudgedPayment): string {
  return `${testId(test)}-${number}`
}

export function paymentView(
  test: TestRef,
  payment: JudgedPayment,
  sum = sumOf(payment),
): PaymentView {
  const { events, dropped } = payment
  return {
    ...paymentLine(test, payment, sum),
    dropped_steps: dropped,
    get steps() {
      const paid = paidAfter(events)
      return stepDocuments(events, payment.reference).map((step, i) => ({
        ...step,
        paid: paid[i] ?? 0,
      }))
    },
    get isUnderWay() {
      const last = events.at(-1)
      return last !== undefined && stepResult(last) === 'waiting'
    },
    get isUndecided() {
      return events.some(isUndecided)
    },
    get correlationIds() {
      return events.flatMap((event) => correlationIdIn(event) ?? [])
    },
    get audits() {
      return attemptsOf(payment).flatMap(({ made }) => made?.audit ?? [])
    },
    get exchanges() {
      const all = callsOf(events)
      return all.filter((_, index) => index < ENDS || index >= all.length - ENDS)
    },
  }
}

const noSteps = {
  steps: [],
  exchanges: [],
  correlationIds: [],
  audits: [],
  isUnderWay: false,
  isUndecided: false,
} as const

/** The view without steps. */
export function paymentLine(test: TestRef, payment: JudgedPayment, sum: PaymentSum): PaymentView {
  const [first] = payment.events
  const isDeclined = sum.verdict === 'declined' || sum.verdict === 'failed'
  return {
    id: paymentId(test, payment),
    test,
    reference: payment.reference,
    at: first === undefined ? null : isoUtc(first.at),
    ...(payment.isOwn && { own: true as const }),
    merchant: payment.merchant ?? null,
    ...sum,
    decline: (isDeclined && declineOf(payment)) || null,
    paidWith: paidWith(payment),
    ...noSteps,
    dropped_steps: payment.events.length + payment.dropped,
  }
}

/** Drops the steps and calls of a payment. */
export function lineOf(view: PaymentView): PaymentView {
  return { ...view, ...noSteps, dropped_steps: view.dropped_steps + view.steps.length }
}

/** The answered calls of these steps. */
export function callsOf(events: readonly PaymentEvent[]): readonly Exchange[] {
  return events.flatMap((event) => (event.kind === 'move' ? [] : (event.exchange ?? [])))
}

/** How many calls of a payment are kept at each end. */
const ENDS = 20

/** The steps of what is about an order; those of another order name it. */
export function stepDocuments(
  events: readonly PaymentEvent[],
  order: string | undefined,
): readonly StepDocument[] {
  return events.map((event) => {
    const own = orderIn(event, events)
    return stepDocument(event, own === order || order === undefined ? undefined : own)
  })
}

/** A lookup and a change of status belong to the order of their request. */
function orderIn(event: PaymentEvent, events: readonly PaymentEvent[]): string | undefined {
  if (event.kind === 'attempt') return orderReferenceOf(event)
  const attempts = events.filter((one) => one.kind === 'attempt')
  const about =
    event.kind === 'move'
      ? attempts.find(({ made }) => made?.audit === event.audit)
      : attempts.find((one) => isLookFor(event, one))
  return about && orderReferenceOf(about)
}

function stepDocument(event: PaymentEvent, order: string | undefined): StepDocument {
  const { correlation_id: id, ...facts } = factsIn(event)
  return {
    at: isoUtc(event.at),
    ...given(facts),
    kind: stepKind(event),
    ...given({ correlation_id: id && printable(id), order: order && printable(order) }),
    result: stepResult(event),
    ...given({
      left: event.kind === 'attempt' ? leftIn(event) : undefined,
      change: event.kind === 'move' ? printable(changeText(event)) : undefined,
    }),
    text: printable(stepText(event)),
  }
}

/** How its client stopped waiting, if it did. */
function leftIn(attempt: Attempt): StepDocument['left'] {
  const after = leftAfter(attempt)
  if (after === undefined) return undefined
  return {
    after_ms: after,
    if_killed: printable(stepText(attempt, () => 'the client was killed')),
  }
}

/** The request and the transaction that a step is about. */
function factsIn(event: PaymentEvent) {
  if (event.kind === 'move') return { audit: event.audit, status: event.to }
  const { exchange } = event
  const correlation_id = correlationIdIn(event)
  if (event.kind === 'attempt') {
    const { made, status } = originalOf(event) ?? event
    return { request: exchange?.id, audit: made?.audit, status, correlation_id }
  }
  const { shown } = event.exchange.facts
  return { request: exchange?.id, audit: shown?.audit, status: shown?.status, correlation_id }
}

/** The correlation id of a request, or the one that it searched for. */
function correlationIdIn(event: PaymentEvent): string | undefined {
  if (event.kind === 'attempt') return event.correlationId
  return event.kind === 'look' ? event.exchange.asked.correlation_id : undefined
}

/** A call shown by itself, not as a step of a payment. */
export function callDocument(exchange: Exchange): StepDocument {
  const { at, id, audit, outcome, operation, request, asked } = exchange
  const correlationId = request.correlation_id ?? asked.correlation_id
  return {
    at,
    ...given({ request: id, audit, status: outcome }),
    kind: operation ?? 'request',
    ...given({ correlation_id: correlationId && printable(correlationId) }),
    result: callResult(exchange),
    text: printable(callText(exchange)),
  }
}

/** Only the members that are there. */
function given<Members extends object>(members: Members) {
  const there = Object.entries(members).filter(([, value]) => value != null)
  return Object.fromEntries(there) as { [Name in keyof Members]?: NonNullable<Members[Name]> }
}

function stepResult(event: PaymentEvent): StepResult {
  if (event.kind === 'move') {
    if (event.expired) return 'expired'
    return event.isReturn ? 'returned' : statusResult(event.to)
  }
  if (event.kind === 'look') {
    if (event.found === undefined) return 'lost'
    return event.found === 'nothing' ? 'nothing' : 'found'
  }
  const { clarity, made } = event
  if (clarity === 'unclear') return 'lost'
  if (clarity === 'open') return 'waiting'
  if (isReplayed(event)) return 'replayed'
  return clarity === 'clear' ? statusResult(made?.status) : clarity
}

/** Of what a lookup found, the status may be an older one. */
function isUndecided(event: PaymentEvent): boolean {
  if (factsIn(event).status !== 'unknown') return false
  const result = stepResult(event)
  return result !== 'waiting' && result !== 'found'
}

/** The result of a call that is shown by itself, not as a step of a payment. */
function callResult(exchange: Exchange): StepResult {
  const { response, outcome } = exchange
  if (isLostResponse(exchange)) return 'lost'
  return (response.status ?? 0) >= 400 ? 'refused' : statusResult(outcome)
}

function statusResult(status: string | null | undefined): StepResult {
  if (status === 'error') return 'failed'
  if (status === 'unknown') return 'undecided'
  return status === 'declined' || status === 'pending' || status === 'voided' ? status : 'approved'
}

/** The ends of a long id: `695989df…dc0d18a6`. */
export function shortId(id: string): string {
  return id.length > 24 ? `${id.slice(0, 8)}…${id.slice(-8)}` : id
}
