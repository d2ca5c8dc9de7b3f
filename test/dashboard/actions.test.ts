import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { PageClient, wordsOf } from '../support/page-client.ts'
import { startTestSandbox } from '../support/start.ts'

test('from a weekend, the next banking day begins on Monday', async () => {
  const saturday = Date.parse('2026-03-14T03:00:00Z')
  await using sandbox = await startTestSandbox({ clock: saturday })
  const page = await new PageClient(sandbox.url).send('/_sandbox', 'next-banking-day')
  expect(page.notice).toContain('It is Mon 16 Mar 2026, 00:00:00')
})

test('a purchase that the page makes goes through the API, whatever the API asks of clients', async () => {
  const users = [{ name: 'shop', password: 'secret', merchant: 1, merchants: [1] }]
  await using sandbox = await startTestSandbox({ auth: 'required', users, worldRequired: true })
  const page = await new PageClient(sandbox.url).send('/_sandbox', 'purchase')
  expect(page.notice).toMatch(/A purchase of AUD \d+\.95 was sent and responded: approved\./)
  const [entry] = sandbox.world.history.entries()
  expect(entry).toMatchObject({ operation: 'purchase', outcome: 'approved', sender: 'dashboard' })
})

test('the next payment can be broken, once, and disarmed', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const armed = await client.send('/_sandbox', 'break', { how: 'decline-51' })
  expect(wordsOf(armed.text)).toContain('Armed: Decline (51) Disarm')
  const declined = await gateway.purchase()
  expect(declined.body.status.acquirer.response_code).toBe('51')
  expect((await gateway.purchase()).body.status.transaction_status_code).toBe('approved')
  expect((await client.get('/_sandbox')).text).not.toContain('Armed:')
  const again = await client.send('/_sandbox', 'break', { how: '503-before' })
  const rule = /name="rule" value="([^"]+)"/.exec(again.text)?.[1] ?? ''
  expect((await client.send('/_sandbox', 'disarm', { rule })).notice).toContain('Disarmed.')
  expect((await gateway.purchase()).status).toBe(200)
})

test("a scenario's faults are at their lines, and nothing of it is loaded", async () => {
  await using sandbox = await startTestSandbox()
  const text =
    'name: mine\nrules:\n  - name: a\n    when: { opration: purchase }\n    outcome: {}\n'
  const page = await new PageClient(sandbox.url).send('/_sandbox', 'paste', { text })
  const line = /<li class="faulty" id="line-4">.*?<\/li>/s.exec(page.text)?.[0] ?? ''
  expect(wordsOf(line)).toContain("unknown key 'opration'. Did you mean 'operation'?")
  expect(sandbox.world.rules.scenarios.map(({ name }) => name)).toEqual(['default'])
})

test('scenarios are loaded from the library and from a text, and unloaded', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const loaded = () => sandbox.world.rules.scenarios.map(({ name }) => name)
  await client.send('/_sandbox', 'load', { name: 'flaky-day' })
  await client.send('/_sandbox', 'paste', { text: 'name: mine\nextends: [default]\n' })
  expect(loaded()).toEqual(expect.arrayContaining(['mine', 'flaky-day']))
  await client.send('/_sandbox', 'unload', { name: 'mine' })
  expect(loaded()).not.toContain('mine')
})

test('a pending debit is settled by hand from its page', async () => {
  await using sandbox = await startTestSandbox()
  const { body } = await new GatewayClient(sandbox.api).purchase(byDirectDebit())
  const client = new PageClient(sandbox.url)
  const page = await client.get(`/_sandbox/transactions/${body.audit}`)
  expect(page.text).toContain('Settle approved')
  expect(page.text).toContain('Settle returned')
  const fields = { move: 'settle-returned', audit: String(body.audit) }
  const moved = await client.send('/_sandbox', 'move', fields)
  expect(moved.notice).toContain(`Transaction ${body.audit} is now declined.`)
  expect(sandbox.world.records.transaction(body.audit)?.status).toBe('declined')
})

test.each([
  ['Resolve approved', 'resolve-approved', 'approved'],
  ['Resolve declined', 'resolve-declined', 'declined'],
])('an undecided transaction is decided by hand: %s', async (label, move, status) => {
  await using sandbox = await startTestSandbox()
  const { body } = await new GatewayClient(sandbox.api).purchase(cents(9_700_099))
  const client = new PageClient(sandbox.url)
  const path = `/_sandbox/transactions/${body.audit}`
  expect(wordsOf((await client.get(path)).text)).toContain(label)
  const moved = await client.send('/_sandbox', 'move', { move, audit: String(body.audit) })
  expect(moved.notice).toContain(`Transaction ${body.audit} is now ${status}.`)
  const after = wordsOf((await client.get(path)).text)
  expect(after).toContain(`unknown to ${status} by hand`)
  expect(after).not.toContain('Resolve')
})

