import { runAgent } from './agent.mjs'
import { isKnown, purchase } from './gateway.mjs'

/**
 * Leaves the idempotency key to the model, which makes up a new one for each call. After a lost
 * response the second call is a second payment.
 * @type {import('./agent.mjs').Tool}
 */
const chargeCard = {
  name: 'charge_card',
  description: 'Charges the customer’s card. Use a unique idempotency key.',
  parameters: ['order_id', 'amount_cents', 'idempotency_key'],
  async run({ order_id = '', amount_cents, idempotency_key = '' }) {
    const payment = { reference: order_id, cents: Number(amount_cents) }
    const { status, body } = await purchase(payment, idempotency_key)
    if (status !== 200 || !isKnown(body)) throw new Error('The payment failed. Please try again.')
    return `${order_id}: ${body.status.transaction_status_code}`
  },
}

const isPaid = await runAgent(chargeCard, { order_id: 'A-1001', amount_cents: '4995' })
process.exitCode = isPaid ? 0 : 1
