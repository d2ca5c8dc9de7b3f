import type { Instant } from '../../domain/time/instant.ts'
import type { DelayedCall, Exchange } from '../../record/exchange.ts'
import type { Attempt } from '../payments/judged-payment.ts'

/** A call that was processed and whose answer is delayed. */
interface CallUnderWay {
  /** The call as if no answer came. */
  readonly exchange: Exchange
  readonly attempt: Attempt | undefined
  /** Real time. */
  leftAt: Instant | undefined
}

export type WaitingCall = DelayedCall & Pick<CallUnderWay, 'attempt'>

/** The calls of a test whose answers a rule delays, by their sequence numbers. */
export class CallsUnderWay {
  readonly #calls = new Map<number, CallUnderWay>()

  get size(): number {
    return this.#calls.size
  }

  /** Whether no client waits for a response. */
  get isQuiet(): boolean {
    return [...this.#calls.values()].every(({ leftAt }) => leftAt !== undefined)
  }

  begin(exchange: Exchange, attempt: Attempt | undefined): void {
    this.#calls.set(exchange.arrived, { exchange, attempt, leftAt: undefined })
  }

  /** Its client disconnected. Returns its attempt to pay, if it is one. */
  leave(arrived: number, at: Instant): Attempt | undefined {
    const call = this.#calls.get(arrived)
    if (call !== undefined) call.leftAt = at
    return call?.attempt
  }

  /** Its answer was handed over. Returns its attempt to pay, if it is one. */
  end(arrived: number): Attempt | undefined {
    const call = this.#calls.get(arrived)
    this.#calls.delete(arrived)
    return call?.attempt
  }

  clear(): void {
    this.#calls.clear()
  }

  /** Those of clients, oldest first, and how long they have waited. */
  waiting(now: Instant): readonly WaitingCall[] {
    return [...this.#calls.values()]
      .filter(({ exchange }) => exchange.sender === undefined)
      .map(({ exchange, attempt, leftAt }) => {
        const waitedMs = Math.max(0, (leftAt ?? now) - Date.parse(exchange.real_at))
        return { exchange, attempt, waitedMs, hasLeft: leftAt !== undefined }
      })
  }
}
