import { expect, test } from 'vitest'
import { assumptionsWith } from '../../../../src/domain/assumptions/assumptions.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { startAssuming } from '../../../support/gateway.ts'
import { byDirectDebit, call, cents, faultsOf, VISA } from '../../../support/gateway-client.ts'
import { useRules } from '../../../support/rules.ts'
import { VaultClient } from '../../../support/vault-client.ts'

const CVV = 'transaction.payment_method.creditcard.cvv'

test('members of a direct debit, its credit mode and its secrets go by their names', async () => {
  const changes = {
    direct_debit_fields: { bsb: 'branch', account_number: 'number', account_name: 'holder' },
    direct_debit: { credit_mode: 'payout' },
  }
  await using gateway = await startAssuming(changes)
  const { client, world } = gateway
  const account = { branch: '062-000', number: '12345678', holder: 'Ann Example' }
  const method = { 'transaction.payment_method': { directdebit: account } }
  const { body } = await client.standaloneRefund(method)
  const { transaction } = (await client.lookup(body.audit)).body
  expect(transaction.directdebit_mode).toBe('payout')
  expect(transaction.payment_method).toEqual({
    directdebit: { branch: '062-000', number: 'xxxxx678', holder: 'Ann Example' },
  })
  expect(faultsOf(await client.purchase(byDirectDebit()))).toContain(
    'missing_field at body.transaction.payment_method.directdebit.branch',
  )
  const written = JSON.stringify(world.history.entries())
  expect(written).toContain('xxxxx678')
  expect(written).not.toContain('12345678')
})

test('members of a bank account token go by their names', async () => {
  const assumptions = assumptionsWith({
    bank_account_fields: { bsb: 'BSB', account_number: 'NUMBER', account_name: 'NAME' },
  })
  await using gateway = await startAssuming(assumptions)
  const vault = new VaultClient(gateway.api, {}, assumptions)
  await vault.createCustomer()
  const account = { BSB: '062000', NUMBER: '12345678', NAME: 'Ann' }
  const made = await vault.createToken(1, { account: { general_bankaccount: account } })
  expect(made.body.account).toEqual({
    general_bankaccount: { BSB: '062-000', NUMBER: 'xxxxx678', NAME: 'Ann' },
  })
})

test('link relations go by their names', async () => {
  const assumptions = assumptionsWith({
    rels: { self: 'me', refund: 'credit', void: 'cancel', target: 'original', first: 'start' },
  })
  await using gateway = await startAssuming(assumptions)
  const { client } = gateway
  const { audit, _links } = (await client.purchase()).body
  expect(Object.keys(_links)).toEqual(['me', 'credit', 'cancel'])
  expect(Object.keys((await client.void(audit)).body._links)).toEqual(['me', 'original'])
  const vault = new VaultClient(gateway.api, {}, assumptions)
  const customer = await vault.createCustomer()
  expect(customer.headers.location).toBe(customer.body._links.me?.href)
  expect(Object.keys((await vault.customers()).body._links)).toEqual(['me', 'start'])
})

test('the older words for voided, unknown and void can be chosen', async () => {
  await using gateway = await startAssuming({
    words: { voided: 'reversed', unknown: 'Unknown', void_type: 'reverse' },
  })
  const { client, world } = gateway
  const { audit } = (await client.purchase()).body
  const undone = (await client.void(audit)).body
  expect((await client.lookup(audit)).body.status.transaction_status_code).toBe('reversed')
  expect((await client.lookup(undone.audit)).body.transaction.transaction_type).toBe('reverse')
  useRules(world, { when: {}, outcome: { status: 'unknown' } })
  expect((await client.purchase()).body.status.transaction_status_code).toBe('Unknown')
})

test('a CVV can be required with a card number, and never with a virtual one', async () => {
  await using gateway = await startAssuming({ cvv: 'required' })
  const { client, api } = gateway
  expect(faultsOf(await client.purchase({ [CVV]: undefined }))).toEqual([
    'missing_field at body.transaction.payment_method.creditcard.cvv',
  ])
  const vault = new VaultClient(api)
  await vault.createCustomer()
  const { virtual_pan: pan } = (await vault.createToken(1)).body
  const paid = await client.purchase({ 'transaction.payment_method.creditcard': { pan } })
  expect(paid.body.status.transaction_status_code).toBe('approved')
})

test('limits and names of KVPs are settings', async () => {
  await using gateway = await startAssuming({
    kvps: {
      limit: 2,
      key_length: 5,
      value_length: 3,
      authorisation_code: 'AUTH',
      trace_number: 'T',
    },
  })
  const { client } = gateway
  const { kvps } = (await client.purchase({ kvps: { a: '123' } })).body
  expect(Object.keys(kvps)).toEqual([
    'GATEWAY.REQUEST.KVP.a',
    'GATEWAY.RESPONSE.KVP.AUTH',
    'GATEWAY.RESPONSE.KVP.T',
  ])
  expect(faultsOf(await client.purchase({ kvps: { a: '1234', abcdef: '', c: '' } }))).toEqual([
    'out_of_range at body.kvps',
    'invalid_length at body.kvps.a',
    'invalid_length at body.kvps.abcdef',
  ])
})

test('two KVP keys that come out the same are refused', async () => {
  await using gateway = await startAssuming({})
  const { client } = gateway
  const kvps = { a: '1', 'GATEWAY.a': '2', 'GATEWAY.REQUEST.KVP.a': '3', b: '4' }
  expect(faultsOf(await client.purchase({ kvps }))).toEqual([
    'duplicate_kvp at body.kvps.GATEWAY.REQUEST.KVP.a',
    'duplicate_kvp at body.kvps.GATEWAY.a',
  ])
  const alike = { [VISA]: '1', '4111110000091111': '2' }
  expect(faultsOf(await client.purchase({ kvps: alike }))).toHaveLength(1)
})

