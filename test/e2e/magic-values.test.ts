import { afterAll, describe, expect, test } from 'vitest'
import { isLuhnValid } from '../../src/base/redaction/card-number.ts'
import type { RequestsResponse } from '../../src/control/contract/calls/requests.ts'
import { byDirectDebit, cents, faultsOf, newId } from '../support/gateway-client.ts'
import {
  advance,
  openShop,
  outcomeNow,
  outcomeOf,
  outcomesFound,
  ruleOf,
  virtualPanOf,
} from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'
import { card } from '../support/vault-client.ts'

const sandbox = await startTestSandbox()
afterAll(() => sandbox.stop())
// The rules of the default count without limit, so that most tests can share a shop.
const shop = await openShop(sandbox)
const { gateway } = shop

function pan(number: string) {
  return { 'transaction.payment_method.creditcard': { pan: number, expiry_date: '1230' } }
}

/** The one card of a family that is valid and ends with a code. */
function cardOf(family: string, code: string): string {
  const numbers = Array.from({ length: 10 }, (_, digit) => family.replace('?', String(digit)))
  const found = numbers.map((number) => number.replace('RR', code)).find(isLuhnValid)
  if (found === undefined) throw new Error(`${family} has no valid card for ${code}`)
  return found
}

const approving = ['00', '08', '11', '16', '77']
const failing = ['06', '09', '22', '30', '68', '90', '94', '96', '98']

function answered(code: string): string {
  if (approving.includes(code)) return `approved ${code}`
  return failing.includes(code) ? `error ${code}` : `declined ${code}`
}

const codes = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'))

test.each(codes)('the bank responds %s by card, by amount and by the cents', async (code) => {
  const amount = `10000${code}`
  const asked = [
    [pan(cardOf('400000?0000000RR', code)), 'card-code'],
    [pan(cardOf('520000?0000000RR', code)), 'card-code'],
    [pan(cardOf('340000?000000RR', code)), 'card-code'],
    [{ ...pan('4444333322221111'), ...cents(Number(`10${code}`)) }, 'card-cents'],
    [cents(Number(amount)), 'amount-code'],
    [{ ...pan('378282246310005'), ...cents(Number(amount)) }, 'amount-code'],
  ] as const
  for (const [changes, rule] of asked) {
    const answer = await gateway.purchase(changes)
    expect([outcomeOf(answer.body), ruleOf(answer)]).toEqual([answered(code), `default/${rule}`])
  }
})

describe('what acts on an earlier transaction has its card', () => {
  test.each([
    ['4444333322221111', 'completion', 'declined 51'],
    ['4444333322221111', 'refund', 'declined 51'],
    ['4444333322221111', 'void', 'approved 00'],
    [cardOf('400000?0000000RR', '08'), 'completion', 'approved 08'],
    [cardOf('520000?0000000RR', '16'), 'refund', 'approved 16'],
    [cardOf('340000?000000RR', '11'), 'void', 'approved 11'],
    ['4111111111111111', 'completion', 'declined 51'],
    ['4111111111111111', 'refund', 'declined 51'],
  ])('%s, %s: %s', async (number, operation, expected) => {
    const large = { ...pan(number), ...cents(2_000_000) }
    const part = cents(1_000_051)
    const begin = () =>
      operation === 'completion' ? gateway.preauthorise(large) : gateway.purchase(large)
    const { audit } = (await begin()).body
    const act = () => {
      if (operation === 'void') return gateway.void(audit)
      return operation === 'refund' ? gateway.refund(audit, part) : gateway.complete(audit, part)
    }
    expect(outcomeOf((await act()).body)).toBe(expected)
  })
})

