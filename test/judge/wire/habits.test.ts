import { describe, expect, test, vi } from 'vitest'
import { textReport } from '../../../src/cli/report/report-format.ts'
import { PATIENCE } from '../../support/attempt.ts'
import { call, type Overrides, paidBody, VISA } from '../../support/gateway-client.ts'
import { card, VaultClient } from '../../support/vault-client.ts'
import { amount, Judged } from './judged.ts'

const pan = (number: string) => ({ 'transaction.payment_method.creditcard.pan': number })
const reference = (text: string) => ({ 'transaction.reference': text })

describe('reused-correlation-id', () => {
  test('one id for two different requests', async () => {
    await using judged = await Judged.start()
    await judged.pay('same', amount(1000))
    await judged.pay('same', amount(2000))
    expect(await judged.findings()).toMatchObject([
      {
        code: 'reused-correlation-id',
        message:
          'Correlation id same was used for a purchase of AUD 10.00 (order 1) and then for a purchase of AUD 20.00 (order 1).',
        requests: [1, 2],
      },
    ])
  })

  test('only the card is another one', async () => {
    await using judged = await Judged.start()
    await judged.pay('same')
    await judged.pay('same', pan('5555555555554444'))
    expect(await judged.codes()).toEqual(['reused-correlation-id'])
  })

  const asks =
    /^The order may be paid already: first ask GET \S+=same\. Send nothing more if it was approved;/
  const sendsAnotherId = /^Send another X-Correlation-Id, such as a new UUID, with POST/

  test.each<readonly [string, Overrides]>([
    ['amount', amount(2000)],
    ['card', pan('5555555555554444')],
  ])('wrong: the same order with another %s may be paid already', async (_what, changes) => {
    await using judged = await Judged.start()
    const outcome = { fault: { at: 'after', reset: true } }
    await judged.control.post('/rules', { when: { operation: 'purchase' }, outcome })
    await judged.pay('same')
    await judged.client.search('same')
    await judged.pay('same', changes)
    expect(await judged.findings()).toMatchObject([
      { code: 'reused-correlation-id', advice: expect.stringMatching(asks) },
    ])
  })

  test.each<readonly [string, (judged: Judged) => Promise<unknown>]>([
    [
      'another order',
      async (judged) => {
        await judged.pay('same')
        await judged.pay('same', reference('order 2'))
      },
    ],
    [
      'the order after a decline',
      async (judged) => {
        await judged.pay('same', amount(1_000_051))
        await judged.pay('same', pan('5555555555554444'))
      },
    ],
    [
      'the order after its payment was voided',
      async (judged) => {
        const paid = await judged.pay('same')
        await judged.client.void(paid?.body.audit ?? 0)
        await judged.pay('same', amount(2000))
      },
    ],
    [
      'the completion of a hold',
      async ({ client }) => {
        const id = { 'x-correlation-id': 'same' }
        const held = await client.preauthorise({}, id)
        await client.complete(held.body.audit, {}, id)
      },
    ],
    [
      'the refund of a payment',
      async (judged) => {
        const paid = await judged.pay('same')
        await judged.client.refund(paid?.body.audit ?? 0, {}, { 'x-correlation-id': 'same' })
      },
    ],
  ])('near: a new id is right for %s', async (_what, play) => {
    await using judged = await Judged.start()
    await play(judged)
    const finding = (await judged.findings()).find(({ code }) => code === 'reused-correlation-id')
    expect(finding?.advice).toMatch(sendsAnotherId)
  })

  test('right: a client that follows the advice charges nothing twice', async () => {
    await using judged = await Judged.start({ uniqueReferences: true })
    const outcome = { fault: { at: 'after', reset: true } }
    await judged.control.post('/rules', { when: { operation: 'purchase' }, outcome })
    await judged.pay('same')
    const { results } = (await judged.client.search('same')).body
    const isPaid = results[0]?.status.transaction_status_code === 'approved'
    if (!isPaid) await judged.pay('same-2', amount(2000))
    expect(await judged.findings()).toEqual([])
  })

  test('an unchanged resend, a separate id for each, and an id after a refusal are fine', async () => {
    await using judged = await Judged.start()
    await judged.pay('resent')
    await judged.pay('resent')
    await judged.pay('refused', { 'transaction.reference': undefined })
    await judged.pay('refused', amount(3000))
    await judged.pay('other', { 'merchant.id': 2 })
    expect(await judged.codes()).toEqual([])
  })

  test('a request that is charged again after its id was forgotten is a double charge', async () => {
    await using judged = await Judged.start()
    await judged.pay('same')
    await judged.pass('25h')
    await judged.pay('same')
    expect(await judged.report()).toMatchObject({
      verdict: 'unsafe',
      headline: 'Unsafe: 1 double charge, AUD 10.00 overcharged; 1 reused correlation id',
      tests: [{ verdict: 'unsafe', double_charges: 1 }],
    })
    const [payment] = await judged.payments()
    expect(payment).toMatchObject({
      verdict: 'double-charge',
      doubled: { what: 'charged', count: 2 },
    })
    const told = (await judged.findings()).map((finding) => finding.payment)
    expect(told).toEqual([payment?.id, payment?.id])
  })

  test('another merchant, and an id that was forgotten, are fine', async () => {
    await using judged = await Judged.start()
    await judged.pay('same', amount(1000))
    await judged.pay('same', { ...amount(2000), 'merchant.id': 2 })
    await judged.control.post('/clock/advance', { by: '24h' })
    await judged.pay('same', amount(3000))
    expect(await judged.codes()).toEqual([])
  })
})