test('a debit that the page makes comes back after some banking days', async () => {
  const paths = { ...defaultAssumptions.paths, purchase: '/pay' }
  const direct_debit_fields = { ...defaultAssumptions.direct_debit_fields, bsb: 'branch' }
  const assumptions = { ...defaultAssumptions, paths, direct_debit_fields }
  await using sandbox = await startTestSandbox({ assumptions })
  const client = new PageClient(sandbox.url)
  const made = await client.send('/_sandbox', 'purchase', { how: 'returned-debit' })
  expect(made.notice).toMatch(/^A direct debit of AUD \d+\.95 was sent and responded: pending\./)
  const moved = await client.send('/_sandbox', 'advance', { by: '3 banking days' })
  expect(moved.notice).toMatch(/demo \d+, AUD \d+\.95, returned: \d \w/)
  expect(moved.text).toContain('<a href="/_sandbox/transactions/1000001">Thu 12 Mar')
})

test('worlds are created and removed', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const made = await client.send('/_sandbox', 'create-world', { name: 'blue' })
  expect(made.notice).toContain('The world blue was created.')
  const wrong = await client.send('/_sandbox', 'create-world', { name: 'Not A World' })
  expect(wrong.notice).toContain('world name')
  await client.send('/_sandbox', 'remove-world', { name: 'blue' })
  expect(sandbox.running.worlds.list()).toHaveLength(1)
})

test('a request shows the rule that shaped it and the nearest that did not', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase({ 'transaction.amount_details.total_amount': '1000051' })
  const { text } = await new PageClient(sandbox.url).get('/_sandbox/requests/1')
  expect(wordsOf(text)).toMatch(/Rule default\/\S+/)
  expect(wordsOf(text)).toMatch(/Nearest other rule default\/\S+ \( line \d+ \): /)
})

const choices = [
  ['pay', 'You paid again. The customer paid AUD'],
  ['ask', 'You looked it up. You know what happened.'],
  ['give-up', 'You never found out. You do not know what happened to it.'],
]

test.each(choices)(
  'who is the client and chooses to %s sees what it does',
  async (act = '', end) => {
    await using sandbox = await startTestSandbox()
    const client = new PageClient(sandbox.url)
    const lost = await client.send('/_sandbox', 'lose-own')
    expect(wordsOf(lost.text)).toContain('What will you do? The response was lost.')
    const [, payment = ''] = /name="payment" value="([^"]+)"/.exec(lost.text) ?? []
    const after = await client.send('/_sandbox', 'client', { payment, act })
    expect(wordsOf(after.text)).toContain(end)
    const { body } = await new ControlClient(sandbox.url).get('/report')
    expect(body).toMatchObject({ findings: [] })
  },
)

test('a rule with a fault keeps what was typed, and its line is marked', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const text = 'when:\n  opration: purchase\noutcome: { status: declined }\n'
  const page = await client.send('/_sandbox', 'rule', { text })
  expect(page.notice).toContain('Nothing was loaded: this rule has 1 error.')
  const line = /<li class="faulty" id="line-2">.*?<\/li>/s.exec(page.text)?.[0] ?? ''
  expect(wordsOf(line)).toBe(
    "opration: purchase line 2: when.opration: unknown key 'opration'. Did you mean 'operation'?",
  )
  expect(/<textarea id="rule-text".*?<\/textarea>/s.exec(page.text)?.[0]).toContain('opration')
  const json = '{"when": {"operation": "purchase"}, "outcome": {"status": "declined"}}'
  const added = await client.send('/_sandbox', 'rule', { text: json })
  expect(added.notice).toContain('applies to the next matching request')
})

test('a new run forgets the verdict, and keeps the scenarios', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  await client.send('/_sandbox', 'load', { name: 'velocity' })
  const gateway = new GatewayClient(sandbox.api)
  for (const _ of [1, 2]) await gateway.purchase(cents(9_800_503))
  const before = await client.get('/_sandbox')
  expect(wordsOf(before.text)).toContain('Unsafe: customers paid')
  const { text, notice } = await client.send('/_sandbox', 'new-run')
  expect(notice).toContain('A new run has begun.')
  expect(wordsOf(text)).toContain('No payments')
  expect(wordsOf(text)).not.toContain('Unsafe')
  expect(sandbox.world.rules.scenarios.map(({ name }) => name)).toContain('velocity')
})

test('the library has cards of eight words with marks, and can be searched', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const cardsOf = async (query: string) => {
    const { text } = await client.get(`/_sandbox/scenarios${query}`)
    return text.match(/<li class="panel" title=.*?<\/li>/gs)?.map(wordsOf) ?? []
  }
  const all = await cardsOf('')
  expect(all.length).toBeGreaterThan(20)
  const { text } = await client.get('/_sandbox/scenarios')
  const library = /<ul class="library">.*?<\/ul>/s.exec(text)?.[0] ?? ''
  const sentences = [...library.matchAll(/<p class="soft">([^<]*)<\/p><\/li>/g)].map(
    ([, one]) => one,
  )
  expect(sentences.filter((one = '') => one.split(' ').length > 8)).toEqual([])
  expect(sentences).toHaveLength(all.length)
  expect(await cardsOf('?find=Lost-Resp')).toEqual([
    'lost-responses loses responses after processing Load The first five responses are lost',
  ])
})

test('beside the empty picture of the next payment is what its client needs', async () => {
  await using sandbox = await startTestSandbox()
  const client = new PageClient(sandbox.url)
  const { text } = await client.send('/_sandbox', 'break', { how: 'lose-the-response' })
  expect(text).toContain(`<pre id="base-address" tabindex="0">${sandbox.api}</pre>`)
  expect(text).toContain('data-copy="first-curl"')
})
