import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../src/control/openapi/document.ts'
import {
  type Assumptions,
  defaultAssumptions,
} from '../../../src/domain/assumptions/assumptions.ts'
import { problemCodes, problemFacts } from '../../../src/domain/problem.ts'
import { statusOf } from '../../../src/gateway/wire/problem-response.ts'
import { gatewayOperations } from '../../../src/gateway/wire/transactions/transactions.ts'
import { vaultOperations } from '../../../src/gateway/wire/vault/operations.ts'
import { operations } from '../../../src/scenario/operations.ts'
import { documentCheck, operationsOf } from '../../support/document-check.ts'

const api = 'http://127.0.0.1:7263/v1'

function documentOf(changes: Partial<Assumptions> = {}, auth: 'open' | 'required' = 'open') {
  const assumptions = { ...defaultAssumptions, ...changes }
  return openApiDocument({ version: '1.2.3', api, assumptions, auth })
}

/** Everything that a document says somewhere in it. */
function within(value: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(within)]
}

describe('the document', () => {
  test('has every operation of the code at its method and path, and no other', () => {
    const found = operationsOf(documentOf())
    const served = [
      ...gatewayOperations(defaultAssumptions),
      ...vaultOperations(defaultAssumptions),
    ].map(({ name, method, path }) => `${name} ${method} ${path}`)
    const documented = found.map(
      ({ method, path, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
    )
    expect(documented.sort()).toEqual([...served, 'index GET /'].sort())
    expect(found.map(({ operation }) => operation.operationId).sort()).toEqual(
      [...operations, 'index'].sort(),
    )
  })

  test('has every refusal of the code, with its status', () => {
    const document = documentOf()
    const found = operationsOf(document)
    const listed = new Map<string, string>()
    for (const { operation } of found) {
      for (const [status, response] of Object.entries(operation.responses)) {
        for (const code of response['x-error-codes'] ?? []) listed.set(code, status)
      }
    }
    const ofOperations = problemCodes.filter(
      (code) => problemFacts[code][1] !== 'no operation' && code !== 'unauthenticated',
    )
    expect([...listed.keys()].sort()).toEqual([...ofOperations].sort())
    for (const code of ofOperations)
      expect([code, listed.get(code)]).toEqual([code, String(statusOf(code))])
    expect(Object.keys(document.components.examples)).toEqual([...ofOperations].sort())
  })

  test('refers to nothing that it does not have', () => {
    const document = documentOf()
    const references = within(document).flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    )
    expect(references.length).toBeGreaterThan(100)
    for (const reference of new Set(references)) {
      const path = reference.replace('#/', '').split('/')
      const target = path.reduce<unknown>(
        (held, name) => (held as Record<string, unknown>)?.[name],
        document,
      )
      expect([reference, target]).toEqual([reference, expect.anything()])
    }
  })

  test('describes every field, and gives an example of every one that a client sends', () => {
    const check = documentCheck({ api, assumptions: defaultAssumptions, auth: 'open' })
    for (const { operation } of operationsOf(check.document)) {
      for (const parameter of operation.parameters) {
        expect(parameter.description).toMatch(/^[A-Z].*\.$/s)
        expect(parameter.example).toBeDefined()
      }
      const examples = operation.requestBody?.content['application/json'].examples ?? {}
      for (const [name, example] of Object.entries(examples)) {
        expect(
          'value' in example && check.takesBody(operation.operationId, example.value),
          name,
        ).toBe(true)
      }
    }
  })

  test('gives examples of responses that fit their schemas', () => {
    const check = documentCheck({ api, assumptions: defaultAssumptions, auth: 'open' })
    let held = 0
    for (const { operation } of operationsOf(check.document)) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        for (const example of Object.values(content?.['application/json'].examples ?? {})) {
          if (!('value' in example) || status === 'default') continue
          const headers = { 'content-type': 'application/json; charset=utf-8' }
          const text = JSON.stringify(example.value)
          check.hold(operation.operationId, { status: Number(status), headers, text })
          held += 1
        }
      }
    }
    expect(held).toBeGreaterThan(15)
  })

  test('holds no schema that JSON Schema would not take', () => {
    const ajv = new Ajv2020({ strict: false })
    const { schemas } = documentOf().components
    for (const [name, schema] of Object.entries(schemas)) {
      expect([name, ajv.validateSchema(schema)]).toEqual([name, true])
    }
    expect(Object.keys(schemas)).toEqual(Object.keys(schemas).sort())
  })

  test('shows a refund as a separate transaction, next to the one that it refunds', () => {
    const { paths } = documentOf()
    const audits = (path: string) => {
      const { content } = paths[path]?.post?.responses['200'] ?? {}
      return Object.values(content?.['application/json'].examples ?? {}).map(
        (example) => JSON.stringify(example).match(/"audit":(\d+)/)?.[1],
      )
    }
    expect(audits('/transactions/{audit}/refund')).toEqual(['1000002'])
    expect(audits('/transactions/refund')).toEqual(['1000001'])
  })
})

