import { Client, type Resource } from 'ketting'
import { expect, test } from 'vitest'
import type {
  CreatedResponse,
  LookupResponse,
} from '../../../../src/gateway/wire/contract/transaction-answer.ts'
import type { CustomerListResponse } from '../../../../src/gateway/wire/contract/vault/customer-contract.ts'
import type { TokenListResponse } from '../../../../src/gateway/wire/contract/vault/token-contract.ts'
import { newId } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'
import { VaultClient } from '../../../support/vault-client.ts'

/** A HAL client that knows nothing of the sandbox but how to number its requests. */
function halClient(api: string): Client {
  const client = new Client(`${api}/`)
  client.use((request, next) => {
    request.headers.set('X-Correlation-Id', newId())
    return next(request)
  })
  return client
}

/** Walks pages by `next` until a customer has the reference. */
async function findCustomer(first: Resource<CustomerListResponse>, reference: string) {
  let pages = 0
  let page: Resource<CustomerListResponse> | undefined = first
  while (page !== undefined) {
    const state: Awaited<ReturnType<Resource<CustomerListResponse>['get']>> = await page.get()
    pages += 1
    const found = state.data.results.find((customer) => customer.reference === reference)
    if (found) return { found, pages }
    page = state.links.has('next') ? state.follow<CustomerListResponse>('next') : undefined
  }
  throw new Error(`No page has ${reference}`)
}

test('a HAL client walks by next to a customer, to its token, pays with it and refunds', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  for (let i = 1; i <= 25; i += 1) {
    await vault.createCustomer({ name: `Customer ${i + 10}`, reference: `CUST-${i}` })
  }
  const { id } = (await vault.createCustomer({ name: 'Zoe', reference: 'CUST-Z' })).body
  await vault.createToken(id)

  const client = halClient(sandbox.api)
  const start = client.go<CustomerListResponse>('customers?reference=cust&limit=7')
  const { found, pages } = await findCustomer(start, 'CUST-Z')
  expect(pages).toBe(4)

  const tokens = await client.go<TokenListResponse>(found._links.tokens?.href).get()
  const pan = tokens.data.results[0]?.virtual_pan
  const transaction = {
    reference: 'order 1',
    amount_details: { total_amount: '1000', currency: 'AUD' },
    payment_method: { creditcard: { pan } },
  }
  const data = { merchant: { id: 1 }, transaction }
  const paid = await client.go<CreatedResponse>('transactions/purchase').post({ data })
  expect(paid.data.status.transaction_status_code).toBe('approved')

  const looked = await paid.follow<LookupResponse>('self').get()
  expect(looked.data.transaction.payment_method).toEqual({
    creditcard: { pan: '411111xxxxxx1111', type: 'visa' },
  })
  const { amount_details } = transaction
  const refund = { merchant: { id: 1 }, transaction: { reference: 'back', amount_details } }
  const back = await looked.follow<CreatedResponse>('refund').post({ data: refund })
  expect(back.data.status.transaction_status_code).toBe('approved')
})
