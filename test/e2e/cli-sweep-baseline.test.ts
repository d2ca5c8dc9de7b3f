import { connect } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import type { SweepDocument } from '../../src/judge/sweep/document/sweep-schema.ts'
import { sandgate } from '../support/command.ts'
import { inlineScript } from '../support/inline-script.ts'

/** How the shop behaves, and how often it ran. */
interface Shop {
  runs: number
  /** Whether it gives up waiting for its first payment in this run. */
  isHasty: (run: number) => boolean
  /** Whether its suite breaks the first payment itself. */
  hasRule: boolean
  /** Whether it searches before it pays again. */
  isCareful: (run: number) => boolean
  sendAndLeave: typeof sendAndLeave
}

/** Sends a payment and closes the connection, as a timeout does on a busy machine. */
function sendAndLeave(api: string, id: string, body: string): Promise<void> {
  const { hostname, port, pathname } = new URL(api)
  return new Promise((resolve) => {
    const lines = [
      `POST ${pathname}/transactions/purchase HTTP/1.1`,
      `Host: ${hostname}`,
      'Content-Type: application/json',
      `X-Correlation-Id: ${id}`,
      `Content-Length: ${body.length}`,
    ]
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
    })
    socket.on('close', () => resolve())
  })
}

const shop: Shop = Object.assign(globalThis, { hastyShop: {} as Shop }).hastyShop

const source = `
const shop = globalThis.hastyShop
shop.runs += 1
const { SANDGATE_API: api, SANDGATE_URL: url } = process.env
const headers = { 'content-type': 'application/json' }
const purchase = JSON.stringify({ merchant: { id: 1 }, transaction: { reference: 'A-1',
  amount_details: { total_amount: '4995', currency: 'AUD' },
  payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } } } })
const send = (id) => fetch(api + '/transactions/purchase', { method: 'POST', body: purchase,
  signal: AbortSignal.timeout(500), headers: { ...headers, 'x-correlation-id': id } })
  .then(async (got) => got.ok && (await got.json()), () => undefined)
const search = async (id) => (await (await fetch(
  api + '/transactions?merchant_id=1&correlation_id_lookup=' + id)).json()).results[0]
if (shop.hasRule) await fetch(url + '/_sandbox/rules', { method: 'POST', headers,
  body: JSON.stringify({ name: 'ours', times: 1, outcome: { fault: { hang: true, at: 'after' } } }) })
const id = 'A-1-' + process.pid + '-' + shop.runs
const paid = shop.isHasty(shop.runs) ? await shop.sendAndLeave(api, id, purchase) : await send(id)
if (!paid && !(shop.isCareful(shop.runs) && (await search(id)))) await send(id + '-2')
`

const command = inlineScript(source, 'hasty')

beforeEach(() => {
  Object.assign(shop, {
    ...{ runs: 0, hasRule: false, sendAndLeave },
    ...{ isHasty: () => false, isCareful: () => false },
  })
})

async function sweep(...options: readonly string[]) {
  const only = ['--depth', '1', '--faults', 'reset', '--at', 'after']
  return await sandgate(['sweep', ...only, '--json', ...options, '--', ...command])
}

function resultsIn(stdout: string): Readonly<Record<string, string>> {
  const { cells }: SweepDocument = JSON.parse(stdout)
  return Object.fromEntries(cells.map(({ name, result }) => [name, result]))
}

test('a baseline run in which the client gives up waiting is made again', async () => {
  shop.isHasty = (run) => run <= 1
  const { code, stdout } = await sweep()
  expect(resultsIn(stdout)).toEqual({ 'purchase-1/after/reset': 'double_charge' })
  // Two baseline runs, one of them twice, and the cell.
  expect([code, shop.runs]).toEqual([4, 4])
}, 60_000)

test('a client that gives up without any fault twice leaves the sweep untested', async () => {
  shop.isHasty = () => true
  const { code, stderr } = await sweep()
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /Untested: your client gave up waiting without any fault: the machine is too busy for its timeout of [\d.]+ m?s/,
  )
}, 60_000)

test.each([
  [false, 'double_charge'],
  [true, 'safe'],
])(
  'an order that the suite pays twice after its own hang-up is no measure: a cell that searches (%j) is %s',
  async (isCareful, result) => {
    shop.hasRule = true
    // Without any fault it pays twice; in the cells it is careful or not.
    shop.isCareful = (run) => isCareful && run > 2
    const { stdout } = await sweep()
    expect(resultsIn(stdout)).toMatchObject({ 'purchase-1/after/reset': result })
  },
  60_000,
)

