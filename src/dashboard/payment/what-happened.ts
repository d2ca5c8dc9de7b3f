import { laterText, spanText } from '../../base/text/counted.ts'
import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import type { RequestResponse } from '../../control/contract/calls/requests.ts'
import { moneyText } from '../../domain/money.ts'
import type { Doubled, StepDocument } from '../../judge/payments/payment-document.ts'
import type { MarkLook } from '../parts/mark.tsx'
import { isLook, sumsOf } from './sequence.ts'

/** A response that its client never got, or could not rely on. */
interface Loss {
  readonly step: StepDocument
  readonly request: RequestResponse
  /** The next thing that the client did about it. */
  readonly next: StepDocument | undefined
  readonly hasLooked: boolean
}

/** The first loss of a payment; undefined if every response arrived. */
export function lossOf({ steps, requests }: WholePaymentResponse): Loss | undefined {
  const index = steps.findIndex(({ result, kind }) => result === 'lost' && !isLook(kind))
  const step = steps[index]
  const request = requests.find(({ id }) => id === step?.request)
  if (step === undefined || request === undefined) return undefined
  const after = steps.slice(index + 1).filter(({ kind }) => kind !== 'change')
  return { step, request, next: after[0], hasLooked: after.some(({ kind }) => isLook(kind)) }
}

/** What the client got in place of a response. */
function gotText({ step, request }: Loss): string {
  const { status } = request.response
  if (status !== null) return `Your client got ${status}`
  if (step.left) return `Your client gave up after ${spanText(step.left.after_ms)}`
  return 'The response was lost'
}

const againWords = {
  charged: 'paid again',
  held: 'held the money again',
  refunded: 'refunded it again',
} as const

/** How a payment was made twice; undefined if it was not, or if no response was lost. */
export function doubledStory(payment: WholePaymentResponse): string | undefined {
  const loss = lossOf(payment)
  const { doubled, requests, own } = payment
  if (doubled?.count !== 2 || loss?.next === undefined || isLook(loss.next.kind)) return undefined
  const { real_at, duration } = loss.request
  const next = requests.find(({ id }) => id === loss.next?.request)
  if (next === undefined) return undefined
  const ms = Date.parse(next.real_at) - Date.parse(real_at) - duration
  const got = gotText(loss)
  const who = got.startsWith('Your') ? '' : own ? 'you ' : 'your client '
  const again = againWords[doubled.what]
  return `${got}, and ${laterText(ms)} ${who}${again} without asking.`
}

/** What the client can and cannot know while it may still ask. */
export function waitingStory(loss: Loss): string {
  const { audit, response } = loss.request
  if (audit === null) {
    const got = response.status === null ? 'Your client got no response' : gotText(loss)
    return `${got} and cannot know. Nothing was charged; a search will be empty.`
  }
  const kind = loss.step.kind.replaceAll('_', ' ')
  const doubles = kind.includes('refund') ? 'refunds' : 'charges'
  return `${gotText(loss)}. A search for its correlation id shows what happened; a second ${kind} ${doubles} again.`
}

/** How it ended for the client, and for the money. */
export interface Ending {
  readonly tone: Exclude<MarkLook['tone'], 'calm'>
  readonly mark: 'approved' | 'question' | 'declined'
  readonly text: string
  readonly money: string
}

/** The last line of the picture of a judged payment; undefined if there is nothing to add. */
export function endingOf(payment: WholePaymentResponse): Ending | undefined {
  const { doubled, amount, currency, own, verdict: outcome } = payment
  const who = own ? 'You' : 'Your client'
  if (doubled !== null) {
    const much = moneyText(Math.abs(sumsOf(payment).at(-1) ?? 0) - amount, currency)
    const text = `${who} ${againWords[doubled.what]}.`
    return { tone: 'bad', mark: 'declined', text, money: tooMuchText(doubled.what, much) }
  }
  const loss = lossOf(payment)
  if (loss === undefined) return undefined
  if (loss.hasLooked && outcome !== 'unresolved') {
    const money = own ? 'You know what happened.' : 'It knows what happened.'
    return { tone: 'good', mark: 'approved', text: `${who} looked it up.`, money }
  }
  const doubt = { tone: 'warn', mark: 'question' } as const
  if (loss.next !== undefined && !isLook(loss.next.kind) && outcome !== 'unresolved') {
    const money = 'Nothing had been charged the first time: that was luck.'
    return { ...doubt, text: `${who} sent it again without asking.`, money }
  }
  const knows = own ? 'You do not know' : 'It does not know'
  const charged = loss.request.audit === null ? 'that nothing was charged' : 'what happened to it'
  return { ...doubt, text: `${who} never found out.`, money: `${knows} ${charged}.` }
}

function tooMuchText(what: Doubled['what'], much: string): string {
  if (what === 'held') return `${much} too much is held.`
  return what === 'refunded' ? `${much} too much went back.` : `The customer paid ${much} too much.`
}
