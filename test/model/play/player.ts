import { controlAnswer, type Snapshots } from '../law/control.ts'
import { gatewayAnswer } from '../law/gateway.ts'
import type { House } from '../law/house.ts'
import { newState, type State } from '../law/state.ts'
import { differences, type Expected } from '../law/wire/expected.ts'
import type { Request } from '../law/wire/request.ts'
import { Chance } from './chance.ts'
import { choose } from './choose/choose.ts'
import { type Answer, send } from './send.ts'

/** What the model expected, and what came instead. */
export class Disagreement extends Error {}

/** How much of a history is told. */
const LAST = 400

/** One world and what the model believes of it. Each step is drawn from a number and the state. */
export class Player {
  readonly #world: string
  readonly #house: House
  readonly #snapshots: Snapshots = new Map()
  readonly #sent: Request[] = []
  readonly #told: { readonly request: Request; readonly answer: Answer }[] = []
  #state: State

  /** `world` is its address: `http://127.0.0.1:4010/w/name`. */
  constructor(world: string, house: House) {
    this.#world = world
    this.#house = house
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
    const expected = this.#expect(this.#state, request)
    const answer = await this.#ask(request)
    const wrong = disagreement(expected, answer)
    if (wrong.length > 0) throw new Disagreement(told(request, wrong, answer))
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

  /** Finds out by a question what became of an attempt: all of it, or nothing. */
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
    const answer = await send(this.#world, request)
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
    const seen = { state, house: this.#house, api: `${this.#world}/v1` }
    return request.path.startsWith('/_sandbox')
      ? controlAnswer(seen, this.#snapshots, request)
      : gatewayAnswer(seen, request)
  }
}

function disagreement(expected: Expected, answer: Answer): string[] {
  if (expected.status !== answer.status) {
    return [`status: ${expected.status} expected, not ${answer.status}`]
  }
  if (expected.status === 'broken') return []
  // The body first: it may tell an id that a header repeats.
  const body = differences(expected.body, answer.body)
  const headers = Object.entries(expected.headers ?? {}).flatMap(([name, pattern]) =>
    differences(pattern, answer.headers[name], `header ${name}`),
  )
  return [...body, ...headers]
}

function told(request: Request, wrong: readonly string[], answer: Answer): string {
  return `${shown(request)}\n  ${wrong.join('\n  ')}\n  ${JSON.stringify(answer)}`
}

function shown({ method, path, query, headers, body }: Request): string {
  const search = query.length === 0 ? '' : `?${query.map((pair) => pair.join('=')).join('&')}`
  return `${method} ${path}${search} ${JSON.stringify(headers)} ${JSON.stringify(body) ?? ''}`
}
