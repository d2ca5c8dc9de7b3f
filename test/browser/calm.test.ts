import { expect } from 'vitest'
import { GatewayClient, newId, paidBody } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

const LONG = 120_000

/** Each over a connection of its own: idle ones may be closed while a page is looked at. */
async function pay(api: string, from: number, to: number): Promise<void> {
  const orders = Array.from({ length: to - from }, (_, i) => `order ${from + i}`)
  const send = async (reference: string) => {
    const answer = await fetch(`${api}/transactions/purchase`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': newId() },
      body: JSON.stringify(paidBody({ 'transaction.reference': reference })),
    })
    expect(answer.status).toBe(200)
  }
  await Promise.all(orders.map(send))
}

browserTest(
  'a burst of payments is counted whole and listed page by page',
  { timeout: LONG },
  async () => {
    await using sandbox = await startTestSandbox()
    // A browser may take so long to open that idle connections are closed meanwhile.
    await using browser = await TestBrowser.open()
    await pay(sandbox.api, 0, 10)
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    await page.locator('html.scripted').waitFor()
    await pay(sandbox.api, 10, 400)
    await page.getByRole('link', { name: '400 payments', exact: true }).waitFor()
    expect(await page.locator('.payments li').count()).toBe(200)
    // At once: an update may replace the link while a pointer is down on it.
    await page.getByRole('link', { name: 'Older payments' }).dispatchEvent('click')
    await page.locator('#payment-default-1-200').waitFor()
    // The rest of the page may still be on its way.
    await expect.poll(() => page.locator('.payments li').count()).toBe(200)
    expect(await page.getByRole('link', { name: 'Older payments' }).count()).toBe(0)
    await page.goto(`${sandbox.url}/_sandbox/report`)
    expect(await page.locator('#outcomes').textContent()).toContain('400 requests, at most')
    expect(browser.faults).toEqual([])
  },
)

browserTest('rows above push nothing away, and stay the same rows', { timeout: LONG }, async () => {
  await using sandbox = await startTestSandbox()
  await pay(sandbox.api, 0, 100)
  await using browser = await TestBrowser.open({ viewport: { width: 1280, height: 700 } })
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  await page.locator('html.scripted').waitFor()
  const row = page.locator('#payment-default-1-40')
  await row.scrollIntoViewIfNeeded()
  await page.evaluate("document.getElementById('payment-default-1-40').isTheSame = true")
  const before = await row.boundingBox()
  await pay(sandbox.api, 100, 130)
  await page.locator('#payment-default-1-130').waitFor({ state: 'attached' })
  const after = await row.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? Number.NaN))).toBeLessThan(3)
  expect(await page.evaluate("document.getElementById('payment-default-1-40').isTheSame")).toBe(
    true,
  )
})

browserTest(
  'a body of 64 KiB and a long reference keep their place',
  { timeout: LONG },
  async () => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    const reference = 'r'.repeat(255)
    const members = Array.from({ length: 2000 }, (_, i) => [`transaction.member_${i}`, 'value'])
    const many = Object.fromEntries(members)
    await gateway.purchase({ 'transaction.reference': reference, ...many })
    await using browser = await TestBrowser.open({ viewport: { width: 360, height: 760 } })
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    for (const path of [
      '',
      '/requests',
      '/requests/1',
      '/payments/default-1-1',
      '/transactions/1000001',
    ]) {
      await page.goto(`${sandbox.url}/_sandbox${path}`)
      const [over, height] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight]',
      )
      expect([path, over <= 0, height < 6000]).toEqual([path, true, true])
    }
    expect(browser.faults).toEqual([])
  },
)
