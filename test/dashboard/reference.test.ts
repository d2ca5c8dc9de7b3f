import { describe, expect, test } from 'vitest'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { problemCodes, problemFacts } from '../../src/domain/problem.ts'
import { ControlClient } from '../support/control-client.ts'
import { documentCheck } from '../support/document-check.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'
import { VaultClient } from '../support/vault-client.ts'

/** What the form of an operation on a page would send, as a browser reads it. */
function formOf(html: string, operation: string): Record<string, string> {
  const form = [...html.matchAll(/<form.*?<\/form>/gs)]
    .map(([text]) => text)
    .find((text) => text.includes(`name="operation" value="${operation}"`))
  if (form === undefined) throw new Error(`There is no form for ${operation}`)
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
  ])
  const [, body] = /<textarea[^>]*>\n?(.*?)<\/textarea>/s.exec(form) ?? []
  return { ...Object.fromEntries(inputs), ...(body !== undefined && { body: unescaped(body) }) }
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

function pageOf(client: PageClient, operation: string) {
  return client.get(`/_sandbox/docs?operation=${operation}`)
}

/** Sends the form of an operation, with some values changed, and gives the page that follows. */
async function tryIt(client: PageClient, operation: string, changes: Record<string, string> = {}) {
  const { text } = await pageOf(client, operation)
  const sent = await client.post('/_sandbox/act/try', { ...formOf(text, operation), ...changes })
  expect(sent.status).toBe(303)
  return await client.get((sent.headers.get('location') ?? '').replace(/#.*/, ''))
}

/** What a page says came back. */
function answerOn(html: string): string {
  const [answer = ''] = /Response: HTTP.*?The request/s.exec(html) ?? []
  return wordsOf(answer)
}

describe('the reference', () => {
  test('shows magic values at the operations that take them', async () => {
    const rules = [
      {
        name: 'not-bought',
        when: { amount: 4242, not: { operation: 'purchase' } },
        outcome: { response_code: '51' },
      },
      {
        name: 'sought',
        when: { operation: 'search', reference: 'S-1' },
        outcome: { found: false },
      },
    ] as const
    await using sandbox = await startTestSandbox()
    const scenario = { name: 'own', extends: ['default'], rules }
    await new ControlClient(sandbox.url).put('/scenarios', { scenarios: [scenario] })
    const client = new PageClient(sandbox.url)
    const shown = async (example: string) => {
      const at: string[] = []
      for (const one of ['purchase', 'preauthorisation', 'refund', 'void', 'lookup', 'search']) {
        const { text } = await pageOf(client, one)
        if (text.includes(`data-copy-text="${example}"`)) at.push(one)
      }
      return at
    }
    expect(await shown('4242')).toEqual(['preauthorisation', 'refund'])
    expect(await shown('S-1')).toEqual(['search'])
    expect(await shown('9900409')).toEqual(['purchase', 'preauthorisation', 'refund'])
  })

  test('has every operation, field, example and error of the document', async () => {
    await using sandbox = await startTestSandbox()
    const client = new PageClient(sandbox.url)
    const check = documentCheck({ api: sandbox.api, assumptions: defaultAssumptions, auth: 'open' })
    let words = ''
    for (const [id, { method, path, operation }] of check.operations) {
      const { text } = await pageOf(client, id)
      const own = wordsOf(text)
      words += own
      expect(own).toContain(`${operation.summary} ${method.toUpperCase()} ${path}`)
      for (const { name, in: place } of operation.parameters)
        expect(own).toContain(`${name} (${place})`)
      expect(text).toContain(`name="operation" value="${id}"`)
      const [, curl = ''] = /<pre id="curl-0"[^>]*>(.*?)<\/pre>/s.exec(text) ?? []
      const fresh = method === 'get' ? 'curl' : '-H "X-Correlation-Id: order-$RANDOM-$RANDOM"'
      expect(unescaped(curl)).toContain(fresh)
    }
    for (const field of [
      'transaction.payment_method.directdebit.bsb',
      'account.general_creditcard.CARD.PAN',
    ]) {
      expect(words).toContain(field)
    }
    const codes = problemCodes.filter((code) => problemFacts[code][1] !== 'no operation')
    for (const code of codes.filter((one) => one !== 'unauthenticated'))
      expect(words).toContain(code)
    expect(words).toContain('4000000000000051')
  })

  test.each(['node', 'python', 'php', 'java', 'go'])('has an example for %s', async (name) => {
    await using sandbox = await startTestSandbox()
    const address = `/_sandbox/docs?operation=purchase&language=${name}`
    const { text } = await new PageClient(sandbox.url).get(address)
    const [, code = ''] = new RegExp(`<pre id="${name}-0"[^>]*>(.*?)</pre>`, 's').exec(text) ?? []
    const words = unescaped(code)
    expect(words).toContain(`${sandbox.api}/transactions/purchase`)
    expect(words).toMatch(/X-Correlation-Id.*30/s)
    expect(text).toContain('id="body-transaction-reference"')
  })

  test('shows the paths and names that are assumed', async () => {
    const paths = { ...defaultAssumptions.paths, void: '/transactions/{audit}/cancel' }
    const assumptions = { ...defaultAssumptions, paths, direct_debit_payment_method: 'bank_debit' }
    await using sandbox = await startTestSandbox({ assumptions })
    const client = new PageClient(sandbox.url)
    const cancel = wordsOf((await pageOf(client, 'void')).text)
    expect(cancel).toContain('Void a transaction POST /transactions/{audit}/cancel')
    const words = wordsOf((await pageOf(client, 'purchase')).text)
    expect(words).toContain('transaction.payment_method.bank_debit.bsb')
    expect(words).not.toContain('directdebit.bsb')
  })
})

describe('Try it', () => {
  test('sends a real request, shows its response, and is not judged', async () => {
    await using sandbox = await startTestSandbox()
    const page = await tryIt(new PageClient(sandbox.url), 'purchase')
    expect(answerOn(page.text)).toContain('"transaction_status_code" : "approved"')
    const entries = [...sandbox.world.history.entries()]
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ operation: 'purchase', audit: 1000001, sender: 'dashboard' })
    expect(page.text).not.toContain('>4111111111111111')
  })

  test('works whatever is asked of clients', async () => {
    const users = [{ name: 'shop', password: 'secret', merchant: 2, merchants: [2] }]
    await using sandbox = await startTestSandbox({ auth: 'required', users })
    const page = await tryIt(new PageClient(sandbox.url, { Origin: sandbox.url }), 'purchase')
    expect(answerOn(page.text)).toContain('"transaction_status_code" : "approved"')
    expect(wordsOf(page.text)).toContain('Authorization: Bearer YOUR-TOKEN')
  })

  test('every operation works as it is shown, one after the other', async () => {
    await using sandbox = await startTestSandbox()
    const client = new PageClient(sandbox.url)
    const order = [
      ...['purchase', 'preauthorisation', 'standalone_refund', 'completion', 'lookup', 'search'],
      ...['refund', 'customer_create', 'customer_search', 'customer_lookup', 'customer_update'],
      ...['token_create', 'token_list', 'token_lookup', 'token_update', 'token_create'],
      ...['token_delete', 'token_create', 'token_update', 'token_delete'],
      ...['customer_delete', 'purchase', 'void'],
    ]
    for (const operation of order) {
      const { text } = await tryIt(client, operation)
      const status = Number(/Response: HTTP (\d+)/.exec(wordsOf(text))?.[1])
      expect([operation, status < 300]).toEqual([operation, true])
    }
  })

  test('shows a refusal, and keeps what was sent so that it can be changed', async () => {
    await using sandbox = await startTestSandbox()
    const client = new PageClient(sandbox.url)
    const body = JSON.stringify({ merchant: { id: 1 }, transaction: { reference: 'mine' } })
    const { text } = await tryIt(client, 'refund', { body, 'path.audit': '1000009' })
    const words = wordsOf(text)
    expect(words).toContain('Response: HTTP 422')
    expect(words).toContain('missing_field')
    expect(formOf(text, 'refund').body).toContain('"reference": "mine"')
  })

  test('shows when nothing could be sent, or nothing came back', async () => {
    await using sandbox = await startTestSandbox()
    const client = new PageClient(sandbox.url)
    expect((await tryIt(client, 'purchase', { body: '{' })).notice).toContain(
      'not well-formed JSON',
    )
    const id = { 'header.X-Correlation-Id': 'caf\u00e9' }
    expect((await tryIt(client, 'purchase', id)).notice).toContain('cannot be sent')
    expect([...sandbox.world.history.entries()]).toHaveLength(0)
    const body = JSON.parse(
      formOf((await client.get('/_sandbox/docs')).text, 'purchase').body ?? '',
    )
    body.transaction.amount_details.total_amount = '9800000'
    const lost = await tryIt(client, 'purchase', { body: JSON.stringify(body) })
    expect(lost.notice).toContain('closed without a response')
    expect(wordsOf(lost.text)).toContain('Response: none')
  })

  test('suggests numbers of what is there', async () => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    const held = await gateway.preauthorise()
    const paid = await gateway.purchase()
    const customer = await new VaultClient(sandbox.api).createCustomer()
    const client = new PageClient(sandbox.url)
    const fieldOf = async (operation: string, name: string) =>
      formOf((await pageOf(client, operation)).text, operation)[name]
    expect(await fieldOf('completion', 'path.audit')).toBe(String(held.body.audit))
    expect(await fieldOf('void', 'path.audit')).toBe(String(paid.body.audit))
    expect(await fieldOf('token_list', 'path.customer_id')).toBe(String(customer.body.id))
  })
})
