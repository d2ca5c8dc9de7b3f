import { moneyText } from '../../../domain/money/money-text.ts'
import type { Attempt } from '../../stories/story.ts'
import { refundedOf } from '../../stories/taken.ts'
import type { CallFinding } from '../finding.ts'
import { meansOf, orderName } from '../payment/order.ts'

export const standaloneRefund = {
  code: 'standalone-refund',
  severity: 'note',
  one: 'standalone refund',
  many: 'standalone refunds',
  seen: 'A standalone refund to a card or bank account that had paid enough: a refund by audit would be tied to that payment.',
  watch:
    () =>
    (exchange, { attempt, book }) => {
      if (attempt?.operation !== 'standalone_refund') return undefined
      const { card, merchant } = exchange
      const { made } = attempt
      if (made === undefined || card === undefined) return undefined
      const original = firstOf(book.paidWith(merchant, card), (one) => isEnough(one, made))
      if (original === undefined) return undefined
      return {
        key: `${made.audit}`,
        subject: `${orderName(attempt.asked.reference)}, ${moneyText(made.amount, made.currency)}`,
        message: `A standalone refund of ${moneyText(made.amount, made.currency)} went to the ${meansOf(made)} that had paid ${paidText(original)}.`,
        advice: `Refund audit ${original.made?.audit}: then no more can go back than was paid.`,
        exchanges: original.exchange === undefined ? [exchange] : [original.exchange, exchange],
      }
    },
} as const satisfies CallFinding

/** `AUD 49.95 (audit 1000001)` */
function paidText({ made }: Attempt): string {
  return made === undefined ? '' : `${moneyText(made.total, made.currency)} (audit ${made.audit})`
}

function firstOf<T>(all: Iterable<T>, isWanted: (one: T) => boolean): T | undefined {
  for (const one of all) if (isWanted(one)) return one
  return undefined
}

/** Whether as much of it is left as goes back. */
function isEnough({ status, made, story }: Attempt, refund: NonNullable<Attempt['made']>): boolean {
  if (status !== 'approved' || made === undefined || made.currency !== refund.currency) return false
  return made.total - refundedOf(story, made.audit) >= refund.total
}
