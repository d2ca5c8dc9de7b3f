import { describe, expect, test } from 'vitest'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { TUESDAY_NOON } from '../../support/start.ts'
import { Judged } from './judged.ts'

function judging(uniqueReferences: boolean): Promise<Judged> {
  return Judged.start({ uniqueReferences })
}

const order = (reference: string, cents = 4995) => ({
  'transaction.reference': reference,
  'transaction.amount_details.total_amount': String(cents),
})

async function codesAtEnd(judged: Judged): Promise<readonly string[]> {
  await judged.control.post('/reset', {})
  return await judged.codes()
}

test.each([
  ['the same amount', order('A-1')],
  ['another amount', order('A-1', 100)],
  [
    'another card',
    { ...order('A-1'), 'transaction.payment_method.creditcard.pan': '5555555555554444' },
  ],
  ['a debit that is pending', { ...order('A-1'), ...byDirectDebit() }],
])('a reference that is paid again with %s', async (_, again) => {
  await using judged = await judging(true)
  await judged.pay('corr-1', order('A-1'))
  await judged.pay('corr-2', again)
  expect(await judged.codes()).toEqual(['paid-again'])
  expect(await codesAtEnd(judged)).toEqual(['paid-again'])
})

test('order numbers whose digits look like those of a card are different orders, and stay as sent', async () => {
  await using judged = await judging(true)
  for (const reference of ['order-266551022285', 'order-266551102285', 'order-501800000009']) {
    const { body } = await judged.client.purchase(order(reference))
    const found = await judged.client.lookup(body.audit)
    expect(found.body.transaction.reference).toBe(reference)
  }
  expect(await judged.codes()).toEqual([])
})

test('with references that may mean anything, it is a note for each reference, and nobody is blamed', async () => {
  await using judged = await judging(false)
  for (const id of ['1', '2', '3']) await judged.pay(`a-${id}`, order('A-1'))
  await judged.client.preauthorise(order('A-2'))
  await judged.client.preauthorise(order('A-2'))
  await judged.pay('b-1', order('A-3'))
  const messages = async () =>
    (await judged.findings()).map(({ code, severity, message }) => [code, severity, message])
  const expected = [
    ['paid-again', 'note', expect.stringMatching(/^Order A-1 was paid again .*001, then .*002/)],
    ['paid-again', 'note', expect.stringMatching(/^Order A-2 was held again .*004, then .*005/)],
  ]
  expect(await messages()).toEqual(expected)
  await judged.control.post('/reset', {})
  const forgotten = ['1000004', '1000005'].map((audit) => [
    'forgotten-hold',
    'warning',
    expect.stringContaining(`${audit} still held`),
  ])
  expect(await messages()).toEqual([...forgotten, ...expected])
  const { verdict, counts, counts_by_code, notes } = await judged.report()
  expect({ verdict, counts, counts_by_code, notes }).toEqual({
    verdict: 'warnings',
    counts: { error: 0, warning: 2, note: 2 },
    counts_by_code: { 'forgotten-hold': 2 },
    notes: { 'paid-again': 2 },
  })
})

test('each further payment counts', async () => {
  await using judged = await judging(true)
  for (const id of ['corr-1', 'corr-2', 'corr-3']) await judged.pay(id, order('A-1'))
  expect(await judged.codes()).toEqual(['paid-again', 'paid-again'])
})

test('a reference of another merchant, a decline and a payment refunded are no second payment', async () => {
  await using judged = await judging(true)
  const { client } = judged
  await judged.pay('corr-1', order('A-1', 1_000_051))
  const paid = await judged.pay('corr-2', order('A-1'))
  await judged.pay('corr-3', { ...order('A-1'), 'merchant.id': 2 })
  await client.void(paid?.body.audit ?? 0)
  await judged.pay('corr-4', order('A-1'))
  expect(await codesAtEnd(judged)).toEqual([])
})

