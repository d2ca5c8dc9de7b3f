import { describe, expect, test } from 'vitest'
import { amount, Judged } from './judged.ts'

const order = { 'transaction.reference': 'A-1', ...amount(4995) }

const search = '/transactions?merchant_id=1&correlation_id_lookup=a'

describe('a proxy refuses a request that was processed', () => {
  async function refused(response_code: string) {
    const judged = await Judged.start()
    const outcome = { response_code, fault: { at: 'after', http: 403 } }
    await judged.control.post('/rules', { when: { correlation_id: 'a' }, outcome })
    await judged.pay('a', order)
    return judged
  }

  test.each([
    ['declined', '05', 'It was declined'],
    ['approved', '00', 'AUD 49.95 was charged'],
  ])(
    'wrong: it was %s, and a 409 to the same id is all that the client knows',
    async (_, code, fate) => {
      await using judged = await refused(code)
      expect((await judged.pay('a', order))?.status).toBe(409)
      const [finding, ...others] = await judged.findings()
      expect([finding?.code, others]).toEqual(['unresolved', []])
      expect(finding?.message).toContain(fate)
      expect(finding?.message).toContain(
        "The response was 403 without the gateway's list of errors",
      )
      expect(finding?.advice).toContain('correlation_id_lookup=a')
    },
  )

  test('right: it is searched for after the 409', async () => {
    await using judged = await refused('05')
    await judged.pay('a', order)
    await judged.client.get(search)
    expect(await judged.codes()).toEqual([])
  })

  test('wrong: it is searched for only when the gateway has forgotten the id', async () => {
    await using judged = await refused('00')
    await judged.pass('25h')
    await judged.client.get(search)
    const found = (await judged.findings()).find(({ code }) => code === 'charged-though-refused')
    expect(found?.message).toBe(
      'The response was 403, although AUD 49.95 was charged. The search came after the gateway had forgotten the correlation id, so its empty response proves nothing.',
    )
  })

  test('near: it was declined, and paid with another id', async () => {
    await using judged = await refused('05')
    await judged.pay('b', order)
    expect(await judged.codes()).toEqual([])
  })
})

describe('a proxy refuses a debit that was lodged', () => {
  const debit = {
    'transaction.payment_method': {
      directdebit: { bsb: '032-060', account_number: '123456', account_name: 'J Citizen' },
    },
  }

  async function lodged() {
    const judged = await Judged.start()
    const outcome = { fault: { at: 'after', http: 403 } }
    await judged.control.post('/rules', { when: { correlation_id: 'a' }, outcome })
    await judged.pay('a', { ...order, ...debit })
    await judged.client.get(search)
    await judged.pass('4 banking days')
    return judged
  }

  test('wrong: the client found it pending, and never asks again', async () => {
    await using judged = await lodged()
    expect(await judged.codes()).toEqual(['ignored-pending'])
  })

  test('wrong: it asks once, before the bank returns it', async () => {
    await using judged = await lodged()
    await judged.client.lookup(1_000_001)
    expect(await judged.codes()).toEqual([])
    await judged.pass('5 banking days')
    expect(await judged.codes()).toEqual(['ignored-pending'])
  })

  test('right: it asks again after the return', async () => {
    await using judged = await lodged()
    await judged.pass('5 banking days')
    await judged.client.lookup(1_000_001)
    expect(await judged.codes()).toEqual([])
  })
})
