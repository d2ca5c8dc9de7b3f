import { auditOf } from './shop.mjs'

/**
 * @typedef {import('./shop.mjs').Shop} Shop
 *
 * What a shop believes of its order.
 * @typedef {{ paid?: number, refunded?: number, held?: number, pending?: number, state?: string }} Entry
 *
 * @typedef BookClient
 * @property {string} name
 * @property {boolean} [isCareful] Whether its books are right: any difference would be a false alarm.
 * @property {boolean} [letsExpire] Whether its holds have expired at the end.
 * @property {(shop: Shop) => Promise<Entry | undefined>} play Gives its books; undefined: it has no such order.
 */

const hold = { operation: 'preauthorisation' }

/** Clients whose books can differ from the money. @type {readonly BookClient[]} */
const wrong = [
  {
    name: 'a timer cancels the order while it is paid',
    play: async (shop) => {
      await shop.payCarefully()
      return { state: 'cancelled' }
    },
  },
  {
    name: 'a late decline overwrites the success of another card',
    play: async (shop) => {
      await shop.decline()
      await shop.payCarefully({ card: 1 })
      return { state: 'declined' }
    },
  },
  {
    name: 'ships after the hold has expired',
    letsExpire: true,
    play: async (shop) => {
      await shop.payCarefully(hold)
      await shop.pass('8d')
      return { paid: shop.amount, state: 'shipped' }
    },
  },
  {
    name: 'books a refund whose response was lost',
    play: async (shop) => {
      const target = auditOf(await shop.payCarefully())
      await shop.lose({ operation: 'refund', target, amount: 300 })
      return { paid: shop.amount, refunded: 300 }
    },
  },
  {
    name: 'does not book the refunds of its support',
    play: async (shop) => {
      const target = auditOf(await shop.payCarefully())
      await shop.payCarefully({ operation: 'refund', target, amount: 300 })
      return { paid: shop.amount }
    },
  },
  {
    name: 'books a debit when it is lodged',
    play: async (shop) => {
      await shop.payCarefully({ debit: true })
      return { paid: shop.amount }
    },
  },
  {
    name: 'treats a lost response as a failure',
    play: async (shop) => {
      await shop.lose()
      return { state: 'failed' }
    },
  },
  {
    name: 'writes the order down after the response, which is lost',
    play: async (shop) => {
      await shop.lose()
      return undefined
    },
  },
  {
    name: 'books only one of two currencies that were paid',
    play: async (shop) => {
      await shop.pay({ currency: 'USD' })
      await shop.payCarefully()
      return { paid: shop.amount }
    },
  },
  {
    name: 'cancels an order and keeps its hold',
    play: async (shop) => {
      await shop.payCarefully(hold)
      return { state: 'cancelled' }
    },
  },
]

/** Clients whose books are right. @type {readonly BookClient[]} */
const careful = [
  {
    name: 'paid, found by a search if the response was lost',
    play: async (shop) => {
      await shop.payCarefully()
      return { paid: shop.amount }
    },
  },
  {
    name: 'declined and never paid',
    play: async (shop) => {
      await shop.decline()
      return { state: 'declined' }
    },
  },
  {
    name: 'declined in one currency, then paid in another',
    play: async (shop) => {
      await shop.decline({ currency: 'USD' })
      await shop.payCarefully()
      return { paid: shop.amount }
    },
  },
  {
    name: 'declined, then paid with another card',
    play: async (shop) => {
      await shop.decline()
      await shop.payCarefully({ card: 1 })
      return { paid: shop.amount }
    },
  },
  {
    name: 'a hold that is still open',
    play: async (shop) => {
      await shop.payCarefully(hold)
      return { held: shop.amount }
    },
  },
  {
    name: 'a hold that was completed in part',
    play: async (shop) => {
      const target = auditOf(await shop.payCarefully(hold))
      await shop.payCarefully({ operation: 'completion', target, amount: 500 })
      return { paid: 500 }
    },
  },
  {
    name: 'a hold that has expired',
    letsExpire: true,
    play: async (shop) => {
      await shop.payCarefully(hold)
      await shop.pass('8d')
      return { state: 'expired' }
    },
  },
  {
    name: 'refunded in part',
    play: async (shop) => {
      const target = auditOf(await shop.payCarefully())
      await shop.payCarefully({ operation: 'refund', target, amount: 300 })
      return { paid: shop.amount, refunded: 300 }
    },
  },
  {
    name: 'a debit that is on its way',
    play: async (shop) => {
      await shop.payCarefully({ debit: true })
      return { pending: shop.amount }
    },
  },
]

export const bookClients = [...wrong, ...careful.map((one) => ({ ...one, isCareful: true }))]

/**
 * Whether books differ from the money, by the records of the sandbox alone.
 * @param {readonly import('./shop.mjs').Transaction[]} transactions
 * @param {Entry | undefined} entry
 * @param {boolean} letsExpire
 */
export function hasWrongBooks(transactions, entry, letsExpire) {
  const approved = transactions.filter(({ status }) => status === 'approved')
  const sum = (/** @type {readonly string[]} */ ...operations) =>
    approved
      .filter(({ operation }) => operations.includes(operation))
      .reduce((total, { amount }) => total + amount, 0)
  const isOpen = !letsExpire && sum('completion') === 0
  const held = isOpen ? sum('preauthorisation') : 0
  const [paid, refunded] = [sum('purchase', 'completion'), sum('refund')]
  if (entry === undefined) return paid > refunded || held > 0
  const booked = { paid: 0, refunded: 0, held: 0, ...entry }
  return paid !== booked.paid || refunded !== booked.refunded || held > booked.held
}
