import { afterAll, describe, expect, test } from 'vitest'
import { isLuhnValid } from '../../src/base/redaction/card-number.ts'
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

test.each([...approving, ...failing, '05', '51'])(
  'the bank responds %s by card, by amount and by the cents',
  async (code) => {
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
  },
)

describe('cards of the 400000 family', () => {
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

  test.each([['4000000000000051', {}, 'declined 51']])(
    '%s works by its virtual PAN too (%o)',
    async (number, changes, expected) => {
      const stored = pan(await virtualPan(number))
      expect(outcomeOf((await gateway.purchase({ ...stored, ...changes })).body)).toBe(expected)
    },
  )
})

function virtualPan(number: string): Promise<string> {
  return virtualPanOf(shop, card({ 'CARD.PAN': number }))
}

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
