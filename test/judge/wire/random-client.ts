import { setTimeout as wait } from 'node:timers/promises'
import type { RulesResponse } from '../../../src/control/contract/calls/scenarios.ts'
import { ControlClient } from '../../support/control-client.ts'
import {
  amountBody,
  byDirectDebit,
  newId,
  paidBody,
  voidBody,
} from '../../support/gateway-client.ts'
import type { Payment } from './random-payment.ts'

/** What a client could read: a status, that there is nothing, or that it cannot know. */
type Known = { readonly status: string; readonly audit: number } | 'nothing' | 'refused' | 'unclear'

interface Call {
  readonly operation: string
  readonly path: string
  readonly body: unknown
}

const final = ['approved', 'declined', 'error', 'voided', 'pending']

const paths: Readonly<Record<string, string>> = {
  purchase: '/transactions/purchase',
  preauthorisation: '/transactions/preauthorisation',
  standalone_refund: '/transactions/refund',
}

/** How long it waits for an answer that is held up for much longer, or for ever. */
const PATIENCE_MS = 30

/**
 * A client that leaves later than this waits for its answer: on a busy machine it may be on its way
 * already, and no gateway knows whether it was read.
 */
const LEAVES_UNTIL_MS = 300

/** Calls the gateway, through what the payment has in store for it. */
export class RandomClient {
  readonly reference: string
  readonly world: string
  readonly control: ControlClient
  readonly #api: string
  readonly #payment: Payment
  readonly #isCareful: boolean
  #troubles: readonly object[]
  #looks = 0
  #calls = 0
  #first: Known = 'nothing'

  constructor(
    url: string,
    payment: Payment,
    { reference, isCareful }: { readonly reference: string; readonly isCareful: boolean },
  ) {
    this.#api = `${url}/w/${payment.world}/v1`
    this.control = new ControlClient(url, payment.world)
    this.world = payment.world
    this.reference = reference
    this.#payment = payment
    this.#isCareful = isCareful
    this.#troubles = payment.calls
  }

  async pay(): Promise<void> {
    const { kind } = this.#payment
    const operation = kind === 'debit' ? 'purchase' : kind
    const method = kind === 'debit' ? byDirectDebit() : {}
    const body = paidBody({ 'transaction.reference': this.reference, ...method })
    this.#first = await this.#move({ operation, path: paths[operation] ?? '', body })
  }

  /** Completes, refunds or voids what it paid, if it knows of anything. */
  async followUp(): Promise<void> {
    const { after, afterCalls } = this.#payment
    if (after === 'nothing' || typeof this.#first === 'string') return
    this.#troubles = afterCalls
    this.#calls = 0
    const reference = { 'transaction.reference': this.reference }
    const part = { ...reference, 'transaction.amount_details.total_amount': '400' }
    const path = `/transactions/${this.#first.audit}/${after}`
    const body = after === 'void' ? voidBody(reference) : amountBody(part)
    await this.#move({ operation: after, path, body })
  }

  #move(call: Call): Promise<Known> {
    return this.#isCareful ? this.#carefully(call) : this.#naively(call)
  }

  /** After an unclear answer it asks, waits while it is unknown, and tries again only if it was not processed. */
  async #carefully(call: Call): Promise<Known> {
    for (;;) {
      const id = newId()
      const answer = await this.#send(call, id)
      if (!isUndecided(answer) && answer !== 'nothing') return answer
      if (answer === 'unclear' && this.#payment.resends) await this.#send(call, id)
      const known = answer === 'nothing' ? 'nothing' : await this.#find(id)
      if (known !== 'nothing') return known
    }
  }

  /** Sends it again until an answer is clear. */
  async #naively(call: Call): Promise<Known> {
    for (;;) {
      const answer = await this.#send(call, newId())
      if (!isUndecided(answer) && answer !== 'nothing') return answer
    }
  }

  async #find(id: string): Promise<Known> {
    for (;;) {
      const known = await this.#search(id)
      if (!isUndecided(known)) return known
      await this.control.post('/clock/advance', { by: '5m' })
      // Of a slow bank, in real time.
      await wait(20)
    }
  }

  async #send({ operation, path, body }: Call, id: string): Promise<Known> {
    const trouble = this.#troubles[this.#calls]
    await this.#arm({ operation, correlation_id: id }, trouble)
    this.#calls += 1
    const leaving = new AbortController()
    const sentAt = performance.now()
    const answer = this.#ask(path, {
      method: 'POST',
      headers: { 'x-correlation-id': id, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    })
    if (!isHeldUp(trouble)) return await answer
    // Not before its request has come: what arrives later than the question about it is no fault of its own.
    const later = () => wait(5).then(() => undefined)
    while (!(await this.#isMet(id)) && (await Promise.race([answer, later()])) === undefined);
    await wait(PATIENCE_MS)
    if (hangs(trouble) || performance.now() - sentAt < LEAVES_UNTIL_MS) leaving.abort()
    return await answer
  }

  async #search(id: string): Promise<Known> {
    await this.#arm({ operation: 'search', correlation_id: id }, this.#payment.looks[this.#looks])
    this.#looks += 1
    return await this.#ask(`/transactions?merchant_id=1&correlation_id_lookup=${id}`, {})
  }

  async #isMet(id: string): Promise<boolean> {
    const { body } = await this.control.get<RulesResponse>('/rules')
    const rule = body.rules.find(({ when }) => [when.correlation_id].flat().includes(id))
    // A rule that is used up is gone as soon as somebody adds another.
    return rule === undefined || rule.hits > 0
  }

  /** For the next call of this kind. */
  async #arm(when: object, outcome: object = {}): Promise<void> {
    if (Object.keys(outcome).length === 0) return
    await this.control.post('/rules', { when, outcome })
  }

  async #ask(path: string, request: RequestInit): Promise<Known> {
    try {
      const { status, body } = await answerTo(this.#api + path, request)
      // A conflict says that the gateway knows the id: there may be a payment.
      if (status >= 500 || status === 409) return 'unclear'
      if (status === 429) return 'nothing'
      return status >= 400 ? 'refused' : knownFrom(body)
    } catch {
      return 'unclear'
    }
  }
}

interface Body {
  readonly results?: readonly Body[]
  readonly audit?: number
  readonly status?: { readonly transaction_status_code: string }
}

async function answerTo(url: string, request: RequestInit) {
  const response = await fetch(url, request)
  return { status: response.status, body: (await response.json()) as Body }
}

function knownFrom({ results, ...body }: Body): Known {
  if (results?.length === 0) return 'nothing'
  const { audit, status } = results?.[0] ?? body
  if (audit === undefined || status === undefined) return 'unclear'
  return { status: status.transaction_status_code, audit }
}

function isHeldUp(trouble: object = {}): boolean {
  return hangs(trouble) || JSON.stringify(trouble).includes('600ms')
}

function hangs(trouble: object = {}): boolean {
  return 'fault' in trouble && JSON.stringify(trouble.fault).includes('hang')
}

function isUndecided(known: Known): boolean {
  if (typeof known === 'string') return known === 'unclear'
  return !final.includes(known.status)
}
