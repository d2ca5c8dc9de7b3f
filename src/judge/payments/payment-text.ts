import { spanText } from '../../base/text/counted.ts'
import { type Exchange, type Made, refusalText } from '../../record/exchange.ts'
import { faultKind } from '../../scenario/faults/table.ts'
import { isReadable } from './clarity.ts'
import type { Attempt, JudgedPayment, Look, PaymentEvent, PaymentMove } from './judged-payment.ts'
import type { Decline } from './payment-document.ts'
import { arrivalText, mentionText, missText, reasonText } from './retry.ts'

/** One step of a payment in plain words. */
export function stepText(event: PaymentEvent, left = leftText): string {
  switch (event.kind) {
    case 'attempt':
      return `${answerText(event, left)}${reasonText(event)}${mentionText(event)}`
    case 'look':
      return lookText(event)
    case 'move':
      return moveText(event)
  }
}

/** The name of a step: an operation, or time passing. */
export function stepKind(event: PaymentEvent): string {
  if (event.kind === 'attempt') return event.operation
  if (event.kind === 'look') return event.exchange.operation ?? 'lookup'
  return 'change'
}

function answerText(attempt: Attempt, left: typeof leftText): string {
  const { clarity, exchange } = attempt
  if (exchange === undefined) {
    if (clarity !== 'unclear') return 'has no response yet'
    return `${left(leftAfter(attempt) ?? 0)}, ${whenText(attempt)}`
  }
  if (clarity === 'unclear') {
    return `${lossText(exchange, whenText(attempt), left)}${arrivalText(attempt, outcomeText(attempt))}`
  }
  if (clarity !== 'refused') return outcomeText(attempt)
  // A 4xx of the gateway, or of something in between that hides what was processed.
  return attempt.made === undefined
    ? `refused: ${refusalText(exchange)}`
    : `responded ${exchange.response.status} ${whenText(attempt)}`
}

/** `the client stopped waiting after 3.0 s` */
function leftText(ms: number): string {
  return `the client stopped waiting after ${spanText(ms)}`
}

/** After how many milliseconds a client stopped waiting; undefined: it did not. */
export function leftAfter({ clarity, exchange, lostAt = 0, realAt }: Attempt): number | undefined {
  if (clarity !== 'unclear') return undefined
  if (exchange === undefined) return lostAt - realAt
  const { facts, fault, response } = exchange
  const hasResponse = (response.status ?? 0) >= 400
  return facts.left && !fault?.reset && !hasResponse ? facts.waited_ms : undefined
}

/** How the client lost its answer. */
function lossText(
  { response, fault, facts }: Exchange,
  when: string,
  left: typeof leftText,
): string {
  if ((response.status ?? 0) >= 400) return `responded ${response.status} ${when}`
  if (facts.left && !fault?.reset) return `${left(facts.waited_ms)}, ${when}`
  switch (fault && faultKind(fault)) {
    case 'reset':
      return `the response was lost ${when} (connection reset)`
    case 'truncate':
      return `the response was cut off ${when}`
    case 'garbage':
      return `the response was unreadable, ${when}`
    case 'hang':
      return `no response came ${when}`
    default:
      return `the response was lost ${when}`
  }
}

const doneTexts = {
  charged: 'after the money moved',
  held: 'after the money was held',
  refunded: 'after the money was refunded',
  voided: 'after it was voided',
} as const

function whenText({ made, operation, reachedOrder }: Attempt): string {
  if (reachedOrder !== undefined) return 'before the request arrived'
  if (made === undefined) return 'before anything was processed'
  if (made.status === 'approved') return doneTexts[doneWords[operation]]
  if (made.status === 'declined') return `after the bank declined it (${bankText(made)})`
  if (made.status === 'unknown') return 'while it was undecided'
  return `after it was ${made.status === 'pending' ? 'accepted as pending' : made.status}`
}

