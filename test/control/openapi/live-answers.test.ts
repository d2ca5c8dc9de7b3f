import { describe, expect, test } from 'vitest'
import {
  type Assumptions,
  defaultAssumptions,
} from '../../../src/domain/assumptions/assumptions.ts'
import { type Operation, operations } from '../../../src/scenario/operations.ts'
import { type ApiRequest, exampleRequest, sendAndHold } from '../../support/api-request.ts'
import { documentCheck } from '../../support/document-check.ts'
import { newId, type TestResponse } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

/** One caller of a sandbox, whose answers are all held against the document. */
async function startHeld(changes: Partial<Assumptions> = {}, scenarios = ['default']) {
  const assumptions = { ...defaultAssumptions, ...changes }
  const sandbox = await startTestSandbox({ assumptions, scenarios })
  const check = documentCheck({ api: sandbox.api, assumptions, auth: 'open' })
  const answered = new Set<string>()
  const send = async (
    operation: Operation,
    own: Partial<ApiRequest> = {},
  ): Promise<TestResponse> => {
    const request = { ...exampleRequest(check, operation), ...own }
    const answer = await sendAndHold(check, sandbox.api, request)
    answered.add(`${operation} ${answer.status}`)
    return answer
  }
  return { sandbox, check, answered, send, [Symbol.asyncDispose]: sandbox.stop }
}

type Held = Awaited<ReturnType<typeof startHeld>>

/** Every operation, with each kind of body that its document has an example of. */
async function useEverything({ check, send }: Held): Promise<void> {
  const audits: number[] = []
  for (const operation of ['purchase', 'standalone_refund', 'preauthorisation'] as const) {
    for (const body of bodiesOf(check, operation)) {
      const { body: made } = await send(operation, { body })
      audits.push(made.audit)
      await send('lookup', { path: { audit: made.audit } })
    }
  }
  const [first = 0, , , , held = 0] = audits
  const id = newId()
  const done = await send('refund', { path: { audit: first }, headers: { 'x-correlation-id': id } })
  await send('lookup', { path: { audit: done.body.audit } })
  await send('search', { query: { merchant_id: '1', correlation_id_lookup: id } })
  await send('search', { query: { merchant_id: '1', correlation_id_lookup: newId() } })
  const completed = await send('completion', { path: { audit: held } })
  await send('void', { path: { audit: completed.body.audit } })
  await send('lookup', { path: { audit: completed.body.audit } })
  await useVault({ check, send })
}

async function useVault({ check, send }: Pick<Held, 'check' | 'send'>): Promise<void> {
  const customer_id = idOf(await send('customer_create'))
  expect(idOf(await send('customer_create'))).toBe(customer_id)
  await send('customer_create', { body: { reference: 'CUST-2', name: 'Bob' } })
  await send('customer_search')
  await send('customer_search', { query: { limit: '1', ordering: 'reference', name: 'n' } })
  await send('customer_lookup', { path: { customer_id } })
  await send('customer_update', { path: { customer_id }, body: { name: 'Ann Other' } })
  for (const body of bodiesOf(check, 'token_create')) {
    const named = { ...(body as object), preferred_name: newId() }
    const made = await send('token_create', { path: { customer_id }, body: named })
    const { id: token_id, _links } = made.body as unknown as TokenBody
    expect(made.headers.location).toBe(_links.self.href)
    await send('token_lookup', { path: { customer_id, token_id } })
    await send('token_update', { path: { customer_id, token_id }, body: { active: false } })
  }
  await send('token_list', { path: { customer_id } })
  await send('token_list', { path: { customer_id }, query: { limit: '1' } })
  await send('token_delete', { path: { customer_id, token_id: 1 } })
  await send('customer_delete', { path: { customer_id } })
}

function bodiesOf(check: Held['check'], operation: Operation): readonly unknown[] {
  const examples =
    check.operations.get(operation)?.operation.requestBody?.content['application/json']
  return Object.values(examples?.examples ?? {}).flatMap((one) =>
    'value' in one ? [one.value] : [],
  )
}

function idOf({ body }: TestResponse): number {
  return (body as unknown as { readonly id: number }).id
}

