import { auditOf } from './shop.mjs'

/** @typedef {import('./shop.mjs').Shop} Shop */

/**
 * @typedef Client
 * @property {string} name
 * @property {boolean} [isCareful] Whether it does everything right: an error would be a false alarm.
 * @property {(shop: Shop) => Promise<unknown>} play Its shop knows how many payments and refunds it meant, and how many of them it believes to have been made.
 * @property {boolean} [isWarned] Whether a warning about two senders is right, although it meant both payments.
 * @property {true} [uniqueReferences] Each of its references is one order.
 * @property {boolean} [isAlone] Whether it moves the clock of its world by a day or more.
 */

/** A card payment that is approved later. */
const pending = { status: 'pending', resolves: { after: '1h', status: 'approved' } }

const payments = [{}, { operation: 'preauthorisation' }, { debit: true }]

/** @param {Shop} shop @param {() => Promise<unknown>} act */
async function times(shop, act, most = 2) {
  for (let n = shop.random.upTo(most); n > 0; n -= 1) await act()
}

/** A payment that moves no money, as a search shows. @param {Shop} shop @param {import('./shop.mjs').Payment} [payment] */
async function loseWithoutMoney(shop, payment = {}) {
  const id = shop.newId()
  if (shop.random.upTo(1) === 0) await shop.lose({ ...payment, id }, 'before')
  else {
    const late = { status: 'unknown', resolves: { after: '1h', status: 'declined' } }
    await shop.shape(id, late)
    await shop.pay({ ...payment, id })
  }
  await shop.find(id)
}

/** Other ways to pay for the same order. @param {Shop} shop */
function otherPayments({ amount }) {
  return [{ card: 1 }, { amount: amount - 100 }, { amount: amount * 2 }, { card: 2, amount: 500 }]
}

