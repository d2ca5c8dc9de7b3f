import { availableParallelism } from 'node:os'
import { beforeEach, expect, test } from 'vitest'
import { sandgate } from '../support/command.ts'
import { inlineScript } from '../support/inline-script.ts'

/** What the runs of the shop have in common, as if it were on disk. */
interface Shop {
  orders: string[]
  runs: number
  active: number
  mostActive: number
  /** How long it waits if the gateway is busy or does not respond. */
  comeBack: () => Promise<void>
  /** The statuses that it saw, in order. */
  statuses: string[]
}

const shop: Shop = Object.assign(globalThis, { waitingShop: {} as Shop }).waitingShop

const source = `
const shop = globalThis.waitingShop
shop.runs += 1
shop.active += 1
shop.mostActive = Math.max(shop.active, shop.mostActive)
const { SANDGATE_API: api } = process.env
const statusOf = (transaction) => transaction?.status?.transaction_status_code
const search = async (id) => {
  const found = await fetch(api + '/transactions?merchant_id=1&correlation_id_lookup=' + id)
  return (await found.json()).results[0]
}
const send = (reference, id) => fetch(api + '/transactions/purchase', {
  method: 'POST',
  signal: AbortSignal.timeout(1000),
  headers: { 'content-type': 'application/json', 'x-correlation-id': id },
  body: JSON.stringify({ merchant: { id: 1 }, transaction: { reference,
    amount_details: { total_amount: '1995', currency: 'AUD' },
    payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } } } }),
}).then(async (got) => ({ code: got.status, ...(await got.json()) }), () => undefined)
for (const reference of shop.orders) {
  const id = reference + '-' + process.pid
  let paid = await send(reference, id)
  if (paid === undefined || paid.code === 429) {
    await shop.comeBack()
    paid = (await search(id)) ?? (await send(reference, id))
  }
  if (statusOf(paid) === 'unknown') {
    shop.statuses.push(statusOf(await search(id)))
    await new Promise((resolve) => setTimeout(resolve, 1100))
    shop.statuses.push(statusOf(await search(id)))
  }
}
shop.active -= 1
`

const command = inlineScript(source, 'waits')

beforeEach(() => {
  const none = { runs: 0, active: 0, mostActive: 0, statuses: [] }
  Object.assign(shop, { ...none, orders: ['A-1'], comeBack: () => Promise.resolve() })
})

/** The results of a sweep. */
async function sweep(...options: readonly string[]) {
  const args = ['sweep', '--json', '--depth', '1', ...options, '--', ...command]
  const { code, stdout } = await sandgate(args)
  const { cells }: { cells: { result: string }[] } = JSON.parse(stdout)
  return { code, results: cells.map(({ result }) => result) }
}

test('while clients wait, further cells begin', async () => {
  const cells = availableParallelism() + 1
  shop.orders = Array.from({ length: cells }, (_, i) => `A-${i}`)
  // Each client waits until all cells have begun, so none of them ends if one must wait for another.
  shop.comeBack = async () => {
    while (shop.runs < 2 + cells) await new Promise((resolve) => setTimeout(resolve, 20))
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  const { code, results } = await sweep('--at', 'before', '--faults', 'hang')
  expect([code, ...results]).toEqual([0, ...Array.from({ length: cells }, () => 'safe')])
})

test('with --jobs, no more runs than that are made at the same time', async () => {
  shop.orders = ['A-1', 'A-2']
  shop.comeBack = () => new Promise((resolve) => setTimeout(resolve, 1000))
  const { results } = await sweep('--at', 'before', '--faults', 'busy,reset', '--jobs', '1')
  expect(results).toEqual(['safe', 'safe', 'safe', 'safe'])
  expect(shop.mostActive).toBe(1)
})
