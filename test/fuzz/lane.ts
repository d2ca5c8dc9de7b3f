import { type MockInstance, vi } from 'vitest'
import type { World } from '../../src/gateway/world/world.ts'
import { type ApiRequest, exampleRequest } from '../support/api-request.ts'
import type { DocumentCheck } from '../support/document-check.ts'
import { call, type TestResponse } from '../support/gateway-client.ts'
import {
  damagedBytes,
  type Known,
  livelyRequest,
  spoiltAddress,
  spoiltBody,
  spoiltHeaders,
} from './fuzzed-request.ts'
import type { Random } from './random.ts'

/** An answer that takes longer is a hang. */
const PATIENCE_MS = 15_000

/** What the rules refuse although the form is as the document says. */
const beyondForm = new Set([
  ...['invalid_pan', 'invalid_expiry', 'currency_not_supported', 'currency_mismatch'],
  ...['not_completable', 'already_completed', 'amount_exceeds_preauthorisation'],
  ...['not_refundable', 'refund_exceeds_original', 'not_voidable', 'method_not_supported'],
  ...['token_not_found', 'token_inactive', 'preferred_name_in_use', 'reference_in_use'],
  ...['unknown_account_type', 'out_of_range'],
  // A card without an expiry date, a CVV that is too short for its card.
  ...['missing_field', 'invalid_format'],
])

/** One world that is sent one request after the other, so that each can be held to account. */
export class Lane {
  readonly #api: string
  readonly #check: DocumentCheck
  readonly #random: Random
  readonly #commits: MockInstance<World['commit']>
  readonly #known: Known
  readonly statuses = new Map<number, number>()

  constructor(api: string, world: World, check: DocumentCheck, random: Random) {
    this.#api = api
    this.#check = check
    this.#random = random
    this.#commits = vi.spyOn(world, 'commit')
    let last = 0
    const newId = () => `${world.name}-${++last}`
    this.#known = {
      audits: [],
      customers: [],
      tokens: [],
      virtualPans: [],
      correlationIds: [],
      newId,
    }
  }

  /** Sends one request, and throws what is wrong with its answer. */
  async step(): Promise<void> {
    const request = this.#next()
    const commits = this.#commits.mock.calls.length
    const answer = await this.#send(request)
    const problem = this.#complaint(request, answer, this.#commits.mock.calls.length - commits)
    if (problem !== undefined) throw new Error(`${problem}\n${shown(request)}\n${answer.text}`)
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
    this.#learn(request, answer)
    if (answer.status >= 400 && answer.status !== 409) await this.#retryWithSameId(request)
  }

  #next(): ApiRequest {
    const random = this.#random
    const lively = livelyRequest(this.#check, this.#known, random)
    const parameters = this.#check.operations.get(lively.operation)?.operation.parameters ?? []
    const change = random.weighed<(request: ApiRequest) => ApiRequest>([
      [30, (request) => request],
      [40, (request) => spoiltBody(this.#check, request, random)],
      [12, (request) => spoiltAddress(request, parameters, random)],
      [10, (request) => spoiltHeaders(request, this.#known, random)],
      [8, (request) => damagedBytes(request, random)],
    ])
    return change(lively)
  }

  async #send(request: ApiRequest): Promise<TestResponse> {
    const { method = '', path = '' } = this.#check.operations.get(request.operation) ?? {}
    const filled = Object.entries(request.path).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, () => encodeURIComponent(value)),
      path,
    )
    const query = new URLSearchParams(request.query)
    const url = `${this.#api}${filled}${query.size === 0 ? '' : `?${query}`}`
    const { headers, body } = request
    const sent = { method: method.toUpperCase(), headers, body: jsonOf(body) }
    const isJson = typeof sent.body === 'string' && headers['content-type'] === undefined
    const all = isJson ? { 'content-type': 'application/json', ...headers } : headers
    return await inTime(call(url, { ...sent, headers: all }), () => shown(request))
  }

  #complaint(request: ApiRequest, answer: TestResponse, commits: number): string | undefined {
    const { status } = answer
    if (status >= 500) return `Answered ${status}, which no rule asked for`
    if (status >= 400 && commits > 0) return `Answered ${status}, and changed its state`
    this.#check.hold(request.operation, answer)
    if (request.body === undefined || request.body instanceof Uint8Array) return undefined
    const isGoodForm = this.#check.takesBody(request.operation, wired(request.body))
    if (!isGoodForm && status < 400) return 'Accepted a body that the document does not'
    if (!isGoodForm || status !== 422) return undefined
    const ofBody = answer.body.errors.filter(({ location }) => location[0] === 'body')
    const odd = ofBody.filter(({ error_code }) => !beyondForm.has(error_code))
    return odd.length > 0 ? 'Refused the form of a body that the document accepts' : undefined
  }

  #learn({ operation, headers, path }: ApiRequest, { status, body }: TestResponse): void {
    if (status >= 300) return
    const { audit, virtual_pan, id } = body as unknown as Partial<Made>
    if (operation === 'customer_create' && id) this.#known.customers.push({ customer_id: id })
    if (operation === 'token_create' && id) this.#known.tokens.push({ ...path, token_id: id })
    if (audit !== undefined && operation !== 'lookup') {
      this.#known.audits.push(audit)
      this.#known.correlationIds.push(String(headers['x-correlation-id']))
    }
    if (virtual_pan !== undefined) this.#known.virtualPans.push(virtual_pan)
  }

  /** A refusal does not use up its id: now and then a good purchase comes with the same one. */
  async #retryWithSameId({ operation, headers }: ApiRequest): Promise<void> {
    const id = String(headers['x-correlation-id'])
    const isOurs = id.startsWith('lane-') && !this.#known.correlationIds.includes(id)
    const { method } = this.#check.operations.get(operation) ?? {}
    if (!isOurs || method !== 'post' || !this.#random.chance(0.05)) return
    const request = {
      ...exampleRequest(this.#check, 'purchase'),
      headers: { 'x-correlation-id': id },
    }
    const answer = await this.#send(request)
    if (answer.status === 409) throw new Error(`A refusal used up its id\n${answer.text}`)
    this.#learn(request, answer)
  }
}

/** What an answer may say that later requests can use. */
interface Made {
  readonly audit: number
  readonly id: number
  readonly virtual_pan: string
}

/** Text that JSON cannot hold as it is, such as half an emoji, arrives as something else. */
function wired(body: unknown): unknown {
  return JSON.parse(Buffer.from(JSON.stringify(body)).toString())
}

function jsonOf(body: unknown): string | Uint8Array | undefined {
  return body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body)
}

function shown(request: ApiRequest): string {
  return JSON.stringify(request, (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1').slice(0, 3000) : value,
  ).slice(0, 6000)
}

async function inTime<T>(work: Promise<T>, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in time\n${what()}`)), PATIENCE_MS)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
