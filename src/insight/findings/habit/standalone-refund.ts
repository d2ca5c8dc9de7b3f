import { moneyText } from '../../../domain/money.ts'
import { orderName } from '../../stories/retry.ts'
import type { Attempt } from '../../stories/story.ts'
import { refundedOf } from '../../stories/taken.ts'
import type { CallFinding } from '../finding.ts'

export const standaloneRefund: CallFinding<'standalone-refund'> = {
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
        subject: `${orderName(attempt.requested.reference)}, ${moneyText(made.amount, made.currency)}`,
        message: `A standalone refund of ${moneyText(made.amount, made.currency)} went to the ${paidText(original)}.`,
        advice: `Refund audit ${original.made?.audit}: then no more can go back than was paid.`,
        exchanges: original.exchange === undefined ? [exchange] : [original.exchange, exchange],
      }
    },
}

/** `card that had paid AUD 49.95 (audit 1000001)` */
function paidText({ made }: Attempt): string {
  if (made === undefined) return 'card'
  const money = moneyText(made.total, made.currency)
  const paid =
    made.rail === 'card'
      ? `card that had paid ${money}`
      : `account whose debit of ${money} had cleared`
  return `${paid} (audit ${made.audit})`
}

function firstOf<T>(all: Iterable<T>, isWanted: (one: T) => boolean): T | undefined {
  for (const one of all) if (isWanted(one)) return one
  return undefined
}

/** Whether the unrefunded rest covers the refund. */
function isEnough({ status, made, story }: Attempt, refund: NonNullable<Attempt['made']>): boolean {
  if (status !== 'approved' || made === undefined || made.currency !== refund.currency) return false
  return made.total - refundedOf(story, made.audit) >= refund.total
}