test('a hold that stays open beside a payment is reported at the end', async () => {
  await using judged = await judging(true)
  await judged.client.preauthorise(order('A-1'))
  await judged.pay('corr-2', order('A-1'))
  expect(await judged.codes()).toEqual(['paid-again'])
  expect(await codesAtEnd(judged)).toEqual(['paid-again', 'hold-left-open'])
})

test('a hold that is completed or voided is not left open', async () => {
  await using judged = await judging(true)
  const { client } = judged
  const held = await client.preauthorise(order('A-1'))
  await client.complete(held.body.audit, order('A-1'))
  const other = await client.preauthorise(order('A-2'))
  await client.void(other.body.audit)
  await judged.pay('corr-2', order('A-2'))
  expect(await codesAtEnd(judged)).toEqual([])
})

test('a debit that was refunded and came back', async () => {
  await using judged = await judging(false)
  const paid = await judged.pay('corr-1', { ...order('A-1'), ...byDirectDebit() })
  const audit = paid?.body.audit ?? 0
  await judged.control.post('/settle', { all: true })
  await judged.client.refund(audit, order('A-1'))
  await judged.control.post('/return', { audits: [audit] })
  expect(await judged.codes()).toContain('refunded-and-returned')
})

test('a debit that came back and was refunded by a standalone refund too', async () => {
  await using judged = await judging(false)
  const debit = { ...order('A-1'), ...byDirectDebit() }
  const paid = await judged.pay('corr-1', debit)
  await judged.control.post('/settle', { all: true })
  await judged.control.post('/return', { audits: [paid?.body.audit] })
  await judged.client.lookup(paid?.body.audit ?? 0)
  await judged.client.standaloneRefund(debit)
  expect(await judged.codes()).toContain('refunded-and-returned')
})

/** Holds the money of an order, and completes the hold; gives the completion's audit. */
async function holdAndComplete({ client }: Judged, cents = 4995): Promise<number> {
  const held = await client.preauthorise(order('A-1'))
  const completed = await client.complete(held.body.audit, order('A-1', cents))
  return completed.body.audit
}

describe('a completed hold is a payment of its order', () => {
  test.each<readonly [string, (judged: Judged) => Promise<unknown>, RegExp]>([
    [
      'held and completed twice',
      async (judged) => {
        await holdAndComplete(judged)
        await holdAndComplete(judged)
      },
      /paid again .*: audit 1000002, then audit 1000004\./,
    ],
    [
      'held, completed in part and then bought',
      async (judged) => {
        await holdAndComplete(judged, 1000)
        await judged.pay('corr-3', order('A-1'))
      },
      /paid again .*: audit 1000002, then audit 1000003\./,
    ],
    [
      'bought, then held and completed',
      async (judged) => {
        await judged.pay('corr-1', order('A-1'))
        await holdAndComplete(judged)
      },
      /paid again .*: audit 1000001, then audit 1000003\./,
    ],
    [
      'held twice, and both completed afterwards',
      async ({ client }) => {
        const holds = [await client.preauthorise(order('A-1'))]
        holds.push(await client.preauthorise(order('A-1')))
        for (const { body } of holds) await client.complete(body.audit, order('A-1'))
      },
      /paid again .*: audit 1000003, then audit 1000004\./,
    ],
  ])('wrong: %s', async (_what, play, message) => {
    await using judged = await judging(true)
    await play(judged)
    const [finding, ...others] = await judged.findings()
    expect(others).toEqual([])
    expect(finding).toMatchObject({ code: 'paid-again', message: expect.stringMatching(message) })
    // A hold that is completed cannot be voided, but its completion can, and then the hold.
    await followVoids(judged, finding?.advice)
    expect(await codesAtEnd(judged)).toEqual([])
  })

  test('wrong: a second hold stays open', async () => {
    await using judged = await judging(true)
    await holdAndComplete(judged)
    await judged.client.preauthorise(order('A-1'))
    await judged.control.post('/reset', {})
    const findings = await judged.findings()
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ['paid-again', expect.stringContaining('held again')],
      ['hold-left-open', expect.stringContaining('the order was paid with audit 1000002')],
    ])
  })

  test('wrong: a payment after a hold that has expired is paid once more', async () => {
    await using judged = await judging(true)
    await judged.client.preauthorise(order('A-1'))
    await judged.pass('8d')
    await judged.pay('corr-2', order('A-1'))
    expect(await judged.codes()).toEqual([])
    await judged.pay('corr-3', order('A-1'))
    expect(await judged.codes()).toEqual(['paid-again'])
  })

  test.each<readonly [string, (judged: Judged) => Promise<unknown>]>([
    ['is completed in two parts', (judged) => completedInParts(judged)],
    [
      'is completed, refunded in full and paid again',
      async (judged) => {
        await judged.client.refund(await holdAndComplete(judged), order('A-1'))
        await judged.pay('corr-4', order('A-1'))
      },
    ],
    [
      'is voided, and another one is completed',
      async (judged) => {
        const held = await judged.client.preauthorise(order('A-1'))
        await judged.client.void(held.body.audit)
        await holdAndComplete(judged)
      },
    ],
    [
      'is declined, and another one is completed',
      async (judged) => {
        await judged.client.preauthorise(order('A-1', 1_000_051))
        await holdAndComplete(judged)
      },
    ],
  ])('near: a hold %s', async (_what, play) => {
    await using judged = await judging(true)
    await play(judged)
    expect(await codesAtEnd(judged)).toEqual([])
  })
})

