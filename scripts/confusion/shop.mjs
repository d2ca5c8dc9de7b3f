import { setTimeout as pause } from 'node:timers/promises'

/** Answers that leave a client unsure, whether or not the request is processed. */
const losses = [
  { http: 503 },
  { http: 500 },
  { http: 408 },
  { reset: true },
  { truncate: true },
  { garbage: true },
]

const cards = [
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '30569309025904',
  '4242424242424242',
  '5105105105105100',
  '4012888888881881',
  '371449635398431',
]

/** How long a client waits for an answer that a rule holds back. */
const PATIENCE_MS = 60

/**
 * @typedef {{ operation?: string, id?: string, reference?: string, amount?: number, card?: number, currency?: string, debit?: boolean, target?: number }} Payment
 * @typedef {{ operation: string, reference: string, status: string, method: string, amount: number }} Transaction
 * @typedef {{ code: string, severity: string, subject: string }} Finding
 * @typedef {{ hits: number, when: { correlation_id?: string | string[] } }} Rule
 * @typedef {{ rules: Rule[], findings: Finding[], transactions: Transaction[], next_cursor?: number | null }} ControlResponse
 * @typedef {{ audit: number, status: { transaction_status_code: string } }} Made
 * @typedef {{ status: string, audit: number } | 'nothing' | 'refused' | 'unclear'} Known
 */

/** One merchant's client, in its own world. */
export class Shop {
  /** The payments that are meant: more than this is a double charge or refund. */
  meant = { charges: 1, refunds: 0 }
  /** The payments that it takes for made in the end, if it may be wrong about that. @type {{ charges: number } | undefined} */
  believes
  #ids = 0

  /**
   * @param {string} url
   * @param {string} world
   * @param {string} reference
   * @param {import('./random.mjs').Random} random
   */
  constructor(url, world, reference, random) {
    this.url = url
    this.world = world
    this.reference = reference
    this.random = random
    this.amount = 1000 + random.upTo(8000)
  }

  newId() {
    this.#ids += 1
    return `${this.reference}-${this.#ids}`
  }