describe('browser-call', () => {
  test('a request of a web page', async () => {
    await using judged = await Judged.start()
    await judged.client.purchase({}, { origin: 'http://localhost:3000' })
    expect(await judged.codes()).toEqual(['browser-call'])
  })
})

describe('card-number-in-text', () => {
  test.each([
    ['transaction.reference', { 'transaction.reference': `paid with ${VISA}` }],
    ['kvps', { kvps: { note: VISA } }],
  ])('in %s', async (place, changes) => {
    await using judged = await Judged.start()
    await judged.pay('a', changes)
    const [finding] = await judged.findings()
    expect(finding).toMatchObject({ code: 'card-number-in-text', subject: place })
    expect(JSON.stringify(finding)).not.toContain(VISA)
  })

  test('in a correlation id, and in the name of a customer', async () => {
    await using judged = await Judged.start()
    await judged.pay(`id-${VISA}`)
    await new VaultClient(judged.sandbox.api).createCustomer({ name: `Ann ${VISA}` })
    expect(await judged.codes()).toEqual(['card-number-in-text', 'card-number-in-text'])
  })

  test('digits that look like a card are an error only if a request has used that card', async () => {
    await using judged = await Judged.start()
    await judged.pay('a', reference('4929421234600821'))
    expect(await judged.codes()).toEqual(['looks-like-a-card-number'])
    await judged.control.post('/reset')
    await judged.pay('b', { 'transaction.payment_method.creditcard.pan': '4929421234600821' })
    await judged.pay('c', reference('4929421234600821'))
    const codes = await judged.codes()
    expect(codes.filter((code) => code.includes('number'))).toEqual([
      'card-number-in-text',
      'looks-like-a-card-number',
    ])
    expect(JSON.stringify(await judged.report())).not.toContain('4929421234600821')
  })

  test('random digits in an id, or behind a decimal point, are no card number', async () => {
    await using judged = await Judged.start()
    await judged.pay('k0.4929421234600821', reference('order 0.4929421234600821'))
    await judged.pay('id-4929421234600821')
    expect(await judged.codes()).toEqual([])
  })

  test.each(['4111111111111112', '9000000000000001', '41111111111111110000000'])(
    '%s is no card number',
    async (digits) => {
      await using judged = await Judged.start()
      await judged.pay('a', reference(digits))
      expect(await judged.codes()).toEqual([])
    },
  )
})

