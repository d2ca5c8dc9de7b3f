import type { allFindings } from '../../../src/judge/findings/all-findings.ts'
import { byDirectDebit, VISA } from '../../support/gateway-client.ts'
import { VaultClient } from '../../support/vault-client.ts'
import { type Gallery, money } from './gallery.ts'

interface Exhibit {
  /** The test in which a merchant would see it. */
  readonly test: string
  readonly play: (gallery: Gallery) => Promise<unknown>
}

const lost = { fault: { at: 'after', reset: true } }
const unprocessed = { fault: { at: 'before', http: 503 } }
const order = { 'transaction.reference': 'A-1001', ...money(4995) }
const pan = (number: string) => ({ 'transaction.payment_method.creditcard.pan': number })

/** How each finding comes about. */
export const exhibits: Record<(typeof allFindings)[number]['code'], Exhibit> = {
  'double-charge': {
    test: 'checkout survives a timeout',
    play: async (gallery) => {
      await gallery.next('purchase', lost)
      await gallery.buy('corr-1')
      await gallery.buy('corr-2')
    },
  },
  'double-refund': {
    test: 'refund after a timeout',
    play: async (gallery) => {
      const { client } = gallery.judged
      const audit = await gallery.buy('corr-1')
      await gallery.next('refund', lost)
      const part = { 'transaction.reference': 'A-1001 back', ...money(1000) }
      await client.refund(audit, part, { 'x-correlation-id': 'corr-2' }).catch(() => undefined)
      await gallery.pass(2010)
      await client.refund(audit, part, { 'x-correlation-id': 'corr-3' })
    },
  },
  'blind-retry': {
    test: 'checkout survives an outage',
    play: async (gallery) => {
      await gallery.next('purchase', unprocessed)
      await gallery.buy('corr-1')
      await gallery.buy('corr-2')
    },
  },
  unresolved: {
    test: 'checkout shows an error page',
    play: async (gallery) => {
      await gallery.next('purchase', lost)
      await gallery.buy('corr-1')
    },
  },
  'charged-at-once': {
    test: 'a double click on the refund button',
    play: async (gallery) => {
      const audit = await gallery.buy('corr-1')
      const refund = (id: string) =>
        gallery.judged.client.refund(
          audit,
          { ...order, ...money(1000) },
          {
            'x-correlation-id': id,
          },
        )
      await gallery.next('refund', { delay: '3s' })
      const first = refund('corr-2')
      await gallery.met()
      await gallery.pass(300)
      await refund('corr-3')
      await first
    },
  },
  'late-request': {
    test: 'a slow network',
    play: async (gallery) => {
      await gallery.judged.client.search('corr-1')
      await gallery.buy('corr-2')
      await gallery.buy('corr-1')
    },
  },
  'charged-again': {
    test: 'a new reference for each attempt',
    play: async (gallery) => {
      await gallery.next('purchase', lost)
      await gallery.buy('corr-1')
      await gallery.buy('corr-2', { 'transaction.reference': 'A-1001-2' })
      await gallery.judged.client.search('corr-1')
    },
  },
  'charged-though-refused': {
    test: 'a proxy says no',
    play: async (gallery) => {
      await gallery.next('purchase', { fault: { at: 'after', http: 403 } })
      await gallery.buy('corr-1')
    },
  },
  'misleading-rule': {
    test: 'a rule refuses after processing',
    play: async (gallery) => {
      await gallery.next('purchase', { fault: { at: 'after', http: 422, body: 'json' } })
      await gallery.buy('corr-1')
    },
  },
  'lost-sale': {
    test: 'checkout gives up',
    play: async (gallery) => {
      await gallery.next('purchase', unprocessed)
      await gallery.buy('corr-1')
      await gallery.judged.client.search('corr-1')
    },
  },
  'ignored-pending': {
    test: 'pays by direct debit',
    play: async (gallery) => {
      await gallery.buy('corr-1', byDirectDebit())
      await gallery.judged.pass('4 banking days')
    },
  },
  'paid-again': {
    test: 'the billing job runs twice',
    play: async (gallery) => {
      await gallery.buy('corr-1')
      await gallery.buy('corr-2')
    },
  },
  'hold-left-open': {
    test: 'pays with another card',
    play: async (gallery) => {
      await gallery.judged.client.preauthorise(order, { 'x-correlation-id': 'corr-1' })
      await gallery.pass(2010)
      await gallery.buy('corr-2', pan('5555555555554444'))
    },
  },
  'forgotten-hold': {
    test: 'an order is cancelled before it ships',
    play: ({ judged }) => judged.client.preauthorise(order, { 'x-correlation-id': 'corr-1' }),
  },
  'refunded-and-returned': {
    test: 'a debit comes back',
    play: async (gallery) => {
      const audit = await gallery.buy('corr-1', byDirectDebit())
      await gallery.judged.control.post('/settle', { all: true })
      await gallery.judged.client.refund(audit, order, { 'x-correlation-id': 'corr-2' })
      await gallery.judged.control.post('/return', { audits: [audit] })
    },
  },
  'paid-not-booked': {
    test: 'a timer cancels unpaid orders',
    play: async (gallery) => {
      await gallery.buy('corr-1')
      await gallery.books({ reference: 'A-1001', paid: 0, state: 'cancelled' })
    },
  },
  'booked-not-paid': {
    test: 'the hold has expired',
    play: async (gallery) => {
      await gallery.judged.client.preauthorise(order, { 'x-correlation-id': 'corr-1' })
      await gallery.judged.pass('30d')
      await gallery.books({ reference: 'A-1001', paid: 4995, state: 'shipped' })
    },
  },
  'refund-not-booked': {
    test: 'support refunds by hand',
    play: async (gallery) => {
      const audit = await gallery.buy('corr-1')
      await gallery.judged.client.refund(audit, order, { 'x-correlation-id': 'corr-2' })
      await gallery.books({ reference: 'A-1001', paid: 4995 })
    },
  },
  'booked-not-refunded': {
    test: 'an order is cancelled',
    play: async (gallery) => {
      await gallery.buy('corr-1')
      await gallery.books({ reference: 'A-1001', paid: 4995, refunded: 4995 })
    },
  },
  'not-in-books': {
    test: 'the database was away',
    play: async (gallery) => {
      await gallery.buy('corr-1')
      await gallery.books()
    },
  },
  'pending-not-booked': {
    test: 'an order times out before its debit clears',
    play: async (gallery) => {
      await gallery.buy('corr-1', byDirectDebit())
      await gallery.books({ reference: 'A-1001', paid: 0, state: 'cancelled' })
    },
  },
  'booked-not-pending': {
    test: 'nobody looks at a debit again',
    play: async (gallery) => {
      const audit = await gallery.buy('corr-1', byDirectDebit())
      await gallery.judged.control.post('/settle', { all: true })
      await gallery.judged.control.post('/return', { audits: [audit] })
      await gallery.books({ reference: 'A-1001', paid: 0, pending: 4995 })
    },
  },
  'booked-too-early': {
    test: 'pays from a bank account',
    play: async (gallery) => {
      await gallery.buy('corr-1', byDirectDebit())
      await gallery.books({ reference: 'A-1001', paid: 4995, state: 'shipped' })
    },
  },
  'hold-not-booked': {
    test: 'a hold for an order that was cancelled',
    play: async (gallery) => {
      await gallery.judged.client.preauthorise(order, { 'x-correlation-id': 'corr-1' })
      await gallery.books({ reference: 'A-1001', paid: 0, state: 'cancelled' })
    },
  },
  'booked-not-held': {
    test: 'a hold that was voided, and is still in the books',
    play: async (gallery) => {
      const { client } = gallery.judged
      const held = await client.preauthorise(order, { 'x-correlation-id': 'corr-1' })
      await client.void(held.body.audit, {}, { 'x-correlation-id': 'corr-2' })
      await gallery.books({ reference: 'A-1001', paid: 0, held: 4995 })
    },
  },
  'void-booked-as-refund': {
    test: 'an order is cancelled on the same day',
    play: async (gallery) => {
      const audit = await gallery.buy('corr-1')
      await gallery.judged.client.void(audit, {}, { 'x-correlation-id': 'corr-2' })
      await gallery.books({ reference: 'A-1001', paid: 4995, refunded: 4995 })
    },
  },
  'reused-correlation-id': {
    test: 'two orders',
    play: async (gallery) => {
      await gallery.buy('cart-7')
      await gallery.buy('cart-7', { 'transaction.reference': 'A-1002', ...money(12000) })
    },
  },
  'browser-call': {
    test: 'pays from the page',
    play: ({ judged }) =>
      judged.client.purchase({}, { origin: 'http://localhost:3000', 'x-correlation-id': 'corr-1' }),
  },
  'card-number-in-text': {
    test: 'a note for the bookkeeper',
    play: (gallery) => gallery.buy('corr-1', { 'transaction.reference': `paid with ${VISA}` }),
  },
  'looks-like-a-card-number': {
    test: 'an order number of sixteen digits',
    play: (gallery) => gallery.buy('corr-1', { 'transaction.reference': '4929421234600821' }),
  },
  hammering: {
    test: 'waits for the bank',
    play: async (gallery) => {
      await gallery.buy('corr-1')
      for (let ask = 0; ask < 6; ask += 1) {
        await gallery.judged.client.search('corr-1')
        await gallery.pass(50)
      }
    },
  },
  'ignored-retry-after': {
    test: 'the gateway is busy',
    play: async (gallery) => {
      const { client } = gallery.judged
      await gallery.next('search', {
        fault: { at: 'before', http: 429, body: 'json', retry_after: 5 },
      })
      await client.search('corr-1')
      await gallery.pass(2010)
      await client.search('corr-1')
    },
  },
  'blind-recreate': {
    test: 'saves a card',
    play: async (gallery) => {
      const { id } = (await gallery.vault.createCustomer()).body
      await gallery.next('token_create', { fault: { at: 'after', http: 500 } })
      for (const number of [1, 2]) {
        const headers = { 'x-correlation-id': `corr-${number}` }
        const vault = new VaultClient(gallery.judged.sandbox.api, headers)
        await vault.createToken(id, { preferred_name: `card ${number}` })
        await gallery.pass(2010)
      }
    },
  },
  'retried-rejection': {
    test: 'a mistyped card',
    play: async (gallery) => {
      await gallery.buy('corr-1', pan('4111111111111112'))
      await gallery.buy('corr-2', pan('4111111111111112'))
    },
  },
  'retried-hard-decline': {
    test: 'a stolen card',
    play: async (gallery) => {
      await gallery.buy('corr-1', money(1000043))
      await gallery.buy('corr-2', money(1000043))
    },
  },
  'guessed-page': {
    test: 'lists all customers',
    play: async ({ vault }) => {
      for (const n of [1, 2, 3]) await vault.createCustomer({ reference: `C-${n}` })
      await vault.customers({ limit: 1 })
      await vault.customers({ limit: 2, offset: 1 })
    },
  },
  'search-too-late': {
    test: 'recovers after the weekend',
    play: async (gallery) => {
      await gallery.buy('corr-1')
      await gallery.judged.pass('3d')
      await gallery.judged.client.search('corr-1')
    },
  },
  'raw-card-after-token': {
    test: 'a returning customer',
    play: async (gallery) => {
      const { id } = (await gallery.vault.createCustomer()).body
      await gallery.vault.createToken(id)
      await gallery.buy('corr-1')
    },
  },
  'not-a-test-card': {
    test: 'pays with a card',
    play: (gallery) => gallery.buy('corr-1', pan('4539148803436467')),
  },
  'unknown-field': {
    test: 'sends an invoice number',
    play: (gallery) => gallery.buy('corr-1', { 'transaction.invoice_number': '77' }),
  },
  'no-timeout': {
    test: 'a slow bank',
    play: async (gallery) => {
      await gallery.next('purchase', { delay: '250ms' })
      await gallery.buy('corr-1')
    },
  },
  'standalone-refund': {
    test: 'money back',
    play: async (gallery) => {
      await gallery.buy('corr-1')
      const order = { 'transaction.reference': 'A-1001', ...money(2000) }
      await gallery.judged.client.standaloneRefund(order, { 'x-correlation-id': 'corr-2' })
    },
  },
  'unmatched-rule': {
    test: 'the bank is down',
    play: async ({ judged }) => {
      const outcome = { fault: { at: 'before', http: 503 } }
      await judged.control.post('/rules', { name: 'bank down', when: { amount: '777' }, outcome })
      await judged.pay('corr-1')
    },
  },
}
