import { expect } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, call, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'
import { VaultClient } from '../support/vault-client.ts'

/** Runs if any page takes it for markup. */
const attack = '<img src=x onerror=window.pwned=1>'

/** A real number as far as anybody can tell, and an account. */
const PAN = '4539578763621486'
const ACCOUNT = '876543219'

/** Everything that a stranger can give a name to, named by one. */
async function attacked({ api, url }: TestSandbox): Promise<void> {
  const gateway = new GatewayClient(api)
  const control = new ControlClient(url)
  const vault = new VaultClient(api)
  const creditcard = { pan: PAN, expiry_date: '1230', cvv: '123' }
  const hostile = {
    'transaction.reference': attack,
    'transaction.payment_method': { creditcard },
    kvps: { note: attack, card: PAN },
  }
  await gateway.purchase(hostile)
  await gateway.purchase({ 'transaction.reference': `card ${PAN}`, [attack]: attack })
  await gateway.purchase(
    byDirectDebit({ 'transaction.payment_method.directdebit.account_number': ACCOUNT }),
  )
  await gateway.purchase({}, { 'x-correlation-id': attack, 'user-agent': attack })
  await call(`${api}/${encodeURIComponent(attack)}?${encodeURIComponent(attack)}=${attack}`)
  await vault.createCustomer({ name: attack, reference: attack })
  const rules = [{ name: attack, when: { reference: attack }, outcome: { status: 'declined' } }]
  await control.post('/rules', rules[0])
  await control.post('/scenarios', { name: 'hostile', description: attack, rules })
  await control.put('/worlds/blue')
}

const query = encodeURIComponent(attack)

const pages = [
  '',
  `?verdict=${query}`,
  '/requests',
  `/requests?correlation_id=${query}&operation=${query}`,
  ...[1, 2, 3, 4, 5, 6].map((id) => `/requests/${id}`),
  ...[1, 2, 3].map((id) => `/payments/default-1-${id}`),
  '/payments/default-1-1?part=test&as=scenario',
  '/clock',
  '/scenarios',
  `/scenarios?rule=${query}&explain=1&operation=purchase&reference=${query}`,
  `/customers?q=${query}`,
  '/customers',
  '/customers/1',
  '/report',
  '/transactions/1000001',
  '/transactions/1000003',
  '/worlds',
  `/${query}`,
]

browserTest("a stranger's text is never run, and card data is on no page", async () => {
  await using sandbox = await startTestSandbox()
  await attacked(sandbox)
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  let seen = 0
  for (const path of pages) {
    await page.goto(`${sandbox.url}/_sandbox${path}`)
    const text = await page.content()
    expect([path, text.includes(PAN), text.includes(ACCOUNT)]).toEqual([path, false, false])
    expect([path, await page.locator('main img').count()]).toEqual([path, 0])
    expect(await page.evaluate('window.pwned')).toBe(undefined)
    if (text.includes('&lt;img src=x')) seen += 1
  }
  expect(seen).toBeGreaterThan(8)
  const real = browser.faults.filter((fault) => !/status of 4\d\d/.test(fault))
  expect(real).toEqual([])
})

browserTest('what is typed into forms comes back as text', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/scenarios`)
  await page.getByText('Load a scenario file').click()
  const scenario = page.getByLabel('Scenario (YAML or JSON)')
  await scenario.fill(`name: ${attack}\nrules: ["</textarea>${attack}"]\n# ${PAN}`)
  await page.locator('#paste').getByRole('button', { name: 'Load' }).click()
  await page.locator('.complaint').first().waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  expect(await page.content()).not.toContain(PAN)
  await page.getByLabel('Duration').fill(attack)
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.locator('#notice.refused').waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  expect(browser.faults).toEqual([])
})

browserTest('a page of another site can neither read nor change', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.newPage()
  await page.route('http://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>another site</p>' }),
  )
  await page.goto('http://elsewhere.example/')
  const reach = (path: string, init: string) =>
    page.evaluate(`fetch('${sandbox.url}${path}', ${init}).then((a) => a.status, () => 'refused')`)
  expect(await reach('/_sandbox', '{}')).toBe('refused')
  const form = "{ method: 'POST', body: new URLSearchParams({ by: '1d' }) }"
  expect(await reach('/_sandbox/act/advance', form)).toBe('refused')
  const simple = "{ method: 'POST', mode: 'no-cors', body: '{\"by\":\"1d\"}' }"
  await reach('/_sandbox/clock/advance', simple)
  const clock = await (await fetch(`${sandbox.url}/_sandbox/clock`)).json()
  expect(clock).toMatchObject({ now: '2026-03-10T01:00:00.000Z' })
})
