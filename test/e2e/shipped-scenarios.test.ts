import { afterAll, expect, test, vi } from 'vitest'
import type { ScenariosResponse } from '../../src/control/contract/calls/scenarios.ts'
import { builtInNames } from '../../src/scenario/library.ts'
import { Attempt, giveUp, PATIENCE } from '../support/attempt.ts'
import {
  amountBody,
  byDirectDebit,
  cents,
  faultsOf,
  newId,
  type Overrides,
  paidBody,
} from '../support/gateway-client.ts'
import {
  advance,
  openShop,
  outcomeNow,
  outcomeOf,
  outcomesFound,
  ruleOf,
  type Shop,
  virtualPanOf,
} from '../support/shop.ts'
import { startTestSandbox } from '../support/start.ts'
import { bank, card } from '../support/vault-client.ts'

const sandbox = await startTestSandbox()
afterAll(() => sandbox.stop())

function pay({ api }: Shop, changes: Overrides = {}, id = newId()): Attempt {
  return new Attempt(api, '/transactions/purchase', { id, body: paidBody(changes) })
}

function refund({ api }: Shop, audit: number, changes: Overrides = {}): Attempt {
  return new Attempt(api, `/transactions/${audit}/refund`, { body: amountBody(changes) })
}

function search({ api }: Shop, id: string): Attempt {
  const path = `/transactions?merchant_id=1&correlation_id_lookup=${id}`
  return new Attempt(api, path, { method: 'GET' })
}

/** What a row of payments ends with; those that a rule of these names leaves hanging are given up. */
async function payments(shop: Shop, many: number, hanging: Readonly<Record<number, string>> = {}) {
  const seen: string[] = []
  const found: (readonly string[])[] = []
  for (let turn = 1; turn <= many; turn += 1) {
    const attempt = pay(shop)
    const rule = hanging[turn]
    seen.push(await (rule === undefined ? attempt.seen : giveUp(shop, rule, attempt)))
    found.push(await outcomesFound(shop, attempt.id))
  }
  return { seen, found }
}

