import { expect, test } from 'vitest'
import { call, GatewayClient } from '../../support/gateway-client.ts'
import { recordedRun } from './recorded-run.ts'

/** A number that passes for a real one, and an account. */
const PAN = '4539148803436467'
const ACCOUNT = '718293645'
const HALVES = [PAN.slice(0, 8), PAN.slice(8)] as const

/** The same digits in another script, of which the zero is given. */
function inScript(zero: number): string {
  return [...PAN].map((one) => String.fromCodePoint(zero + Number(one))).join('')
}

const fullWidth = inScript(0xff10)
const mathematical = inScript(0x1d7d8)
const card = 'transaction.payment_method.creditcard'
const debit = 'transaction.payment_method.directdebit'

test.each<readonly [string, string, unknown]>([
  ['a name in a PAN', `${card}.pan`, { [PAN]: 1 }],
  ['a name deep in a PAN', `${card}.pan`, { a: { [PAN]: PAN } }],
  ['halves in a PAN', `${card}.pan`, HALVES],
  ['a PAN with a point', `${card}.pan`, 45.39148803436467],
  ['a name in a CVV', `${card}.cvv`, { [PAN]: 1 }],
  ['a name in an expiry date', `${card}.expiry_date`, { [PAN]: 1 }],
  ['a name in an account number', `${debit}.account_number`, { [PAN]: 1 }],
  ['a name in KVPs', 'kvps', { a: { [PAN]: 'x' } }],
  ['halves in KVPs', 'kvps', { a: HALVES }],
  ['halves in a reference', 'transaction.reference', HALVES],
  ['halves in a merchant', 'merchant', HALVES],
  ['a PAN in another script', `${card}.pan`, fullWidth],
  ['a PAN in a script beyond the first plane', `${card}.pan`, mathematical],
  ['an unknown member in another script', 'card', fullWidth],
  ['an unknown number with a point', 'card', 45.39148803436467],
  ['an unknown large number', 'card', 4.539148803436467e21],
  ['names in an unknown member', 'card', { [HALVES[0]]: { [HALVES[1]]: PAN } }],
  ['a misnamed account number', `${debit}.account`, ACCOUNT],
  ['an account number in its name', `${debit}.name`, ACCOUNT],
  ['an account number in its id', `${debit}.id`, Number(ACCOUNT)],
  ['an account number in its reference', `${debit}.reference`, ACCOUNT],
  ['an account number in the BSB', `${debit}.bsb`, ACCOUNT],
  ['an account number in a card', `${card}.name`, ACCOUNT],
])('a run file does not hold %s, and is opened', async (_what, place, value) => {
  const run = await recordedRun(async ({ api }) => {
    await new GatewayClient(api).purchase({ [place]: value })
  })
  expect(run.requests).toHaveLength(1)
  expect(run.logs).toEqual([])
  for (const secret of [PAN, ...HALVES, ACCOUNT, fullWidth, mathematical, '39148803436467']) {
    expect(run.text).not.toContain(secret)
  }
})

test('nor does it hold a name in the PAN of a token', async () => {
  const run = await recordedRun(async ({ api }) => {
    const send = (path: string, body: unknown) => call(`${api}${path}`, { method: 'POST', body })
    const { body } = await send('/customers', { reference: 'ann', name: 'Ann' })
    const { id } = body as unknown as { readonly id: string }
    const account = { general_creditcard: { 'CARD.PAN': { [PAN]: 1 }, 'CARD.NAME': [PAN] } }
    const token = { preferred_name: 'visa', active: true, account }
    expect((await send(`/customers/${id}/tokens`, token)).status).toBe(422)
  })
  expect(run.requests).toHaveLength(2)
  expect(run.logs).toEqual([])
  expect(run.text).not.toContain(PAN)
})

test.each(['%20', '+', '-', '%2D', ''])(
  'the links of a response do not hold the number of a query, written with %j between its digits',
  async (between) => {
    const run = await recordedRun(async ({ api }) => {
      const name = [...PAN].join(between)
      expect((await call(`${api}/customers?name=${name}`)).status).toBe(200)
    })
    expect(run.requests).toHaveLength(1)
    expect(run.logs).toEqual([])
    expect(decodeURIComponent(run.text).replaceAll(/[ +-]/g, '')).not.toContain(PAN)
  },
)
