import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type * as z from 'zod'
import { type Assumptions, defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import {
  type ErrorResponse,
  errorAnswer,
} from '../../src/gateway/wire/contract/transaction-answer.ts'
import { customerAnswers } from '../../src/gateway/wire/contract/vault/customer-contract.ts'
import { tokenAnswers } from '../../src/gateway/wire/contract/vault/token-contract.ts'
import { call, newId, VISA } from './gateway-client.ts'

/** What came back: what was asked for, or a refusal; a test knows which to expect. */
export interface VaultResponse<T> {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: T & ErrorResponse
}

export type Query = Readonly<Record<string, string | number>>

type Anything = Readonly<Record<string, unknown>>

/** A merchant's backend that keeps customers and tokens. Holds every good answer against its contract. */
export class VaultClient {
  readonly api: string
  readonly headers: OutgoingHttpHeaders
  readonly #customers: ReturnType<typeof customerAnswers>
  readonly #tokens: ReturnType<typeof tokenAnswers>

  constructor(
    api: string,
    headers: OutgoingHttpHeaders = {},
    assumptions: Assumptions = defaultAssumptions,
  ) {
    this.api = api
    this.headers = headers
    this.#customers = customerAnswers(assumptions)
    this.#tokens = tokenAnswers(assumptions)
  }

  customers(query: Query = {}) {
    return this.#ask('GET', '/customers', { query }, this.#customers.list)
  }

  /** A page by the link that offers it. */
  async customersAt(href: string) {
    const answer = await call(href, { headers: this.headers })
    return this.#customers.list.strict().parse(answer.body)
  }

  createCustomer(body: Anything = {}, query: Query = {}) {
    const whole = { reference: 'CUST-1', name: 'Ann Example', ...body }
    return this.#ask('POST', '/customers', { query, body: whole }, this.#customers.customer)
  }

  customer(id: number | string, query: Query = {}) {
    return this.#ask('GET', `/customers/${id}`, { query }, this.#customers.customer)
  }

  updateCustomer(id: number, body: Anything, query: Query = {}) {
    return this.#ask('PATCH', `/customers/${id}`, { query, body }, this.#customers.customer)
  }

  deleteCustomer(id: number, query: Query = {}) {
    return this.#ask('DELETE', `/customers/${id}`, { query })
  }

  tokens(customer: number, query: Query = {}) {
    return this.#ask('GET', `/customers/${customer}/tokens`, { query }, this.#tokens.list)
  }

  createToken(customer: number, body: Anything = {}, query: Query = {}) {
    const whole = { preferred_name: 'main card', active: true, account: card(), ...body }
    const path = `/customers/${customer}/tokens`
    return this.#ask('POST', path, { query, body: whole }, this.#tokens.token)
  }

  token(customer: number, id: number | string, query: Query = {}) {
    return this.#ask('GET', `/customers/${customer}/tokens/${id}`, { query }, this.#tokens.token)
  }

  updateToken(customer: number, id: number | string, body: Anything, query: Query = {}) {
    const path = `/customers/${customer}/tokens/${id}`
    return this.#ask('PATCH', path, { query, body }, this.#tokens.token)
  }

  deleteToken(customer: number, id: number | string, query: Query = {}) {
    return this.#ask('DELETE', `/customers/${customer}/tokens/${id}`, { query })
  }

  async #ask<Shape extends z.core.$ZodShape>(
    method: string,
    path: string,
    sent: { readonly query: Query; readonly body?: unknown },
    answer?: z.ZodObject<Shape>,
  ): Promise<VaultResponse<z.output<z.ZodObject<Shape>>>> {
    const headers = { ...(method !== 'GET' && { 'x-correlation-id': newId() }), ...this.headers }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(sent.query)) query.set(name, String(value))
    const address = query.size === 0 ? path : `${path}?${query}`
    const got = await call(this.api + address, { method, headers, body: sent.body })
    if (got.status < 300) answer?.strict().parse(got.body)
    return got as unknown as VaultResponse<z.output<z.ZodObject<Shape>>>
  }
}

/** The account of a good card. */
export function card(changes: Anything = {}): Anything {
  const account = { 'CARD.PAN': VISA, 'CARD.EXPIRY': '1230', 'CARD.NAME': 'ANN EXAMPLE' }
  return { general_creditcard: { ...account, ...changes } }
}

export function bank(changes: Anything = {}): Anything {
  const account = {
    'BANK.BSB': '062000',
    'BANK.ACCOUNT_NUMBER': '012345678',
    'BANK.ACCOUNT_NAME': 'Ann Example',
  }
  return { general_bankaccount: { ...account, ...changes } }
}

/** A refusal in short: the status, then `code at place.in.the.request` for each fault. */
export function refusalOf(answer: { readonly status: number; readonly body: unknown }): unknown[] {
  const { errors } = errorAnswer.parse(answer.body)
  const faults = errors.map(({ error_code, location }) => `${error_code} at ${location.join('.')}`)
  return [answer.status, ...faults]
}
