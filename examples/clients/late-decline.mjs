import { setTimeout as wait } from 'node:timers/promises'
import { enter } from './books.mjs'
import { pay } from './careful-payment.mjs'
import { openShop } from './shop.mjs'

/** The gateway declines every payment with this card. */
const emptyCard = { pan: '4000000000000051', expiry_date: '1230', cvv: '123' }

/**
 * The customer's first card is declined and the second one pays. The decline is written down by a
 * slower path, such as a queue, which does not look at what the order says by then.
 * @param {import('./gateway.mjs').Payment} payment
 */
async function payWithTwoCards(payment) {
  if (payment.card === undefined) return await pay(payment)
  const declined = await pay({
    ...payment,
    card: emptyCard,
    key: `${payment.reference} first card`,
  })
  const paid = await pay(payment)
  if (declined) void wait(200).then(() => enter(payment.reference, { paid: 0, state: 'declined' }))
  return paid
}

await openShop(payWithTwoCards)
