import { isDeepStrictEqual } from 'node:util'
import { controlAnswer, type Snapshots } from '../law/control.ts'
import { gatewayAnswer } from '../law/gateway.ts'
import type { House } from '../law/house.ts'
import { newState, type State } from '../law/state.ts'
import type { Expected } from '../law/wire/expected.ts'
import { isObject, memberOf, type Request } from '../law/wire/request.ts'
import { disagreement, disagreementOfRace } from './agreement.ts'
import { Chance } from './chance.ts'
import { choose } from './choose/choose.ts'
import { type Address, type Answer, addressOf, send } from './send.ts'

/** What the model expected, and what came instead. */
export class Disagreement extends Error {}

/** One world: its address, and the snapshots that lie there. */
interface Place {
  readonly address: Address
  readonly api: string
  readonly snapshots: Snapshots
}

function placeAt(world: string): Place {
  return { address: addressOf(world), api: `${world}/v1`, snapshots: new Map() }
}

const exporting: Request = {
  method: 'GET',
  path: '/_sandbox/state',
  query: [],
  headers: {},
  body: undefined,
}

/** An export without what only says where and when it was written. */
function rowsOf({ body }: Answer): unknown {
  const {
    saved_at: _at,
    generation: _generation,
    check: _check,
    ...rows
  } = isObject(body) ? body : {}
  return rows
}

/** How much of a history is told. */
const LAST = 400

/** One world and what the model believes of it. Each step is drawn from a number and the state. */
export class Player {
  readonly #house: House
  readonly #sent: Request[] = []
  readonly #told: { readonly request: Request; readonly answer: Answer }[] = []
  #state: State
  /** Where it plays now, and where it has put things aside. */
  #place: Place
  #other: Place

  /** `world` is its address: `http://127.0.0.1:7263/w/name`. */
  constructor(world: string, house: House) {
    this.#house = house
    this.#place = placeAt(world)
    this.#other = placeAt(`${world}-copy`)
    this.#state = newState(house.clock)
  }

  get state(): State {
    return this.#state
  }

  /** The last requests, with what came back. */
  get history(): readonly string[] {
    return this.#told.map(
      ({ request, answer }) =>
        `${shown(request)}\n    ${JSON.stringify(answer.body) ?? answer.status}`,
    )
  }

  next(seed: number): Request {
    const chance = new Chance(seed)
    return choose({ chance, state: this.#state, house: this.#house, sent: this.#sent })
  }

  async step(seed: number): Promise<void> {
    await this.perform(this.next(seed))
  }

  async perform(request: Request): Promise<void> {
    if (request.together !== undefined) return await this.#race(request, request.together)
    const expected = this.#expect(this.#state, request)
    const answer = await this.#ask(request)
    const wrong = disagreement(expected, answer)
    if (wrong.length > 0) throw new Disagreement(told(request, wrong, answer))
  }

  async #race(request: Request, count: number): Promise<void> {
    const all = Array.from({ length: count }, () => this.#expect(this.#state, request))
    const answers = await Promise.all(all.map(() => this.#ask(request)))
    const wrong = disagreementOfRace(all, answers)
    if (wrong.length > 0) throw new Disagreement(told(request, wrong, answers))
  }

  /** Takes everything to the other world by an export and an import, and goes on there. */
  async move(): Promise<void> {
    const written = await this.#ask(exporting)
    ;[this.#place, this.#other] = [this.#other, this.#place]
    const { transactions, customers, tokens } = this.#state
    const read = await this.#ask({ ...exporting, method: 'PUT', body: written.body })
    const counts = [transactions.size, customers.length, tokens.length]
    const sizes = ['transactions', 'customers', 'tokens'].map((name) => memberOf(read.body, name))
    const isWhole = read.status === 200 && isDeepStrictEqual(sizes, counts)
    const wrong = isWhole ? [] : [`${counts} of transactions, customers, tokens expected`]
    const again = rowsOf(await this.#ask(exporting))
    if (!isDeepStrictEqual(again, rowsOf(written))) wrong.push('the same export again expected')
    if (wrong.length > 0) throw new Disagreement(told(exporting, wrong, read))
  }

  /**
   * The same for a sandbox that may die meanwhile, or whose disk may be full. Gives what the state
   * was before, if the answer leaves open whether the request was processed.
   */
  async attempt(request: Request, mayFail = false): Promise<State | undefined> {
    const before = structuredClone(this.#state)
    const expected = this.#expect(this.#state, request)
    const answer = await this.#ask(request)
    const isUnclear = answer.status === 'broken' || (mayFail && answer.status === 500)
    if (isUnclear) return before
    const wrong = disagreement(expected, answer)
    if (wrong.length > 0) throw new Disagreement(told(request, wrong, answer))
    return undefined
  }

  /** Finds out by a question what happened to an attempt: all of it, or nothing. */
  async recover(before: State, question: Request): Promise<'processed' | 'not processed'> {
    const answer = await this.#ask(question)
    const after = disagreement(this.#expect(this.#state, question), answer)
    if (after.length === 0) return 'processed'
    if (disagreement(this.#expect(before, question), answer).length > 0) {
      throw new Disagreement(`Neither processed nor not\n${told(question, after, answer)}`)
    }
    this.#state = before
    return 'not processed'
  }

  async #ask(request: Request): Promise<Answer> {
    const answer = await send(this.#place.address, request)
    this.#told.push({ request, answer })
    if (this.#told.length > LAST) this.#told.shift()
    if (request.path.startsWith('/v1/transactions') && request.method === 'POST') {
      this.#sent.push(request)
      if (this.#sent.length > LAST) this.#sent.shift()
    }
    return answer
  }

  /** What the model says will be answered. It takes the request as done. */
  #expect(state: State, request: Request): Expected {
    const { api, snapshots } = this.#place
    const seen = { state, house: this.#house, api }
    return request.path.startsWith('/_sandbox')
      ? controlAnswer(seen, snapshots, request)
      : gatewayAnswer(seen, request)
  }
}

function told(request: Request, wrong: readonly string[], answer: unknown): string {
  return `${shown(request)}\n  ${wrong.join('\n  ')}\n  ${JSON.stringify(answer)}`
}

function shown({ method, path, query, headers, body }: Request): string {
  const search = query.length === 0 ? '' : `?${query.map((pair) => pair.join('=')).join('&')}`
  return `${method} ${path}${search} ${JSON.stringify(headers)} ${JSON.stringify(body) ?? ''}`
}
