import { expect, test } from 'vitest'
import type { FindingResponse } from '../../../src/control/contract/calls/report.ts'
import type { Reconciliation } from '../../../src/judge/books/books-document.ts'
import type { BooksCode } from '../../../src/judge/books/books-findings.ts'
import type { OrderInput } from '../../../src/judge/books/order-input.ts'
import { byDirectDebit, cents, type Overrides } from '../../support/gateway-client.ts'
import { Judged } from '../wire/judged.ts'

const order = (changes: Overrides = {}) => ({
  'transaction.reference': 'A-1001',
  ...cents(4995),
  ...changes,
})
const withId = (id: string) => ({ 'x-correlation-id': id })
const lost = { fault: { at: 'after', reset: true } }
const unprocessed = { fault: { at: 'before', http: 503 } }

/** A shop that does exactly what an advice says, with the addresses that the advice names. */
class Follower {
  readonly judged: Judged
  readonly #advice: string

  constructor(judged: Judged, { advice }: Pick<FindingResponse, 'advice'>) {
    this.judged = judged
    this.#advice = advice
  }

  /** The status of what the advice says to ask for; undefined after an empty search. */
  async ask(): Promise<string | undefined> {
    const [, path = ''] = /GET \/v1(\/transactions[^\s,;:]*)/.exec(this.#advice) ?? []
    expect(path).not.toContain('…')
    const { body, status } = await this.judged.client.get(path)
    expect(status).toBe(200)
    const [found] = path.includes('?') ? body.results : [body]
    return found?.status.transaction_status_code
  }

  /** Sends what the advice says to send. */
  async send(body: Overrides, id?: string): Promise<void> {
    const [, path = ''] = /POST \/v1(\/transactions\/\S+?)[\s.,]/.exec(this.#advice) ?? []
    const [, audit = '', what] = /^\/transactions\/(\d+)\/(void|refund)$/.exec(path) ?? []
    const { client } = this.judged
    const headers = id === undefined ? {} : withId(id)
    const sent = await (what === 'void'
      ? client.void(Number(audit), {}, headers)
      : client.refund(Number(audit), body, headers))
    expect(sent.body.status.transaction_status_code).toMatch(/approved|pending/)
  }

  says(words: RegExp): RegExpExecArray {
    const found = words.exec(this.#advice)
    if (found === null) throw new Error(`${words} is not in: ${this.#advice}`)
    return found
  }
}

interface Scene {
  readonly code: BooksCode
  /** What happened before the comparison. */
  readonly play: (judged: Judged) => Promise<unknown>
  readonly books: readonly OrderInput[]
  /** What the shop does, and its books afterwards. */
  readonly follow: (shop: Follower) => Promise<readonly OrderInput[]>
  /** What the customer has paid in the end, refunds deducted. */
  readonly net: number
}

const own = (changes: Partial<OrderInput>): OrderInput => ({
  reference: 'A-1001',
  paid: 0,
  ...changes,
})

const pays = (judged: Judged, changes: Overrides = {}) =>
  judged.client.purchase(order(changes), withId('pay-1'))

async function audit(paying: ReturnType<typeof pays>): Promise<number> {
  return (await paying).body.audit
}

/** Books what a lookup of the payment shows. */
const asPaid = async (shop: Follower) => [
  own({ paid: (await shop.ask()) === 'approved' ? 4995 : 0 }),
]

const scenes: Readonly<Record<string, Scene>> = {
  'a timer cancelled an order that was paid': {
    code: 'paid-not-booked',
    play: pays,
    books: [own({ state: 'cancelled' })],
    net: 0,
    follow: async (shop) => {
      expect(await shop.ask()).toBe('approved')
      shop.says(/if the order is cancelled .* void it/)
      await shop.send({})
      return [own({ state: 'cancelled' })]
    },
  },
  'a payment whose response was lost': {
    code: 'paid-not-booked',
    play: async (judged) => {
      await judged.control.post('/rules', { when: { operation: 'purchase' }, outcome: lost })
      await judged.pay('pay-1', order())
    },
    books: [own({})],
    net: 4995,
    follow: asPaid,
  },
  'a payment that was voided': {
    code: 'booked-not-paid',
    play: async (judged) => judged.client.void(await audit(pays(judged))),
    books: [own({ paid: 4995, state: 'shipped' })],
    net: 0,
    follow: asPaid,
  },
  'a hold that has expired': {
    code: 'booked-not-paid',
    play: async (judged) => {
      await judged.client.preauthorise(order())
      await judged.pass('30d')
    },
    books: [own({ paid: 4995, state: 'shipped' })],
    net: 0,
    follow: async (shop) => {
      shop.says(/A hold, .* not payments/)
      return [own({})]
    },
  },
  'an order that was never sent': {
    code: 'booked-not-paid',
    play: async () => undefined,
    books: [own({ paid: 4995 })],
    net: 0,
    follow: async (shop) => {
      shop.says(/book it as not paid/)
      return [own({})]
    },
  },
  'a refund that support made by hand': {
    code: 'refund-not-booked',
    play: async (judged) => judged.client.refund(await audit(pays(judged)), order()),
    books: [own({ paid: 4995 })],
    net: 0,
    follow: async (shop) => [own({ paid: 4995, refunded: (await shop.ask()) ? 4995 : 0 })],
  },
  'a refund that was never sent': {
    code: 'booked-not-refunded',
    play: pays,
    books: [own({ paid: 4995, refunded: 4995 })],
    net: 0,
    follow: async (shop) => {
      shop.says(/If you sent none, send it once/)
      const [, amount = ''] = shop.says(/over AUD (\d+\.\d\d)/)
      await shop.send(order(cents(Math.round(Number(amount) * 100))))
      return [own({ paid: 4995, refunded: 4995 })]
    },
  },
  'a part of a refund that is missing': {
    code: 'booked-not-refunded',
    play: async (judged) => judged.client.refund(await audit(pays(judged)), order(cents(3000))),
    books: [own({ paid: 4995, refunded: 4995 })],
    net: 0,
    follow: async (shop) => {
      const [, amount = ''] = shop.says(/over AUD (\d+\.\d\d)/)
      await shop.send(order(cents(Math.round(Number(amount) * 100))))
      return [own({ paid: 4995, refunded: 4995 })]
    },
  },
  'a refund that the gateway never got': {
    code: 'booked-not-refunded',
    play: async (judged) => {
      const paid = await audit(pays(judged))
      await judged.control.post('/rules', { when: { operation: 'refund' }, outcome: unprocessed })
      await judged.client.refund(paid, order(), withId('back-1'))
    },
    books: [own({ paid: 4995, refunded: 4995 })],
    net: 0,
    follow: async (shop) => {
      const search = await shop.judged.client.search('back-1')
      expect(search.body.results).toEqual([])
      shop.says(/only if the search is empty, with that same id/)
      await shop.send(order(), 'back-1')
      return [own({ paid: 4995, refunded: 4995 })]
    },
  },
  'two standalone refunds for one': {
    code: 'booked-not-refunded',
    play: async (judged) => {
      await pays(judged)
      const back = { ...order(), 'transaction.reference': 'back' }
      await judged.client.standaloneRefund(back)
      await judged.client.standaloneRefund(back)
    },
    books: [own({ paid: 4995, refunded: 4995 })],
    net: -4995,
    follow: async (shop) => {
      const [, found = ''] = shop.says(/^Send nothing yet: .* \(audit (\d+)\)/)
      shop.says(/add its audit number to the order's audits/)
      return [own({ paid: 4995, refunded: 4995, audits: [Number(found)] })]
    },
  },
  'a payment under a reference that was written down wrongly': {
    code: 'booked-not-paid',
    play: (judged) => judged.client.purchase({ ...order(), 'transaction.reference': 'A-1O01' }),
    books: [own({ paid: 4995 })],
    net: 4995,
    follow: async (shop) => {
      const [, found = ''] = shop.says(/^Send nothing and deliver nothing yet: .* \(audit (\d+)\)/)
      shop.says(/add its audit number to the order's audits/)
      return [own({ paid: 4995, audits: [Number(found)] })]
    },
  },
  'a payment without an order': {
    code: 'not-in-books',
    play: pays,
    books: [],
    net: 4995,
    follow: asPaid,
  },
  'a refund without an order': {
    code: 'not-in-books',
    play: (judged) => judged.client.standaloneRefund(order()),
    books: [],
    net: 0,
    follow: async (shop) => {
      expect(await shop.ask()).toBe('approved')
      shop.says(/if no order explains it, void it/)
      await shop.send({})
      return []
    },
  },
  'a debit of a cancelled order': {
    code: 'pending-not-booked',
    play: (judged) => pays(judged, byDirectDebit()),
    books: [own({ state: 'cancelled' })],
    net: 0,
    follow: async (shop) => {
      expect(await shop.ask()).toBe('pending')
      shop.says(/If the order is cancelled .* void it/)
      await shop.send({})
      return [own({ state: 'cancelled' })]
    },
  },
  'a hold of a cancelled order that the bank has not decided': {
    code: 'pending-not-booked',
    play: async (judged) => {
      const outcome = { status: 'pending', resolves: { after: '30s', status: 'approved' } }
      await judged.control.post('/rules', { when: { operation: 'preauthorisation' }, outcome })
      await judged.client.preauthorise(order())
    },
    books: [own({ state: 'cancelled' })],
    net: 0,
    follow: async (shop) => {
      expect(await shop.ask()).toBe('pending')
      shop.says(/If the order is cancelled .* void it .* as soon as it is approved/)
      await shop.judged.pass('30s')
      expect(await shop.ask()).toBe('approved')
      await shop.send({})
      return [own({ state: 'cancelled' })]
    },
  },
  'a debit that the bank has not decided': {
    code: 'booked-too-early',
    play: (judged) => pays(judged, byDirectDebit()),
    books: [own({ paid: 4995 })],
    net: 0,
    follow: async (shop) => {
      expect(await shop.ask()).toBe('pending')
      shop.says(/^Book it as pending/)
      return [own({ pending: 4995 })]
    },
  },
  'a debit that came back': {
    code: 'booked-not-pending',
    play: async (judged) => {
      const paid = await audit(pays(judged, byDirectDebit()))
      await judged.control.post('/settle', { all: true })
      await judged.control.post('/return', { audits: [paid] })
    },
    books: [own({ pending: 4995 })],
    net: 0,
    follow: async (shop) => {
      expect(await shop.ask()).toBe('declined')
      return [own({})]
    },
  },
  'a hold of a cancelled order': {
    code: 'hold-not-booked',
    play: (judged) => judged.client.preauthorise(order()),
    books: [own({ state: 'cancelled' })],
    net: 0,
    follow: async (shop) => {
      shop.says(/If the order does not need it any more, void it/)
      await shop.send({})
      return [own({ state: 'cancelled' })]
    },
  },
  'a voided hold that is still booked': {
    code: 'booked-not-held',
    play: async (judged) => judged.client.void(await audit(judged.client.preauthorise(order()))),
    books: [own({ held: 4995 })],
    net: 0,
    follow: async (shop) => {
      shop.says(/book its outcome/)
      return [own({})]
    },
  },
  'a void that is booked as a refund': {
    code: 'void-booked-as-refund',
    play: async (judged) => judged.client.void(await audit(pays(judged))),
    books: [own({ paid: 4995, refunded: 4995 })],
    net: 0,
    follow: async (shop) => {
      shop.says(/book a voided payment as not paid and not refunded/)
      return [own({})]
    },
  },
}

test.each(Object.entries(scenes))('following the advice about %s is safe', async (_, scene) => {
  await using judged = await Judged.start()
  const compare = async (orders: readonly OrderInput[]) =>
    (await judged.control.post<Reconciliation>('/reconcile', { orders })).body
  await scene.play(judged)
  await compare(scene.books)
  const { findings } = await judged.report()
  const found = findings.find(({ code }) => code === scene.code)
  if (found === undefined) throw new Error(`No ${scene.code}`)
  const after = await compare(await scene.follow(new Follower(judged, found)))
  // Of two refunds for one order, the other is still without one.
  const left = after.findings.filter(({ code }) => code !== 'not-in-books')
  expect(left).toEqual([])
  expect(after.undecided).toEqual([])
  expect(await netOf(judged)).toBe(scene.net)
})

/** What all customers have paid, refunds deducted. */
async function netOf({ control }: Judged): Promise<number> {
  const { body } = await control.post<Reconciliation>('/reconcile', { orders: [] })
  return body.findings.reduce((sum, { gateway }) => sum + gateway.paid - gateway.refunded, 0)
}