describe('hammering', () => {
  test.each([
    [6, ['hammering']],
    [5, []],
  ])('%i lookups at once', async (times, codes) => {
    await using judged = await Judged.start()
    const audit = (await judged.pay('a'))?.body.audit ?? 0
    await Promise.all(Array.from({ length: times }, () => judged.client.lookup(audit)))
    expect(await judged.codes()).toEqual(codes)
  })

  test('all lookups in a row are counted, and the first six are shown', async () => {
    await using judged = await Judged.start()
    const audit = (await judged.pay('a'))?.body.audit ?? 0
    for (let time = 0; time < 12; time++) await judged.client.lookup(audit)
    const [finding] = await judged.findings()
    expect(finding?.message).toMatch(/^The same lookup was made 12 times within \d\.\d\d s\.$/)
    expect(finding).toMatchObject({ count: 1, requests: [2, 3, 4, 5, 6, 7] })
    expect(finding?.steps).toHaveLength(6)
    expect(textReport(await judged.report())).not.toContain('Seen ')
  })

  test('of two rows the longer one is reported', async () => {
    await using judged = await Judged.start()
    const audit = (await judged.pay('a'))?.body.audit ?? 0
    for (const times of [8, 6]) {
      for (let time = 0; time < times; time++) await judged.client.lookup(audit)
      await judged.pass('1h')
    }
    expect(await judged.findings()).toMatchObject([
      { message: expect.stringContaining('made 8 times'), count: 2 },
    ])
  })

  test('a test that moves the clock on before each lookup does not hammer', async () => {
    await using judged = await Judged.start()
    const audit = (await judged.pay('a'))?.body.audit ?? 0
    for (let day = 0; day < 7; day++) {
      await judged.pass('1d')
      await judged.client.lookup(audit)
    }
    expect(await judged.codes()).toEqual([])
  })

  test('different lookups are fine', async () => {
    await using judged = await Judged.start()
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    await Promise.all(ids.map((id) => judged.client.search(id)))
    expect(await judged.codes()).toEqual([])
  })
})

describe('retried-rejection', () => {
  test('the same body after a 422', async () => {
    await using judged = await Judged.start()
    await judged.pay('a', pan('4111111111111112'))
    await judged.pay('b', pan('4111111111111112'))
    expect(await judged.findings()).toMatchObject([
      {
        code: 'retried-rejection',
        message:
          'The same request was sent again after 422 invalid_pan and was refused again (422 invalid_pan).',
      },
    ])
  })

  test.each([
    [429, []],
    [500, ['blind-retry']],
  ])('a corrected body, and a retry after %i, are no such thing', async (http, codes) => {
    await using judged = await Judged.start()
    await judged.pay('a', pan('4111111111111112'))
    await judged.pay('b')
    await judged.control.post('/rules', {
      when: { operation: 'purchase' },
      outcome: { fault: { at: 'before', http, retry_after: 1 } },
    })
    await judged.pay('c', amount(2000))
    await judged.pass('1s')
    await judged.pay('d', amount(2000))
    expect(await judged.codes()).toEqual(codes)
  })

  test('what is accepted because something has changed meanwhile is fine', async () => {
    await using judged = await Judged.start()
    const debit = {
      'transaction.payment_method': {
        directdebit: { bsb: '062-000', account_number: '12345678', account_name: 'Ann Example' },
      },
    }
    const audit = (await judged.pay('a', debit))?.body.audit ?? 0
    expect((await judged.client.refund(audit)).status).toBe(422)
    await judged.control.post('/clock/advance', { by: '4 banking days' })
    await judged.client.lookup(audit)
    expect((await judged.client.refund(audit)).status).toBe(200)
    expect(await judged.codes()).toEqual([])
  })
})

describe('retried-hard-decline', () => {
  const stolen = amount(1000043)

  test.each([14, 43, 46, 54, 59])('the same card and amount after %i', async (code) => {
    await using judged = await Judged.start()
    await judged.pay('a', amount(1_000_000 + code))
    await judged.pay('b', { ...amount(1_000_000 + code), ...reference('order 2') })
    expect(await judged.codes()).toEqual(['retried-hard-decline'])
  })

  test.each([
    ['another amount', stolen, amount(2000)],
    ['another card', stolen, { ...stolen, ...pan('5555555555554444') }],
    ['a soft decline', amount(1000051), amount(1000051)],
    [
      'another expiry date',
      { 'transaction.payment_method.creditcard.expiry_date': '0120' },
      { 'transaction.payment_method.creditcard.expiry_date': '1230' },
    ],
  ])('%s is fine', async (_what, first, second) => {
    await using judged = await Judged.start()
    await judged.pay('a', first)
    await judged.pay('b', second)
    expect(await judged.codes()).toEqual([])
  })
})

