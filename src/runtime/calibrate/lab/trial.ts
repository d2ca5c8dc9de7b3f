import { complainsOf, isOk } from './answer.ts'
import { NO_AMOUNT, type Payment, paymentBody } from './bodies.ts'
import type { Exchange } from './exchange.ts'
import { fact, type Lab } from './lab.ts'
import { purchasing } from './openings.ts'

/** Longer than anything that a setting could allow. */
const ENDLESS = 'x'.repeat(20_000)

/** Whether the gateway tells all that is wrong with a request at once, and where. */
export const tellsAll = fact(async (lab): Promise<boolean> => {
  const { path } = await purchasing(lab)
  const send = (payment: Payment) =>
    lab.send({ method: 'POST', path, body: paymentBody(lab, { ...payment, amount: NO_AMOUNT }) })
  const good = await send({})
  const bad = await send({ reference: ENDLESS })
  const isTold = [good, bad].every((one) => complainsOf(one, 'total_amount'))
  return isTold && complainsOf(bad, 'reference') && !complainsOf(good, 'reference')
})

export interface Attempt {
  /** What is special about the purchase. */
  readonly about: string
  readonly payment: Payment
  /** Whether an answer refuses just that. */
  readonly isRefusal: (exchange: Exchange) => boolean
}

export interface Trial {
  readonly isAccepted: boolean
  readonly exchange: Exchange
}

/**
 * Whether a purchase may be like this. Where the gateway tells all that is wrong at once, an amount
 * that no gateway takes keeps it from being made; else it is made.
 */
export async function tryPurchase(
  lab: Lab,
  { about, payment, isRefusal }: Attempt,
): Promise<Trial> {
  const { path } = await purchasing(lab)
  const isDry = await tellsAll(lab)
  const body = paymentBody(lab, isDry ? { ...payment, amount: NO_AMOUNT } : payment)
  const exchange = await lab.send({ method: 'POST', path, body, about })
  return { isAccepted: isDry ? !isRefusal(exchange) : isOk(exchange), exchange }
}
