import type { Transaction } from '../../law/state.ts'
import type { Request } from '../../law/wire/request.ts'
import { amount, currency, kvps, reference } from './amounts.ts'
import { account, cvv, expiry, pan } from './cards.ts'
import { type Choosing, call, merchantOf } from './choosing.ts'

export function payment(choosing: Choosing): Request {
  const { chance } = choosing
  const operation = chance.one([
    'purchase',
    'purchase',
    'purchase',
    'preauthorisation',
    'preauthorisation',
    'refund',
  ])
  const isDebit = chance.often(operation === 'preauthorisation' ? 0.02 : 0.25)
  const merchant = merchantOf(choosing)
  const money = { total_amount: amount(chance), currency: currency(chance) }
  const payment_method = isDebit ? { directdebit: account(chance) } : { creditcard: card(choosing) }
  const own = 'creditcard' in payment_method ? ` ${payment_method.creditcard.pan} again` : ''
  const said = chance.often(0.05) ? `order of${own}` : reference(chance)
  const transaction = { reference: said, amount_details: money, payment_method }
  const body = { merchant: { id: merchant }, ...kvps(chance), transaction }
  return call(choosing, 'POST', `/v1/transactions/${operation}`, { body, merchant })
}

function card({ chance, state }: Choosing) {
  const token = chance.often(0.3) ? chance.some(state.tokens) : undefined
  if (token !== undefined && token.virtualPan !== '') {
    // What is sent beside a virtual PAN counts; mostly nothing is.
    const sent = chance.often(0.3) ? { expiry_date: expiry(chance, state) } : {}
    const isCard = token.account.kind === 'card'
    const code = isCard && chance.often(0.3) ? { cvv: chance.one(['123', '1234', '911']) } : {}
    return { pan: token.virtualPan, ...(isCard && sent), ...code }
  }
  if (chance.often(0.02)) return { pan: '9111111111111114' }
  const number = pan(chance)
  return { pan: number, expiry_date: expiry(chance, state), ...cvv(chance, number) }
}

export function acting(choosing: Choosing): Request {
  const { chance, state } = choosing
  const all = [...state.transactions.values()]
  const recent = all.slice(-25)
  const kind = chance.one(['completion', 'refund', 'void'])
  const fitting = recent.filter((one) => isLikely(one, kind))
  const target = chance.often(0.75)
    ? (chance.some(fitting) ?? chance.some(recent))
    : chance.some(all)
  const merchant = target && chance.often(0.95) ? target.merchant : merchantOf(choosing)
  const audit = target?.audit ?? 1_000_001
  const money = { amount_details: moneyFor(choosing, target) }
  const transaction = { reference: reference(chance), ...(kind !== 'void' && money) }
  const body = { merchant: { id: merchant }, ...kvps(chance), transaction }
  return call(choosing, 'POST', `/v1/transactions/${audit}/${kind}`, { body, merchant })
}

function isLikely({ status, kind }: Transaction, operation: string): boolean {
  if (operation === 'completion') return kind === 'preauthorisation' && status === 'approved'
  if (operation === 'void') return status === 'approved' || status === 'pending'
  return status === 'approved' && (kind === 'purchase' || kind === 'completion')
}

function moneyFor({ chance }: Choosing, target: Transaction | undefined) {
  const total = target?.total ?? 100n
  const part = 1n + BigInt(chance.below(Math.max(1, Number(total))))
  const asked = chance.weighed(
    [4, () => String(target?.amount ?? 1n)],
    [3, () => String(total)],
    [6, () => String(part)],
    [1, () => String(total + 1n)],
    [3, () => amount(chance)],
  )()
  const isSame = chance.often(0.96)
  return { total_amount: asked, currency: isSame && target ? target.currency : currency(chance) }
}