describe('search-too-late', () => {
  test('a search after a day, or after a response said that the id is forgotten', async () => {
    await using judged = await Judged.start()
    await judged.pay('old')
    await judged.control.post('/clock/advance', { by: '24h' })
    await judged.client.search('old')
    await judged.pay('expired')
    await judged.control.post('/expire', { all: true })
    await judged.client.search('expired')
    expect(await judged.codes()).toEqual(['search-too-late', 'search-too-late'])
    expect(await judged.covered()).toContain('search-after-cache-time')
  })

  test.each([
    [
      'after',
      /^The search for lost came back empty because .*; its transaction is audit 1000001\.$/,
    ],
    ['before', /^The search for lost came later than the cache time, so its empty response proves/],
  ])('a client whose response was lost %s processing has no audit number', async (at, message) => {
    await using judged = await Judged.start()
    await judged.control.post('/rules', { when: {}, outcome: { fault: { at, reset: true } } })
    await judged.pay('lost')
    await judged.pass('25h')
    await judged.client.search('lost')
    const late = (await judged.findings()).find(({ code }) => code === 'search-too-late')
    expect(late).toMatchObject({
      message: expect.stringMatching(message),
      advice: expect.stringContaining('After that, reconcile with the settlement report'),
    })
  })

  test('a search in time, and one for what never was, are fine', async () => {
    await using judged = await Judged.start()
    await judged.pay('new')
    await judged.client.search('new')
    await judged.client.search('never')
    expect(await judged.codes()).toEqual([])
  })
})

describe('raw-card-after-token', () => {
  async function stored(judged: Judged) {
    const vault = new VaultClient(judged.sandbox.api)
    const { id } = (await vault.createCustomer()).body
    const token = (await vault.createToken(id)).body
    return { vault, customer: id, token }
  }

  test('the full number of a stored card', async () => {
    await using judged = await Judged.start()
    await stored(judged)
    await judged.pay('a')
    expect(await judged.codes()).toEqual(['raw-card-after-token'])
  })

  test('the virtual PAN, another card, another merchant, a deleted token are fine', async () => {
    await using judged = await Judged.start()
    const { vault, customer, token } = await stored(judged)
    await judged.pay('a', pan(token.virtual_pan))
    await judged.pay('b', pan('5555555555554444'))
    await judged.pay('c', { 'merchant.id': 2 })
    await vault.deleteToken(customer, Number(token.id))
    await judged.pay('d')
    expect(await judged.codes()).toEqual([])
  })
})

describe('not-a-test-card', () => {
  test('a number that may be somebody’s', async () => {
    await using judged = await Judged.start()
    await judged.pay('a', pan('4539148803436467'))
    const [finding] = await judged.findings()
    expect(finding).toMatchObject({ code: 'not-a-test-card', subject: 'card 453914xxxxxx6467' })
  })

  test.each([VISA, '4000000000000051', '4111111111111112'])('%s is fine', async (number) => {
    await using judged = await Judged.start()
    await judged.pay('a', pan(number))
    expect(await judged.codes()).toEqual([])
  })
})

describe('unknown-field', () => {
  test('a member that the API does not have', async () => {
    await using judged = await Judged.start()
    await judged.pay('a', { 'transaction.referense': 'x' })
    await judged.pay('b', { 'transaction.referense': 'x', 'transaction.reference': 'order 2' })
    expect(await judged.findings()).toMatchObject([
      { code: 'unknown-field', subject: 'transaction.referense', count: 2 },
    ])
  })

  test('the preauthorisation code of a completion is fine', async () => {
    await using judged = await Judged.start()
    const { audit } = (await judged.client.preauthorise()).body
    await judged.client.complete(audit, { 'transaction.preauthorisation_code': '123456789012' })
    expect(await judged.codes()).toEqual([])
  })
})