const programs = `
const pay = (reference, program) => fetch(process.env.SANDGATE_API + '/transactions/purchase', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-correlation-id': reference + process.pid,
    'user-agent': program },
  body: JSON.stringify({ merchant: { id: 1 }, transaction: { reference,
    amount_details: { total_amount: '4995', currency: 'AUD' },
    payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } } } }),
}).catch(() => undefined)
for (const reference of ['A-1', 'A-2', 'A-3']) await pay(reference, 'checkout/1.0')
await pay('A-4', 'nightly-job/2.3')
`

test('--quick tries one payment of each program, which its User-Agent names', async () => {
  const only = ['--quick', '--depth', '1', '--faults', 'http', '--at', 'before', '--json']
  const { stdout } = await sandgate(['sweep', ...only, '--', ...inlineScript(programs, 'programs')])
  expect(Object.keys(resultsIn(stdout))).toEqual([
    'purchase-1/before/http',
    'purchase-4/before/http',
  ])
}, 60_000)

const undoing = `
const { SANDGATE_API: api } = process.env
const send = (path, amount, pan, id) => fetch(api + '/transactions/' + path, { method: 'POST',
  headers: { 'content-type': 'application/json', 'x-correlation-id': id + process.pid },
  body: JSON.stringify({ merchant: { id: 1 }, transaction: { reference: 'A-1',
    ...(amount && { amount_details: { total_amount: amount, currency: 'AUD' } }),
    ...(pan && { payment_method: { creditcard: { pan, expiry_date: '1230', cvv: '123' } } }) } }),
}).then((got) => got.ok && got.json(), () => undefined)
const paid = await send('purchase', '4995', '4111111111111111', 'p')
const back = await send(paid.audit + '/refund', '1500', undefined, 'r')
await send(back.audit + '/void', undefined, undefined, 'v')
`

test('one refund whose void is missing is no double refund, and the baseline run is said to undo it', async () => {
  const only = ['--depth', '1', '--faults', 'http', '--only', 'void-1/before/http', '--json']
  const command = inlineScript(undoing, 'undoing')
  const { stdout } = await sandgate(['sweep', ...only, '--', ...command])
  const { cells }: SweepDocument = JSON.parse(stdout)
  expect(cells.map(({ result, findings }) => [result, findings[0]?.code])).toEqual([
    ['unresolved', 'unresolved'],
  ])
})

/** Searches after a lost response, and sends nothing twice that the search finds. */
const careful = `
const { SANDGATE_API: api } = process.env
const n = process.pid
const send = (path, reference, amount, id) => fetch(api + '/transactions/' + path, { method: 'POST',
  headers: { 'content-type': 'application/json', 'x-correlation-id': id + n },
  body: JSON.stringify({ merchant: { id: 1 }, transaction: { reference,
    ...(amount && { amount_details: { total_amount: amount, currency: 'AUD' } }),
    ...(path === 'purchase' && { payment_method: {
      creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } } }) } }),
}).then((got) => got.ok && got.json(), () => undefined)
const search = async (id) => (await (await fetch(
  api + '/transactions?merchant_id=1&correlation_id_lookup=' + id + n)).json()).results[0]
`

test.each([
  [
    'a refund that is sent again under the reference of its payment is no second one',
    `const paid = await send('purchase', 'A-1', '4995', 'p')
    if (!(await send(paid.audit + '/refund', 'A-1-R', '1500', 'r')) && !(await search('r')))
      await send(paid.audit + '/refund', 'A-1', '1500', 'r2')`,
    'refund-1/before/http',
  ],
  [
    'an order that the baseline run voids on purpose is no lost sale',
    `const paid = (await send('purchase', 'A-1', '4995', 'p')) || (await search('p'))
    if (paid) await send(paid.audit + '/void', 'A-1', undefined, 'v')`,
    'purchase-1/before/http',
  ],
])(
  '%s',
  async (_what, script, cell) => {
    const only = ['--depth', '1', '--faults', 'http', '--only', cell, '--json']
    const { stdout } = await sandgate(['sweep', ...only, '--', ...inlineScript(careful + script)])
    const { cells }: SweepDocument = JSON.parse(stdout)
    expect(cells.map(({ result, findings }) => [result, findings])).toEqual([['safe', []]])
  },
  60_000,
)
