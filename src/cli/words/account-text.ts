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
