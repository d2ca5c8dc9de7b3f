import { currencies } from '../../../domain/money.ts'
import { complainsOf, complaintsOf, isApproved, isOk } from './answer.ts'
import { NO_AMOUNT, type Payment, paymentBody, testCards } from './bodies.ts'
import type { Exchange } from './exchange.ts'
import type { Lab } from './lab.ts'

const SHORT_REFERENCE = 'c'
const MOST_TRIES = 6

/** Sends a payment, and puts it differently where the gateway says what it dislikes. */
export async function pay(lab: Lab, path: string, payment: Payment = {}): Promise<Exchange> {
  for (let tries = 1; ; tries += 1) {
    const body = paymentBody(lab, payment)
    const exchange = await lab.send({ method: 'POST', path, body })
    if (tries === MOST_TRIES || isApproved(exchange)) return exchange
    const isChanged = isOk(exchange) ? changeCard(lab) : await adapt(lab, path, exchange)
    if (!isChanged) return exchange
  }
}

/** Not every test gateway approves every test card. */
function changeCard({ manner }: Lab): boolean {
  if (manner.card + 1 >= testCards.length) return false
  manner.card += 1
  return true
}

/** Learns from a refusal; tells whether there is something else to try. */
async function adapt(lab: Lab, path: string, refused: Exchange): Promise<boolean> {
  const { manner } = lab
  if (!complaintsOf(refused).some(({ location }) => location.length > 0)) return guess(lab)
  let isChanged = false
  if (complainsOf(refused, 'expiry_date') && manner.expiryOrder === 'MMYY') {
    manner.expiryOrder = 'YYMM'
    isChanged = true
  }
  if (complainsOf(refused, 'reference') && manner.reference !== SHORT_REFERENCE) {
    manner.reference = SHORT_REFERENCE
    isChanged = true
  }
  if (!complainsOf(refused, 'currency')) return isChanged
  return (await adaptCurrency(lab, path)) || isChanged
}

/** Where nothing tells what is wrong, both orders of the expiry with a long and a short reference. */
function guess({ manner }: Lab): boolean {
  if (manner.expiryOrder === 'MMYY') {
    manner.expiryOrder = 'YYMM'
    return true
  }
  if (manner.reference === SHORT_REFERENCE) return false
  manner.expiryOrder = 'MMYY'
  manner.reference = SHORT_REFERENCE
  return true
}

/** The first currency that the gateway does not complain of; nothing is paid to find it. */
async function adaptCurrency(lab: Lab, path: string): Promise<boolean> {
  for (const currency of new Set(['NZD', 'USD', 'EUR', 'GBP', ...currencies])) {
    const body = paymentBody(lab, { currency, amount: NO_AMOUNT })
    const exchange = await lab.send({ method: 'POST', path, body })
    if (complainsOf(exchange, 'currency')) continue
    lab.manner.currency = currency
    return true
  }
  return false
}
