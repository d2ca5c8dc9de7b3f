import { counted } from '../../insight/counted.ts'

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
