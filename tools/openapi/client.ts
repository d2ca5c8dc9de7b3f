import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import createClient from 'openapi-fetch'
import { steer } from './control-client.js'
import type { components, paths } from './generated/schema.js'

/** A shop whose every call is typed by what a foreign tool made of the OpenAPI document. */

const [api = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: api })

const header = () => ({ 'X-Correlation-Id': randomUUID() })
const amount_details = { total_amount: '1995', currency: 'AUD' }

/** The answer, or an error that says what was refused. */
function ok<Data>({ data, error }: { data?: Data; error?: components['schemas']['Errors'] }): Data {
  if (data === undefined) throw new Error(error?.errors.map((one) => one.error_code).join())
  return data
}

async function buy(pan: string) {
  const creditcard = { pan, expiry_date: '1230', cvv: '123' }
  return ok(
    await client.POST('/transactions/purchase', {
      params: { header: header() },
      body: {
        merchant: { id: 1 },
        transaction: { reference: 'order-1', amount_details, payment_method: { creditcard } },
      },
    }),
  )
}

async function lookUp(audit: number) {
  return ok(await client.GET('/transactions/{audit}', { params: { path: { audit } } }))
}

async function payments() {
  const approved = await buy('4111111111111111')
  assert.equal(approved.status.transaction_status_code, 'approved')
  const declined = await buy('4000000000000051')
  assert.equal(declined.status.acquirer.response_code, '51')

  const target = { header: header(), path: { audit: approved.audit } }
  const refund = ok(
    await client.POST('/transactions/{audit}/refund', {
      params: target,
      body: {
        merchant: { id: 1 },
        transaction: {
          reference: 'order-1',
          amount_details: { ...amount_details, total_amount: '500' },
        },
      },
    }),
  )
  const { transaction } = await lookUp(refund.audit)
  assert.deepEqual(
    [transaction.target_audit, transaction.amount_details.total_amount],
    [approved.audit, '500'],
  )

  const other = await buy('5555555555554444')
  const voided = ok(
    await client.POST('/transactions/{audit}/void', {
      params: { header: header(), path: { audit: other.audit } },
      body: { merchant: { id: 1 }, transaction: { reference: 'order-1' } },
    }),
  )
  assert.equal(voided.status.transaction_status_code, 'approved')
  assert.equal((await lookUp(other.audit)).status.transaction_status_code, 'voided')
}

async function lostAnswer() {
  const lost = header()
  const body = {
    merchant: { id: 1 },
    transaction: {
      reference: 'order-2',
      amount_details: { ...amount_details, total_amount: '9800503' },
      payment_method: {
        directdebit: { bsb: '062-000', account_number: '12345678', account_name: 'Ann' },
      },
    },
  }
  const { response } = await client.POST('/transactions/purchase', {
    params: { header: lost },
    body,
  })
  assert.equal(response.status, 503)
  const query = { merchant_id: 1, correlation_id_lookup: lost['X-Correlation-Id'] }
  const { results } = ok(await client.GET('/transactions', { params: { query } }))
  assert.equal(results[0]?.status.transaction_status_code, 'pending')
  const method = results[0].transaction.payment_method
  assert.ok('directdebit' in method && method.directdebit.account_number === 'xxxxx678')
}

async function vault() {
  const customer = ok(
    await client.POST('/customers', {
      params: { header: header() },
      body: { reference: 'CUST-1', name: 'Ann Example' },
    }),
  )
  const path = { customer_id: customer.id }
  const account = { 'CARD.PAN': '4111111111111111', 'CARD.EXPIRY': '1230', 'CARD.NAME': 'ANN' }
  const token = ok(
    await client.POST('/customers/{customer_id}/tokens', {
      params: { header: header(), path },
      body: { preferred_name: 'main', active: true, account: { general_creditcard: account } },
    }),
  )
  const paid = await buy(token.virtual_pan)
  const { payment_method } = (await lookUp(paid.audit)).transaction
  assert.ok('creditcard' in payment_method && payment_method.creditcard.type === 'visa')
  const own = { ...path, token_id: token.id }
  const changed = ok(
    await client.PATCH('/customers/{customer_id}/tokens/{token_id}', {
      params: { header: header(), path: own },
      body: { active: false },
    }),
  )
  assert.equal(changed.active, false)
  const page = ok(
    await client.GET('/customers', { params: { query: { limit: 10, ordering: 'reference' } } }),
  )
  assert.deepEqual(
    page.results.map(({ reference }) => reference),
    ['CUST-1'],
  )
  const gone = await client.DELETE('/customers/{customer_id}', {
    params: { header: header(), path },
  })
  assert.equal(gone.response.status, 204)
  const { error } = await client.GET('/customers/{customer_id}', { params: { path } })
  assert.equal(error?.errors[0]?.error_code, 'not_found')
}

async function refusals() {
  const { error, response } = await client.POST('/transactions/purchase', {
    params: { header: header() },
    body: {
      merchant: { id: 0 },
      transaction: {
        reference: '',
        amount_details,
        payment_method: { creditcard: { pan: '4111111111111112' } },
      },
    },
  })
  assert.equal(response.status, 422)
  const codes = error?.errors.map(({ error_code }) => error_code)
  assert.ok(codes?.includes('invalid_pan') && codes.includes('out_of_range'))
}

await payments()
await lostAnswer()
await vault()
await refusals()
await steer()
console.log('done')
