import type { PaymentMethod } from '../domain/transaction/transaction.ts'
import { noVerdict, type Verdict } from '../domain/transaction/verdict.ts'
import type { Chance } from './chance.ts'

const declines = ['51', '51', '51', '51', '05', '05', '05', '61', '14', '41', '59', '82', '91']
const errors: readonly Verdict[] = [
  { responseCode: '96' },
  { gatewayStatusCode: 'acquirer_unreachable' },
  { gatewayStatusCode: 'acquirer_time_out' },
]
const returns = ['6', '6', '6', '3', '5', '2']

/** What banks said to a payment: mostly yes. */
export function verdictFor({ rail }: PaymentMethod, chance: Chance): Verdict {
  if (rail === 'direct_debit') {
    if (!chance.hits(14)) return noVerdict
    const responseCode = chance.pick(returns)
    return { resolves: [{ after: { kind: 'return' }, status: 'declined', responseCode }] }
  }
  if (chance.hits(9)) return { responseCode: chance.pick(declines) }
  return chance.hits(1) ? chance.pick(errors) : noVerdict
}

/** Cents, small sums more often than large ones, and none that asks the sandbox for an outcome. */
export function amountOf(chance: Chance): number {
  const dollars = chance.hits(8) ? chance.between(200, 2400) : chance.between(4, 180)
  return dollars * 100 + chance.pick([0, 0, 50, 90, 95, 99, chance.below(100)])
}