const players: Record<string, () => Promise<void>> = {
  async 'acquirer-down'() {
    const shop = await openShop(sandbox)
    const { gateway } = shop
    const bought = (await gateway.purchase()).body.audit
    const held = (await gateway.preauthorise()).body.audit
    await shop.control.post('/scenarios', { name: 'acquirer-down' })
    const answers = [
      await gateway.purchase(),
      await gateway.preauthorise(),
      await gateway.standaloneRefund(),
      await gateway.refund(bought),
      await gateway.complete(held),
      await gateway.void(bought),
    ]
    for (const answer of answers) {
      expect(outcomeOf(answer.body)).toBe('error 20')
      expect(answer.body.status.acquirer.response_code).toBe('')
      expect(ruleOf(answer)).toBe('acquirer-down/acquirer unreachable')
    }
    expect(await outcomeNow(shop, bought)).toBe('approved 00')
    const debit = await gateway.purchase(byDirectDebit())
    expect(outcomeOf(debit.body)).toBe('pending')
    await advance(shop, { by: '10d' })
    expect(await outcomeNow(shop, debit.body.audit)).toBe('approved 00')
  },

  async drift() {
    const { gateway } = await openShop(sandbox, 'drift')
    const answers = [
      await gateway.purchase(),
      await gateway.preauthorise(),
      await gateway.standaloneRefund(),
      await gateway.purchase(cents(1_000_051)),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toHaveProperty('risk_assessment')
      expect((await gateway.get(`/transactions/${body.audit}`)).body.status).toEqual(body.status)
      const links = body._links as Readonly<Record<string, { readonly href: string }>>
      // A link that nobody has heard of leads somewhere all the same.
      expect((await fetch(links.receipt?.href ?? '')).status).toBe(200)
    }
    expect(answers.at(-1)?.body.status.acquirer.response_code).toBe('51')
    expect((await gateway.purchase(cents(9_900_500))).status).toBe(500)
  },

  async 'duplicate-trouble'() {
    const shop = await openShop(sandbox, 'duplicate-trouble')
    const headers = { 'x-correlation-id': newId() }
    const refused = await shop.gateway.purchase({}, headers)
    expect(refused.status).toBe(409)
    expect(refused.body.errors[0]?.error_code).toBe('duplicate_correlation_id')
    expect(await outcomesFound(shop, headers['x-correlation-id'])).toEqual(['approved 00'])
    const { seen } = await payments(shop, 3)
    expect(seen).toEqual(['error 94', 'approved 00', 'approved 00'])
  },

  async 'expired-stored-cards'() {
    const shop = await openShop(sandbox, 'expired-stored-cards')
    const stored = { 'transaction.payment_method.creditcard': { pan: '' } }
    const by = (pan: string) => ({ ...stored, 'transaction.payment_method.creditcard.pan': pan })
    const byCard = await shop.gateway.purchase(by(await virtualPanOf(shop, card())))
    expect(outcomeOf(byCard.body)).toBe('declined 54')
    expect(outcomeOf((await shop.gateway.purchase()).body)).toBe('approved 00')
    const byAccount = await shop.gateway.purchase(by(await virtualPanOf(shop, bank())))
    expect(outcomeOf(byAccount.body)).toBe('pending')
  },

  async 'flaky-day'() {
    await using own = await startTestSandbox({ scenarios: ['flaky-day'] })
    const shop = await openShop(own)
    const { seen, found } = await payments(shop, 12, { 8: 'flaky-day/8th no response' })
    const fine = 'approved 00'
    expect(seen).toEqual([
      ...[fine, fine, 'HTTP 503', fine, 'reset', fine],
      ...[fine, 'no response', fine, 'HTTP 500', fine, fine],
    ])
    const notProcessed = found.flatMap((one, i) => (one.length === 0 ? [i + 1] : []))
    expect(notProcessed).toEqual([3, 8])
    const slow = pay(shop)
    await vi.waitFor(async () => {
      expect(await outcomesFound(shop, slow.id)).toEqual(['unknown -99'])
    }, PATIENCE)
    const { seen: rest } = await payments(shop, 4)
    expect(rest).toEqual([fine, 'error 21', fine, fine])
    await own.stop()
    expect(await slow.seen).toBe(fine)
  },

  async 'fraud-watch'() {
    const shop = await openShop(sandbox, 'fraud-watch')
    const by = async (changes: Overrides) => outcomeOf((await shop.gateway.purchase(changes)).body)
    const usd = { 'transaction.amount_details.currency': 'USD' }
    const order = [cents(500_000), {}, usd, cents(499_999), {}, {}, {}, cents(500_000)]
    const seen = []
    for (const changes of order) seen.push(await by(changes))
    expect(seen).toEqual([
      ...['declined 59', 'approved 00', 'declined 57', 'approved 00', 'approved 00'],
      ...['declined 65', 'approved 00', 'declined 59'],
    ])
    expect(await by(byDirectDebit(cents(500_000)))).toBe('pending')
  },

  async 'hard-recovery'() {
    const shop = await openShop(sandbox, 'hard-recovery')
    const attempt = pay(shop)
    expect(await giveUp(shop, 'hard-recovery/no response', attempt)).toBe('no response')
    expect(await search(shop, attempt.id).seen).toBe('HTTP 503')
    const looking = search(shop, attempt.id)
    expect(await giveUp(shop, 'hard-recovery/search hangs', looking)).toBe('no response')
    expect(await search(shop, attempt.id).seen).toBe('HTTP 500')
    expect(await search(shop, attempt.id).seen).toBe('found approved 00')
    expect(await pay(shop).seen).toBe('approved 00')
  },

  async 'first-attempt-fails'() {
    const shop = await openShop(sandbox, 'first-attempt-fails')
    const order = (reference: string) => pay(shop, { 'transaction.reference': reference }).seen
    expect([await order('a'), await order('b'), await order('a'), await order('b')]).toEqual([
      'HTTP 503',
      'HTTP 503',
      'approved 00',
      'approved 00',
    ])
  },

  async 'hold-trouble'() {
    const { gateway } = await openShop(sandbox, 'hold-trouble')
    const first = (await gateway.preauthorise()).body
    expect(outcomeOf(first)).toBe('approved 00')
    expect(Object.keys(first._links)).toEqual(['self'])
    const late = await gateway.complete(first.audit)
    expect([outcomeOf(late.body), ruleOf(late)]).toEqual(['declined 25', undefined])
    const { audit } = (await gateway.preauthorise()).body
    expect(outcomeOf((await gateway.complete(audit)).body)).toBe('declined 61')
    expect((await gateway.complete(audit)).status).toBe(504)
    expect(faultsOf(await gateway.complete(audit))).toEqual(['already_completed at path.audit'])
    const third = (await gateway.preauthorise()).body.audit
    expect(outcomeOf((await gateway.complete(third)).body)).toBe('approved 00')
  },

  async 'late-returns'() {
    const shop = await openShop(sandbox, 'late-returns')
    const { audit } = (await shop.gateway.purchase(byDirectDebit())).body
    expect(await advance(shop, { by: '30d' })).toEqual([
      `cleared ${audit} at 2026-03-12T22:00:00.000Z: approved`,
      `returned ${audit} at 2026-03-16T22:00:00.000Z: declined`,
    ])
    expect(await outcomeNow(shop, audit)).toBe('declined 6')
  },

  async 'lost-responses'() {
    const shop = await openShop(sandbox, 'lost-responses')
    const { seen, found } = await payments(shop, 6, { 2: 'lost-responses/no response' })
    const ways = ['HTTP 502', 'no response', 'reset', 'cut off', 'not JSON']
    expect(seen).toEqual([...ways, 'approved 00'])
    expect(found).toEqual(Array(6).fill(['approved 00']))
  },

  async 'lost-requests'() {
    const shop = await openShop(sandbox, 'lost-requests')
    const { seen, found } = await payments(shop, 5, { 2: 'lost-requests/no response' })
    expect(seen).toEqual(['HTTP 503', 'no response', 'reset', 'HTTP 504', 'approved 00'])
    expect(found).toEqual([[], [], [], [], ['approved 00']])
  },

  async 'nightly-outage'() {
    const shop = await openShop(sandbox, 'nightly-outage')
    const statuses: number[] = []
    for (const now of ['10:59:59', '11:00:00', '11:59:59', '12:00:00']) {
      await shop.control.put('/clock', { now: `2026-03-10T${now}Z` })
      statuses.push((await shop.gateway.purchase()).status)
    }
    expect(statuses).toEqual([200, 503, 503, 200])
  },

  async 'proxy-in-front'() {
    const shop = await openShop(sandbox, 'proxy-in-front')
    const { found } = await payments(shop, 5)
    expect(found.map((outcomes) => outcomes.length)).toEqual([1, 1, 1, 0, 1])
  },

  async soak() {
    const shop = await openShop(sandbox, 'soak')
    const seen: string[] = []
    for (let turn = 0; turn < 60; turn += 1) seen.push(await pay(shop).seen)
    const { body } = await shop.control.get<ScenariosResponse>('/scenarios')
    const met = body.scenarios[0]?.rules.filter(
      ({ id, hits }) => id.startsWith('soak/') && hits > 0,
    )
    expect(met?.length).toBeGreaterThan(0)
    expect(seen.filter((one) => one === 'approved 00').length).toBeGreaterThan(40)
  },

  async 'rate-limited'() {
    const shop = await openShop(sandbox, 'rate-limited')
    const limited = []
    for (let turn = 1; turn <= 14; turn += 1) {
      const { status, headers } = await shop.gateway.purchase()
      if (status === 429) limited.push([turn, headers['retry-after']])
    }
    expect(limited).toEqual([11, 12, 13].map((turn) => [turn, '2']))
    expect(shop.world.records.size('transactions')).toBe(11)
    const searches = []
    for (let turn = 1; turn <= 24; turn += 1) searches.push((await shop.gateway.search('x')).status)
    expect(searches).toEqual([...Array(20).fill(200), 429, 429, 429, 200])
  },

  async 'refund-trouble'() {
    const shop = await openShop(sandbox, 'refund-trouble')
    const { audit } = (await shop.gateway.purchase()).body
    const seen = []
    const found = []
    for (let turn = 0; turn < 5; turn += 1) {
      const attempt = refund(shop, audit, cents(100))
      seen.push(await attempt.seen)
      found.push(await outcomesFound(shop, attempt.id))
    }
    expect(seen).toEqual(['declined 57', 'HTTP 504', 'HTTP 500', 'unknown -99', 'approved 00'])
    expect(found).toEqual([['declined 57'], [], ['approved 00'], ['unknown -99'], ['approved 00']])
    expect(await advance(shop, { by: '59m' })).toEqual([])
    expect(await advance(shop, { by: '1m' })).toHaveLength(1)
    // The declined one and the one that never came in left their part to be refunded.
    expect(faultsOf(await shop.gateway.refund(audit, cents(701)))).toEqual([
      'refund_exceeds_original at body.transaction.amount_details.total_amount',
    ])
    expect(await refund(shop, audit, cents(700)).seen).toBe('approved 00')
  },

  async 'retry-then-approve'() {
    const shop = await openShop(sandbox, 'retry-then-approve')
    const dear = cents(50_001)
    const small = await shop.gateway.purchase(cents(50_000))
    expect(outcomeOf(small.body)).toBe('approved 00')
    const answers = [await shop.gateway.purchase(dear), await shop.gateway.preauthorise(dear)]
    for (const { status, headers } of answers) {
      expect([status, headers['retry-after']]).toEqual([503, '5'])
    }
    expect(outcomeOf((await shop.gateway.purchase(dear)).body)).toBe('approved 00')
    expect(shop.world.records.size('transactions')).toBe(2)
  },

  async 'three-strikes'() {
    const shop = await openShop(sandbox, 'three-strikes')
    const first = await shop.gateway.purchase()
    expect(outcomeOf(first.body)).toBe('declined 51')
    await expect(shop.gateway.purchase()).rejects.toThrow()
    expect((await shop.gateway.purchase()).body.status?.transaction_status_code).toBe('unknown')
    expect(outcomeOf((await shop.gateway.purchase()).body)).toBe('approved 00')
  },

  async velocity() {
    const shop = await openShop(sandbox, 'velocity')
    const outcomes: string[] = []
    for (let i = 0; i < 6; i += 1) outcomes.push(outcomeOf((await shop.gateway.purchase()).body))
    expect(outcomes).toEqual([...Array(5).fill('approved 00'), 'declined 65'])
  },

  async 'lagging-search'() {
    const shop = await openShop(sandbox, 'lagging-search')
    await shop.gateway.purchase({}, { 'x-correlation-id': 'lagging' })
    expect((await shop.gateway.search('lagging')).body).toEqual({ results: [] })
    expect((await shop.gateway.search('lagging')).body).toMatchObject({ results: [{}] })
  },

  async 'returned-debits'() {
    const shop = await openShop(sandbox, 'returned-debits')
    const by = async (amount: number) =>
      (await shop.gateway.purchase(byDirectDebit(cents(amount)))).body.audit
    const audits = [await by(50_000), await by(49_999)]
    expect(await advance(shop, { by: '2 banking days' })).toEqual(
      audits.map((audit) => `returned ${audit} at 2026-03-11T22:00:00.000Z: declined`),
    )
    const seen = [await outcomeNow(shop, audits[0] ?? 0), await outcomeNow(shop, audits[1] ?? 0)]
    expect(seen).toEqual(['declined 3', 'declined 6'])
    expect(outcomeOf((await shop.gateway.purchase()).body)).toBe('approved 00')
  },

  async 'slow-bank'() {
    await using own = await startTestSandbox({ scenarios: ['slow-bank'] })
    const shop = await openShop(own)
    const slow = [pay(shop), pay(shop, cents(100_000))]
    for (const { id } of slow) {
      await vi.waitFor(async () => {
        expect(await outcomesFound(shop, id)).toEqual(['unknown -99'])
      }, PATIENCE)
    }
    const rules = ['three seconds', 'twenty seconds'].map((name) => `slow-bank/${name}`)
    expect(rules.map((id) => shop.world.rules.countOf(id)?.hits)).toEqual([1, 1])
    await own.stop()
    expect(await Promise.all(slow.map(({ seen }) => seen))).toEqual(['approved 00', 'approved 00'])
  },

  async 'stuck-debits'() {
    const shop = await openShop(sandbox, 'stuck-debits')
    const debit = async () => (await shop.gateway.purchase(byDirectDebit())).body.audit
    const [stuck, stopped, settled] = [await debit(), await debit(), await debit()]
    expect(outcomeOf((await shop.gateway.void(stopped)).body)).toBe('approved 00')
    expect(await advance(shop, { by: '90d' })).toEqual([])
    await shop.control.post('/settle', { audits: [settled] })
    const seen = []
    for (const audit of [stuck, stopped, settled]) seen.push(await outcomeNow(shop, audit))
    expect(seen).toEqual(['pending', 'voided', 'approved 00'])
  },

  async undecided() {
    const shop = await openShop(sandbox, 'undecided')
    const audits: number[] = []
    for (let turn = 0; turn < 5; turn += 1) audits.push((await shop.gateway.purchase()).body.audit)
    const now = () => Promise.all(audits.map((audit) => outcomeNow(shop, audit)))
    const open = 'unknown -99'
    const fine = 'approved 00'
    expect(await now()).toEqual([open, open, open, open, fine])
    await advance(shop, { by: '5m' })
    expect(await now()).toEqual([fine, 'declined 05', open, open, fine])
    await advance(shop, { by: '1d' })
    expect(await now()).toEqual([fine, 'declined 05', 'error 96', open, fine])
    expect(await advance(shop, { by: '365d' })).toEqual([])
  },

  async 'vault-trouble'() {
    const { api, vault } = await openShop(sandbox, 'vault-trouble')
    expect((await vault.createCustomer()).status).toBe(500)
    const [known] = (await vault.customers({ reference: 'CUST-1' })).body.results
    const again = await vault.createCustomer()
    expect([again.status, again.body.id]).toEqual([200, known?.id])
    const path = `/customers/${known?.id}/tokens`
    const body = { preferred_name: 'main card', active: true, account: card() }
    expect(await new Attempt(api, path, { body }).seen).toBe('reset')
    const names = async () => {
      const { results } = (await vault.tokens(again.body.id)).body
      return results.map(({ preferred_name }) => preferred_name)
    }
    expect(await names()).toEqual(['main card'])
    const spare = { preferred_name: 'spare card' }
    expect((await vault.createToken(again.body.id, spare)).status).toBe(503)
    expect(await names()).toEqual(['main card'])
    expect((await vault.createToken(again.body.id, spare)).status).toBe(201)
  },
}

test.each(Object.keys(players))('%s does what it says', async (name) => {
  await players[name]?.()
})

test('every built-in scenario is played here; the default has its own tests', () => {
  const names = builtInNames.filter((name) => name !== 'default')
  expect(Object.keys(players).sort()).toEqual([...names].sort())
})