async function completedInParts({ client }: Judged): Promise<void> {
  const held = await client.preauthorise(order('A-1'))
  for (const cents of [1000, 3995]) await client.complete(held.body.audit, order('A-1', cents))
}

/** Sends the voids that advice tells to send, in their order; each must be accepted. */
async function followVoids({ client }: Judged, advice = ''): Promise<void> {
  for (const [, audit] of advice.matchAll(/POST \/v1\/transactions\/(\d+)\/void/g)) {
    expect((await client.void(Number(audit))).status).toBe(200)
  }
}

/** What the customer has paid, and what is held. */
async function moneyIn({ client }: Judged, audits: readonly number[]): Promise<readonly string[]> {
  const shown = await Promise.all(audits.map((audit) => client.lookup(audit)))
  return shown.map(({ body }) => body.status.transaction_status_code)
}

describe('of two holds, one is completed', () => {
  test('wrong: the only remedy is to void the hold that is left', async () => {
    await using judged = await judging(true)
    const left = await judged.client.preauthorise(order('A-1'))
    const sale = await holdAndComplete(judged)
    const [paid] = await judged.findings()
    expect(paid).toMatchObject({ code: 'paid-again' })
    expect(paid?.advice).toMatch(/Void the hold that is left: POST \S+1000001\/void\.$/)
    await followVoids(judged, paid?.advice)
    expect(await moneyIn(judged, [left.body.audit, sale])).toEqual(['voided', 'approved'])
    expect(await codesAtEnd(judged)).toEqual([])
  })

  test('wrong: both findings name the same hold', async () => {
    await using judged = await judging(true)
    await judged.client.preauthorise(order('A-1'))
    await holdAndComplete(judged)
    await judged.control.post('/reset', {})
    const findings = await judged.findings()
    expect(findings.map(({ code }) => code)).toEqual(['paid-again', 'hold-left-open'])
    for (const { advice } of findings) expect(advice).toMatch(/: POST \S+1000001\/void\.$/)
  })

  test('wrong: of two holds, that which came first is named first, although it was completed last', async () => {
    await using judged = await judging(true)
    const first = await judged.client.preauthorise(order('A-1'))
    await judged.client.preauthorise(order('A-1'))
    await judged.client.complete(first.body.audit, order('A-1'))
    expect((await judged.findings()).map(({ message }) => message)).toEqual([
      expect.stringMatching(/held again .*: audit 1000001, then audit 1000002\.$/),
    ])
  })

  test('right: the other one is voided first', async () => {
    await using judged = await judging(true)
    const { body } = await judged.client.preauthorise(order('A-1'))
    await judged.client.void(body.audit)
    await holdAndComplete(judged)
    expect(await codesAtEnd(judged)).toEqual([])
  })
})

