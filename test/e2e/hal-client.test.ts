import { Client } from 'ketting'
import { expect, test } from 'vitest'
import type {
  CreatedResponse,
  LookupResponse,
} from '../../src/gateway/wire/contract/transaction-answer.ts'
import { amountBody, cents, newId, paidBody, voidBody } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

/** A HAL client that nobody here wrote; it only learns to number its requests. */
function halClient(api: string): Client {
  const client = new Client(`${api}/`)
  client.use((request, next) => {
    request.headers.set('X-Correlation-Id', newId())
    return next(request)
  })
  return client
}

test('from a purchase through its links to a refund, and back to its target', async () => {
  await using sandbox = await startTestSandbox()
  const client = halClient(sandbox.api)
  const bought = await client
    .go<CreatedResponse>('transactions/purchase')
    .post({ data: paidBody() })
  const { audit } = bought.data

  const purchase = await bought.follow<LookupResponse>('self').get()
  expect(purchase.data.audit).toBe(audit)
  expect(purchase.links.getAll().map(({ rel }) => rel)).toEqual(['self', 'refund', 'void'])

  const refunded = await purchase
    .follow<CreatedResponse>('refund')
    .post({ data: amountBody(cents(400)) })
  const refund = await refunded.follow<LookupResponse>('self').get()
  expect(refund.data.transaction).toMatchObject({ transaction_type: 'refund', target_audit: audit })

  const target = await refund.follow<LookupResponse>('target').get()
  expect(target.uri).toBe(purchase.uri)
  expect(target.data.audit).toBe(audit)
})

test('from a preauthorisation to its completion, whose void it follows as well', async () => {
  await using sandbox = await startTestSandbox()
  const client = halClient(sandbox.api)
  const held = await client
    .go<CreatedResponse>('transactions/preauthorisation')
    .post({ data: paidBody() })
  const completed = await held.follow<CreatedResponse>('completion').post({ data: amountBody() })
  const completion = completed.follow<LookupResponse>('self')
  const undone = await (await completion.get())
    .follow<CreatedResponse>('void')
    .post({ data: voidBody() })
  expect(undone.data.status.transaction_status_code).toBe('approved')
  const after = await completion.refresh()
  expect(after.data.status.transaction_status_code).toBe('voided')
  expect(after.links.getAll().map(({ rel }) => rel)).toEqual(['self', 'target'])
  const hold = await after.follow<LookupResponse>('target').get()
  expect(hold.data.audit).toBe(held.data.audit)
})