/** Clients that can move money twice. @type {readonly Client[]} */
const wrong = [
  {
    name: 'sends it again after a lost response',
    play: async (shop) => {
      const payment = shop.random.of(payments)
      await times(shop, () => shop.lose(payment))
      await shop.lose(payment)
      await shop.pay(payment)
    },
  },
  {
    name: 'the same, with declines and errors in between',
    play: async (shop) => {
      const payment = shop.random.of(payments.slice(0, 2))
      await shop.lose(payment)
      await shop.decline(payment)
      await times(shop, () => shop.decline(payment))
      await shop.pay(payment)
    },
  },
  {
    name: 'refunds again after a lost response',
    play: async (shop) => {
      shop.meant = { charges: 1, refunds: 1 }
      const target = auditOf(await shop.pay())
      const refund = { operation: 'refund', target, amount: 300 }
      await shop.lose(refund)
      await times(shop, () => shop.decline(refund))
      await shop.pay(refund)
    },
  },
  {
    name: 'tries another operation after a lost response',
    play: async (shop) => {
      const [first, second] = shop.random.of([
        [{ operation: 'preauthorisation' }, {}],
        [{}, { operation: 'preauthorisation' }],
      ])
      await shop.lose(first)
      await shop.pay(second)
    },
  },
  {
    name: 'sends it again while the first is under way',
    play: async (shop) => {
      await shop.payDuring(4, 1500)
    },
  },
  {
    name: 'sends it twice at once (double click, two workers)',
    play: async (shop) => {
      if (shop.random.upTo(1) === 0) await shop.find(await shop.lose({}, 'before'))
      await shop.payDuring(2)
    },
  },
  {
    name: 'uses a correlation id again after a day',
    isAlone: true,
    play: async (shop) => {
      const id = shop.newId()
      if (shop.random.upTo(1) === 0) await shop.pay({ id })
      else await shop.lose({ id })
      await shop.pass('25h')
      await shop.pay({ id })
    },
  },
  {
    name: 'lodges a debit twice, and the bank returns both',
    isAlone: true,
    play: async (shop) => {
      await shop.lose({ debit: true })
      await shop.pay({ debit: true })
      await shop.pass('4 banking days')
    },
  },
  {
    name: 'treats a 403 or 429 from a proxy as a refusal',
    play: async (shop) => {
      const id = shop.newId()
      const at = shop.random.of(['before', 'after'])
      await shop.shape(id, { fault: { at, http: shop.random.of([403, 429]) } })
      await shop.pay({ id })
      await shop.pay()
    },
  },
  {
    name: 'treats a failed search as an empty one',
    play: async (shop) => {
      const payment = shop.random.of(payments)
      const id = await shop.lose(payment)
      await shop.failSearch(id)
      await shop.search(id)
      await shop.pay(payment)
    },
  },
  {
    name: 'trusts an empty search, and the network delivers the request late',
    play: async (shop) => {
      const id = shop.newId()
      if (shop.random.upTo(1) === 0) await shop.lose({ id }, 'before')
      await shop.search(id)
      await shop.pay()
      await shop.pay({ id })
    },
  },
  {
    name: 'pays again under a suffix or with a fee, and searches only then',
    play: async (shop) => {
      const payment = shop.random.of(payments)
      const id = await shop.lose(payment)
      const suffix = shop.random.of(['-2', '/retry', '_b'])
      const other = [{ reference: `${shop.reference}${suffix}` }, { amount: shop.amount + 75 }]
      await shop.pay({ ...payment, ...shop.random.of(other) })
      await shop.find(id)
    },
  },
  {
    name: 'trusts an empty search after the gateway has forgotten the id',
    isAlone: true,
    play: async (shop) => {
      const payment = shop.random.of(payments)
      const id = await shop.lose(payment)
      await shop.pass('25h')
      await shop.search(id)
      await shop.pay(payment)
    },
  },
  {
    name: 'a job that runs twice, with `--unique-references`',
    uniqueReferences: true,
    isAlone: true,
    play: async (shop) => {
      const payment = shop.random.of(payments)
      await shop.payCarefully(payment)
      await shop.payCarefully({ ...payment, amount: shop.amount + shop.random.of([0, 75]) })
    },
  },
  {
    name: 'searches for its first attempt, which was declined, after a later one was lost',
    play: async (shop) => {
      const payment = shop.random.of(payments.slice(0, 2))
      const first = await shop.decline(payment)
      await shop.lose(payment, 'after')
      await shop.search(first)
      const isPaidAgain = shop.random.upTo(1) === 0
      if (isPaidAgain) await shop.pay(payment)
      else await shop.decline(payment)
      shop.believes = { charges: isPaidAgain ? 1 : 0 }
    },
  },
  {
    name: 'holds and completes twice, or buys as well, with `--unique-references`',
    uniqueReferences: true,
    isAlone: true,
    play: async (shop) => {
      const acts = [() => shop.holdAndComplete(), () => shop.payCarefully()]
      await shop.holdAndComplete()
      await shop.random.of(acts)()
    },
  },
  {
    name: 'treats pending as a failure and pays again, with `--unique-references`',
    uniqueReferences: true,
    isAlone: true,
    play: async (shop) => {
      const payment = shop.random.of([{}, { debit: true }])
      const id = shop.newId()
      if (!payment.debit) await shop.shape(id, pending)
      await shop.pay({ ...payment, id })
      await shop.pay({ ...payment, card: shop.random.upTo(1) })
    },
  },
  {
    name: 'sees that it is undecided, and pays again at once',
    play: async (shop) => {
      const id = shop.newId()
      await shop.shape(id, { status: 'unknown', resolves: { after: '1h', status: 'approved' } })
      await shop.pay({ id })
      await times(shop, () => shop.search(id), 1)
      await shop.pay()
      await shop.pass('2h')
      await times(shop, () => shop.search(id), 1)
    },
  },
  {
    name: 'two workers, each of which searches and sends its own request again',
    play: async (shop) => {
      const ids = [await shop.lose({}, 'before'), await shop.lose({}, 'before')]
      if (shop.random.upTo(1) === 0) ids.reverse()
      const isInTurn = shop.random.upTo(1) === 0
      if (!isInTurn) for (const id of ids) await shop.search(id)
      for (const id of ids) {
        if (isInTurn) await shop.search(id)
        await shop.pay({ id })
      }
    },
  },
  {
    name: 'holds again after a lost hold has expired',
    isAlone: true,
    play: async (shop) => {
      shop.meant = { charges: 2, refunds: 0 }
      const hold = { operation: 'preauthorisation' }
      const id = await shop.lose(hold)
      if (shop.random.upTo(1) === 0) {
        await shop.failSearch(id)
        await shop.search(id)
      }
      await shop.pass('8d')
      await shop.pay(hold)
    },
  },
  {
    name: 'two workers with one search, which was empty or found it declined',
    play: async (shop) => {
      const payment = shop.random.of(payments.slice(0, 2))
      await loseWithoutMoney(shop, payment)
      for (let n = 2 + shop.random.upTo(1); n > 0; n -= 1) {
        await shop.pay(payment)
        if (shop.random.upTo(1) === 0) await shop.pass('2h')
      }
    },
  },
  {
    name: 'two workers with one search, the second of which is lost and found',
    play: async (shop) => {
      await loseWithoutMoney(shop)
      await shop.pay()
      await shop.find(await shop.lose({}, 'after'))
    },
  },
  {
    name: 'two workers refund after one search',
    play: async (shop) => {
      shop.meant = { charges: 1, refunds: 1 }
      const target = auditOf(await shop.pay())
      const refund = { operation: 'refund', target, amount: 300 }
      await loseWithoutMoney(shop, refund)
      await shop.pay(refund)
      await shop.pay(refund)
    },
  },
  {
    name: 'pays again with another card, less or more without looking, and finds the first later',
    play: async (shop) => {
      const payment = shop.random.of(payments.slice(0, 2))
      const id = await shop.lose(payment, 'after')
      await shop.pay({ ...payment, ...shop.random.of(otherPayments(shop)) })
      await shop.find(id)
    },
  },
  {
    name: 'the same, after it saw that it was undecided',
    play: async (shop) => {
      const id = shop.newId()
      await shop.shape(id, { status: 'unknown', resolves: { after: '1h', status: 'approved' } })
      await shop.pay({ id })
      await shop.pay(shop.random.of(otherPayments(shop)))
      await shop.find(id)
    },
  },
  {
    name: 'the same, after a proxy’s 403',
    play: async (shop) => {
      const id = shop.newId()
      await shop.shape(id, { fault: { at: 'after', http: 403 } })
      await shop.pay({ id })
      await shop.pay(shop.random.of(otherPayments(shop)))
      await shop.find(id)
    },
  },
  {
    name: 'stops waiting with an open connection, searches, and pays again while it is undecided',
    play: async (shop) => {
      const { id, left } = await shop.race()
      await shop.search(id)
      await shop.pay(shop.random.of([{}, ...otherPayments(shop)]))
      await left
      await shop.find(id)
    },
  },
  {
    name: 'takes response code 94, 68 or 09 as paid',
    play: async (shop) => {
      await shop.payUnsurely(shop.random.of(payments.slice(0, 2)))
      shop.believes = { charges: 1 }
    },
  },
  {
    name: 'takes response code 94, 68 or 09 as paid once the id gets a 409',
    play: async (shop) => {
      await shop.pay({ id: await shop.payUnsurely() })
      shop.believes = { charges: 1 }
    },
  },
  {
    name: 'loses a month of a subscription, and never looks',
    isAlone: true,
    play: async (shop) => {
      shop.meant = { charges: 2, refunds: 0 }
      await shop.lose()
      await shop.pass('30d')
      await shop.pay()
    },
  },
]