describe('a completion that is voided gives its hold back', () => {
  async function holdThatCameBack(judged: Judged): Promise<number> {
    const completion = await holdAndComplete(judged)
    await judged.client.void(completion)
    return completion - 1
  }

  test('wrong: the hold is forgotten', async () => {
    await using judged = await judging(false)
    await holdThatCameBack(judged)
    expect(await judged.codes()).toEqual([])
    await judged.control.post('/reset', {})
    const findings = await judged.findings()
    expect(findings).toMatchObject([
      {
        code: 'forgotten-hold',
        message:
          'Audit 1000001 still held AUD 49.95 when the test ended: it came back when its completion, audit 1000002, was voided.',
      },
    ])
  })

  test('wrong: the order is bought beside it', async () => {
    await using judged = await judging(true)
    const hold = await holdThatCameBack(judged)
    await judged.pay('corr-4', order('A-1'))
    const [finding] = await judged.findings()
    expect(finding).toMatchObject({
      code: 'paid-again',
      message: expect.stringMatching(/audit 1000001, then audit 1000004\.$/),
    })
    expect(finding?.steps.map(({ kind }) => kind)).toEqual([
      'preauthorisation',
      'completion',
      'void',
      'purchase',
    ])
    expect(await codesAtEnd(judged)).toEqual(['paid-again', 'hold-left-open'])
    expect((await judged.findings())[1]?.message).toBe(
      `Audit ${hold} still holds the money, although the order was paid with audit 1000004: it came back when its completion, audit 1000002, was voided.`,
    )
  })

  test('wrong: a completion that is undone keeps the hold of a paid order', async () => {
    await using judged = await judging(true)
    await judged.pay('corr-1', order('A-1'))
    const completion = await holdAndComplete(judged)
    const [finding] = await judged.findings()
    expect(finding?.advice).toContain(
      `To undo audit ${completion}, send POST /v1/transactions/${completion}/void before the cut-off, and then POST /v1/transactions/${completion - 1}/void, because its hold comes back. After the cut-off, send POST /v1/transactions/${completion}/refund.`,
    )
    await judged.client.void(completion)
    expect(await codesAtEnd(judged)).toEqual(['paid-again', 'hold-left-open'])
  })

  test('wrong: a completion whose response was lost, and a purchase with a suffix', async () => {
    await using judged = await judging(false)
    const { client, control } = judged
    const held = await client.preauthorise(order('A-1'))
    const outcome = { fault: { at: 'after', reset: true } }
    await control.post('/rules', { when: { operation: 'completion' }, outcome })
    const id = { 'x-correlation-id': 'corr-2' }
    await client.complete(held.body.audit, order('A-1'), id).catch(() => undefined)
    await judged.pay('corr-3', order('A-1-2'))
    await client.search('corr-2')
    const finding = (await judged.findings()).find(({ code }) => code === 'charged-again')
    expect(finding?.advice).toMatch(
      /void or refund one of the two\. If you void a completion, void its hold as well: it comes back\.$/,
    )
  })

  test.each<readonly [string, (judged: Judged, hold: number) => Promise<unknown>]>([
    ['is voided', ({ client }, hold) => client.void(hold)],
    ['is completed again', ({ client }, hold) => client.complete(hold, order('A-1', 2000))],
    [
      'is voided, and the order is bought',
      async (judged, hold) => {
        await judged.client.void(hold)
        await judged.pay('corr-4', order('A-1'))
      },
    ],
  ])('right: the hold %s', async (_what, end) => {
    await using judged = await judging(true)
    await end(judged, await holdThatCameBack(judged))
    expect(await codesAtEnd(judged)).toEqual([])
  })

  test('near: the hold expires', async () => {
    await using judged = await judging(true)
    await holdThatCameBack(judged)
    await judged.pass('8d')
    await judged.pay('corr-4', order('A-1'))
    expect(await codesAtEnd(judged)).toEqual([])
  })

  test('near: the void of the completion is refused, so the order stays paid', async () => {
    await using judged = await judging(true)
    const completion = await holdAndComplete(judged)
    await judged.pass('2d')
    expect((await judged.client.void(completion)).status).toBe(422)
    expect(await codesAtEnd(judged)).toEqual([])
  })

  test('near: its completion is refunded, so the hold does not come back', async () => {
    await using judged = await judging(true)
    await judged.client.refund(await holdAndComplete(judged), order('A-1'))
    await judged.pay('corr-4', order('A-1'))
    expect(await codesAtEnd(judged)).toEqual([])
  })
})

