import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../../runtime/scratch.ts'
import { call, GatewayClient } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'
import { bank, card, VaultClient } from '../../../support/vault-client.ts'

const pans = ['4111111111111111', '5555555555554444', '378282246310005']
const accounts = ['012345678', '987654321']
const secrets = [...pans, ...accounts]

/** Good and bad calls that carry secrets in every place that can hold one. */
async function useVault(api: string): Promise<readonly string[]> {
  const vault = new VaultClient(api)
  const gateway = new GatewayClient(api)
  const [visa, master, amex] = pans
  const [first, second] = accounts
  const bankAccount = (number: unknown) => bank({ 'BANK.ACCOUNT_NUMBER': number })
  await vault.createCustomer()
  const token = await vault.createToken(1)
  const bankToken = { preferred_name: 'bank', account: bankAccount(first) }
  const answers = [
    token,
    await vault.createToken(1, bankToken),
    await vault.updateToken(1, 1, { account: card({ 'CARD.PAN': master }) }),
    await vault.updateToken(1, 2, { account: bankAccount(second) }),
    await vault.createToken(1, { account: card({ 'CARD.PAN': amex, 'CARD.CVV': '9876' }) }),
    await vault.createToken(9, { account: card({ 'CARD.PAN': amex }) }),
    await vault.createToken(1, { account: card({ 'CARD.EXPIRY': '0120' }) }),
    await vault.createToken(1, { account: card({ 'CARD.PAN': `${visa}x` }) }),
    await vault.createToken(1, { account: bankAccount(`${first}0`) }),
    await vault.createToken(1, { account: { ...card(), ...bankAccount(first) } }),
    await vault.createToken(1, { account: { general_wallet: { pan: visa, number: first } } }),
    await vault.createToken(1, { account: visa }),
    await vault.customer(visa as string),
    await vault.tokens(1),
    await vault.token(1, 1),
    await vault.customers({ merchant_id: visa as string }),
    await gateway.purchase({
      'transaction.payment_method': { creditcard: { pan: token.body.virtual_pan } },
    }),
    await gateway.lookup(1000001),
  ]
  return answers.map(({ text, headers }) => text + JSON.stringify(headers))
}

test('no card or account number is in a response, a record, the journal or the log', async () => {
  await using sandbox = await startTestSandbox()
  const seen: unknown[] = [...(await useVault(sandbox.api))]
  // What a replay sends holds published test numbers; test/privacy looks at it.
  const journal = sandbox.world.history
    .entries()
    .map((entry) => ({ ...entry, request: { ...entry.request, recorded: undefined } }))
  seen.push(sandbox.world.records.image(), journal, sandbox.logs)
  const text = inspect(seen, { depth: null, maxArrayLength: null, maxStringLength: null })
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/['"]9876['"]/)
})

test('free texts are written masked, though a creation echoes them', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const [pan = ''] = pans
  await vault.createCustomer({ reference: `r${pan}`, name: `n ${pan}` })
  await vault.updateCustomer(1, { name: pan })
  const account = card({ 'CARD.PAN': '5555555555554444', 'CARD.NAME': pan })
  await vault.createToken(1, { preferred_name: pan, account })
  const bankAccount = bank({ 'BANK.ACCOUNT_NAME': `acct ${pan}` })
  await vault.createToken(1, { preferred_name: `b ${pan}`, account: bankAccount })
  await vault.customers({ name: pan, reference: pan })
  const seen = [sandbox.world.records.image(), sandbox.world.history.entries(), sandbox.logs]
  const text = inspect(seen, { depth: null, maxArrayLength: null, maxStringLength: null })
  expect(text).not.toContain(pan)
  expect(text).toContain('411111xxxxxx1111')
})

test('no card or account number reaches a file, and all is there again after a restart', async () => {
  await using folder = await scratchFolder()
  const first = await startTestSandbox({ data: folder.path })
  await useVault(first.api)
  const vault = new VaultClient(first.api)
  const before = { customers: await vault.customers(), tokens: await vault.tokens(1) }
  const texts = await allFiles(folder.path)
  await first.stop()
  texts.push(...(await allFiles(folder.path)))
  expect(texts.join()).toContain('411111xxxxxx1111')
  for (const secret of secrets) expect(texts.join()).not.toContain(secret)
  await using again = await startTestSandbox({ data: folder.path })
  const later = new VaultClient(again.api)
  const results = (text: string) => JSON.parse(text).results.map(withoutLinks)
  expect(results((await later.customers()).text)).toEqual(results(before.customers.text))
  expect(results((await later.tokens(1)).text)).toEqual(results(before.tokens.text))
})

test('after a restart numbers continue, and a stored card is still known as the same', async () => {
  await using folder = await scratchFolder()
  const first = await startTestSandbox({ data: folder.path })
  const vault = new VaultClient(first.api)
  await vault.createCustomer()
  const pan = (await vault.createToken(1)).body.virtual_pan
  await vault.createToken(1, { preferred_name: 'gone' })
  await vault.deleteToken(1, 2)
  const print = fingerprintOf(first.world.records.line('tokens', 1))
  await first.stop()
  await using again = await startTestSandbox({ data: folder.path })
  const later = new VaultClient(again.api)
  const token = (await later.createToken(1, { preferred_name: 'next' })).body
  expect(token.id).toBe(3)
  expect(fingerprintOf(again.world.records.line('tokens', 3))).toBe(print)
  const method = { 'transaction.payment_method': { creditcard: { pan } } }
  const paid = await new GatewayClient(again.api).purchase(method)
  expect(paid.body.status.transaction_status_code).toBe('approved')
  expect((await call(`${again.api}/customers/1/tokens/2`)).status).toBe(404)
})

function fingerprintOf(line: string | undefined): string {
  return JSON.parse(line ?? '').account.card.fingerprint
}

function withoutLinks({ _links, ...rest }: { readonly _links: unknown }): unknown {
  return rest
}

async function allFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
}