/** Clients that do everything right, in situations that look like a retry. @type {readonly Client[]} */
const careful = [
  {
    name: 'searches after a lost response',
    play: async (shop) => {
      const payment = shop.random.of(payments)
      await times(shop, () => shop.decline(payment.debit ? {} : payment), 1)
      await shop.payCarefully(payment)
    },
  },
  {
    name: 'declined, then lost, and searched for by its own id',
    play: async (shop) => {
      const payment = shop.random.of(payments.slice(0, 2))
      await shop.decline(payment)
      await shop.payCarefully(payment, 1 + shop.random.upTo(2))
    },
  },
  {
    name: 'holds and completes in parts, with `--unique-references`',
    uniqueReferences: true,
    isAlone: true,
    play: async (shop) => {
      await times(shop, () => shop.decline({ operation: 'preauthorisation' }), 1)
      await shop.holdAndComplete(1 + shop.random.upTo(2))
    },
  },
  {
    name: 'waits while it is pending, with `--unique-references`',
    uniqueReferences: true,
    isAlone: true,
    play: async (shop) => {
      const id = shop.newId()
      const isDebit = shop.random.upTo(1) === 0
      if (!isDebit) await shop.shape(id, pending)
      await shop.pay({ id, debit: isDebit })
      await shop.pass('4 banking days')
      await shop.find(id)
    },
  },
  {
    name: 'two workers that share the id of the order',
    play: async (shop) => {
      const id = await shop.lose({}, 'before')
      await Promise.all([shop.search(id), shop.search(id)])
      await Promise.all([shop.pay({ id }), shop.pay({ id })])
      await shop.find(id)
    },
  },
  {
    name: 'waits while it is undecided',
    play: async (shop) => {
      const id = shop.newId()
      const status = shop.random.of(['approved', 'declined'])
      await shop.shape(id, { status: 'unknown', resolves: { after: '1h', status } })
      await shop.pay({ id })
      await shop.find(id)
    },
  },
  {
    name: 'one reference for all customers',
    play: async (shop) => {
      shop.meant = { charges: 8, refunds: 0 }
      for (let n = 0; n < 8; n += 1) await shop.payCarefully({ card: n })
    },
  },
  {
    name: 'one reference for all customers, at the same time',
    play: async (shop) => {
      shop.meant = { charges: 4, refunds: 0 }
      // A loss would look like an order that is paid with another card before anybody looks.
      await Promise.all([0, 1, 2, 3].map((card) => shop.payCarefully({ card }, 0)))
    },
  },
  {
    name: 'a subscription, every 30 days',
    isAlone: true,
    play: async (shop) => {
      shop.meant = { charges: 3, refunds: 0 }
      for (let n = 0; n < 3; n += 1) {
        await shop.payCarefully()
        await shop.pass('30d')
      }
    },
  },
  {
    name: 'partial refunds of the same amount',
    isAlone: true,
    play: async (shop) => {
      shop.meant = { charges: 1, refunds: 2 }
      const target = auditOf(await shop.payCarefully())
      await shop.payCarefully({ operation: 'refund', target, amount: 300 })
      await shop.pass('2d')
      await shop.payCarefully({ operation: 'refund', target, amount: 300 })
    },
  },
  {
    name: 'a new reference, amount or operation after an empty search',
    play: async (shop) => {
      const id = await shop.lose({})
      if ((await shop.find(id)) !== 'nothing') return
      const reference = `${shop.reference}-2`
      const other = [{ reference }, { amount: shop.amount + 75 }, { operation: 'preauthorisation' }]
      await shop.pay(shop.random.of(other))
    },
  },
  {
    name: 'paid, refunded and paid again, with `--unique-references`',
    uniqueReferences: true,
    isAlone: true,
    play: async (shop) => {
      shop.meant = { charges: 2, refunds: 1 }
      const target = auditOf(await shop.payCarefully())
      await shop.payCarefully({ operation: 'refund', target })
      await shop.payCarefully({ card: 1 })
    },
  },
  {
    name: 'stops waiting with an open connection, and searches until it is decided',
    play: async (shop) => {
      const { id, left } = await shop.race(shop.random.of(payments.slice(0, 2)))
      await shop.find(id)
      await left
    },
  },
  {
    name: 'equal parcels by parallel workers, each settled by its own id',
    // It may be on purpose, as the warning says.
    isWarned: true,
    play: async (shop) => {
      shop.meant = { charges: 2, refunds: 0 }
      const ids = [shop.newId(), shop.newId()]
      const fault = { at: 'after', ...shop.random.of([{ reset: true }, { http: 503 }]) }
      const slow = { delay: '1s' }
      await shop.shape(ids[0] ?? '', { ...slow, fault })
      await shop.shape(ids[1] ?? '', shop.random.of([slow, { ...slow, fault }]))
      const settle = async (/** @type {string} */ id) => {
        if ((await shop.pay({ id })) === 'unclear') await shop.find(id)
      }
      await Promise.all(ids.map(settle))
    },
  },
  {
    name: 'one new attempt after a search, and another after its decline',
    play: async (shop) => {
      await loseWithoutMoney(shop)
      await shop.decline()
      await shop.payCarefully({}, 0)
    },
  },
  {
    name: 'one new attempt after a search, and the instalment of the next day',
    isAlone: true,
    play: async (shop) => {
      shop.meant = { charges: 2, refunds: 0 }
      await loseWithoutMoney(shop)
      await shop.pay()
      await shop.pass('25h')
      await shop.pay()
    },
  },
  {
    name: 'refunds of two amounts after a search',
    play: async (shop) => {
      shop.meant = { charges: 1, refunds: 2 }
      const target = auditOf(await shop.pay())
      const refund = { operation: 'refund', target, amount: 300 }
      await loseWithoutMoney(shop, refund)
      await shop.pay(refund)
      await shop.pay({ ...refund, amount: 200 })
    },
  },
  {
    name: 'pays with another card without looking, finds the first and voids it',
    play: async (shop) => {
      const id = await shop.lose({}, 'after')
      await shop.pay(shop.random.of(otherPayments(shop)))
      const target = auditOf(await shop.find(id))
      await shop.payCarefully({ operation: 'void', target }, 0)
    },
  },
  {
    name: 'looks up response code 94, 68 or 09, and then pays again',
    play: async (shop) => {
      await shop.find(await shop.payUnsurely())
      await shop.pay(shop.random.of([{}, ...otherPayments(shop)]))
    },
  },
  {
    name: 'stores a card again under its own name after a lost response',
    play: async (shop) => {
      await shop.saveCardTwice()
      await shop.payCarefully()
    },
  },
  {
    name: 'declined, then paid with another card',
    play: async (shop) => {
      await shop.decline()
      await shop.payCarefully({ card: 1 })
    },
  },
  {
    name: 'searches after a 409 or a proxy’s 403',
    play: async (shop) => {
      const id = shop.newId()
      await shop.shape(id, { fault: { at: 'after', http: shop.random.of([403, 409, 429]) } })
      await shop.pay({ id })
      if ((await shop.find(id)) === 'nothing') await shop.payCarefully()
    },
  },
]

export const clients = [...wrong, ...careful.map((one) => ({ ...one, isCareful: true }))]