  /** @param {string} path @param {object} [body] @param {string} [method] */
  async control(path, body, method = body === undefined ? 'GET' : 'POST') {
    const response = await fetch(`${this.url}/w/${this.world}/_sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return /** @type {ControlResponse} */ (await response.json())
  }

  /** Shapes the request with an id. @param {string} id @param {object} outcome */
  async shape(id, outcome) {
    await this.control('/rules', { when: { correlation_id: id }, outcome })
  }

  /** Sends a payment. @param {Payment} [payment] @returns {Promise<Known>} */
  async pay(payment = {}) {
    const { operation = 'purchase', id = this.newId(), target, card = 0, debit } = payment
    const total = String(payment.amount ?? this.amount)
    const pan = cards[card % cards.length] ?? ''
    const cvv = pan.startsWith('37') ? '1234' : '123'
    const creditcard = { pan, expiry_date: '1230', cvv }
    const directdebit = { bsb: '032-056', account_number: '12345678', account_name: 'Ann Example' }
    const transaction = {
      reference: payment.reference ?? this.reference,
      amount_details: { total_amount: total, currency: payment.currency ?? 'AUD' },
      ...(target === undefined && { payment_method: debit ? { directdebit } : { creditcard } }),
    }
    const name = operation === 'standalone_refund' ? 'refund' : operation
    const path = target === undefined ? name : `${target}/${operation}`
    return await this.#ask(`/transactions/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-correlation-id': id },
      body: JSON.stringify({ merchant: { id: 1 }, transaction }),
    })
  }

  /** A payment whose answer is lost, before or after it was processed. @param {Payment} [payment] @param {'before' | 'after'} [at] */
  async lose(payment = {}, at = this.random.of(['before', 'after', 'after'])) {
    const id = payment.id ?? this.newId()
    await this.shape(id, { fault: { at, ...this.random.of(losses) } })
    await this.pay({ ...payment, id })
    return id
  }

  /** A payment whose client stops waiting and leaves the connection open; gives its id. @param {Payment} [payment] */
  async race(payment = {}) {
    const id = this.newId()
    await this.shape(id, { late: '100ms' })
    const left = this.pay({ ...payment, id })
    while (!(await this.#isMet(id))) await pause(10)
    await pause(PATIENCE_MS)
    return { id, left }
  }

  /** A payment whose bank is not sure what happened to it. @param {Payment} [payment] */
  async payUnsurely(payment = {}) {
    const id = this.newId()
    await this.shape(id, { status: 'error', response_code: this.random.of(['09', '68', '94']) })
    await this.pay({ ...payment, id })
    return id
  }

  /** Stores a card, whose first response is lost, again under the same name. */
  async saveCardTwice() {
    const customer = await this.#store('/customers', { reference: this.reference, name: 'Ann' })
    const path = `/customers/${customer?.id}/tokens`
    const account = { CARD: { PAN: cards[0], EXPIRY_DATE: '1230', NAME: 'Ann Example' } }
    const id = this.newId()
    await this.shape(id, { fault: { at: this.random.of(['before', 'after']), http: 503 } })
    const token = { preferred_name: this.reference, active: true, account }
    await this.#store(path, token, id)
    await this.#store(path, token)
  }

  /** @param {string} path @param {object} body @returns {Promise<{ id: number } | undefined>} */
  async #store(path, body, id = this.newId()) {
    const response = await fetch(`${this.url}/w/${this.world}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-correlation-id': id },
      body: JSON.stringify(path === '/customers' ? { merchant_id: 1, ...body } : body),
    })
    return response.ok ? /** @type {{ id: number }} */ (await response.json()) : undefined
  }

  /** A payment that the bank declines; gives its id. @param {Payment} [payment] */
  async decline(payment = {}) {
    const id = this.newId()
    const [status, response_code] = this.random.of([
      ['declined', '51'],
      ['declined', '05'],
      ['error', '96'],
    ])
    await this.shape(id, { status, response_code })
    await this.pay({ ...payment, id })
    return id
  }

  /** A hold that is completed, in one part or more. */
  async holdAndComplete(parts = 1) {
    const target = auditOf(await this.payCarefully({ operation: 'preauthorisation' }))
    const amount = Math.floor(this.amount / parts)
    for (let n = 0; n < parts; n += 1) {
      await this.payCarefully({ operation: 'completion', target, amount })
    }
  }

  /**
   * A payment that is under way for some seconds, and the same again after a pause. On a busy machine
   * the first may end before the second arrives: then once more, as another order that takes longer.
   * @param {number} seconds @param {number} [pauseMs]
   */
  async payDuring(seconds, pauseMs = 0) {
    const id = this.newId()
    await this.shape(id, { delay: `${seconds}s` })
    let isOver = false
    const first = this.pay({ id }).then(() => {
      isOver = true
    })
    while (!(await this.#isMet(id))) await pause(10)
    await pause(pauseMs)
    await this.pay()
    // The answer to the first may be read a little later, although it was sent earlier.
    await pause(100)
    const hasMet = !isOver
    await first
    if (hasMet) return
    this.reference += 'x'
    await this.payDuring(seconds * 2, pauseMs)
  }

  /** Whether the request with this id has reached its rule. @param {string} id */
  async #isMet(id) {
    const { rules } = await this.control('/rules')
    return rules.some(({ when, hits }) => hits > 0 && [when.correlation_id].flat().includes(id))
  }

  /** A search; it may fail at first. @param {string} id @returns {Promise<Known>} */
  async search(id) {
    const query = `merchant_id=1&correlation_id_lookup=${encodeURIComponent(id)}`
    return await this.#ask(`/transactions?${query}`, {})
  }

  /** Lets the next search for an id fail, at the gateway or at a proxy. @param {string} id */
  async failSearch(id) {
    const when = { operation: 'search', correlation_id: id }
    const fault = { at: this.random.of(['before', 'after']), http: this.random.of([503, 404, 403]) }
    await this.control('/rules', { when, outcome: { fault } })
  }

  /** Searches until the answer says what happened to it. @param {string} id @returns {Promise<Known>} */
  async find(id) {
    for (;;) {
      if (this.random.upTo(3) === 0) await this.failSearch(id)
      const known = await this.search(id)
      if (known === 'nothing') return known
      if (typeof known === 'object' && known.status !== 'unknown') return known
      await this.control('/clock/advance', { by: '5m' })
      await pause(PATIENCE_MS)
    }
  }

  /** Pays as it should be done: after a lost response it asks, and sends it again only if nothing was found. @param {Payment} [payment] @param {number} [troubles] @returns {Promise<Known>} */
  async payCarefully(payment = {}, troubles = this.random.upTo(3)) {
    for (let left = troubles; ; left -= 1) {
      const id = left > 0 ? await this.lose(payment) : this.newId()
      if (left <= 0) return await this.pay({ ...payment, id })
      const known = await this.find(id)
      if (known !== 'nothing') return known
    }
  }

  /** @param {string} by */
  async pass(by) {
    await this.control('/clock/advance', { by })
  }

  /** @param {string} path @param {RequestInit} request @returns {Promise<Known>} */
  async #ask(path, request) {
    try {
      const response = await fetch(`${this.url}/w/${this.world}/v1${path}`, request)
      const body = /** @type {Made & { results?: Made[] }} */ (await response.json())
      if (response.status >= 500 || response.status === 408) return 'unclear'
      if (response.status >= 400) return 'refused'
      if (body.results?.length === 0) return 'nothing'
      const { audit, status } = body.results?.[0] ?? body
      return { audit, status: status.transaction_status_code }
    } catch {
      // Lost, cut off or unreadable: that is what this client is about.
      return 'unclear'
    }
  }
}

/** The audit of a payment that is known. @param {Known} known */
export function auditOf(known) {
  if (typeof known === 'string') throw new Error(`There is no audit: ${known}`)
  return known.audit
}
