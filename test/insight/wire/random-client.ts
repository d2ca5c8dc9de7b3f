import fc from 'fast-check'
import { call, newId, paidBody } from '../../support/gateway-client.ts'
import type { Judged } from './judged.ts'

/** What happens to one call. */
const trouble = fc.constantFrom(
  {},
  { fault: { at: 'before', http: 503 } },
  { fault: { at: 'after', http: 500 } },
  { fault: { at: 'before', reset: true } },
  { fault: { at: 'after', reset: true } },
  { fault: { at: 'after', truncate: true } },
  { fault: { at: 'before', truncate: true } },
  { fault: { at: 'after', garbage: true } },
  { status: 'declined', response_code: '51' },
  { status: 'declined', fault: { at: 'after', http: 502 } },
  { status: 'unknown', resolves: { after: '1h', status: 'approved' } },
  {
    status: 'unknown',
    resolves: { after: '1h', status: 'declined' },
    fault: { at: 'after', reset: true },
  },
)

const lookTrouble = fc.constantFrom(
  {},
  {},
  { fault: { at: 'before', http: 503 } },
  { fault: { at: 'after', reset: true } },
  { fault: { at: 'after', garbage: true } },
)

/** A payment, and what happens to each of its calls in turn; after these, all is well. */
export const payment = fc.record({
  calls: fc.array(trouble, { maxLength: 4 }),
  looks: fc.array(lookTrouble, { maxLength: 4 }),
  operation: fc.constantFrom('purchase' as const, 'preauthorisation' as const),
})

type Payment = typeof payment extends fc.Arbitrary<infer T> ? T : never

/** What a client could read: a status, that there is nothing, or that it cannot know. */
type Known = { readonly status: string; readonly audit: number } | 'nothing' | 'refused' | 'unclear'

const final = ['approved', 'declined', 'error', 'voided']

/** Calls the gateway, through what the payment has in store for it. */
export class RandomClient {
  readonly #judged: Judged
  readonly #payment: Payment
  readonly reference: string
  #calls = 0
  #looks = 0

  constructor(judged: Judged, random: Payment, reference: string) {
    this.#judged = judged
    this.#payment = random
    this.reference = reference
  }

  /** After an unclear answer it asks, waits while it is unknown, and tries again only if it was not processed. */
  async payCarefully(): Promise<void> {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const id = newId()
      const answer = await this.#send(id)
      const known = isUndecided(answer) ? await this.#find(id) : answer
      if (known !== 'nothing') return
    }
  }

  /** Sends it again until an answer is clear. */
  async payNaively(): Promise<void> {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      if (!isUndecided(await this.#send(newId()))) return
    }
  }

  async #find(id: string): Promise<Known> {
    for (;;) {
      const known = await this.#search(id)
      if (!isUndecided(known)) return known
      await this.#judged.control.post('/clock/advance', { by: '30m' })
    }
  }

  async #send(id: string): Promise<Known> {
    const { calls, operation } = this.#payment
    await this.#arm(operation, calls[this.#calls])
    this.#calls += 1
    return await this.#ask(`/transactions/${operation}`, {
      method: 'POST',
      headers: { 'x-correlation-id': id },
      body: paidBody({ 'transaction.reference': this.reference }),
    })
  }

  async #search(id: string): Promise<Known> {
    await this.#arm('search', this.#payment.looks[this.#looks])
    this.#looks += 1
    return await this.#ask(`/transactions?merchant_id=1&correlation_id_lookup=${id}`, {})
  }

  /** For the next call of this kind; the one before has been met by then. */
  async #arm(operation: string, outcome: object = {}): Promise<void> {
    if (Object.keys(outcome).length === 0) return
    await this.#judged.control.post('/rules', { when: { operation }, outcome })
  }

  async #ask(path: string, sent: Parameters<typeof call>[1]): Promise<Known> {
    const answer = await call(this.#judged.sandbox.api + path, sent).catch(() => undefined)
    if (answer === undefined || answer.status >= 500) return 'unclear'
    if (answer.status >= 400) return 'refused'
    if (answer.body.results?.length === 0) return 'nothing'
    const found = answer.body.results?.[0] ?? answer.body
    const status = found.status?.transaction_status_code
    return status === undefined ? 'unclear' : { status, audit: found.audit }
  }
}

function isUndecided(known: Known): boolean {
  if (typeof known === 'string') return known === 'unclear'
  return !final.includes(known.status)
}
