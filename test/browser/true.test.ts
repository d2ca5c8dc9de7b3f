import { expect } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

const referred = (reference: string) => ({ 'transaction.reference': reference })

browserTest(
  'an expired hold is Expired, money is what was charged, and another day has its date',
  async () => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    await gateway.preauthorise({ ...referred('H-1'), ...cents(25_000) })
    await gateway.purchase({ ...referred('P-1'), ...cents(4_995) })
    await new ControlClient(sandbox.url).post('/clock/advance', { by: '30d' })
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    const row = page.locator('#payments > li', { hasText: 'H-1' })
    expect(await row.locator('.verdict').innerText()).toBe('Expired')
    expect(await row.locator('.money').innerText()).toMatch(/^AUD 0\.00\s+of 250\.00$/)
    expect(await row.locator('.when').innerText()).toMatch(/^10 Mar, 12:00:00$/)
    expect(await page.locator('#verdict').innerText()).toContain('AUD 49.95 charged')
    await page.goto(`${sandbox.url}/_sandbox/report`)
    expect(await page.locator('#tests tbody').innerText()).toContain('Tue 10 Mar, 12:00:00')
    await page.goto(`${sandbox.url}/_sandbox/transactions`)
    const when = page.getByText('10 Mar, 12:00:00')
    expect(await when.count()).toBe(2)
    expect(browser.faults).toEqual([])
  },
)

browserTest(
  'what waits is not unresolved yet, errors are counted once, and outcomes cover all worlds',
  async () => {
    await using sandbox = await startTestSandbox()
    const lost = { ...referred('L-1'), ...cents(9_800_000) }
    const gateway = new GatewayClient(sandbox.api)
    await gateway.purchase(lost).catch(() => undefined)
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    expect(await page.locator('#verdict').innerText()).not.toMatch(/unresolved/i)
    await page.getByRole('link', { name: 'Waiting 1' }).click()
    await page.locator('#payments').getByText('L-1').click()
    await page
      .getByText(/Judged in \d+ s\./)
      .first()
      .waitFor()
    await gateway.purchase(lost).catch(() => undefined)
    await page.goto(`${sandbox.url}/_sandbox`)
    const strip = await page.locator('#verdict').innerText()
    expect(strip.match(/\d double charge/g)).toHaveLength(1)
    // The chart is drawn from 50 requests on.
    const blue = new GatewayClient(`${sandbox.url}/w/blue/v1`)
    for (let n = 1; n <= 48; n++) await blue.purchase(referred(`B-${n}`))
    await page.goto(`${sandbox.url}/_sandbox/report`)
    expect(await page.locator('#outcomes').textContent()).toContain('50 requests, at most')
    const tile = page.locator('#case-approved-amex')
    await tile.locator('summary').click()
    await tile.getByText('To provoke it:').waitFor()
    expect(browser.faults).toEqual([])
  },
)

browserTest(
  'the column of money is what was charged, and adds up to the total above it',
  async () => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    const held = await gateway.preauthorise({ ...referred('H-1'), ...cents(25_000) })
    await gateway.complete(held.body.audit, cents(20_000))
    await gateway.purchase({ ...referred('P-1'), ...cents(4_995) })
    const bsb = { 'transaction.payment_method.directdebit.bsb': '032-056' }
    await gateway.purchase(byDirectDebit({ ...referred('R-1'), ...cents(3_000), ...bsb }))
    await new ControlClient(sandbox.url).post('/clock/advance', { by: '5 banking days' })
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    expect(await page.locator('.list-head').innerText()).toMatch(
      /Payment\s+When\s+Why\s+Outcome\s+Charged/,
    )
    const shown = await page.locator('#payments .money').allInnerTexts()
    expect(shown.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'AUD 0.00 of 30.00',
      'AUD 49.95',
      'AUD 200.00 of 250.00',
    ])
    const sum = shown.reduce((total, text) => total + Number(/AUD ([\d.]+)/.exec(text)?.[1]), 0)
    expect(await page.locator('#verdict').innerText()).toContain(`AUD ${sum.toFixed(2)} charged`)
  },
)

browserTest('an unreadable response is a broken arrow, and keys go to payments first', async () => {
  await using sandbox = await startTestSandbox()
  await new ControlClient(sandbox.url).post('/rules', {
    when: { operation: 'purchase' },
    times: 1,
    outcome: { fault: { at: 'after', garbage: true } },
  })
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase(referred('G-1')).catch(() => undefined)
  await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase(referred('B-1'))
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/payments/default-1-1`)
  const picture = page.locator('svg.sequence')
  expect(await picture.textContent()).toContain('200, not JSON')
  expect(await picture.locator('.missing').count()).toBeGreaterThan(0)
  await page.goto(`${sandbox.url}/_sandbox/requests`)
  expect(await page.locator('#request-1').innerText()).toContain('200, not JSON')
  await page.goto(`${sandbox.url}/_sandbox`)
  await page.locator('html.scripted').waitFor()
  await page.keyboard.press('j')
  expect(await page.locator('.chosen').getAttribute('id')).toMatch(/^payment-/)
  expect(browser.faults).toEqual([])
})
