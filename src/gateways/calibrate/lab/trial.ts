import { complainsOf, isOk, type LabExchange } from './exchange.ts'
import { fact, type Lab } from './lab.ts'
import { sendPurchase } from './openings.ts'
import { NO_AMOUNT, type TestPayment } from './payments.ts'

/** Longer than anything that a setting could allow. */
const ENDLESS = 'x'.repeat(20_000)

/** Whether the gateway reports every fault of a request at once, each with its place. */
export const reportsEveryFault = fact(async (lab): Promise<boolean> => {
  const good = await sendPurchase(lab, { amount: NO_AMOUNT })
  const bad = await sendPurchase(lab, { reference: ENDLESS, amount: NO_AMOUNT })
  const isTold = [good, bad].every((one) => complainsOf(one, 'total_amount'))
  return isTold && complainsOf(bad, 'reference') && !complainsOf(good, 'reference')
})

export interface PurchaseAttempt {
  /** What is special about the purchase. */
  readonly about: string
  readonly payment: TestPayment
  /** Whether an answer refuses just that. */
  readonly isRefusal: (exchange: LabExchange) => boolean
}

export interface Trial {
  readonly isAccepted: boolean
  readonly exchange: LabExchange
}

/**
 * Whether a gateway accepts a purchase. If it reports every fault at once, an invalid amount keeps the
 * purchase from being made; otherwise the purchase is made.
 */
export async function tryPurchase(
  lab: Lab,
  { about, payment, isRefusal }: PurchaseAttempt,
): Promise<Trial> {
  const isDry = await reportsEveryFault(lab)
  const made = isDry ? { ...payment, amount: NO_AMOUNT } : payment
  const exchange = await sendPurchase(lab, made, { about })
  return { isAccepted: isDry ? !isRefusal(exchange) : isOk(exchange), exchange }
}