describe('no-timeout', () => {
  const settings = { clientTimeoutMs: 1000 }

  test.each([
    ['1100ms', ['no-timeout']],
    ['20ms', []],
  ])('a client that waits for %s', async (delay, codes) => {
    await using judged = await Judged.start(settings)
    await judged.control.post('/rules', { when: { operation: 'purchase' }, outcome: { delay } })
    await judged.pay('a')
    expect(await judged.codes()).toEqual(codes)
  })
})

describe('no-timeout of a client that is waiting still', () => {
  const settings = { clientTimeoutMs: 100 }

  /** Calls for an answer that never comes. */
  async function waiting(judged: Judged, operation: string, ask: () => Promise<unknown>) {
    await judged.control.post('/rules', {
      when: { operation },
      outcome: { fault: { at: 'after', hang: true } },
    })
    ask().catch(() => undefined)
    await vi.waitFor(async () => expect(await judged.codes()).not.toEqual([]), PATIENCE)
  }

  test('a purchase, while it waits', async () => {
    await using judged = await Judged.start(settings)
    await waiting(judged, 'purchase', () => judged.pay('hanging'))
    expect(await judged.findings()).toMatchObject([
      {
        code: 'no-timeout',
        subject: 'POST /v1/transactions/purchase',
        message: expect.stringMatching(
          /^The client, and so its customer, was still waiting for a response after \d+ s/,
        ),
        steps: [{ correlation_id: 'hanging', text: 'has no response yet' }],
      },
    ])
    expect(await judged.payments()).toMatchObject([{ verdict: 'unresolved', charged: 1000 }])
  })

  test('a search, also when a reset comes before the response', async () => {
    await using judged = await Judged.start(settings)
    await waiting(judged, 'search', () => judged.client.search('a'))
    await judged.control.post('/reset', { label: 'next' })
    expect(await judged.findings()).toMatchObject([
      { code: 'no-timeout', subject: 'GET /v1/transactions', test: { number: 1 }, count: 1 },
    ])
  })

  test('a client that has left, and one that waits no longer than it should, are fine', async () => {
    await using judged = await Judged.start({ clientTimeoutMs: 60_000 })
    const rule = { name: 'slow', when: { operation: 'purchase' }, outcome: { delay: '300ms' } }
    await judged.control.post('/rules', rule)
    await judged.giveUpOn('slow', 'rules/slow')
    expect(await judged.codes()).not.toContain('no-timeout')
  })
})

describe('unmatched-rule', () => {
  test('a temporary rule that no request matched when its test ended', async () => {
    await using judged = await Judged.start()
    await judged.control.post('/rules', { name: 'lose', when: { amount: '777' }, outcome: {} })
    await judged.pay('a')
    expect(await judged.codes()).toEqual([])
    await judged.control.post('/reset', { label: 'next' })
    expect(await judged.findings()).toMatchObject([
      { code: 'unmatched-rule', severity: 'note', subject: 'rule lose', test: { number: 1 } },
    ])
  })

  test('a rule that was met is fine', async () => {
    await using judged = await Judged.start()
    await judged.control.post('/rules', { name: 'met', when: { amount: '1000' }, outcome: {} })
    await judged.pay('a')
    await judged.control.post('/reset')
    expect(await judged.codes()).toEqual([])
  })
})

test('what the report says of a call is said of what was sent', async () => {
  await using judged = await Judged.start()
  const sent = { method: 'POST', headers: { 'x-correlation-id': 'a' }, body: paidBody() }
  await call(`${judged.sandbox.api}/transactions/purchase`, sent)
  expect(await judged.report()).toMatchObject({ requests: 1, worlds: 1 })
})

test('a card of somebody in a lost token creation is named', async () => {
  await using judged = await Judged.start()
  const vault = new VaultClient(judged.sandbox.api)
  const { body } = await vault.createCustomer()
  await judged.control.post('/rules', { outcome: { fault: { at: 'before', http: 503 } } })
  const account = card({ 'CARD.PAN': '4539148803436467' })
  await vault.createToken(body.id, { account }).catch(() => undefined)
  expect(await judged.codes()).toContain('not-a-test-card')
})