/** A call shown by itself, not as a step of a payment. */
export function callText(exchange: Exchange): string {
  const { operation, response, facts, request } = exchange
  const { status } = response
  if (status === null) return facts.left ? 'the client stopped waiting' : 'got no response'
  if (status >= 500) return `responded ${status}`
  if (status >= 400) return `refused: ${refusalText(exchange)}`
  if (facts.made !== undefined) return madeText(facts.made)
  if (operation === 'lookup' || operation === 'search') {
    return facts.shown ? `found it ${facts.shown.status}` : 'found nothing'
  }
  const query = Object.entries(request.query).map(([name, value]) => `${name}=${value}`)
  return `${request.method} ${request.path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

function outcomeText(attempt: Attempt): string {
  const { made, operation } = attempt
  if (made !== undefined) return madeText(made)
  const what = attempt.clarity === 'undecided' ? ' (undecided)' : ''
  return `got the response of the first request with this id again${what}; nothing more was ${doneWords[operation]}`
}

/** What is done with money, or with a transaction. */
export const doneWords = {
  purchase: 'charged',
  completion: 'charged',
  preauthorisation: 'held',
  refund: 'refunded',
  standalone_refund: 'refunded',
  void: 'voided',
} as const

function madeText(made: Made): string {
  if (made.drifting) return 'got an undocumented status'
  switch (made.status) {
    case 'declined':
      return `declined (${bankText(made)})`
    case 'error':
      return made.response_code === ''
        ? `failed at the gateway (${made.gateway_status_code})`
        : `failed (${bankText(made)})`
    case 'unknown':
      return 'undecided (status unknown)'
    default:
      return made.status
  }
}

/** `14 Invalid card number` */
function bankText({
  response_code: responseCode,
  response_message: responseMessage = '',
}: Made): string {
  return `${responseCode} ${responseMessage}`.trim()
}

/** Why a payment ended as declined. */
export function declineOf({ events }: JudgedPayment): Decline | undefined {
  const last = events.findLast((event) => event.kind !== 'look')
  if (last?.kind === 'move') {
    return last.to === 'declined' && last.bank ? { bank: last.bank } : undefined
  }
  const { made } = last ?? {}
  if (made?.status !== 'declined' && made?.status !== 'error') return undefined
  const { rule, reason } = made
  const bank = bankText(made) || `gateway status ${made.gateway_status_code}`
  return { bank, ...(rule !== undefined && { rule }), ...(reason !== undefined && { reason }) }
}

/** `14 Invalid card number: the amount's cents are 14` */
export function declineText(
  { bank, rule, reason }: Decline,
  ruleText = (id: string) => `rule ${id}`,
): string {
  const cause = rule === undefined ? reason : ruleText(rule)
  return cause === undefined ? bank : `${bank}: ${cause}`
}

function lookText(look: Look): string {
  const { found, exchange, isForgotten } = look
  if (found === undefined) {
    return isReadable(exchange)
      ? missText(look)
      : `had no usable response itself (${uselessText(exchange)})`
  }
  if (isForgotten) {
    return `found nothing: ${exchange.facts.hidden ? 'a rule hid it' : 'the id was forgotten'}`
  }
  if (found === 'nothing') return 'found nothing: not processed'
  if (exchange.facts.shown?.drifting) return 'found it with an undocumented status'
  return found === 'unknown' ? 'still undecided' : `found it ${found}`
}

/** Why the response to a lookup or search was of no use. */
function uselessText({ response: { status }, fault, facts }: Exchange): string {
  if (status !== null && status >= 400) return `${status}`
  if (facts.left && !fault?.reset) return leftText(facts.waited_ms)
  switch (fault && faultKind(fault)) {
    case 'reset':
      return 'connection reset'
    case 'truncate':
      return 'cut off'
    case 'garbage':
      return 'unreadable'
    default:
      return 'no response'
  }
}

function moveText(move: PaymentMove): string {
  return `audit ${move.audit} ${move.expired ? 'has' : 'is now'} ${changeText(move)}`
}

/** What a transaction has become. */
export function changeText({ to, bank, isReturn, expired: isExpiry }: PaymentMove): string {
  if (isExpiry) return 'expired: the money is no longer held'
  const why = to === 'declined' && bank ? ` (${bank})` : ''
  return `${to}${isReturn ? ': the debit was returned' : ''}${why}`
}
