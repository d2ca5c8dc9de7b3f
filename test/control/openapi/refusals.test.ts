import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { unlistedMerchant } from '../../../src/domain/merchant.ts'
import { type Operation, operations } from '../../../src/scenario/operations.ts'
import { type ApiRequest, exampleRequest, sendAndHold } from '../../support/api-request.ts'
import { type DocumentCheck, documentCheck } from '../../support/document-check.ts'
import { call, newId, type TestResponse } from '../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../support/start.ts'
import { battery, withValue } from './battery.ts'

/** Those need a request that takes its time, or a scenario: the tests after this one provoke them. */
const byScenario = ['internal_error', 'correlation_id_in_progress']

const headers = { authorization: 'Bearer tok' }

let sandbox: TestSandbox
let check: DocumentCheck

beforeAll(async () => {
  sandbox = await startTestSandbox({
    scenarios: [],
    auth: 'required',
    users: [{ name: 'shop', token: 'tok', merchant: 1, merchants: [1, 2] }],
    merchants: [
      unlistedMerchant(1),
      { ...unlistedMerchant(2), vault: false, standaloneRefunds: false },
    ],
  })
  check = documentCheck({ api: sandbox.api, assumptions: defaultAssumptions, auth: 'required' })
})

afterAll(() => sandbox.stop())

/** What a schema can say; that a card number passes its check, say, it cannot. */
const rules = [
  ...['missing_field', 'invalid_type', 'invalid_length', 'invalid_characters'],
  ...['invalid_amount', 'invalid_format', 'out_of_range'],
]

/** Their rules depend on the card number: the document says so in words. */
const inWords = ['expiry_date', 'cvv']

/** Whether the code refuses a body by a rule that the document does not have. */
function isUnwritten(operation: Operation, { body }: ApiRequest, answer: TestResponse): boolean {
  if (body === undefined || typeof body === 'string') return false
  const errors = answer.body.errors ?? []
  const isByRule = errors.some(
    ({ error_code, location }) =>
      location[0] === 'body' &&
      !inWords.includes(location.at(-1) ?? '') &&
      rules.includes(error_code),
  )
  return isByRule && check.takesBody(operation, body)
}

describe.each(operations)('%s', (operation) => {
  test('is refused with every error that the document names, and with no other', async () => {
    const documented = check.operations.get(operation)
    if (documented === undefined) throw new Error(`The document has no ${operation}`)
    const good = await goodRequest(operation)
    const seen = new Set<string>()
    const unwritten: string[] = []
    const send = async (request: ApiRequest) => {
      const answer = await sendAndHold(check, sandbox.api, request)
      for (const { error_code } of answer.body.errors ?? []) seen.add(error_code)
      if (isUnwritten(operation, request, answer)) unwritten.push(answer.text)
      return answer
    }
    for (const request of battery(good, documented)) await send(request)
    for (const request of await againstTheRules(operation)) await send(request)
    await call(`${sandbox.api}${documented.path}`, { method: 'PUT', headers }).then(
      ({ status, headers: { allow }, body }) => {
        expect([status, allow?.includes(documented.method.toUpperCase())]).toEqual([405, true])
        for (const { error_code } of body.errors) seen.add(error_code)
      },
    )
    const responses = Object.values(documented.operation.responses)
    const promised = responses.flatMap(({ 'x-error-codes': codes = [] }) => codes)
    expect([...seen].sort()).toEqual(promised.filter((code) => !byScenario.includes(code)).sort())
    expect(unwritten).toEqual([])
  })

  test('reports it when a scenario breaks it', async () => {
    const good = await goodRequest(operation)
    await addRule({
      when: { operation },
      outcome: { fault: { at: 'before', http: 503, retry_after: 5 } },
    })
    const request = { ...good, headers: { ...headers, 'x-correlation-id': newId() } }
    const answer = await sendAndHold(check, sandbox.api, request)
    expect([answer.status, answer.body.errors[0]?.error_code]).toEqual([503, 'internal_error'])
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'x-sandbox-rule': /^rules\// })
  })
})

test('a request with the id of one that is still being processed is refused as documented', async () => {
  const id = newId()
  const request = {
    ...exampleRequest(check, 'purchase'),
    headers: { ...headers, 'x-correlation-id': id },
  }
  await addRule({ when: { operation: 'purchase' }, outcome: { delay: '400ms' } })
  const first = sendAndHold(check, sandbox.api, request)
  const query = { merchant_id: '1', correlation_id_lookup: id }
  for (let isFound = false; !isFound; ) {
    isFound = (await made('search', { query })).body.results.length === 1
  }
  const second = await sendAndHold(check, sandbox.api, request)
  expect([second.status, second.body.errors[0]?.error_code]).toEqual([
    409,
    'correlation_id_in_progress',
  ])
  expect((await first).status).toBe(200)
})

