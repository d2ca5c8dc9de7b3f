import { randomUUID } from 'node:crypto'
import { send } from './gateway.mjs'
import { invoices } from './invoices.mjs'
import { notebook } from './notes.mjs'

/**
 * A nightly job that charges what is not recorded as paid, and records it afterwards. If it dies in
 * between, if a response is lost or if two of it run at once, a customer is charged twice.
 */
const paid = notebook('paid.json')

for (const invoice of invoices) {
  if (paid.get(invoice.reference).audit === undefined) {
    const { status, body } = await send(invoice, randomUUID())
    const outcome = status === 200 ? body.status.transaction_status_code : `HTTP ${status}`
    if (outcome !== 'approved') throw new Error(`${invoice.reference}: ${outcome}`)
    paid.put(invoice.reference, { audit: body.audit })
  }
  console.log(`${invoice.reference}: paid`)
}
