import { expect, test } from 'vitest'
import { sendable } from '../../src/base/text/copied-request.ts'
import { assumptionsWith } from '../../src/domain/assumptions/assumptions.ts'
import { ControlClient } from '../support/control-client.ts'
import { call, newId, paidBody } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'
import { VaultClient } from '../support/vault-client.ts'

/** All names that a member with a number can have, changed. */
const assumptions = assumptionsWith({
  direct_debit_payment_method: 'eft',
  direct_debit_fields: { bsb: 'branch', account_number: 'acct', account_name: 'holder' },
  bank_account_type: 'bank',
  bank_account_fields: { bsb: 'B', account_number: 'N', account_name: 'H' },
  virtual_pan: { length: 16, first_digit: 7 },
})

const ACCOUNT = '76543218'

/** A card number of no known scheme: with these names, a virtual PAN begins with 7. */
const NINE = '9111111111111110'

const debit = (reference = 'rent') =>
  paidBody({
    'transaction.reference': reference,
    'transaction.payment_method': {
      eft: { branch: '062-001', acct: ACCOUNT, holder: 'Ann Example' },
    },
  })

test('renamed members are masked in the journal, in lists, in the report, in run files and in exports', async () => {
  await using sandbox = await startTestSandbox({ assumptions })
  const control = new ControlClient(sandbox.url)
  const pay = (body: unknown) =>
    call(`${sandbox.api}/transactions/purchase`, {
      method: 'POST',
      headers: { 'x-correlation-id': newId() },
      body,
    })
  expect((await pay(debit())).status).toBe(200)
  const card = { creditcard: { pan: NINE, expiry_date: '1230' } }
  expect((await pay(paidBody({ 'transaction.payment_method': card }))).status).toBe(200)
  // Refused, so that all that is known of it is what was written down.
  const refused = await pay({ ...(debit() as object), merchant: { id: 0 } })
  expect(refused.status).toBe(422)
  const vault = new VaultClient(sandbox.api, {}, assumptions)
  await vault.createCustomer()
  const account = { B: '062001', N: ACCOUNT, H: 'Ann' }
  expect((await vault.createToken(1, { account: { bank: account } })).status).toBe(201)
  const state = await (await fetch(`${sandbox.url}/_sandbox/state`)).text()
  const shown = [
    JSON.stringify((await control.get('/requests')).body),
    JSON.stringify((await control.get('/transactions')).body),
    JSON.stringify((await control.get('/report')).body),
    JSON.stringify((await control.get('/payments')).body),
    (await control.get('/run')).text,
    state,
  ]
  for (const number of [ACCOUNT, NINE]) {
    for (const text of shown) expect(text).not.toContain(number)
  }
  expect(shown[0]).toContain('"acct":"xxxxx218"')
  expect(shown[0]).toContain('"N":"xxxxx218"')
  // A token of these settings comes back from an export.
  const again = await fetch(`${sandbox.url}/_sandbox/state`, { method: 'PUT', body: state })
  expect([again.status, await again.json()]).toMatchObject([200, { tokens: 1 }])
})

test('a refused debit is explained by its renamed members', async () => {
  await using sandbox = await startTestSandbox({ assumptions })
  const control = new ControlClient(sandbox.url)
  const rule = {
    name: 'branch',
    when: { bsb: '062-001' },
    outcome: { fault: { at: 'before', http: 503 } },
  }
  await control.post('/rules', rule)
  const sent = { method: 'POST', headers: { 'x-correlation-id': newId() }, body: debit() } as const
  expect((await call(`${sandbox.api}/transactions/purchase`, sent)).status).toBe(503)
  const { body } = await control.post<{ tried: { id: string; reason: string }[] }>(
    '/scenarios/explain',
    { request: 1 },
  )
  const reasons = body.tried.filter(({ reason }) => reason.includes('the request has no bsb'))
  expect(reasons).toEqual([])
})

test('what an explanation takes for a card follows the first digit of virtual PANs', async () => {
  await using sandbox = await startTestSandbox({ assumptions })
  const control = new ControlClient(sandbox.url)
  const explained = (asked: object) => control.post('/scenarios/explain', asked)
  expect((await explained({ pan: NINE })).body).not.toHaveProperty('refused')
  // Not a card, and a virtual PAN of no token.
  for (const pan of ['9111111111111111', '7000000000000000']) {
    expect((await explained({ pan })).body).toHaveProperty('refused')
  }
})

test('a request that is copied can be sent again, whatever its members are called', () => {
  expect(sendable({ eft: { branch: '062-001', acct: 'xxxxx218' } })).toEqual({
    eft: { branch: '062-001', acct: '11111218' },
  })
})
