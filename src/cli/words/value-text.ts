import { sydneyIso } from '../../domain/time/sydney-time.ts'
import { counted } from '../../insight/counted.ts'

/** An instant in Sydney time, which all cut-offs use. */
export function timeText(at: string): string {
  return sydneyIso(Date.parse(at), 'seconds')
}

/** `2 customers, 3 tokens, 1 transaction` */
export function dataText(sizes: {
  readonly customers: number
  readonly tokens: number
  readonly transactions: number
}): string {
  const { customers, tokens, transactions } = sizes
  return [
    counted(customers, 'customer'),
    counted(tokens, 'token'),
    counted(transactions, 'transaction'),
  ].join(', ')
}

/** `visa …0051`, `032-050 …123`: enough to tell accounts apart in a table. */
export function accountText({
  account,
  card_type,
  method,
}: {
  readonly account: string
  readonly card_type: string | null
  readonly method: 'card' | 'direct_debit'
}): string {
  if (method === 'card') return `${card_type || 'card'} …${account.slice(-4)}`
  return account.replace(/\D+(?=\d{3}$)/, ' …')
}
