import type { Attempt } from '../../stories/story.ts'
import { doneWord } from '../../stories/taken.ts'
import { orderText } from './order.ts'

/** `2.0 s later the same card was used for another purchase, order A-1002, AUD 49.95: …` */
export function likelyRetryText(lost: Attempt): string {
  const next = lost.likelyRetry
  if (next === undefined) return ''
  const ms = Math.max(0, next.realAt - (lost.lostAt ?? lost.realAt))
  const when = ms < 50 ? 'Right after that' : `${(ms / 1000).toFixed(1)} s later`
  const means = lost.made?.rail === 'direct_debit' ? 'account' : 'card'
  const name = next.operation.replaceAll('_', ' ')
  return ` ${when} the same ${means} was used for another ${name}, ${orderText(next)}: ${meaningOf(lost, next)}.`
}

/** What it means if it was one. */
function meaningOf(lost: Attempt, next: Attempt): string {
  if (isDone(lost) && isDone(next)) {
    return `if that was a retry, the customer was ${doubledTexts[doneWord(next)]} twice`
  }
  return 'that may be a retry'
}

const doubledTexts = {
  charged: 'charged',
  held: 'left with the money held',
  refunded: 'refunded',
} as const

function isDone({ status }: Attempt): boolean {
  return status === 'approved' || status === 'pending'
}

/** The same as a step, for who wants to decide, while its answer is still kept. */
export function likelyRetrySteps({ likelyRetry }: Attempt): readonly Attempt[] {
  return likelyRetry?.exchange === undefined ? [] : [likelyRetry]
}
