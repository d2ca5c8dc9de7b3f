import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

/** A shop: `POST /order-1` charges AUD 49.95 for order-1, and responds with the outcome. */
export const app = createServer(async ({ url = '', headers }, response) => {
  const world = headers['x-sandbox-world']
  const paid = await fetch(`${process.env.GATEWAY_URL}/transactions/purchase`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Correlation-Id': randomUUID(),
      ...(world && { 'X-Sandbox-World': String(world) }),
    },
    body: JSON.stringify({
      merchant: { id: 1 },
      transaction: {
        reference: url.slice(1),
        amount_details: { total_amount: '4995', currency: 'AUD' },
        payment_method: {
          creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' },
        },
      },
    }),
  }).catch(() => undefined)
  const body = await paid?.json().catch(() => undefined)
  response.end(body?.status?.transaction_status_code ?? 'unknown')
})

if (process.argv[1] === import.meta.filename) app.listen(Number(process.env.PORT ?? 3000))
