import type { FindingCode } from '../../../src/judge/findings/all-findings.ts'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { VaultClient } from '../../support/vault-client.ts'
import { type Gallery, money } from './gallery.ts'

/** A small client that does what the advice of a finding says, in the situation that shows the finding. */
interface Followed {
  /** The words of the advice that it follows. */
  readonly says: RegExp
  readonly play: (gallery: Gallery) => Promise<unknown>
  /** The cents that the customer has paid in the end, if it pays. */
  readonly charged?: number
}

/** Why nobody can follow an advice here. */
interface NotFollowed {
  readonly reason: string
}

const order = { 'transaction.reference': 'A-1001', ...money(4995) }
const lost = { fault: { at: 'after', reset: true } }
const unprocessed = { fault: { at: 'before', http: 503 } }
const pan = (number: string) => ({ 'transaction.payment_method.creditcard.pan': number })
const header = (id: string) => ({ 'x-correlation-id': id })

/** Pays; if the response is lost, asks, and sends the same request again only if nothing was found. */
async function askAndSend(gallery: Gallery, id: string, send: () => Promise<number | undefined>) {
  if (await send().catch(() => undefined)) return
  const { results } = (await gallery.judged.client.search(id)).body
  if (results.length === 0) await send()
}

const payment = (outcome: object) => async (gallery: Gallery) => {
  await gallery.next('purchase', outcome)
  await askAndSend(gallery, 'corr-1', () => gallery.buy('corr-1'))
}

const refund = (outcome: object) => async (gallery: Gallery) => {
  const audit = await gallery.buy('corr-1')
  await gallery.next('refund', outcome)
  const part = { 'transaction.reference': 'A-1001 back', ...money(1000) }
  await askAndSend(gallery, 'corr-2', () =>
    gallery.judged.client.refund(audit, part, header('corr-2')).then(({ body }) => body.audit),
  )
}

const FIRST_ASK =
  /^First ask GET \S+=corr-\d; send the request again, with the same correlation id, only if the search is empty\./

const books = { reason: 'The shop follows it in its books; see the tests of the comparison.' }
const habit = { reason: 'It concerns what is sent, not what is paid.' }

