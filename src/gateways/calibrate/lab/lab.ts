import { randomUUID } from 'node:crypto'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import {
  NoAnswer,
  type RemoteAnswer,
  type RemoteGateway,
  type RemoteRequest,
} from '../../remote/remote-gateway.ts'
import {
  auditOf,
  isOk,
  type LabExchange,
  type LabRequest,
  LostAnswer,
  statusWord,
} from './exchange.ts'

interface LabParts {
  readonly remote: RemoteGateway
  readonly ours: Assumptions
  readonly merchant: number
}

/** Payment values that this gateway accepts, learnt from its refusals. */
export interface PaymentDefaults {
  reference: string
  currency: string
  expiryOrder: 'MMYY' | 'YYMM'
  /** The index of the test card. */
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

type FactFinder<T> = (lab: Lab) => Promise<T>

/** Where experiments are made on a gateway, and what they have shown so far. */
export class Lab {
  readonly remote: RemoteGateway
  readonly ours: Assumptions
  readonly merchant: number
  /** Tells what this run made from what others did. */
  readonly run = randomUUID().slice(0, 8)
  readonly exchanges: LabExchange[] = []
  readonly remains: Remains = { audits: new Set(), customers: new Set(), lost: new Set() }
  readonly paymentDefaults: PaymentDefaults = {
    reference: 'calibrate',
    currency: 'AUD',
    expiryOrder: 'MMYY',
    card: 0,
  }
  readonly #facts = new Map<FactFinder<unknown>, Promise<unknown>>()
  readonly #stopping: AbortSignal | undefined

  constructor({ remote, ours, merchant }: LabParts, stopping?: AbortSignal) {
    this.remote = remote
    this.ours = ours
    this.merchant = merchant
    this.#stopping = stopping
  }

  /** What a search found, or will find. */
  once<T>(find: FactFinder<T>): Promise<T> {
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

  async send(ask: LabRequest): Promise<LabExchange> {
    this.#stopping?.throwIfAborted()
    return await this.sendAnyway(ask)
  }

  async get(path: string): Promise<LabExchange> {
    return await this.send({ method: 'GET', path })
  }

  async post(path: string, body: unknown): Promise<LabExchange> {
    return await this.send({ method: 'POST', path, body })
  }

  /** The same even when the run is to stop, for what has to be put in order. */
  async sendAnyway(ask: LabRequest): Promise<LabExchange> {
    const { correlationId: given = `calibrate-${this.run}-${randomUUID()}` } = ask
    const correlationId = given ?? undefined
    const answer = await this.#answerTo(ask, correlationId)
    return this.#keep(ask, correlationId, answer)
  }

  /** Sends the same request several times at the same moment. */
  async sendTogether(
    ask: LabRequest,
    correlationId: string,
    count: number,
  ): Promise<readonly LabExchange[]> {
    this.#stopping?.throwIfAborted()
    const sent = Array.from({ length: count }, () => this.sendAnyway({ ...ask, correlationId }))
    const answers = await Promise.allSettled(sent)
    return answers.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
  }

  async #answerTo(ask: LabRequest, id?: string): Promise<RemoteAnswer> {
    try {
      return await this.remote.send(requestOf(ask, id), ask.isAnonymous)
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause
      throw this.#lost(ask, id, cause)
    }
  }

  #keep(ask: LabRequest, correlationId: string | undefined, answer: RemoteAnswer): LabExchange {
    const exchange = { number: this.exchanges.length + 1, ask, correlationId, ...answer }
    this.exchanges.push(exchange)
    this.#noteMoney(exchange)
    return exchange
  }

  #lost({ method, path }: LabRequest, id: string | undefined, { message }: NoAnswer): LostAnswer {
    if (method === 'POST' && id !== undefined) this.remains.lost.add(id)
    return new LostAnswer(`${method} ${path} got no answer (${message})`)
  }

  #noteMoney(exchange: LabExchange): void {
    const audit = auditOf(exchange)
    if (exchange.ask.method !== 'POST' || !isOk(exchange) || audit === undefined) return
    if (statusWord(exchange) !== 'declined') this.remains.audits.add(audit)
  }
}

function requestOf({ method, path, body, text, headers }: LabRequest, id?: string): RemoteRequest {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = content === undefined ? {} : { 'content-type': 'application/json' }
  const all = { ...type, ...(id !== undefined && { 'x-correlation-id': id }), ...headers }
  return { method, path, headers: all, body: content }
}

/** Something that is found out once, however many probes want to know it. */
export function fact<T>(find: FactFinder<T>): FactFinder<T> {
  return (lab) => lab.once(find)
}
