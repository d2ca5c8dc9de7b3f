import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import { HOUR } from '../../domain/time/instant.ts'
import type {
  PaymentDocument as JudgedPayment,
  StepDocument,
} from '../../judge/payments/payment-document.ts'
import { isCreating } from '../../record/exchange.ts'
import { paidIn } from '../words/values.ts'

type PaymentRule = { when: Record<string, string>; outcome: Record<string, unknown> }

/** The rules that repeat a payment: one for each of its requests, each applied once and in order. */
export function paymentRules(
  payment: JudgedPayment,
  requests: readonly RequestResponse[],
): readonly PaymentRule[] {
  return requests.flatMap((request) => {
    const resolves = laterMoves(payment, request)
    if (request.operation === null || (request.rule === null && resolves.length === 0)) return []
    const outcome = { ...outcomeOf(request), ...(resolves.length > 0 && { resolves }) }
    if (!isMaking(request) && Object.keys(outcome).length === 0) return []
    return [{ when: whenOf(request), outcome }]
  })
}

function whenOf(request: RequestResponse): PaymentRule['when'] {
  const { reference } = paidIn(request)
  return {
    ...(request.operation !== null && { operation: request.operation }),
    ...(reference !== '' && { reference }),
  }
}

const written = ['declined', 'pending', 'error', 'unknown']

/** As the author of a scenario would write what came of a request. */
function outcomeOf(request: RequestResponse): PaymentRule['outcome'] {
  const { fault, outcome, bank, duration } = request
  const status = isMaking(request) ? written.find((word) => word === outcome) : undefined
  return {
    ...(status !== undefined && { status }),
    ...(status === 'declined' && bank !== null && { response_code: bank.code }),
    ...(fault !== null && { fault }),
    ...(isTooLate(request) && { delay: `${Math.ceil(duration)}ms` }),
  }
}

/** Its client had left when the answer came. */
function isTooLate({ fault, response }: RequestResponse): boolean {
  return fault === null && response.status === null
}

/** Whether the client gave up, so that a repetition must give up too. */
export function isGivenUp(request: RequestResponse): boolean {
  const { fault } = request
  return isTooLate(request) || (fault !== null && 'hang' in fault)
}

/** A temporary rule that lets the next such request meet the same fate, as JSON to be edited. */
export function againRule(request: RequestResponse): string {
  return JSON.stringify({ when: whenOf(request), outcome: outcomeOf(request) }, undefined, 2)
}

/** A scenario file under which the same happens again, to any payment of that reference. */
export function paymentScenario(
  payment: JudgedPayment,
  requests: readonly RequestResponse[],
): string {
  const rules = paymentRules(payment, requests).map(
    ({ when, outcome }, i) => `  - name: step ${i + 1}
    when: ${JSON.stringify(when)}
    times: 1
    outcome: ${JSON.stringify(outcome)}`,
  )
  const list = rules.length === 0 ? 'rules: []' : `rules:\n${rules.join('\n')}`
  return `name: ${nameOf(payment)}
description: ${JSON.stringify(`What happened to the payment ${payment.reference}.`)}
extends: [default]
${list}
`
}

/** A name that a scenario may have. */
function nameOf({ reference, id }: JudgedPayment): string {
  const words = (text: string) => {
    const dashed = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    return dashed.replaceAll(/^-|-$/g, '').slice(0, 40)
  }
  return `payment-${words(reference) || words(id)}`
}

/** What happened to a request's transaction later on, as the author of a scenario would write it. */
function laterMoves(payment: JudgedPayment, request: RequestResponse) {
  return changesOf(payment, request).flatMap((step, i) => {
    const status = statusOf(step)
    if (status === undefined) return []
    const isFirstReturn = step.result === 'returned' && i === 0
    return [{ after: isFirstReturn ? 'return' : elapsedText(request.at, step.at), status }]
  })
}

/** What comes with the clock; a bank that was only slow had decided before. A look changes nothing. */
export function changesOf(
  { steps }: JudgedPayment,
  request: RequestResponse,
): readonly StepDocument[] {
  if (!isMaking(request)) return []
  const { audit, outcome } = request
  const isOpen = outcome === 'pending' || outcome === 'unknown'
  return steps.filter(
    (step) =>
      step.kind === 'change' && step.audit === audit && (isOpen || step.result === 'expired'),
  )
}

/** Whether it made a transaction, or would have, and so can have a verdict. */
export function isMaking({ operation }: RequestResponse): boolean {
  return isCreating(operation ?? undefined)
}

/** What a rule can let it become; an expiry comes by itself. */
function statusOf({ result }: StepDocument): string | undefined {
  if (result === 'returned') return 'declined'
  if (result === 'failed') return 'error'
  return result === 'approved' || result === 'declined' ? result : undefined
}

/** `73h`, and less than a day in seconds. */
function elapsedText(from: string, to: string): string {
  const ms = Math.max(1000, Date.parse(to) - Date.parse(from))
  return ms >= 24 * HOUR ? `${Math.ceil(ms / HOUR)}h` : `${Math.ceil(ms / 1000)}s`
}
