import { expect, test } from 'vitest'
import type { WholePaymentResponse } from '../../src/control/contract/calls/report.ts'
import { messagesOf } from '../../src/dashboard/payment/sequence.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient, newId, paidBody } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

async function onlyPayment(url: string): Promise<WholePaymentResponse> {
  const control = new ControlClient(url)
  const { body } = await control.get('/payments')
  const { payments } = body as { readonly payments: readonly { readonly id: string }[] }
  expect(payments).toHaveLength(1)
  return (await control.get(`/payments/${payments[0]?.id}`)).body as unknown as WholePaymentResponse
}

/** Each message in one line: `client > gateway: purchase one`. */
function linesOf(payment: WholePaymentResponse): readonly string[] {
  return messagesOf(payment).map(({ from, to, text, tone, isLost, clock, pause, paid }) => {
    const named = pause?.replace(/^(?:[\d.]+ m?s|at once)/, 'a while')
    const money = paid && `paid ${paid}${tone === 'bad' ? ', red' : ''}`
    // How long a response took is the machine's affair.
    const parts = [isLost && 'lost', clock && named && `after ${named}`, money]
    return [`${from} > ${to}: ${text}`, ...parts.filter(Boolean)].join('; ')
  })
}

test('a double charge is drawn with the lost response, the pause and the money as it adds up', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const order = cents(9_800_000)
  await gateway.purchase(order, { 'x-correlation-id': 'one' }).catch(() => undefined)
  await gateway.purchase(order, { 'x-correlation-id': 'two' }).catch(() => undefined)
  expect(linesOf(await onlyPayment(sandbox.url))).toEqual([
    'client > gateway: purchase one',
    'gateway > bank: AUD 98,000.00',
    'bank > gateway: 00 approved; paid AUD 98,000.00',
    'gateway > client: lost after it was approved (connection reset); lost',
    'client > gateway: purchase two; after a while, no lookup',
    'gateway > bank: AUD 98,000.00',
    'bank > gateway: 00 approved; paid AUD 196,000.00, red',
    'gateway > client: lost after it was approved (connection reset); lost',
  ])
})

test('a client that gave up is no slow bank: the bank answers at once, and the wait has its time', async () => {
  await using sandbox = await startTestSandbox()
  for (const id of ['one', 'two']) {
    const headers = { 'content-type': 'application/json', 'x-correlation-id': id }
    const body = JSON.stringify(paidBody(cents(9_800_408)))
    const signal = AbortSignal.timeout(400)
    const sent = { method: 'POST', headers, body, signal }
    await fetch(`${sandbox.api}/transactions/purchase`, sent).catch(() => undefined)
  }
  const payment = await onlyPayment(sandbox.url)
  const [, asked, said, gaveUp] = messagesOf(payment)
  expect(said?.at).toBe(asked?.at)
  expect(gaveUp).toMatchObject({ text: 'the client gave up', isLost: true })
  expect(gaveUp?.pause).toMatch(/^[\d.]+ m?s without a response$/)
  const { text } = await new PageClient(sandbox.url).get(`/_sandbox/payments/${payment.id}`)
  expect(wordsOf(text)).toMatch(
    /Your client gave up after [\d.]+ m?s, and .*paid again without asking/,
  )
  expect(wordsOf(text)).toContain('AUD 196,008.16 98,004.08')
})

test('money that is held twice is drawn as held, the second hold in red', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const order = cents(9_800_000)
  for (const id of ['one', 'two']) {
    await gateway.preauthorise(order, { 'x-correlation-id': id }).catch(() => undefined)
  }
  const payment = await onlyPayment(sandbox.url)
  expect(linesOf(payment).filter((line) => line.includes('paid'))).toEqual([
    'bank > gateway: 00 approved; paid AUD 98,000.00',
    'bank > gateway: 00 approved; paid AUD 196,000.00, red',
  ])
  const { text } = await new PageClient(sandbox.url).get(`/_sandbox/payments/${payment.id}`)
  expect(wordsOf(text)).toContain(
    'Your client held the money again. AUD 98,000.00 too much is held.',
  )
})

test('nothing was charged by a request that was refused before it was processed', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase(cents(9_900_503))
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/payments/default-1-1')
  const story = 'Your client got 503 and cannot know. Nothing was charged; a search will be empty.'
  expect(wordsOf(text)).toContain(`What will your client do? ${story}`)
  expect(text).not.toContain('charges again')
})

test('the words of a broken arrow are clear of its cross', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase(cents(9_800_000)).catch(() => undefined)
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/payments/default-1-1')
  const broken = [...text.matchAll(/<path d="M[\d.]+ ([\d.]+)l10 10m0 -10l-10 10".*?<\/g>/gs)]
  expect(broken).toHaveLength(2)
  for (const [arrow, top] of broken) {
    const baselines = [...arrow.matchAll(/<text x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) =>
      Number(y),
    )
    expect(Math.max(...baselines)).toBeLessThan(Number(top) - 4)
  }
})

test('a request that was not processed asks no bank, and a search is no blind retry', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const order = { 'transaction.reference': 'A-1' }
  const rule = { when: {}, times: 1, outcome: { fault: { at: 'before', http: 503 } } }
  await new ControlClient(sandbox.url).post('/rules', rule)
  await gateway.purchase(order, { 'x-correlation-id': 'one' })
  await gateway.search('one')
  const id = '9f8b1c2d-0000-4000-8000-123456789abc'
  await gateway.purchase(order, { 'x-correlation-id': id })
  const lines = linesOf(await onlyPayment(sandbox.url)).map((line) => line.split('; after')[0])
  // A busy machine may note the end of an answer after the next request.
  const answer = 'gateway > client: 200 found nothing: not processed'
  expect(lines).toContain(answer)
  expect(lines.filter((line) => line !== answer)).toEqual([
    'client > gateway: purchase one',
    'gateway > client: 503 before processing',
    'client > gateway: search one',
    'client > gateway: purchase 9f8b1c2d…56789abc',
    'gateway > bank: AUD 10.00',
    'bank > gateway: 00 approved; paid AUD 10.00',
    'gateway > client: 200 approved',
  ])
})

test('a debit that comes back is drawn in its time, and its page says why', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const bsb = 'transaction.payment_method.directdebit.bsb'
  await gateway.purchase(byDirectDebit({ [bsb]: '032-053' }))
  await new ControlClient(sandbox.url).post('/clock/advance', { by: '3 banking days' })
  const payment = await onlyPayment(sandbox.url)
  expect(linesOf(payment).at(-1)).toMatch(/^bank > gateway: declined.*; after \d+ d/)
  expect(payment.decline).toEqual({ bank: expect.stringMatching(/^3 \w+/) })
  const { text } = await new PageClient(sandbox.url).get(`/_sandbox/payments/${payment.id}`)
  expect(wordsOf(text)).toContain(`The bank sent the debit back: ${payment.decline?.bank}.`)
})

test('a declined payment says the code, its words and why', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const pan = { 'transaction.payment_method.creditcard.pan': '4444333322221111' }
  await gateway.purchase({ ...pan, ...cents(1014) }, { 'x-correlation-id': newId() })
  const payment = await onlyPayment(sandbox.url)
  const reason = "the amount's cents are 14"
  expect(payment.decline).toEqual({ bank: '14 Invalid card number', reason })
  const { text } = await new PageClient(sandbox.url).get(`/_sandbox/payments/${payment.id}`)
  expect(wordsOf(text)).toContain("14 Invalid card number: the amount's cents are 14.")
  expect(text).not.toContain('The bank declined it')
})
