import { describe, expect, test } from 'vitest'
import { amount, Judged } from './judged.ts'

/** Every kind of request that moves money. */
const kinds = {
  purchase: (judged: Judged, id: string) => judged.pay(id),
  preauthorisation: ({ client }: Judged, id: string) =>
    client.preauthorise({}, { 'x-correlation-id': id }),
  refund: ({ client }: Judged, id: string) =>
    client.refund(1_000_001, amount(400), { 'x-correlation-id': id }),
  standalone_refund: ({ client }: Judged, id: string) =>
    client.standaloneRefund({}, { 'x-correlation-id': id }),
}

type Kind = keyof typeof kinds

const fates = {
  approved: {},
  declined: { status: 'declined', response_code: '51' },
  lost: { fault: { at: 'after', reset: true } },
  'never processed': { fault: { at: 'before', http: 503 } },
} as const

/** A shop that sends one payment or refund, again and again, and asks about some of its requests. */
class Sender implements AsyncDisposable {
  readonly judged: Judged
  readonly #kind: Kind
  readonly #audits = new Map<string, number>()

  private constructor(judged: Judged, kind: Kind) {
    this.judged = judged
    this.#kind = kind
  }

  static async start(kind: Kind): Promise<Sender> {
    const judged = await Judged.start()
    if (kind === 'refund') await judged.pay('paid', { 'transaction.reference': 'paid' })
    return new Sender(judged, kind)
  }

  async send(id: string, fate: keyof typeof fates): Promise<void> {
    const { judged } = this
    await judged.control.post('/rules', { when: { correlation_id: id }, outcome: fates[fate] })
    const answer = await kinds[this.#kind](judged, id).catch(() => undefined)
    if (answer?.body.audit !== undefined) this.#audits.set(id, answer.body.audit)
  }

  async search(id: string): Promise<void> {
    await this.judged.client.search(id)
  }

  async lookup(id: string): Promise<void> {
    await this.judged.client.lookup(this.#audits.get(id) ?? 0)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.judged[Symbol.asyncDispose]()
  }
}

/** The findings about what the client did with its payment, without those about single calls. */
async function told({ judged }: Sender) {
  const findings = await judged.findings()
  return findings.filter(({ code }) => code !== 'standalone-refund')
}

describe.each(Object.keys(kinds) as Kind[])('a %s whose response was lost', (kind) => {
  test.each(['search', 'lookup'] as const)(
    'wrong: a %s for an earlier attempt, which was declined, tells nothing about it',
    async (look) => {
      await using sender = await Sender.start(kind)
      await sender.send('a', 'declined')
      await sender.send('b', 'lost')
      await sender[look]('a')
      expect(await told(sender)).toMatchObject([
        { code: 'unresolved', message: expect.stringContaining('another request (declined)') },
      ])
      await sender.send('c', 'declined')
      const [found, ...others] = await told(sender)
      expect(others).toEqual([])
      expect(found).toMatchObject({
        code: 'blind-retry',
        severity: 'error',
        message: expect.stringMatching(
          /without knowing whether the .* with correlation id b had gone through: the client .*, which is another request \(declined\)\. AUD .* was .* by it, although the client believes that the (?:payment|refund) was declined\.$/,
        ),
        advice: expect.stringContaining('correlation_id_lookup=b'),
      })
      const payments = await sender.judged.payments()
      expect(payments.at(-1)).toMatchObject({ verdict: 'unresolved' })
    },
  )

  test('wrong: to send it again after an empty search for yet another attempt is no advice', async () => {
    await using sender = await Sender.start(kind)
    await sender.send('a', 'declined')
    await sender.send('b', 'lost')
    await sender.search('a')
    await sender.send('c', 'never processed')
    await sender.search('c')
    expect((await told(sender)).map(({ code }) => code)).toEqual(['blind-retry'])
  })

  test('wrong: it is charged twice, and the advice names the request to ask for', async () => {
    await using sender = await Sender.start(kind)
    await sender.send('a', 'declined')
    await sender.send('b', 'lost')
    await sender.search('a')
    await sender.send('c', 'approved')
    const findings = await told(sender)
    const double = /refund/.test(kind) ? 'double-refund' : 'double-charge'
    expect(findings.map(({ code }) => code)).toEqual([double, 'blind-retry'])
    for (const { advice } of findings) expect(advice).toContain('correlation_id_lookup=b')
  })

  test('right: a search for each request whose response was lost', async () => {
    await using sender = await Sender.start(kind)
    await sender.send('a', 'declined')
    await sender.send('b', 'never processed')
    await sender.search('b')
    await sender.send('c', 'lost')
    await sender.search('c')
    expect(await told(sender)).toEqual([])
  })

  test('near: the earlier attempt is asked for as well', async () => {
    await using sender = await Sender.start(kind)
    await sender.send('a', 'declined')
    await sender.send('b', 'never processed')
    await sender.search('a')
    await sender.search('b')
    await sender.lookup('a')
    await sender.send('c', 'approved')
    expect(await told(sender)).toEqual([])
  })

  test('near: no response was lost between the attempts', async () => {
    await using sender = await Sender.start(kind)
    await sender.send('a', 'declined')
    await sender.search('a')
    await sender.send('b', 'declined')
    await sender.lookup('a')
    await sender.send('c', 'approved')
    expect(await told(sender)).toEqual([])
  })
})

test('a search for a declined attempt with another amount is named, too', async () => {
  await using sender = await Sender.start('purchase')
  await sender.judged.pay('a', { 'transaction.amount_details.total_amount': '1000051' })
  await sender.send('b', 'lost')
  await sender.search('a')
  await sender.send('c', 'declined')
  expect(await told(sender)).toMatchObject([
    {
      code: 'blind-retry',
      message: expect.stringContaining('the client searched for a, which is no id of this payment'),
    },
  ])
})
