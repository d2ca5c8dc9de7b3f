import { counted, pauseText, spanText } from '../../base/text/counted.ts'
import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import { answerText } from '../../control/facts/request-words.ts'
import { moneyText } from '../../domain/money.ts'
import type { StepDocument } from '../../judge/payments/payment-document.ts'
import { shortId } from '../../judge/payments/payment-view.ts'
import type { MarkLook } from '../parts/mark.tsx'
import { paidIn } from '../words/values.ts'
import { stepLook } from './payment-steps.tsx'

export type Party = 'client' | 'gateway' | 'bank'

/** One message of a payment, from one party to another. */
export interface Message {
  readonly from: Party
  readonly to: Party
  readonly text: string
  readonly tone: MarkLook['tone']
  /** Whether it never arrived. */
  readonly isLost?: boolean
  /** Milliseconds of real time. */
  readonly at: number
  /** The request that it is part of. */
  readonly request?: number | undefined
  /** Sandbox time, if a step begins here. */
  readonly clock?: string | undefined
  /** What the customer has paid, if it changes here. */
  readonly paid?: string | undefined
  /** Whether it moves the money another time. */
  readonly isTooMuch?: boolean
  /** How long nothing had happened before it: `59 ms, no lookup`. */
  readonly pause?: string | undefined
  /** Whether it was sent after a lost answer, without a look at what had happened. */
  readonly isBlind?: boolean
}

export type DrawnPayment = Pick<
  WholePaymentResponse,
  'steps' | 'requests' | 'currency' | 'doubled' | 'also_doubled'
>

/** Whether a picture is of money that goes back alone. */
export function isOfRefunds({ steps }: Pick<DrawnPayment, 'steps'>): boolean {
  const sums = steps.map(({ paid = 0 }) => paid)
  return Math.min(...sums) < 0 && Math.max(...sums) <= 0
}

/** Whether a picture is of money that is held more than once: its sums are what is held. */
export function isOfHolds({ doubled }: Pick<DrawnPayment, 'doubled'>): boolean {
  return doubled?.what === 'held'
}

/** What the customer has paid after each step, or what is held if that was doubled. */
export function sumsOf(payment: DrawnPayment): readonly number[] {
  const { steps, requests } = payment
  if (!isOfHolds(payment)) return steps.map(({ paid = 0 }) => paid)
  let held = 0
  return steps.map(({ kind, request, result }) => {
    const found = requests.find(({ id }) => id === request)
    const isHold = kind === 'preauthorisation' && result !== 'replayed'
    if (found && isHold && found.outcome === 'approved') held += paidIn(found).cents ?? 0
    return held
  })
}

/** Whether a step charges after a charge or refunds after a refund, where that is what went wrong. */
function isAgain(payment: DrawnPayment, sums: readonly number[], i: number): boolean {
  const { doubled, also_doubled } = payment
  const moved = sums.slice(0, i + 1).map((paid, n) => paid - (sums[n - 1] ?? 0))
  const now = moved.pop() ?? 0
  const isWrong = [doubled, also_doubled].some(
    (one) => one && (one.what === 'refunded') === now < 0,
  )
  return now !== 0 && isWrong && moved.some((cents) => Math.sign(cents) === Math.sign(now))
}

/** `gap`: what is between it and the message before, if the clock was moved or steps are left out. */
type Unpaused = Message & { readonly gap?: string | undefined }

/**
 * The messages between client, gateway and bank, in order.
 * @param atEachEnd How many steps to draw at the start and at the end of a long payment.
 */
export function messagesOf(
  payment: DrawnPayment,
  atEachEnd = Number.POSITIVE_INFINITY,
): readonly Message[] {
  const rest = payment.steps.length - atEachEnd
  const hidden = rest - atEachEnd
  const requestOf = (step: StepDocument | undefined) =>
    payment.requests.find(({ id }) => id === step?.request)
  const sign = isOfRefunds(payment) ? -1 : 1
  const sums = sumsOf(payment)
  let lastAt = Date.parse(payment.requests[0]?.real_at ?? '') || 0
  const all = payment.steps.flatMap((step, i) => {
    if (hidden > 1 && i >= atEachEnd && i < rest) return []
    const before = payment.steps[i - 1]
    const next = requestOf(payment.steps[i + 1])
    const paid = sums[i] ?? 0
    const had = sums[i - 1] ?? 0
    const context: Context = {
      step,
      before,
      paid: paid === had ? undefined : moneyText(sign * paid, payment.currency),
      isTooMuch: isAgain(payment, sums, i),
      lastAt,
      nextAt: next && Date.parse(next.real_at),
    }
    const request = requestOf(step)
    const messages = request === undefined ? [unrecorded(context)] : exchanged(request, context)
    lastAt = Math.max(lastAt, ...messages.map(({ at }) => at))
    const [first, ...others] = messages
    if (hidden <= 1 || i !== rest || first === undefined) return messages
    return [{ ...first, isBlind: false, gap: `${counted(hidden, 'step')} not shown` }, ...others]
  })
  // A stable sort: what happened at one moment stays in its order.
  return withPauses(all.sort((one, other) => one.at - other.at))
}

interface Context {
  readonly step: StepDocument
  readonly before: StepDocument | undefined
  readonly paid: string | undefined
  readonly isTooMuch: boolean
  readonly lastAt: number
  /** When the next request came. */
  readonly nextAt: number | undefined
}

