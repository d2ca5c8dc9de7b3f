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

/** Making room for one at a time would cost more than the rest of it. */
const ROOM_AT_ONCE = 256

/** The last so many payments that nobody has asked for yet, oldest first. */
export class SetAside {
  readonly #room: number
  #exchanges: Exchange[] = []

  constructor(room: number) {
    this.#room = room
  }

  get size(): number {
    return this.#exchanges.length
  }

  /** Gives those that make room for it and for the next ones, if it is time for that. */
  add(exchange: Exchange): readonly Exchange[] {
    this.#exchanges.push(exchange)
    if (this.#exchanges.length < this.#room + ROOM_AT_ONCE) return none
    return this.#exchanges.splice(0, ROOM_AT_ONCE)
  }

  /** All of them, which are here no more. */
  takeAll(): readonly Exchange[] {
    const all = this.#exchanges
    this.#exchanges = []
    return all
  }
}

const none: readonly Exchange[] = []
