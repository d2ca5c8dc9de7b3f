import type { Settings } from '../../../src/runtime/config/settings.ts'
import type { Overrides } from '../../support/gateway-client.ts'
import type { Judged } from '../wire/judged.ts'

/** What a client does. */
export type Play = (judged: Judged) => Promise<unknown>

/** What ticks a case off, and what only comes close. */
export interface Proof {
  readonly settings?: Partial<Settings>
  readonly shown: Play
  readonly missed: Play
}

export const pan = (number: string): Overrides => ({
  'transaction.payment_method.creditcard.pan': number,
  // An American Express card has a longer one.
  'transaction.payment_method.creditcard.cvv': undefined,
})

/** A purchase, a hold: what can be completed, refunded and voided. */
export async function paid(judged: Judged, changes: Overrides = {}): Promise<number> {
  return (await judged.client.purchase(changes)).body.audit
}

export async function held(judged: Judged, changes: Overrides = {}): Promise<number> {
  return (await judged.client.preauthorise(changes)).body.audit
}

/** One thing after the other. */
export const all =
  (...plays: readonly Play[]): Play =>
  async (judged) => {
    for (const play of plays) await play(judged)
  }
