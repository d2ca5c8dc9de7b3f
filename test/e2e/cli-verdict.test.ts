import { describe, expect, test } from 'vitest'
import { sandgate } from '../support/command.ts'
import { inlineScript } from '../support/inline-script.ts'

/** No Node starts with it, and so no shop of the control, which takes longer than what we look at. */
const withoutSelfCheck = { NODE_OPTIONS: '--no-such-option' }

const shop = `
const { SANDGATE_URL: url, SANDGATE_API: api } = process.env
const post = (address, body, id) => fetch(address, {
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(id && { 'x-correlation-id': id }) },
  body: JSON.stringify(body),
})
const creditcard = { pan: '4111111111111111', expiry_date: '1230', cvv: '123' }
const pay = (id) => post(api + '/transactions/purchase', {
  merchant: { id: 1 },
  transaction: { reference: 'A-1', amount_details: { total_amount: '4995', currency: 'AUD' }, payment_method: { creditcard } },
}, id).then((got) => got.status < 500 && got.json()).catch(() => undefined)
const search = (id) => fetch(api + '/transactions?merchant_id=1&correlation_id_lookup=' + id).then((got) => got.json()).catch(() => undefined)
const shape = (id, outcome) => post(url + '/_sandbox/rules', { when: { correlation_id: id }, outcome })
const decline = (id) => shape(id, { status: 'declined', response_code: '51' })
`

/** The order row has the id of the first attempt, and every search asks for that one. */
const searchesTheFirst = `
await decline('a-1'); await pay('a-1')
if (!(await pay('a-2'))) { await search('a-1'); await decline('a-3'); await pay('a-3') }`

const searchesItsOwn = `
await decline('a-1'); await pay('a-1')
if (!(await pay('a-2'))) { const found = await search('a-2'); if (found?.results.length === 0) await pay('a-2') }`

const sweep = (script: string) =>
  sandgate(
    ['sweep', '--depth', '1', '--faults', 'reset,http', '--at', 'after', '--json', '--'].concat(
      inlineScript(shop + script),
    ),
    { env: withoutSelfCheck },
  )

describe('a search for another attempt', () => {
  test('exec and sweep name the payment that was lost', async () => {
    const lost = `await shape('a-2', { fault: { at: 'after', reset: true } });${searchesTheFirst}`
    const ended = await sandgate(['exec', '--', ...inlineScript(shop + lost)])
    expect(ended.code).toBe(4)
    expect(ended.stdout).toContain('Unsafe: 1 blind retry')
    const { stdout } = await sweep(searchesTheFirst)
    const cells: { name: string; result: string }[] = JSON.parse(stdout).cells
    const second = cells.filter(({ name }) => name.startsWith('purchase-2/'))
    expect(second.map(({ result }) => result)).toEqual(['unresolved', 'unresolved'])
  }, 60_000)

  test('a shop that searches for each attempt is safe', async () => {
    const { stdout } = await sweep(searchesItsOwn)
    const cells: { name: string; result: string }[] = JSON.parse(stdout).cells
    const second = cells.filter(({ name }) => name.startsWith('purchase-2/'))
    expect(second.map(({ result }) => result)).toEqual(['safe', 'safe'])
  }, 60_000)
})
