import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { Substitutes } from '../../src/runtime/run-file/substitution/substitutes.ts'
import { call, GatewayClient, newId, paidBody } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

/** Of a known scheme, and nobody's test number. */
const PAN = '4539148803436467'

test.each([[`${PAN}-`], [`a b${PAN}`], [`${'x'.repeat(60)}${PAN}`]])(
  'a KVP key %s is refused without its card number',
  async (key) => {
    await using sandbox = await startTestSandbox()
    const answer = await new GatewayClient(sandbox.api).purchase({ kvps: { [key]: 'v' } })
    expect(answer.status).toBe(422)
    expect(answer.text).not.toContain(PAN)
  },
)

test('a member named by the card that pays does not reach the report', async () => {
  await using sandbox = await startTestSandbox()
  const paid = paidBody({
    'transaction.payment_method.creditcard.pan': PAN,
    'transaction.reference': `order ${PAN}`,
  })
  const body = { ...(paid as object), [PAN]: PAN }
  const headers = { 'x-correlation-id': newId() }
  const url = `${sandbox.api}/transactions/purchase`
  expect((await call(url, { method: 'POST', headers, body })).status).toBe(200)
  const report = await (await fetch(`${sandbox.url}/_sandbox/report`)).text()
  expect(report).toContain('card-number-in-text')
  expect(report).not.toContain(PAN)
})

test.each([`/v1/${PAN}`, `/w/mask/v1/${PAN}`, `/v1/12/${PAN}/3`, `see 1/4/${PAN}`])(
  'a recording of %s has a substitute for the card number',
  (text) => {
    const shown = new Substitutes(defaultAssumptions).text(text)
    expect(shown).not.toContain(PAN)
    expect(shown.length).toBe(text.length)
  },
)

const fullWidth = [...PAN].map((one) => String.fromCodePoint(0xff10 + Number(one))).join('')
const escaped = encodeURIComponent(fullWidth)

test.each<readonly [string, (api: string) => Promise<unknown>]>([
  ['a reference', (api) => new GatewayClient(api).purchase({ 'transaction.reference': fullWidth })],
  ['a KVP', (api) => new GatewayClient(api).purchase({ kvps: { a: `no ${fullWidth}` } })],
  ['the name of a KVP', (api) => new GatewayClient(api).purchase({ kvps: { [fullWidth]: 'v' } })],
  ['a path', (api) => call(`${api}/transactions/${escaped}`)],
  ['a path, escaped twice', (api) => call(`${api}/${encodeURIComponent(escaped)}`)],
  ['a query', (api) => call(`${api}/customers?name=${escaped}`)],
  ['a header', (api) => call(`${api}/customers`, { headers: { origin: `http://${escaped}` } })],
])('the journal does not hold digits of another script in %s', async (_where, ask) => {
  await using sandbox = await startTestSandbox()
  await ask(sandbox.api)
  const list = await (await fetch(`${sandbox.url}/_sandbox/requests`)).text()
  const one = await (await fetch(`${sandbox.url}/_sandbox/requests/1`)).text()
  for (const text of [list, one]) {
    expect(text).toContain('/v1')
    const read = decodeURIComponent(decodeURIComponent(text.replaceAll('%"', '')))
    expect(read).not.toContain(fullWidth)
    expect(read).not.toContain(PAN)
  }
})

test('the journal does not hold an account number under the name of something else', async () => {
  await using sandbox = await startTestSandbox()
  const debit = 'transaction.payment_method.directdebit'
  const members = { bsb: '718293645', name: '718293645', id: 718293645, reference: '718293645' }
  await new GatewayClient(sandbox.api).purchase({ [debit]: members })
  const one = await (await fetch(`${sandbox.url}/_sandbox/requests/1`)).text()
  expect(one).toContain('directdebit')
  expect(one).not.toContain('718293645')
})