/** A change that its time brought, or a request that waits for its answer. */
function unrecorded({ step, before, paid, isTooMuch, lastAt }: Context): Unpaused {
  const { tone } = stepLook(step)
  const shared = { at: lastAt, tone, clock: step.at, paid, isTooMuch }
  const { change: text = step.text } = step
  if (step.kind !== 'change') {
    return { ...shared, from: 'client', to: 'gateway', text: `${kindText(step)}: ${step.text}` }
  }
  const gap = before && spanText(Date.parse(step.at) - Date.parse(before.at))
  return { ...shared, from: 'bank', to: 'gateway', text, gap }
}

/** A request and its answer, and between them the bank's request and answer. */
function exchanged(request: RequestResponse, context: Context): readonly Unpaused[] {
  const { step, before, paid, isTooMuch, nextAt = Infinity } = context
  const isLost = request.response.status === null || request.fault?.garbage === true
  const start = Date.parse(request.real_at)
  // Moments are whole milliseconds, and a busy machine notes the end of an answer late: the client
  // may have acted on it already.
  const done = start + request.duration
  const isBefore = isLost || step.result === 'lost' || done - nextAt < 10
  const end = isBefore ? Math.min(done, Math.max(start, nextAt)) : done
  // A bank is not slow because its client waits for a response that never comes.
  const decided = request.fault !== null && 'hang' in request.fault ? start : end
  const waited = step.left && `${spanText(step.left.after_ms)} without a response`
  // The second charge is what is wrong with a double charge, and a lookup is what was right.
  const isSecond = isTooMuch && paid !== undefined
  const isFound = isLook(step.kind) && !isLost && (request.response.status ?? 500) < 300
  const tone = isSecond ? 'bad' : isFound ? 'good' : 'calm'
  const shared = { tone: isFound ? 'good' : stepLook(step).tone, request: request.id } as const
  const asking = { ...shared, tone, at: start } as const
  const sent: Unpaused = {
    ...asking,
    ...{ from: 'client', to: 'gateway', clock: step.at },
    text: [kindText(step), shortId(step.correlation_id ?? '')].join(' ').trim(),
    isBlind: before?.result === 'lost' && !isLook(step.kind),
  }
  const text = answerWords(request, step)
  const got: Unpaused = { ...shared, from: 'gateway', to: 'client', at: end, isLost, text }
  const answered = isLost && waited !== undefined ? { ...got, gap: waited } : got
  const bank = bankWords(request, step)
  if (bank === undefined) return [sent, { ...answered, paid, isTooMuch }]
  const [asked, said] = bank
  const charged = { paid, isTooMuch, tone: isSecond ? 'bad' : bankTone(request) } as const
  return [
    sent,
    { ...asking, from: 'gateway', to: 'bank', text: asked },
    { ...shared, from: 'bank', to: 'gateway', ...charged, at: decided, text: said },
    isSecond && !isLost ? { ...answered, tone } : answered,
  ]
}

function kindText({ kind }: StepDocument): string {
  return kind.replaceAll('_', ' ')
}

/** The bank's request and answer; undefined if the gateway did not ask a bank. */
function bankWords(
  request: RequestResponse,
  { kind, result }: StepDocument,
): readonly [asked: string, said: string] | undefined {
  const { audit, outcome } = request
  if (isLook(kind) || audit === null || outcome === null || result === 'replayed') return undefined
  const { cents, currency } = paidIn(request)
  return [
    cents ? moneyText(cents, currency) : kind,
    `${request.bank?.code ?? ''} ${outcome}`.trim(),
  ]
}

/** Whether a step asks what happened, and moves no money. */
export function isLook(kind: string): boolean {
  return kind === 'lookup' || kind === 'search'
}

function bankTone({ outcome }: RequestResponse): MarkLook['tone'] {
  if (outcome === 'approved') return 'good'
  return outcome === 'declined' || outcome === 'pending' ? 'calm' : 'warn'
}

const lostWords = { reset: 'connection reset', truncate: 'cut off' }

/** `200 approved`, `lost after it was approved (connection reset)`. */
function answerWords(request: RequestResponse, step: StepDocument): string {
  const { outcome, fault, audit } = request
  const { status } = request.response
  const isAsking = isLook(step.kind)
  if (status !== null && fault?.garbage === true) return answerText(request)
  if (status !== null && status < 300) return `${status} ${isAsking ? step.text : (outcome ?? '')}`
  const processed = audit === null ? ' before processing' : ` after it was ${outcome}`
  const when = isAsking ? '' : processed
  if (status !== null) return `${status}${status >= 500 ? when : ''}`
  const how = Object.entries(lostWords).find(([kind]) => kind in (fault ?? {}))?.[1]
  if (how === undefined && step.left) return 'the client gave up'
  return `lost${when}${how === undefined ? '' : ` (${how})`}`
}

/** The shortest pause of a client that is worth its name. */
const SHORTEST_PAUSE_MS = 5

/** What takes longer is not drawn to scale: it is cut, and has its time. */
export const LONGEST_DRAWN_MS = 160

/** Names the time between an answer and what came next. */
function withPauses(messages: readonly Unpaused[]): readonly Message[] {
  return messages.map((message, i) => {
    const before = messages[i - 1]
    const ms = message.at - (before?.at ?? message.at)
    const isOwnStep = message.clock !== undefined && (ms >= SHORTEST_PAUSE_MS || message.isBlind)
    const own = pauseText(ms)
    const isCut = isOwnStep || ms > LONGEST_DRAWN_MS
    const pause = message.gap ?? (isCut && before ? own : undefined)
    if (pause === undefined) return message
    return { ...message, pause: message.isBlind ? `${pause}, no lookup` : pause }
  })
}