describe('every response is as the document says', () => {
  test('by default, for every operation and every good status', async () => {
    await using held = await startHeld()
    await useEverything(held)
    const promised = operations.flatMap((operation) =>
      Object.keys(held.check.operations.get(operation)?.operation.responses ?? {})
        .filter((status) => status.startsWith('2'))
        .map((status) => `${operation} ${status}`),
    )
    expect([...held.answered].sort()).toEqual(promised.sort())
  })

  test('with every other value assumed', async () => {
    await using held = await startHeld({
      paths: {
        purchase: '/buy',
        preauthorisation: '/hold',
        completion: '/hold/{audit}/take',
        refund: '/give/{audit}',
        standalone_refund: '/give',
        void: '/undo/{audit}',
        customer: '/people/{customer_id}',
        token: '/people/{customer_id}/cards/{token_id}',
      },
      status: {
        transaction: 201,
        customer_created: 200,
        customer_existing: 200,
        token_created: 200,
        deleted: 200,
      },
      token_id_type: 'string',
      refund_transaction_type: 'credit_back',
      completion_target_audit: true,
      kvp_namespace: 'ACME',
      mask_character: '*',
      virtual_pan_luhn: 'invalid',
      expiry_format: 'YYMM',
      direct_debit_payment_method: 'bank_debit',
      bank_account_type: 'au_account',
    })
    await useEverything(held)
    expect(held.answered.size).toBe(operations.length)
  })

  test('where the assumptions name the error codes', async () => {
    const error_codes = {
      ...defaultAssumptions.error_codes,
      not_found: 'E-404',
      missing_field: 'E-422',
      invalid_type: 'E-422',
    }
    await using held = await startHeld({ error_codes })
    const codesOf = ({ body }: TestResponse) => body.errors.map(({ error_code }) => error_code)
    expect(codesOf(await held.send('lookup', { path: { audit: 5 } }))).toEqual(['E-404'])
    const body = { merchant: { id: '1' } }
    expect(codesOf(await held.send('purchase', { body }))).toEqual(['E-422', 'E-422'])
    const text = JSON.stringify(held.check.document)
    expect(text).toContain('"error_code":"E-404"')
    expect(text).not.toMatch(/"error_code":"not_found"|"x-error-codes":\[[^\]]*"missing_field"/)
  })

  test('where a repeated request is replayed', async () => {
    await using held = await startHeld({ duplicate_correlation_id: 'replay' })
    const headers = { 'x-correlation-id': newId() }
    const [first, second] = [
      await held.send('purchase', { headers }),
      await held.send('purchase', { headers }),
    ]
    expect(second.text).toBe(first.text)
    expect(second.headers['x-sandbox-replayed']).toBe('true')
    const { responses = {} } = held.check.operations.get('purchase')?.operation ?? {}
    expect(responses['200']?.headers).toHaveProperty('X-Sandbox-Replayed')
  })

  test('declined, failed, unknown, and from a later version of the gateway', async () => {
    await using sandbox = await startTestSandbox()
    const described = { api: sandbox.api, assumptions: defaultAssumptions, auth: 'open' } as const
    const check = documentCheck(described, 'open')
    const statuses = new Set<string>()
    for (const total_amount of ['1000051', '1000096', '9600020', '9700099', '9700777', '1000000']) {
      const request = exampleRequest(check, 'purchase')
      const body = structuredClone(request.body) as PurchaseBody
      body.transaction.amount_details.total_amount = total_amount
      const made = await sendAndHold(check, sandbox.api, { ...request, body })
      statuses.add(made.body.status.transaction_status_code)
      const lookup = { ...exampleRequest(check, 'lookup'), path: { audit: made.body.audit } }
      await sendAndHold(check, sandbox.api, lookup)
    }
    expect(statuses).toContain('declined')
    expect(statuses).toContain('error')
    expect(statuses).toContain('unknown')
    expect(statuses.size).toBe(5)
  })
})

interface TokenBody {
  readonly id: number | string
  readonly _links: { readonly self: { readonly href: string } }
}

interface PurchaseBody {
  readonly transaction: { readonly amount_details: { total_amount: string } }
}