describe('what is assumed', () => {
  test('decides the paths', () => {
    const paths = { ...defaultAssumptions.paths, void: '/transactions/{audit}/cancel' }
    expect(Object.keys(documentOf({ paths }).paths)).toContain('/transactions/{audit}/cancel')
    expect(Object.keys(documentOf({ paths }).paths)).not.toContain('/transactions/{audit}/void')
  })

  test('decides the statuses, where two that are the same become one', () => {
    const status = {
      transaction: 202,
      customer_created: 200,
      customer_existing: 200,
      token_created: 200,
      deleted: 200,
    }
    const { paths } = documentOf({ status })
    const good = (path: string, method: string) =>
      Object.keys(paths[path]?.[method]?.responses ?? {}).filter((code) => code.startsWith('2'))
    expect(good('/transactions/purchase', 'post')).toEqual(['202'])
    expect(good('/customers', 'post')).toEqual(['200'])
    expect(good('/customers/{customer_id}', 'delete')).toEqual(['200'])
    expect(paths['/customers']?.post?.responses['200']?.description).toBe(
      'The new customer. Or: The customer that has this reference already.',
    )
    const deleted = (described: typeof paths, code: number) =>
      described['/customers/{customer_id}']?.delete?.responses[code]
    expect(deleted(paths, 200)).toHaveProperty('content')
    expect(deleted(documentOf().paths, 204)).not.toHaveProperty('content')
  })

  test('decides the names of members, of links and the words', () => {
    const { paths, components } = documentOf({
      direct_debit_payment_method: 'bank_debit',
      bank_account_type: 'au_account',
      refund_transaction_type: 'credit_back',
      kvp_namespace: 'ACME',
      currencies: ['NZD'],
      token_id_type: 'string',
    })
    const text = JSON.stringify({ paths, components })
    for (const word of ['bank_debit', 'au_account', 'credit_back', 'ACME.REQUEST.KVP', 'NZD']) {
      expect(text).toContain(word)
    }
    expect(text.includes('general_bankaccount') || text.includes('"AUD"')).toBe(false)
  })

  test('is in the document, each assumption with its value', () => {
    const document = documentOf({ card_cutoff: '17:30' }) as unknown as Record<string, unknown>
    expect(document['x-assumptions']).toContainEqual(
      expect.objectContaining({ key: 'card_cutoff', value: '17:30', default: '18:00' }),
    )
  })

  test('decides whether credentials are required', () => {
    const open = documentOf() as unknown as Record<string, unknown>
    const required = documentOf({}, 'required') as unknown as Record<string, unknown>
    expect(open.security).toEqual([{}, { basic: [] }, { bearer: [] }])
    expect(required.security).toEqual([{ basic: [] }, { bearer: [] }])
    expect(documentOf().paths['/customers']?.get?.responses).not.toHaveProperty('401')
    expect(documentOf({}, 'required').paths['/customers']?.get?.responses).toHaveProperty('401')
  })

  test('decides whether a repeated payment is answered again', () => {
    const headers = (duplicate_correlation_id: 'conflict' | 'replay') =>
      documentOf({ duplicate_correlation_id }).paths['/transactions/purchase']?.post?.responses[
        '200'
      ]?.headers
    expect(headers('conflict')).not.toHaveProperty('X-Sandbox-Replayed')
    expect(headers('replay')).toHaveProperty('X-Sandbox-Replayed')
  })

  test('decides whether browsers are refused', () => {
    const codes = (browser_calls: 'refuse' | 'allow') =>
      documentOf({ browser_calls }).paths['/customers']?.get?.responses['403']?.['x-error-codes']
    expect(codes('refuse')).toContain('browser_call_refused')
    expect(codes('allow')).not.toContain('browser_call_refused')
  })
})
