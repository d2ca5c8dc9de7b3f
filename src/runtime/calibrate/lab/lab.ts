import { randomUUID } from 'node:crypto'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import type { RemoteRequest } from '../../remote/remote-exchange.ts'
import { NoAnswer, type RemoteAnswer, type RemoteGateway } from '../../remote/remote-gateway.ts'
import { auditOf, isOk, statusWord } from './answer.ts'
import { type Ask, type Exchange, LostAnswer } from './exchange.ts'

interface LabParts {
  readonly remote: RemoteGateway
  readonly ours: Assumptions
  readonly merchant: number
}

/** How to put a payment so that this gateway takes it; learnt from what it refuses. */
export interface Manner {
  reference: string
  currency: string
  expiryOrder: 'MMYY' | 'YYMM'
  /** Which of the test cards. */
  card: number
}

/** What is left of the experiments at the gateway. */
export interface Remains {
  /** Transactions that hold or moved money, the newest last. */
  readonly audits: Set<number>
  /** Addresses of customers. */
  readonly customers: Set<string>
  /** Requests whose answer was lost, by correlation id. */
  readonly lost: Set<string>
}

type Find<T> = (lab: Lab) => Promise<T>

/** Where experiments are made on a gateway, and what they have shown so far. */
export class Lab {
  readonly remote: RemoteGateway
  readonly ours: Assumptions
  readonly merchant: number
  /** Tells what this run made from what others did. */
  readonly run = randomUUID().slice(0, 8)
  readonly exchanges: Exchange[] = []
  readonly remains: Remains = { audits: new Set(), customers: new Set(), lost: new Set() }
  readonly manner: Manner = {
    reference: 'calibrate',
    currency: 'AUD',
    expiryOrder: 'MMYY',
    card: 0,
  }
  readonly #facts = new Map<Find<unknown>, Promise<unknown>>()
  readonly #stopping: AbortSignal | undefined

  constructor({ remote, ours, merchant }: LabParts, stopping?: AbortSignal) {
    this.remote = remote
    this.ours = ours
    this.merchant = merchant
    this.#stopping = stopping
  }

  /** What a search found, or will find. */
  once<T>(find: Find<T>): Promise<T> {
    const known = this.#facts.get(find)
    // Only ever stored under the search that gives it.
    if (known !== undefined) return known as Promise<T>
    const found = find(this).catch((cause: unknown) => {
      if (cause instanceof LostAnswer) this.#facts.delete(find)
      throw cause
    })
    this.#facts.set(find, found)
    return found
  }

  async send(ask: Ask): Promise<Exchange> {
    this.#stopping?.throwIfAborted()
    return await this.sendAnyway(ask)
  }

  /** The same even when the run is to stop, for what has to be put in order. */
  async sendAnyway(ask: Ask): Promise<Exchange> {
    const { correlationId: given = `calibrate-${this.run}-${randomUUID()}` } = ask
    const correlationId = given ?? undefined
    const answer = await this.#answerTo(ask, correlationId)
    return this.#keep(ask, correlationId, answer)
  }

  /** Sends the same request several times at the same moment. */
  async sendTogether(ask: Ask, correlationId: string, count: number): Promise<readonly Exchange[]> {
    this.#stopping?.throwIfAborted()
    const answers = await this.remote.sendTogether(requestOf(ask, correlationId), count)
    const kept = answers.map((one) =>
      one instanceof NoAnswer
        ? this.#lost(ask, correlationId, one)
        : this.#keep(ask, correlationId, one),
    )
    return kept.map((one) => {
      if (one instanceof LostAnswer) throw one
      return one
    })
  }

  async #answerTo(ask: Ask, id?: string): Promise<RemoteAnswer> {
    try {
      return await this.remote.send(requestOf(ask, id), ask.isAnonymous)
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause
      throw this.#lost(ask, id, cause)
    }
  }

  #keep(ask: Ask, correlationId: string | undefined, answer: RemoteAnswer): Exchange {
    const exchange = { number: this.exchanges.length + 1, ask, correlationId, ...answer }
    this.exchanges.push(exchange)
    this.#noteMoney(exchange)
    return exchange
  }

  #lost({ method, path }: Ask, id: string | undefined, { message }: NoAnswer): LostAnswer {
    if (method === 'POST' && id !== undefined) this.remains.lost.add(id)
    return new LostAnswer(`${method} ${path} got no answer (${message})`)
  }

  #noteMoney(exchange: Exchange): void {
    const audit = auditOf(exchange)
    if (exchange.ask.method !== 'POST' || !isOk(exchange) || audit === undefined) return
    if (statusWord(exchange) !== 'declined') this.remains.audits.add(audit)
  }
}

function requestOf({ method, path, body, text, headers }: Ask, id?: string): RemoteRequest {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = content === undefined ? {} : { 'content-type': 'application/json' }
  const all = { ...type, ...(id !== undefined && { 'x-correlation-id': id }), ...headers }
  return { method, path, headers: all, body: content }
}

/** Something that is found out once, however many probes want to know it. */
export function fact<T>(find: Find<T>): Find<T> {
  return (lab) => lab.once(find)
}
