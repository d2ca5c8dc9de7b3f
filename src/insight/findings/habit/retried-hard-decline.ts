import { moneyText } from '../../../domain/money.ts'
import { bankCodes } from '../../../domain/transaction/bank-codes.ts'
import type { Exchange } from '../../exchange.ts'
import { Recent } from '../../recent.ts'
import type { CallFinding } from '../finding.ts'
import { orderName } from '../payment/order.ts'

/** Codes after which the same card can only be declined again. */
const hardDeclines: ReadonlySet<string> = new Set(['04', '07', '14', '41', '43', '54'])

export const retriedHardDecline = {
  code: 'retried-hard-decline',
  severity: 'warning',
  one: 'retried hard decline',
  many: 'retried hard declines',
  seen: 'The same card and amount was tried again after 04, 07, 14, 41, 43 or 54. Not after 54 with another expiry date.',
  watch: () => {
    const declined = new Recent<string, Exchange>()
    return (exchange) => {
      const { card, merchant, facts } = exchange
      const { made } = facts
      if (made === undefined || card === undefined || isFollowUp(exchange)) return undefined
      const isHard = made.status === 'declined' && hardDeclines.has(made.responseCode)
      if (!isHard && declined.isEmpty) return undefined
      const key = `${merchant} ${card} ${made.expiry} ${made.amount} ${made.currency}`
      const before = declined.get(key)
      if (isHard) declined.set(key, exchange)
      if (before === undefined) return undefined
      const code = before.facts.made?.responseCode ?? ''
      return {
        key,
        subject: `${orderName(facts.asked?.reference ?? '')}, ${moneyText(made.amount, made.currency)}`,
        message: `The same card and amount was tried again after decline ${code} (${meaningOf(code)}), which is final.`,
        advice: 'Ask for another card; card schemes fine merchants who keep trying.',
        exchanges: [before, exchange],
      }
    }
  },
} as const satisfies CallFinding

/** `stolen card` */
function meaningOf(code: string): string {
  const words = bankCodes.find((one) => one.code === code)?.message ?? 'declined'
  return words.slice(0, 1).toLowerCase() + words.slice(1)
}

/** What acts on an earlier transaction has no say in its card. */
function isFollowUp({ facts }: Exchange): boolean {
  return facts.asked?.target !== undefined
}