test('a card number in a KVP and in a reference is masked from the first response on', async () => {
  await using gateway = await startAssuming({})
  const { client } = gateway
  const sent = { kvps: { [`card${VISA}`]: VISA }, 'transaction.reference': `order ${VISA}` }
  const made = (await client.purchase(sent)).body
  const found = (await client.lookup(made.audit)).body
  expect(made.kvps).toEqual(found.kvps)
  expect(made.kvps['GATEWAY.REQUEST.KVP.card411111xxxxxx1111']).toBe('411111xxxxxx1111')
  expect(found.transaction.reference).toBe('order 411111xxxxxx1111')
})

test('a virtual PAN can have another length and another first digit', async () => {
  const assumptions = assumptionsWith({ virtual_pan: { length: 19, first_digit: 7 } })
  await using gateway = await startAssuming(assumptions)
  const vault = new VaultClient(gateway.api, {}, assumptions)
  await vault.createCustomer()
  const { virtual_pan: pan } = (await vault.createToken(1)).body
  expect(pan).toMatch(/^7[0-9]{18}$/)
  const { client } = gateway
  const paid = await client.purchase({ 'transaction.payment_method.creditcard': { pan } })
  expect(paid.body.status.transaction_status_code).toBe('approved')
})

test('the expiry that comes with a virtual PAN counts', async () => {
  await using gateway = await startAssuming({})
  const { client, api } = gateway
  const vault = new VaultClient(api)
  await vault.createCustomer()
  const { virtual_pan: pan } = (await vault.createToken(1)).body
  const pay = (expiry_date: string) =>
    client.purchase({ 'transaction.payment_method.creditcard': { pan, expiry_date } })
  expect((await pay('0125')).body.status.acquirer.response_code).toBe('54')
  expect((await pay('1230')).body.status.acquirer.response_code).toBe('00')
  expect(faultsOf(await pay('1330'))).toEqual([
    'invalid_expiry at body.transaction.payment_method.creditcard.expiry_date',
  ])
})

test('what the rules decline uses up no rule that speaks for the bank', async () => {
  await using gateway = await startAssuming({ rule_refusals: 'decline' })
  const { client, url } = gateway
  const control = new ControlClient(url)
  await control.post('/rules', {
    when: { operation: 'refund' },
    outcome: { response_code: '05' },
  })
  const { audit } = (await client.purchase(cents(1000))).body
  const tooMuch = await client.refund(audit, cents(1001))
  expect(tooMuch.body.status.acquirer.response_code).toBe('12')
  expect(tooMuch.headers['x-sandbox-rule']).toBeUndefined()
  const declined = await client.refund(audit, cents(1000))
  expect(declined.body.status.acquirer.response_code).toBe('05')
  expect(declined.headers['x-sandbox-rule']).toBe('rules/rule-1')
})

test('error codes have the texts that they are given, and the control API keeps the names', async () => {
  await using gateway = await startAssuming({
    error_codes: { not_found: 'E404', invalid_amount: 'E17', browser_call_refused: 'E403' },
  })
  const { client, api, url } = gateway
  const amount = { 'transaction.amount_details.total_amount': '0' }
  expect(faultsOf(await client.purchase(amount))[0]).toMatch(/^E17 at/)
  expect(faultsOf(await call(`${api}/nowhere`))).toEqual(['E404 at path'])
  expect(faultsOf(await call(`${api}/x`, { headers: { origin: 'http://a' } }))[0]).toMatch(/^E403/)
  expect(faultsOf(await call(`${url}/_sandbox/nowhere`))).toEqual(['not_found at path'])
})

test('gateway status codes have the numbers that they are given', async () => {
  await using gateway = await startAssuming({ gateway_status_codes: { acquirer_timeout: 504 } })
  const { client, world } = gateway
  useRules(
    world,
    { when: {}, times: 1, outcome: { gateway_status_code: 'acquirer_timeout' } },
    { when: {}, outcome: { gateway_status_code: 21 } },
  )
  expect((await client.purchase()).body.status).toMatchObject({
    gateway_status_code: 504,
    gateway_status_message: 'Acquirer timed out',
  })
  // A number in a rule means just that.
  expect((await client.purchase()).body.status).toMatchObject({
    gateway_status_code: 21,
    gateway_status_message: 'Gateway status 21',
  })
})

test('a direct debit is in Australian dollars, by account and by token', async () => {
  await using gateway = await startAssuming({})
  const { client, api } = gateway
  const inEuro = { 'transaction.amount_details.currency': 'EUR' }
  const fault = 'currency_not_supported at body.transaction.amount_details.currency'
  expect(faultsOf(await client.purchase({ ...byDirectDebit(), ...inEuro }))).toEqual([fault])
  const vault = new VaultClient(api)
  await vault.createCustomer()
  const bank = { 'BANK.BSB': '062-000', 'BANK.ACCOUNT_NUMBER': '1234567', 'BANK.ACCOUNT_NAME': 'A' }
  const token = await vault.createToken(1, { account: { general_bankaccount: bank } })
  const card = { 'transaction.payment_method.creditcard': { pan: token.body.virtual_pan } }
  expect(faultsOf(await client.purchase({ ...card, ...inEuro }))).toEqual([fault])
  expect((await client.purchase(card)).body.status.transaction_status_code).toBe('pending')
})
