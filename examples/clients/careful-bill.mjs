import { randomUUID } from 'node:crypto'
import { outcomeOf, payOnce } from './careful-payment.mjs'
import { invoices } from './invoices.mjs'
import { reserve } from './notes.mjs'

/**
 * A nightly job that may be started at any time, even twice at once. It first reserves each invoice
 * with a correlation id. If another start has reserved it, it settles that one: it asks what happened
 * to that id, and charges with the same id only if nothing was processed.
 * @param {import('./gateway.mjs').Payment} invoice
 */
async function bill(invoice) {
  const own = randomUUID()
  const correlationId = reserve(invoice.reference, own)
  const earlier = correlationId === own ? 'never processed' : await outcomeOf(correlationId)
  return earlier === 'never processed' ? await payOnce(invoice, correlationId) : earlier
}

for (const invoice of invoices) {
  const outcome = (await bill(invoice))?.status.transaction_status_code ?? 'not known yet'
  console.log(`${invoice.reference}: ${outcome}`)
  if (outcome !== 'approved') process.exitCode = 1
}
