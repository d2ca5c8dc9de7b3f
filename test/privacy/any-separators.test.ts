import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RequestsAnswer } from '../../src/http/contract/control/calls/requests.ts'
import { recordedAndPlayed } from '../runtime/run-file/played.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { call, GatewayClient, newId, paidBody } from '../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'
import { card, VaultClient } from '../support/vault-client.ts'

/** Of a known scheme, and of none. */
const KNOWN = '4539779484460085'
const UNKNOWN = '8888777766665551'

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
const marks = printable.filter((one) => !/[0-9A-Za-z]/.test(one))

/** One to three of these between some digits of a number, and at least once. */
function written(pan: string, separators: readonly string[]): fc.Arbitrary<string> {
  const between = fc.string({ unit: fc.constantFrom(...separators), minLength: 1, maxLength: 3 })
  const gap = fc.oneof(fc.constant(''), between)
  return fc
    .tuple(fc.array(gap, { minLength: 14, maxLength: 14 }), between)
    .map(([gaps, last]) => [...pan].map((one, i) => one + ([last, ...gaps][i] ?? '')).join(''))
}

/** A text without what could stand between the digits of a number. */
function digitsIn(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z]+/g, '')
}

interface Texts {
  readonly pan: string
  readonly text: string
  readonly id: string
}

/** Every call that names a card, with its number in every free text. */
async function callsWith({ api }: TestSandbox, { pan, text, id }: Texts): Promise<string[]> {
  const texts = { 'transaction.reference': text, kvps: { NOTE: text } }
  const paid = paidBody({ ...onlyPan(pan), ...texts })
  const post = (where: string, body: unknown, header = id) =>
    call(api + where, { method: 'POST', body, headers: { 'x-correlation-id': header } })
  const stored = card({ 'CARD.PAN': pan, 'CARD.NAME': text })
  const { body: customer } = await new VaultClient(api).createCustomer({ reference: newId() })
  const answers = [
    await post('/transactions/purchase', paid),
    await post('/transactions/purchase', paid),
    await post('/transactions/purchase', paidBody({ ...onlyPan(pan), kvps: { [text]: 'x' } })),
    await post('/transactions/refund', paid, newId()),
    await post('/customers', { reference: `${newId()} ${text}`, name: text, pan }),
    await post(`/customers/${customer.id}/tokens`, {
      preferred_name: text,
      active: true,
      account: stored,
    }),
  ]
  return answers.map((answer) => answer.text)
}

function onlyPan(pan: string) {
  return { 'transaction.payment_method': { creditcard: { pan, expiry_date: '1230' } } }
}

const controls = ['/state', '/requests', '/transactions', '/stories', '/report']

async function everythingKept({ url, world }: TestSandbox, data: string): Promise<string[]> {
  await world.durable()
  const names = await readdir(data, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile() && one.name !== 'key')
  const kept = files.map((one) => readFile(path.join(one.parentPath, one.name), 'utf8'))
  const told = controls.map(async (at) => (await new ControlClient(url).get(at)).text)
  return await Promise.all([...kept, ...told])
}

test.each([
  ['of a known scheme', KNOWN],
  ['of no known scheme', UNKNOWN],
])(
  "a request's own number %s is kept nowhere, whatever stands between its digits",
  async (_what, pan) => {
    await using folder = await scratchFolder()
    const data = folder.at('data')
    await using sandbox = await startTestSandbox({ data })
    const events: string[] = []
    sandbox.world.events.listen((event) => events.push(JSON.stringify(event)))
    const ids = written(pan, [...'+,.-_:'])
    await fc.assert(
      fc.asyncProperty(written(pan, marks), ids, async (text, id) => {
        const answers = await callsWith(sandbox, { pan, text, id })
        for (const told of [...answers, ...events.splice(0)]) {
          expect(digitsIn(told)).not.toContain(pan)
        }
      }),
      { numRuns: 40 },
    )
    const kept = await everythingKept(sandbox, data)
    expect(kept.join('')).toContain(`${pan.slice(0, 6)}xxxxxx${pan.slice(-4)}`)
    for (const text of kept) expect(digitsIn(text)).not.toContain(pan)
  },
)

test.each(['4539:7794:8446:0085', '4539::7794::8446::0085', 'order-4539----7794,8446.0085'])(
  'a card number in the correlation id %s is kept nowhere, and finds its transaction',
  async (id) => {
    let told = ''
    const run = await recordedAndPlayed(async ({ api, url }) => {
      const gateway = new GatewayClient(api)
      const { body } = await gateway.purchase(onlyPan(KNOWN), { 'x-correlation-id': id })
      const found = await gateway.search(id)
      expect(found.body.results.map(({ audit }) => audit)).toEqual([body.audit])
      for (const at of controls) told += (await new ControlClient(url).get(at)).text
    })
    expect(run).toMatchObject({ calls: 2, differences: [], logs: [] })
    for (const text of [run.text, told]) expect(digitsIn(text)).not.toContain(KNOWN)
  },
)

test('an id with the number of its own card, of no known scheme, is one id in every way', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const control = new ControlClient(sandbox.url)
  const id = `a:${UNKNOWN.slice(0, 4)}x${UNKNOWN.slice(4)}`
  const headers = { 'x-correlation-id': id }
  const { body } = await gateway.purchase(onlyPan(UNKNOWN), headers)
  const shown = 'Correlation id a:888877xxxxxx5551 was used'
  const again = await gateway.purchase(onlyPan(UNKNOWN), headers)
  expect([again.status, again.text]).toEqual([409, expect.stringContaining(shown)])
  // Another card, whose request cannot tell that there is a number in it.
  expect((await gateway.purchase({}, headers)).status).toBe(409)
  expect((await gateway.search(id)).body.results).toMatchObject([{ audit: body.audit }])
  const asked = await control.get<RequestsAnswer>(`/requests?correlation_id=${id}`)
  expect(asked.body.requests.map((one) => one.id)).toEqual([1, 2, 3])
  const { text } = await control.get('/stories')
  expect(text).toContain('a:888877xxxxxx5551')
  expect((await control.post('/correlations/expire', { ids: [id] })).body).toEqual({ expired: 1 })
  expect((await gateway.search(id)).body.results).toEqual([])
})

test('a recording has other digits in such an id, and plays alike', async () => {
  const id = `a:${UNKNOWN.slice(0, 4)}x${UNKNOWN.slice(4)}`
  const run = await recordedAndPlayed(async ({ api }) => {
    const gateway = new GatewayClient(api)
    const headers = { 'x-correlation-id': id }
    expect((await gateway.purchase(onlyPan(UNKNOWN), headers)).status).toBe(200)
    expect((await gateway.purchase(onlyPan(UNKNOWN), headers)).status).toBe(409)
  })
  expect(run).toMatchObject({ calls: 2, differences: [], logs: [] })
  expect(run.text).toContain('a:8888x77')
  expect(digitsIn(run.text).replaceAll('x', '')).not.toContain(UNKNOWN)
})

test('an id that another card has used is used, also for the card whose number it has', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const headers = { 'x-correlation-id': UNKNOWN }
  expect((await gateway.purchase({}, headers)).status).toBe(200)
  expect((await gateway.purchase(onlyPan(UNKNOWN), headers)).status).toBe(409)
})
