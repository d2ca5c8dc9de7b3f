import { describe, expect, test, vi } from 'vitest'
import { PATIENCE } from '../../support/attempt.ts'
import { amount, Judged } from './judged.ts'

const order = (cents = 4995) => ({ 'transaction.reference': 'A-1', ...amount(cents) })
const card = { 'transaction.payment_method.creditcard.pan': '5555555555554444' }

type Step = (judged: Judged) => Promise<unknown>

const pay = (id: string, changes = {}) => {
  return (judged: Judged) => judged.pay(id, { ...order(), ...changes })
}
const lose =
  (id: string): Step =>
  async (judged) => {
    const outcome = { fault: { at: 'before', http: 503 } }
    await judged.control.post('/rules', { when: { correlation_id: id }, outcome })
    await judged.pay(id, order())
  }
const search = (id: string) => (judged: Judged) => judged.client.search(id)

async function play(steps: readonly Step[], uniqueReferences = false) {
  const judged = await Judged.start({ uniqueReferences })
  for (const step of steps) await step(judged)
  return judged
}

describe('two workers pay for one order', () => {
  const lost = [lose('a'), lose('b')]
  const runs: Readonly<Record<string, readonly Step[]>> = {
    'the first to ask is the first to pay': [...lost, search('a'), pay('a'), search('b'), pay('b')],
    'both ask before one of them pays': [...lost, search('a'), search('b'), pay('a'), pay('b')],
    'the second to ask is the first to pay': [
      ...lost,
      search('b'),
      search('a'),
      pay('a'),
      pay('b'),
    ],
    'only one of them had lost its request': [lose('a'), search('a'), pay('b'), pay('a')],
    'both ask before they send anything': [search('a'), search('b'), pay('a'), pay('b')],
    'both ask before they send anything, the other way round': [
      search('b'),
      search('a'),
      pay('a'),
      pay('b'),
    ],
  }

  test.each(Object.entries(runs))('wrong: %s', async (_what, steps) => {
    await using judged = await play(steps)
    const findings = await judged.findings()
    expect(findings.map(({ code, severity }) => [code, severity])).toContainEqual([
      'charged-at-once',
      'warning',
    ])
    const twice = findings.find(({ code }) => code === 'charged-at-once')
    expect(twice?.message).toMatch(/^Charged twice by two senders: AUD 99\.90 for an order of/)
    expect(twice?.advice).toMatch(/lock the order/)
    expect(findings.map(({ code }) => code)).not.toContain('late-request')
  })

  test.each(Object.entries(runs))(
    'wrong, if a reference is one order: %s',
    async (_what, steps) => {
      await using judged = await play(steps, true)
      expect(await judged.codes()).toContain('paid-again')
    },
  )

  test('near: a request that the gateway sees for the first time is late', async () => {
    await using judged = await play([search('a'), pay('b'), pay('a')])
    expect(await judged.codes()).toEqual(['late-request'])
  })

  test.each<readonly [string, readonly Step[]]>([
    ['right: one of them locks the order', [...lost.slice(0, 1), search('a'), pay('a')]],
    ['near: two customers', [lose('a'), search('a'), pay('b', card), pay('a')]],
    ['near: each asks before it sends', [search('a'), pay('a'), search('b'), pay('b')]],
    ['near: another amount', [lose('a'), search('a'), pay('b', amount(100)), pay('a')]],
    ['near: the copy is declined by the gateway', [lose('a'), search('a'), pay('a'), pay('a')]],
  ])('%s', async (_what, steps) => {
    await using judged = await play(steps)
    expect(await judged.codes()).toEqual([])
  })
})

describe('a client that saw `unknown` and paid again within a second', () => {
  const undecided = { status: 'unknown', resolves: { after: '1h', status: 'approved' } }

  async function unknownFirst(): Promise<Judged> {
    const judged = await Judged.start()
    await judged.control.post('/rules', { when: { correlation_id: 'a' }, outcome: undecided })
    return judged
  }

  test('wrong: in the response', async () => {
    await using judged = await unknownFirst()
    await judged.pay('a', order())
    await judged.pay('b', order())
    await judged.pass('2h')
    expect(await judged.codes()).toContain('double-charge')
    await judged.client.search('a')
    await judged.client.search('b')
    const codes = await judged.codes()
    expect(codes).toContain('double-charge')
    expect(codes).not.toContain('charged-at-once')
  })

  test('wrong: in a search while the first was under way', async () => {
    await using judged = await Judged.start()
    // Long enough for a busy machine: the second payment has to come before the first response.
    const outcome = { delay: '3s' }
    await judged.control.post('/rules', { when: { operation: 'purchase' }, outcome })
    const first = judged.pay('a', order())
    await vi.waitFor(async () => {
      expect((await judged.client.search('a')).body.results).toMatchObject([
        { status: { transaction_status_code: 'unknown' } },
      ])
    }, PATIENCE)
    await judged.pay('b', order())
    await first
    const findings = await judged.findings()
    expect(findings.map(({ code }) => code)).toEqual(['double-charge'])
    expect(findings[0]?.advice).toMatch(/^While the status is unknown, wait and ask/)
  })

  test('right: it waits until the payment is decided', async () => {
    await using judged = await unknownFirst()
    await judged.pay('a', order())
    await judged.client.search('a')
    await judged.pass('2h')
    await judged.client.search('a')
    expect(await judged.codes()).toEqual([])
  })
})