describe('cards of the 400000 family', () => {
  test.each(['4000002000009801', '4000001234599801'])(
    '%s is held, but its completion declines 05',
    async (number) => {
      const hold = await gateway.preauthorise(pan(number))
      expect([outcomeOf(hold.body), ruleOf(hold)]).toEqual(['approved 00', undefined])
      const completion = await gateway.complete(hold.body.audit)
      expect(outcomeOf(completion.body)).toBe('declined 05')
      expect(ruleOf(completion)).toBe('default/completion-declines')
      expect(outcomeOf((await gateway.purchase(pan(number))).body)).toBe('approved 00')
    },
  )

  test.each(['4000006000009802', '4000001234589802'])(
    '%s pays, but its refunds decline 05 and leave the whole to refund',
    async (number) => {
      const { audit } = (await gateway.purchase(pan(number))).body
      const refunds = [
        await gateway.refund(audit),
        await gateway.refund(audit),
        await gateway.standaloneRefund(pan(number)),
      ]
      for (const refund of refunds) {
        expect(outcomeOf(refund.body)).toBe('declined 05')
        expect(ruleOf(refund)).toBe('default/refund-declines')
      }
    },
  )

  test.each(['4000001000009803', '4000001234579803'])(
    '%s pays, but its void declines 21 and it stays approved',
    async (number) => {
      const { audit } = (await gateway.purchase(pan(number))).body
      const undone = await gateway.void(audit)
      expect(outcomeOf(undone.body)).toBe('declined 21')
      expect(ruleOf(undone)).toBe('default/void-declines')
      expect(await outcomeNow(shop, audit)).toBe('approved 00')
    },
  )

  test('9804 is held and expired at once', async () => {
    const hold = await gateway.preauthorise(pan('4000005000009804'))
    await expectExpired(hold)
  })

  test('9804 by its virtual PAN is held and expired at once', async () => {
    const hold = await gateway.preauthorise(pan(await virtualPan('4000005000009804')))
    await expectExpired(hold)
  })

  async function expectExpired(hold: Awaited<ReturnType<typeof gateway.preauthorise>>) {
    expect(outcomeOf(hold.body)).toBe('approved 00')
    expect(ruleOf(hold)).toBe('default/preauthorisation-expires')
    expect(Object.keys(hold.body._links)).toEqual(['self'])
    const { audit } = hold.body
    expect(outcomeOf((await gateway.complete(audit)).body)).toBe('declined 25')
    expect(faultsOf(await gateway.void(audit))).toEqual(['not_voidable at path.audit'])
  }

  test('9805 pays and can be stored, and declines 54 by its virtual PAN', async () => {
    const number = '4000000000009805'
    expect(outcomeOf((await gateway.purchase(pan(number))).body)).toBe('approved 00')
    const stored = pan(await virtualPan(number))
    const answers = [
      await gateway.purchase(stored),
      await gateway.preauthorise(stored),
      await gateway.standaloneRefund(stored),
    ]
    for (const answer of answers) {
      expect(outcomeOf(answer.body)).toBe('declined 54')
      expect(ruleOf(answer)).toBe('default/stored-card-expired')
    }
  })

  test.each([
    ['4000000000000051', {}, 'declined 51'],
    ['4444333322221111', cents(1096), 'error 96'],
    ['4111111111111111', cents(1_000_014), 'declined 14'],
  ])('%s works by its virtual PAN too (%o)', async (number, changes, expected) => {
    const stored = pan(await virtualPan(number))
    expect(outcomeOf((await gateway.purchase({ ...stored, ...changes })).body)).toBe(expected)
  })
})

function virtualPan(number: string): Promise<string> {
  return virtualPanOf(shop, card({ 'CARD.PAN': number }))
}

describe('the CVV 911', () => {
  const cvv = { 'transaction.payment_method.creditcard.cvv': '911' }

  test('declines 05', async () => {
    for (const answer of [await gateway.purchase(cvv), await gateway.preauthorise(cvv)]) {
      expect(outcomeOf(answer.body)).toBe('declined 05')
      expect(ruleOf(answer)).toBe('default/cvv-911')
    }
  })

  test('comes after faults, cards and amounts', async () => {
    const asked = [
      { ...cvv, 'transaction.payment_method.creditcard.pan': '4000000000000051' },
      { ...cvv, ...cents(1_000_054) },
    ]
    const seen = []
    for (const changes of asked) seen.push(outcomeOf((await gateway.purchase(changes)).body))
    expect(seen).toEqual(['declined 51', 'declined 54'])
    expect((await gateway.purchase({ ...cvv, ...cents(9_900_500) })).status).toBe(500)
  })
})

test.each([
  [9_600_020, 'error 20', 'acquirer-unreachable', 'Acquirer unreachable'],
  [9_600_021, 'error 21', 'acquirer-timed-out', 'Acquirer timed out'],
  [9_600_022, 'error 22', 'acquirer-unusable', 'Acquirer response unusable'],
  [9_600_060, 'error 60', 'gateway-failed', 'Internal error'],
])('the amount %i is an %s of the gateway', async (amount, expected, rule, message) => {
  for (const changes of [cents(amount), byDirectDebit(cents(amount))]) {
    const answer = await gateway.purchase(changes)
    expect([outcomeOf(answer.body), ruleOf(answer)]).toEqual([expected, `default/${rule}`])
    const { status } = (await gateway.lookup(answer.body.audit)).body
    expect(status.gateway_status_message).toBe(message)
    expect(status.acquirer.response_code).toBe('')
  }
})

test('the amount 9700099 is unknown for 30 seconds, then approved', async () => {
  const own = await openShop(sandbox)
  const id = newId()
  const { body, headers } = await own.gateway.purchase(cents(9_700_099), { 'x-correlation-id': id })
  expect(ruleOf({ headers })).toBe('default/unknown-30s')
  expect(outcomeOf(body)).toBe('unknown -99')
  expect(body.status.acquirer).toEqual({ response_code: '', response_message: '' })
  expect(Object.keys(body._links)).toEqual(['self'])
  expect(await advance(own, { by: '29s 999ms' })).toEqual([])
  expect(await outcomesFound(own, id)).toEqual(['unknown -99'])
  expect(await advance(own, { by: '1ms' })).toEqual([
    `resolved ${body.audit} at 2026-03-10T01:00:30.000Z: approved`,
  ])
  expect(await outcomesFound(own, id)).toEqual(['approved 00'])
  expect(await outcomeNow(own, body.audit)).toBe('approved 00')
})

test('a shorter delay is over by itself, and then it is approved', async () => {
  const rule = { when: { operation: 'purchase' }, outcome: { delay: '60ms' } }
  const own = await openShop(sandbox, { name: 'slow', rules: [rule] })
  const { body } = await own.gateway.purchase()
  expect(outcomeOf(body)).toBe('approved 00')
  expect(await outcomeNow(own, body.audit)).toBe('approved 00')
  const { requests } = (await own.control.get<RequestsResponse>('/requests')).body
  expect(requests[0]?.duration).toBeGreaterThan(55)
})