/** A request that would be accepted, with all that it needs. */
async function goodRequest(operation: Operation): Promise<ApiRequest> {
  const request = exampleRequest(check, operation)
  const path = { ...request.path }
  if ('audit' in path)
    path.audit = await audit(operation === 'completion' ? 'preauthorisation' : 'purchase')
  if ('customer_id' in path) path.customer_id = await customer()
  if ('token_id' in path) path.token_id = (await token(Number(path.customer_id))).id
  return { ...request, path, headers: { ...request.headers, ...headers } }
}

async function made(
  operation: Operation,
  changes: Partial<ApiRequest> = {},
): Promise<TestResponse> {
  const request = { ...exampleRequest(check, operation), ...changes }
  const all = { ...request.headers, ...headers }
  return await sendAndHold(check, sandbox.api, { ...request, headers: all })
}

async function audit(operation: 'purchase' | 'preauthorisation'): Promise<number> {
  return (await made(operation)).body.audit
}

async function customer(): Promise<number> {
  const { body } = await made('customer_create', { body: { reference: newId(), name: 'Ann' } })
  return (body as unknown as { readonly id: number }).id
}

async function token(customer_id: number, changes: object = {}) {
  const { body } = exampleRequest(check, 'token_create')
  const whole = { ...(body as object), preferred_name: newId(), ...changes }
  const answer = await made('token_create', { path: { customer_id }, body: whole })
  return answer.body as unknown as { readonly id: number; readonly virtual_pan: string }
}

/** Requests of the right form that the rules of the operation forbid. */
async function againstTheRules(operation: Operation): Promise<readonly ApiRequest[]> {
  const good = await goodRequest(operation)
  const fresh = () => ({ ...good, headers: { ...headers, 'x-correlation-id': newId() } })
  const withBody = (place: readonly string[], value: unknown) => ({
    ...fresh(),
    body: withValue(good.body, place, value),
  })
  const merchants = [
    { ...fresh(), query: { ...good.query, merchant_id: '2' } },
    { ...fresh(), query: { ...good.query, merchant_id: '3' } },
  ]
  const amount = ['transaction', 'amount_details']
  switch (operation) {
    case 'purchase':
    case 'preauthorisation':
    case 'standalone_refund':
      return [
        ...(await repeated(fresh())),
        withBody(['merchant', 'id'], 3),
        withBody(['merchant', 'id'], 2),
        ...(await byToken(withBody)),
        withBody(['transaction', 'payment_method'], {
          directdebit: { bsb: '062-000', account_number: '123456', account_name: 'Ann' },
        }),
      ]
    case 'completion':
      return [
        withBody(['merchant', 'id'], 3),
        withBody(amount, { total_amount: '1001', currency: 'AUD' }),
        withBody(amount, { total_amount: '1000', currency: 'NZD' }),
        ...(await repeated(fresh())),
        fresh(),
        { ...fresh(), path: { audit: await audit('purchase') } },
      ]
    case 'refund':
      return [
        withBody(['merchant', 'id'], 3),
        withBody(amount, { total_amount: '1000', currency: 'NZD' }),
        ...(await repeated(fresh())),
        fresh(),
        { ...fresh(), path: { audit: await audit('preauthorisation') } },
      ]
    case 'void':
      return [withBody(['merchant', 'id'], 3), ...(await repeated(fresh())), fresh()]
    case 'customer_update': {
      await made('customer_create', { body: { reference: 'taken', name: 'Bob' } })
      return [...merchants, withBody(['reference'], 'taken')]
    }
    case 'token_create':
    case 'token_update':
      await token(Number(good.path.customer_id), { preferred_name: 'taken' })
      return [
        ...merchants,
        withBody(['preferred_name'], 'taken'),
        withBody(['account'], { other: {} }),
        withBody(['account'], { general_bankaccount: { 'BANK.BSB': '1' } }),
      ]
    default:
      return merchants
  }
}

/** The same request twice. */
async function repeated(request: ApiRequest): Promise<readonly ApiRequest[]> {
  return [request, request]
}

async function byToken(withBody: (place: readonly string[], value: unknown) => ApiRequest) {
  const owner = await customer()
  const inactive = await token(owner, { active: false })
  const method = ['transaction', 'payment_method']
  return [
    withBody(method, { creditcard: { pan: inactive.virtual_pan } }),
    withBody(method, { creditcard: { pan: '9999999999999999' } }),
  ]
}

async function addRule(rule: object): Promise<void> {
  const { status } = await call(`${sandbox.url}/_sandbox/rules`, {
    method: 'POST',
    body: { times: 1, ...rule },
  })
  expect(status).toBe(200)
}
