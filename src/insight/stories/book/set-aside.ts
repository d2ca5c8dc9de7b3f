import type { Exchange } from '../../exchange.ts'
import { isPlainlyPaid } from './folded.ts'

/** An exchange with more text than this is not held for nothing. */
const MOST_TEXT = 4096

/** Whether a call is a payment that leaves nothing to ask for, and its request was an ordinary one. */
export function canWait(exchange: Exchange): boolean {
  const { facts, request, answer, sender } = exchange
  if (!isPlainlyPaid(exchange) || sender !== undefined || facts.asked === undefined) return false
  return request.unknownMembers.length === 0 && (answer.body?.length ?? 0) <= MOST_TEXT
}

/** The last so many payments that nobody has asked for yet, oldest first. */
export class SetAside {
  readonly #room: number
  #exchanges: Exchange[] = []
  /** Where the oldest one is, once there is no more room. */
  #oldest = 0

  constructor(room: number) {
    this.#room = room
  }

  get size(): number {
    return this.#exchanges.length
  }

  get isFull(): boolean {
    return this.#exchanges.length >= this.#room
  }

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange)
  }

  /** Takes the place of the oldest one, which it gives. */
  replaceOldest(exchange: Exchange): Exchange {
    const oldest = this.#exchanges[this.#oldest] as Exchange
    this.#exchanges[this.#oldest] = exchange
    this.#oldest = (this.#oldest + 1) % this.#room
    return oldest
  }

  /** All of them, which are here no more. */
  takeAll(): readonly Exchange[] {
    const all = this.#exchanges
    const taken =
      this.#oldest === 0 ? all : [...all.slice(this.#oldest), ...all.slice(0, this.#oldest)]
    this.#exchanges = []
    this.#oldest = 0
    return taken
  }
}