describe('how to undo the second payment', () => {
  const debit = { ...order('A-1'), ...byDirectDebit() }

  async function adviceFor(judged: Judged): Promise<string | undefined> {
    return (await judged.findings()).find(({ code }) => code === 'paid-again')?.advice
  }

  test('a card payment is voided or refunded', async () => {
    await using judged = await judging(true)
    for (const id of ['corr-1', 'corr-2']) await judged.pay(id, order('A-1'))
    expect(await adviceFor(judged)).toMatch(
      /To undo audit 1000002, send POST \S+1000002\/void before the cut-off, or POST \S+1000002\/refund after it\.$/,
    )
  })

  test('a debit is voided until it is lodged, and refunded once it has cleared', async () => {
    await using judged = await judging(true)
    await judged.pay('corr-1', debit)
    const again = await judged.pay('corr-2', debit)
    const audit = again?.body.audit ?? 0
    expect(await adviceFor(judged)).toMatch(
      /send POST \S+1000002\/void until the debit is lodged\. After that, wait until it has cleared, and only then send POST \S+1000002\/refund\.$/,
    )
    await judged.pass('2d')
    expect((await judged.client.void(audit)).status).toBe(422)
    await judged.control.post('/settle', { all: true })
    expect(await adviceFor(judged)).toMatch(
      /To undo audit 1000002, send POST \S+1000002\/refund\.$/,
    )
    expect((await judged.client.refund(audit, order('A-1'))).status).toBe(200)
  })

  test.each([
    ['A-1', '0s', 'Order A-1 was paid again at once after it had been approved'],
    ['A-1', '30d', 'Order A-1 was paid again 30 d after it had been approved'],
    ['order-1', '0s', 'order-1 was paid again at once after it had been approved'],
  ])('%s paid again after %s has its name, and the time its unit', async (name, time, text) => {
    await using judged = await Judged.start(
      { uniqueReferences: true },
      { realTime: () => TUESDAY_NOON },
    )
    await judged.pay('corr-1', order(name))
    await judged.pass(time)
    await judged.pay('corr-2', order(name))
    expect((await judged.findings())[0]?.message).toContain(text)
  })
})

describe('a hold at the end of a test', () => {
  test('wrong: it is kept, although nobody completes it', async () => {
    await using judged = await judging(false)
    const { body } = await judged.client.preauthorise(order('A-1'))
    expect(await judged.codes()).toEqual([])
    await judged.control.post('/reset', {})
    const [finding] = await judged.findings()
    expect(finding).toMatchObject({ code: 'forgotten-hold', severity: 'warning' })
    expect(finding?.advice).toContain(`POST /v1/transactions/${body.audit}/void`)
  })

  test.each<readonly [string, (judged: Judged, audit: number) => Promise<unknown>]>([
    ['completed', ({ client }, audit) => client.complete(audit, order('A-1'))],
    ['completed in part', ({ client }, audit) => client.complete(audit, order('A-1', 1000))],
    ['voided', ({ client }, audit) => client.void(audit)],
    ['expired', (judged) => judged.pass('8d')],
  ])('right: it is %s', async (_what, end) => {
    await using judged = await judging(false)
    const { body } = await judged.client.preauthorise(order('A-1'))
    await end(judged, body.audit)
    expect(await codesAtEnd(judged)).toEqual([])
  })

  test('near: it is declined', async () => {
    await using judged = await judging(false)
    await judged.client.preauthorise(order('A-1', 1_000_051))
    expect(await codesAtEnd(judged)).toEqual([])
  })
})
