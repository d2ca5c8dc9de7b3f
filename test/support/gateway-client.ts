import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { ZodType } from 'zod'
import { type Assumptions, defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import {
  type CreatedResponse,
  type ErrorResponse,
  errorAnswer,
  type LookupResponse,
  type SearchResponse,
  transactionAnswers,
} from '../../src/gateway/wire/contract/transaction-answer.ts'

/** What came back. `body` may be read as any of the gateway's answers: a test knows which to expect. */
export interface TestResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: CreatedResponse & LookupResponse & SearchResponse & ErrorResponse
}

export interface Sent {
  readonly method?: string
  /** An undefined one is left out. */
  readonly headers?: OutgoingHttpHeaders
  /** Anything but text and bytes is sent as JSON. */
  readonly body?: unknown
}

/** Members of a request by their path: `{ 'transaction.reference': 'order 7' }`; undefined leaves one out. */
export type Overrides = Readonly<Record<string, unknown>>

export const VISA = '4111111111111111'

const agent = new Agent({ keepAlive: true })

/** Sends exactly what it is told to, and reads the whole answer. */
export function call(url: string, sent: Sent = {}): Promise<TestResponse> {
  const body = encoded(sent.body)
  const isJson = body !== undefined && typeof sent.body !== 'string'
  const isChunked = sent.headers?.['transfer-encoding'] !== undefined
  const all = {
    ...(isJson && { 'content-type': 'application/json' }),
    ...(body !== undefined && !isChunked && { 'content-length': Buffer.byteLength(body) }),
    ...sent.headers,
  }
  const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: sent.method ?? 'GET', headers, agent }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const status = incoming.statusCode ?? 0
        resolve({ status, headers: incoming.headers, text, body: parsed(text) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function encoded(body: unknown): string | Uint8Array | undefined {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body
  return JSON.stringify(body)
}

function parsed(text: string): TestResponse['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return {} as TestResponse['body']
  }
}

let lastId = 0

export function newId(): string {
  lastId += 1
  return `test-${lastId}`
}

/** A merchant's backend, as far as tests need one. It holds every answer against the contract. */
export class GatewayClient {
  readonly api: string
  readonly headers: OutgoingHttpHeaders
  readonly #answers: ReturnType<typeof transactionAnswers>

  constructor(
    api: string,
    headers: OutgoingHttpHeaders = {},
    assumptions: Assumptions = defaultAssumptions,
  ) {
    this.api = api
    this.headers = headers
    this.#answers = transactionAnswers(assumptions)
  }

  purchase(changes: Overrides = {}, headers: OutgoingHttpHeaders = {}): Promise<TestResponse> {
    return this.post('/transactions/purchase', paidBody(changes), headers)
  }

  preauthorise(changes: Overrides = {}, headers: OutgoingHttpHeaders = {}): Promise<TestResponse> {
    return this.post('/transactions/preauthorisation', paidBody(changes), headers)
  }

  standaloneRefund(
    changes: Overrides = {},
    headers: OutgoingHttpHeaders = {},
  ): Promise<TestResponse> {
    return this.post('/transactions/refund', paidBody(changes), headers)
  }

  complete(
    audit: number,
    changes: Overrides = {},
    headers: OutgoingHttpHeaders = {},
  ): Promise<TestResponse> {
    return this.post(`/transactions/${audit}/completion`, amountBody(changes), headers)
  }

  refund(
    audit: number,
    changes: Overrides = {},
    headers: OutgoingHttpHeaders = {},
  ): Promise<TestResponse> {
    return this.post(`/transactions/${audit}/refund`, amountBody(changes), headers)
  }

  void(
    audit: number,
    changes: Overrides = {},
    headers: OutgoingHttpHeaders = {},
  ): Promise<TestResponse> {
    return this.post(`/transactions/${audit}/void`, voidBody(changes), headers)
  }

  lookup(audit: number | string, headers: OutgoingHttpHeaders = {}): Promise<TestResponse> {
    return this.get(`/transactions/${audit}`, headers).then(held(this.#answers.lookup))
  }

  search(correlationId: string, merchant = 1): Promise<TestResponse> {
    const query = { merchant_id: String(merchant), correlation_id_lookup: correlationId }
    const path = `/transactions?${new URLSearchParams(query)}`
    return this.get(path).then(held(this.#answers.search))
  }

  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<TestResponse> {
    return call(this.api + path, { headers: { ...this.headers, ...headers } })
  }

  /** With a correlation id of its own, unless the headers say otherwise. */
  post(path: string, body: unknown, headers: OutgoingHttpHeaders = {}): Promise<TestResponse> {
    const all = { 'x-correlation-id': newId(), ...this.headers, ...headers }
    const sent = { method: 'POST', headers: all, body }
    return call(this.api + path, sent).then(held(this.#answers.created))
  }
}

/** Fails on an answer that lacks something, or has something that the contract does not know. */
function held(schema: ZodType) {
  return (answer: TestResponse): TestResponse => {
    // What a later version of the gateway might say is outside of the contract on purpose.
    if (answer.text.includes('"risk_assessment"')) return answer
    const said = (answer.status < 400 ? schema : errorAnswer).parse(answer.body)
    if (isDeepStrictEqual(said, answer.body)) return answer
    throw new Error(`The response says more than its contract: ${answer.text}`)
  }
}

/** A purchase, a preauthorisation or a standalone refund of $10.00 by a good card. */
export function paidBody(changes: Overrides = {}): unknown {
  const creditcard = { pan: VISA, expiry_date: '1230', cvv: '123' }
  return changed(
    {
      merchant: { id: 1 },
      transaction: { ...onTarget().transaction, payment_method: { creditcard } },
    },
    changes,
  )
}

/** A completion or a refund of $10.00. */
export function amountBody(changes: Overrides = {}): unknown {
  return changed(onTarget(), changes)
}

export function voidBody(changes: Overrides = {}): unknown {
  return changed({ merchant: { id: 1 }, transaction: { reference: 'order 1' } }, changes)
}

export function byDirectDebit(changes: Overrides = {}): Overrides {
  return {
    'transaction.payment_method': {
      directdebit: { bsb: '062-000', account_number: '12345678', account_name: 'Ann Example' },
    },
    ...changes,
  }
}

/** Only another amount. */
export function cents(amount: number): Overrides {
  return { 'transaction.amount_details.total_amount': String(amount) }
}

function onTarget() {
  const amount_details = { total_amount: '1000', currency: 'AUD' }
  return { merchant: { id: 1 }, transaction: { reference: 'order 1', amount_details } }
}

function changed(body: object, changes: Overrides): unknown {
  const copy: unknown = structuredClone(body)
  for (const [path, value] of Object.entries(changes)) put(copy, path.split('.'), value)
  return copy
}

function put(into: unknown, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  const members = into as Record<string, unknown>
  if (rest.length > 0) {
    members[name] ??= {}
    put(members[name], rest, value)
  } else if (value === undefined) {
    delete members[name]
  } else {
    members[name] = structuredClone(value)
  }
}

/** The faults of a refusal in short: `code at place.in.the.request`. */
export function faultsOf({ body }: TestResponse): readonly string[] {
  return errorAnswer
    .parse(body)
    .errors.map(({ error_code, location }) => `${error_code} at ${location.join('.')}`)
}
