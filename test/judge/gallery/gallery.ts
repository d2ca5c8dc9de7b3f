import { vi } from 'vitest'
import { PATIENCE } from '../../support/attempt.ts'
import type { Overrides } from '../../support/gateway-client.ts'
import { VaultClient } from '../../support/vault-client.ts'
import type { Judged } from '../wire/judged.ts'

/** A sandbox in which time passes only when a client lets it, in the sandbox and in reality. */
export class Gallery {
  readonly judged: Judged
  readonly vault: VaultClient
  readonly #time: { now: number }

  constructor(judged: Judged, time: { now: number }) {
    this.judged = judged
    this.vault = new VaultClient(judged.sandbox.api)
    this.#time = time
  }

  async pass(ms: number): Promise<void> {
    this.#time.now += ms
    await this.judged.pass(`PT${ms / 1000}S`)
  }

  /** A purchase for an order; its answer may be lost. */
  async buy(id: string, changes: Overrides = {}): Promise<number> {
    const order = { 'transaction.reference': 'A-1001', ...money(4995), ...changes }
    const answer = await this.judged.pay(id, order)
    await this.pass(2010)
    return answer?.body.audit ?? 0
  }

  /** Hands over the books of a shop. */
  async books(...orders: readonly object[]): Promise<void> {
    await this.judged.control.post('/reconcile', { orders })
  }

  /** Until the last rule was met by a request. */
  async met(): Promise<void> {
    await vi.waitFor(async () => {
      if ((await this.judged.report()).waiting === 0) throw new Error('No request is under way')
    }, PATIENCE)
  }

  /** Shapes the next call of a kind. */
  async next(operation: string, outcome: object): Promise<void> {
    await this.judged.control.post('/rules', { when: { operation }, outcome })
  }
}

export const money = (cents: number): Overrides => ({
  'transaction.amount_details.total_amount': String(cents),
})
