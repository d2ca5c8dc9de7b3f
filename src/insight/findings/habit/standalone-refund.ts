import { money } from '../../money-text.ts'
import { Recent } from '../../recent.ts'
import type { Attempt } from '../../stories/story.ts'
import type { CallFinding } from '../finding.ts'
import { orderName } from '../payment/order.ts'

/** Payments of a card that are remembered. */
const MOST = 20

export const standaloneRefund = {
  code: 'standalone-refund',
  severity: 'note',
  one: 'standalone refund',
  many: 'standalone refunds',
  seen: 'A standalone refund to a card that had paid enough: a refund by audit would be tied to that payment.',
  watch: () => {
    const paid = new Recent<string, Attempt[]>()
    return (exchange, { attempt }) => {
      const { card, merchant } = exchange
      const { made } = attempt ?? {}
      if (attempt === undefined || made === undefined || card === undefined) return undefined
      const key = `${merchant} ${card}`
      if (attempt.operation === 'purchase' || attempt.operation === 'completion') {
        remember(paid, key, attempt)
        return undefined
      }
      if (attempt.operation !== 'standalone_refund') return undefined
      const original = paid.get(key)?.findLast((one) => isEnough(one, made))
      if (original === undefined) return undefined
      return {
        key: `${made.audit}`,
        subject: `${orderName(attempt.asked.reference)}, ${money(made.amount, made.currency)}`,
        message: `A standalone refund of ${money(made.amount, made.currency)} went to the card that had paid ${paidText(original)}.`,
        advice: `Refund audit ${original.made?.audit}: then no more can go back than was paid.`,
        exchanges: original.exchange === undefined ? [exchange] : [original.exchange, exchange],
      }
    }
  },
} as const satisfies CallFinding

/** `AUD 49.95 (audit 1000001)` */
function paidText({ made }: Attempt): string {
  return made === undefined ? '' : `${money(made.total, made.currency)} (audit ${made.audit})`
}

function remember(paid: Recent<string, Attempt[]>, key: string, attempt: Attempt): void {
  const known = paid.get(key)
  if (known === undefined) paid.set(key, [attempt])
  else {
    known.push(attempt)
    if (known.length > MOST) known.shift()
  }
}

function isEnough({ status, made }: Attempt, refund: NonNullable<Attempt['made']>): boolean {
  if (status !== 'approved' || made === undefined) return false
  return made.currency === refund.currency && made.total >= refund.total
}
