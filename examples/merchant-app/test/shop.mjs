import { Checkout } from '../checkout.mjs'
import { Gateway } from '../gateway.mjs'
import { Orders } from '../orders.mjs'

export const card = { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } }

/**
 * A shop at this gateway, with order 1001 over $19.95.
 * @param {{ api: string, patience?: number, pause?: () => Promise<unknown> }} options
 */
export function openShop({ pause = async () => undefined, ...options }) {
  const gateway = new Gateway({ merchant: 1, ...options })
  const orders = new Orders()
  orders.place('1001', 1995)
  return { gateway, orders, checkout: new Checkout(gateway, orders, { pause }) }
}
