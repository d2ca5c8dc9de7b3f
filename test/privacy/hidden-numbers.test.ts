import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskSpacedCards } from '../../src/domain/card/card-number-in-text.ts'
import { maskAddress, maskNumber, maskOwnAccount } from '../../src/domain/card/hidden-number.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { call, GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

const VISA = '4539148803436467'

function escaped(text: string, times: number): string {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16)}`
  let result = [...text].map(hex).join('')
  for (let i = 1; i < times; i += 1) result = result.replaceAll('%', '%25')
  return result
}

test('a card number in an address is masked, however deep it is escaped', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 15 }), (times, from) => {
      const path = `/v1/${VISA.slice(0, from)}${escaped(VISA.slice(from), times)}/x`
      expect(maskAddress(path)).toBe('/v1/453914xxxxxx6467/x')
    }),
  )
})

test('an address without a card number stays as it is', () => {
  expect(maskAddress('/v1/a%20b%zz%2')).toBe('/v1/a%20b%zz%2')
  expect(maskAddress('Unknown option 4539 1488 0343 6467 and 1234567890123456')).toBe(
    'Unknown option 453914xxxxxx6467 and 1234567890123456',
  )
})

test('a given number is masked whatever its scheme and spacing, and no other', () => {
  expect(maskNumber('paid by 8888 7777-6666.5555 today', '8888777766665555')).toBe(
    'paid by 888877xxxxxx5555 today',
  )
  expect(maskNumber('order 8888777766665556', '8888777766665555')).toBe('order 8888777766665556')
})

describe('nothing that tells of requests shows it', () => {
  test.each([
    [`/v1/${escaped(VISA.slice(0, 1), 1)}${VISA.slice(1)}`],
    [`/v1/transactions/${escaped(VISA, 2)}`],
    [`/v1/transactions?correlation_id_lookup=${escaped(VISA, 3)}`],
    [`/v1/customers?name=${escaped(VISA, 2)}&merchant_id=1`],
    [`/_sandbox/${escaped(VISA, 2)}`],
  ])('%s', async (path) => {
    await using sandbox = await startTestSandbox()
    const told: string[] = []
    sandbox.world.events.listen((event) => told.push(JSON.stringify(event)))
    const answer = await call(sandbox.url + path)
    expect(answer.status).toBeGreaterThanOrEqual(200)
    const { text } = await new ControlClient(sandbox.url).get('/requests')
    for (const shown of [text, ...told, JSON.stringify(answer.body)]) {
      expect(shown).not.toContain(VISA)
      expect(shown).not.toContain(VISA.slice(1))
    }
  })
})

test.each([
  ['of a known scheme, spaced', VISA, '4539 1488-0343 6467'],
  ['of no known scheme', '8888777766665551', '8888777766665551'],
])("a request's own number %s is masked in all its texts", async (_what, pan, written) => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const answer = await gateway.purchase({
    'transaction.payment_method': { creditcard: { pan, expiry_date: '1230' } },
    'transaction.reference': `for ${written}`,
    kvps: { note: `card ${written}.`, [`k${pan}`]: 'x' },
  })
  expect(answer.status).toBe(200)
  const control = new ControlClient(sandbox.url)
  const texts = [JSON.stringify(answer.body)]
  for (const path of ['/requests', '/state', '/transactions']) {
    texts.push((await control.get(path)).text)
  }
  for (const text of texts) {
    expect(text).not.toContain(written)
    expect(text).not.toContain(pan)
    expect(text).toContain(`${pan.slice(0, 6)}xxxxxx${pan.slice(-4)}`)
  }
})

test('what leaves the data folder holds no key', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  await using sandbox = await startTestSandbox({ data })
  const control = new ControlClient(sandbox.url)
  await new GatewayClient(sandbox.api).purchase()
  await control.put('/snapshots/kept')
  const secret = /[0-9a-f]{64}/.exec(await readFile(folder.at('data/key'), 'utf8'))?.[0] ?? ''
  expect(secret).toHaveLength(64)
  const check = /"key":"([\w-]{8})"/
  await sandbox.world.durable()
  const log = await readFile(folder.at('data/worlds/default/log.1.jsonl'), 'utf8')
  const known = check.exec(log)?.[1] ?? ''
  expect(known).toHaveLength(8)
  const leaving = [
    (await control.get('/state')).text,
    await readFile(folder.at('data/worlds/default/snapshots/kept.json'), 'utf8'),
    (await control.get('/requests')).text,
    (await control.get('/report')).text,
  ]
  for (const text of leaving) {
    expect(text.length).toBeGreaterThan(10)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(known)
  }
})

test('an account number is masked where it stands alone, and not inside a longer number', () => {
  expect(maskOwnAccount('acct 7182 93-645, not 17182936450', '718293645')).toBe(
    'acct xxxxxx645, not 17182936450',
  )
})

test.each([
  ['4539-1488-0343-6467', '453914xxxxxx6467'],
  ['id 4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7', 'id 453914xxxxxx6467'],
  ['x-4,539,148,803,436,467', 'x-453914xxxxxx6467'],
  ['1731679200000-42', '1731679200000-42'],
  ['7f0c1b9e-4d42-4a51-9f0e-0b6a3c1d2e4f', '7f0c1b9e-4d42-4a51-9f0e-0b6a3c1d2e4f'],
])('%s is shown as %s', (text, shown) => {
  expect(maskSpacedCards(text)).toBe(shown)
})

test('a spaced card number in a correlation id is kept nowhere, and finds its transaction', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const id = '4539-1488-0343-6467'
  const { body } = await gateway.purchase({}, { 'x-correlation-id': id })
  const found = await gateway.search(id)
  expect(found.body.results.map(({ audit }) => audit)).toEqual([body.audit])
  const control = new ControlClient(sandbox.url)
  const shown = await Promise.all(['/requests', '/state', '/stories'].map((at) => control.get(at)))
  for (const { text } of shown) expect(text).not.toContain(id)
})

test("a request's own account number is masked in all its texts, but for where it pays", async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const account = '718293645'
  const bought = await gateway.purchase({
    kvps: { NOTE: account, [`A${account}`]: 'x' },
    'transaction.reference': 'acct 718 293-645',
    'transaction.payment_method': {
      directdebit: { bsb: '032-001', account_number: account, account_name: `J ${account}` },
    },
  })
  expect(bought.status).toBe(200)
  const control = new ControlClient(sandbox.url)
  const shown = await Promise.all(['/requests', '/state', '/stories'].map((at) => control.get(at)))
  for (const { text } of [...shown, { text: JSON.stringify(bought.body) }]) {
    expect(text).not.toContain(account)
    expect(text).not.toContain('718 293')
  }
  expect(shown[1]?.text).toContain('acct xxxxxx645')
})