/** What comes of each advice. A new finding needs a client here, or a reason. */
export const advice: Record<FindingCode, readonly Followed[] | NotFollowed> = {
  'double-charge': [
    { says: FIRST_ASK, play: payment(lost), charged: 4995 },
    { says: FIRST_ASK, play: payment(unprocessed), charged: 4995 },
  ],
  'double-refund': [
    { says: FIRST_ASK, play: refund(lost), charged: 3995 },
    { says: FIRST_ASK, play: refund(unprocessed), charged: 3995 },
  ],
  'blind-retry': [
    { says: FIRST_ASK, play: payment(lost), charged: 4995 },
    { says: FIRST_ASK, play: payment(unprocessed), charged: 4995 },
  ],
  unresolved: [
    {
      says: /^Ask GET \S+=corr-1 until it responds\. If the search is empty within the cache time \(usually 24 hours\), send the request again with the same correlation id\.$/,
      play: async (gallery) => {
        await gallery.next('purchase', lost)
        await gallery.next('search', unprocessed)
        await gallery.buy('corr-1')
        while ((await gallery.judged.client.search('corr-1')).status !== 200)
          await gallery.pass(1000)
      },
      charged: 4995,
    },
  ],
  'charged-at-once': [
    {
      says: /make the correlation id from the order, so that the gateway refuses the second request/,
      play: async (gallery) => {
        const audit = await gallery.buy('corr-1')
        const back = () =>
          gallery.judged.client.refund(audit, { ...order, ...money(1000) }, header('A-1001-back'))
        await Promise.all([back(), back()])
      },
      charged: 3995,
    },
  ],
  'late-request': [
    {
      says: /or send the request again with its own correlation id, which the gateway accepts only once/,
      play: async (gallery) => {
        await gallery.judged.client.search('corr-1')
        await gallery.buy('corr-1')
        // The first one, which the network delivers now.
        await gallery.buy('corr-1')
      },
      charged: 4995,
    },
    {
      says: /wait longer than a request can be delayed on its way/,
      play: async (gallery) => {
        await gallery.judged.client.search('corr-1')
        await gallery.buy('corr-1')
        await gallery.judged.client.search('corr-1')
      },
      charged: 4995,
    },
  ],
  'charged-again': [
    { says: FIRST_ASK, play: payment(lost), charged: 4995 },
    {
      says: /If it was a retry, void or refund one of the two\.$/,
      play: async (gallery) => {
        await gallery.next('purchase', lost)
        await gallery.buy('corr-1')
        const again = await gallery.buy('corr-2', { 'transaction.reference': 'A-1001-2' })
        await gallery.judged.client.search('corr-1')
        await gallery.judged.client.void(again)
      },
      charged: 4995,
    },
  ],
  'charged-though-refused': [
    {
      says: /Ask GET \S+=corr-1 before you treat it as a refusal/,
      play: async (gallery) => {
        await gallery.next('purchase', { fault: { at: 'after', http: 403 } })
        await gallery.buy('corr-1')
        await gallery.judged.client.search('corr-1')
      },
      charged: 4995,
    },
  ],
  'misleading-rule': { reason: 'It concerns a rule of the sandbox, not the client.' },
  'lost-sale': [
    {
      says: /^After an empty search, send POST \S+ again with the same correlation id\.$/,
      play: async (gallery) => {
        await gallery.next('purchase', unprocessed)
        await gallery.buy('corr-1')
        await gallery.judged.client.search('corr-1')
        await gallery.buy('corr-1')
      },
      charged: 4995,
    },
  ],
  'ignored-pending': [
    {
      says: /until the status is approved, declined or error; a direct debit takes some banking days/,
      play: async (gallery) => {
        const audit = await gallery.buy('corr-1', byDirectDebit())
        await gallery.judged.pass('4 banking days')
        await gallery.judged.client.lookup(audit)
      },
      charged: 4995,
    },
    {
      says: /The bank can still return one that is approved: ask again every day/,
      play: async (gallery) => {
        const audit = await gallery.buy('corr-1', byDirectDebit())
        await gallery.judged.control.post('/settle', { all: true })
        await gallery.judged.client.lookup(audit)
        await gallery.judged.control.post('/return', { audits: [audit] })
        await gallery.judged.pass('1d')
        await gallery.judged.client.lookup(audit)
      },
      charged: 0,
    },
  ],
  'paid-again': [
    {
      says: /To undo audit 1000002, send POST \/v1\/transactions\/1000002\/void before the cut-off, or POST \/v1\/transactions\/1000002\/refund after it\.$/,
      play: async (gallery) => {
        await gallery.buy('corr-1')
        await gallery.judged.client.void(await gallery.buy('corr-2'))
      },
      charged: 4995,
    },
  ],
  'hold-left-open': [
    {
      says: /Void a hold as soon as its order is paid in another way or cancelled: POST \S+\/void\.$/,
      play: async (gallery) => {
        const { client } = gallery.judged
        const { body } = await client.preauthorise(order, header('corr-1'))
        await client.void(body.audit)
        await gallery.buy('corr-2', pan('5555555555554444'))
      },
      charged: 4995,
    },
  ],
  'forgotten-hold': [
    {
      says: /^Void the hold of an order that is cancelled or paid in another way: POST \S+\/void\./,
      play: async ({ judged: { client } }) => {
        await client.void((await client.preauthorise(order, header('corr-1'))).body.audit)
      },
      charged: 0,
    },
    {
      says: /To charge the customer, send POST \S+\/completion\.$/,
      play: async ({ judged: { client } }) => {
        const { body } = await client.preauthorise(order, header('corr-1'))
        await client.complete(body.audit, order)
      },
      charged: 4995,
    },
  ],
  'refunded-and-returned': [
    {
      says: /^Refund a direct debit only when the bank can no longer return it, and ask GET \S+ before you refund it/,
      play: async (gallery) => {
        const { client, control } = gallery.judged
        const audit = await gallery.buy('corr-1', byDirectDebit())
        await control.post('/settle', { all: true })
        await control.post('/return', { audits: [audit] })
        const { status } = (await client.lookup(audit)).body
        if (status.transaction_status_code === 'approved') await client.refund(audit, order)
      },
      charged: 0,
    },
  ],
  'reused-correlation-id': [
    {
      says: /^Send another X-Correlation-Id/,
      play: async (gallery) => {
        await gallery.buy('cart-7')
        await gallery.buy('cart-8', { 'transaction.reference': 'A-1002', ...money(12000) })
      },
      charged: 16995,
    },
  ],
  'blind-recreate': [
    {
      says: /^Ask GET \/v1\/customers\/{id}\/tokens first; create the token again only if it is not in the list/,
      play: async (gallery) => {
        const vault = new VaultClient(gallery.judged.sandbox.api)
        const { id } = (await vault.createCustomer()).body
        await gallery.next('token_create', { fault: { at: 'after', http: 500 } })
        await vault.createToken(id, { preferred_name: 'card 1' })
        const { results } = (await vault.tokens(id)).body
        if (results.some(({ preferred_name }) => preferred_name === 'card 1')) return
        await vault.createToken(id, { preferred_name: 'card 1' })
      },
    },
  ],
  'search-too-late': [
    {
      says: /or ask GET \/v1\/transactions\/1000001: the gateway never forgets an audit number/,
      play: async (gallery) => {
        const audit = await gallery.buy('corr-1')
        await gallery.judged.pass('3d')
        await gallery.judged.client.lookup(audit)
      },
      charged: 4995,
    },
  ],
  'ignored-retry-after': [
    {
      says: /^Wait as long as Retry-After says/,
      play: async (gallery) => {
        const { client } = gallery.judged
        const fault = { at: 'before', http: 429, body: 'json', retry_after: 5 }
        await gallery.next('search', { fault })
        await client.search('corr-1')
        await gallery.pass(5000)
        await client.search('corr-1')
      },
    },
  ],
  hammering: [
    {
      says: /^Wait before each further GET \S+, longer each time: one second, two, four/,
      play: async (gallery) => {
        await gallery.buy('corr-1')
        for (let ask = 0; ask < 6; ask += 1) {
          await gallery.judged.client.search('corr-1')
          await gallery.pass(1000 * 2 ** ask)
        }
      },
      charged: 4995,
    },
  ],
  'retried-hard-decline': [
    {
      says: /^Ask for another card before you send POST/,
      play: async (gallery) => {
        await gallery.buy('corr-1', money(1000043))
        await gallery.buy('corr-2', { ...money(1000043), ...pan('5555555555554444') })
      },
    },
  ],
  'standalone-refund': [
    {
      says: /^Send POST \/v1\/transactions\/1000001\/refund\./,
      play: async (gallery) => {
        const audit = await gallery.buy('corr-1')
        await gallery.judged.client.refund(audit, { ...order, ...money(2000) }, header('corr-2'))
      },
      charged: 2995,
    },
  ],
  'guessed-page': [
    {
      says: /^Follow the _links\.next\.href/,
      play: async ({ vault }) => {
        for (const n of [1, 2, 3]) await vault.createCustomer({ reference: `C-${n}` })
        let next = (await vault.customers({ limit: 1 })).body._links.next
        while (next !== undefined) next = (await vault.customersAt(next.href))._links.next
      },
    },
  ],
  'retried-rejection': [
    {
      says: /^Correct the request before you send POST/,
      play: async (gallery) => {
        await gallery.buy('corr-1', pan('4111111111111112'))
        await gallery.buy('corr-2')
      },
      charged: 4995,
    },
  ],
  'browser-call': habit,
  'card-number-in-text': habit,
  'looks-like-a-card-number': habit,
  'raw-card-after-token': habit,
  'not-a-test-card': habit,
  'unknown-field': habit,
  'no-timeout': { reason: 'After it stopped waiting, a client does what `unresolved` advises.' },
  'unmatched-rule': { reason: 'It concerns a rule of the sandbox, not the client.' },
  'paid-not-booked': books,
  'booked-not-paid': books,
  'refund-not-booked': books,
  'booked-not-refunded': books,
  'not-in-books': books,
  'pending-not-booked': books,
  'booked-not-pending': books,
  'booked-too-early': books,
  'hold-not-booked': books,
  'booked-not-held': books,
  'void-booked-as-refund': books,
}
