import type { WholeStoryAnswer } from '../../http/contract/control/calls/report.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { LOOK_PATIENCE_MS } from '../../insight/findings/payment/unresolved.ts'

/** A payment whose answer was lost, and whose client may still look it up. */
export interface OpenAnswer {
  readonly story: string
  /** Its errors, which are found now and may go away. */
  readonly errors: number
  /** Milliseconds until it is judged. */
  readonly left: number
}

/** Milliseconds until this payment is judged; 0: it is. */
export function timeLeft({ isReadOnly }: Visit, story: WholeStoryAnswer): number {
  if (isReadOnly || story.ended || story.verdict !== 'unresolved') return 0
  const ends = story.requests.map(({ real_at, duration }) => Date.parse(real_at) + duration)
  return Math.max(0, Math.ceil(Math.max(0, ...ends) + LOOK_PATIENCE_MS - Date.now()))
}

/** When the page has to be looked at again; undefined if nothing is open. */
export function soonest(open: readonly OpenAnswer[]): number | undefined {
  return open.length === 0 ? undefined : Math.min(...open.map(({ left }) => left))
}

/** The errors of these answers; of one test, those in it. */
export function openErrors(open: readonly OpenAnswer[], test = ''): number {
  const own = open.filter(({ story }) => test === '' || story.startsWith(`${test}-`))
  return own.reduce((sum, { errors }) => sum + errors, 0)
}
