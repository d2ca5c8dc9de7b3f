import { expect } from 'vitest'
import { GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

/** For a page that is asked for and then shown. */
const slow = { timeout: 10_000 }

browserTest('a lost response waits for the client, and a second charge turns it red', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  await page.getByRole('button', { name: 'Lose the response', exact: true }).click()
  await page.getByText('Armed: Lose the response').first().waitFor()
  const gateway = new GatewayClient(sandbox.api)
  const order = { 'transaction.reference': 'A-1001' }
  await gateway.purchase(order).catch(() => undefined)
  // The page that waited is the payment's now; a list of payments says the same.
  await page.locator('#ring', { hasText: 'a second purchase charges again' }).waitFor()
  const list = await browser.page(`${sandbox.url}/_sandbox`)
  await list.locator('.payments .verdict', { hasText: 'Waiting' }).waitFor()
  expect(await list.title()).toBe('Payments · Sandgate')
  await list.close()
  await gateway.purchase(order)
  await page.locator('#verdict', { hasText: 'Double charge' }).waitFor()
  expect(await page.locator('#icon').getAttribute('href')).toContain('icon-alarm.svg')
  await page.getByRole('link', { name: 'Payments' }).click()
  await page.getByRole('link', { name: 'Double charge 1' }).click()
  await expect.poll(() => page.locator('.payments li').count()).toBe(1)
  expect(await page.title()).toBe('● 1 double charge · Sandgate')
  expect(browser.faults).toEqual([])
})

/** Sends a payment twice; both answers are lost. */
async function loseTwice(api: string): Promise<void> {
  const gateway = new GatewayClient(api)
  const lost = { 'transaction.amount_details.total_amount': '9800000' }
  for (const id of ['one', 'two']) {
    await gateway.purchase(lost, { 'x-correlation-id': id }).catch(() => undefined)
  }
}

browserTest('two attempts are held side by side, and the payment is copied as a test', async () => {
  await using sandbox = await startTestSandbox()
  await loseTwice(sandbox.api)
  await using browser = await TestBrowser.open({
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  await page.locator('.payments a').first().click()
  await page.locator('html.scripted #steps').waitFor()
  // The page stays, and the focus goes to the result.
  await page.evaluate('document.body.isTheSame = true')
  const focused = () => page.evaluate('[document.body.isTheSame, document.activeElement.innerText]')
  const step = page.locator('#steps').getByRole('link', { name: 'with no lookup' })
  const line = "getComputedStyle(document.querySelector('#steps p a')).textDecorationLine"
  expect(await page.evaluate(line)).toBe('none')
  await step.click()
  await expect.poll(focused, slow).toEqual([true, 'Step 2: purchase'])
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect.poll(() => page.locator('#side-by-side > section').count(), slow).toBe(2)
  expect(await page.locator('#side-by-side .json .differs').count()).toBeGreaterThan(1)
  await page.goBack()
  await expect.poll(() => page.locator('#side-by-side').count(), slow).toBe(0)
  await page.goForward()
  await expect.poll(() => page.locator('#side-by-side > section').count(), slow).toBe(2)
  expect(await page.evaluate('document.body.isTheSame')).toBe(true)
  await page.goBack()
  await page.getByRole('link', { name: 'As a test' }).click()
  await page.getByRole('button', { name: 'Copy as test' }).click()
  await page.getByText('Copied').waitFor()
  const text = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(text).toContain("import { startSandbox } from 'sandgate'")
  expect(text).not.toContain('xxxx')
  await page.getByRole('link', { name: 'scenario file' }).click()
  await expect.poll(() => page.locator('#test-text').textContent()).toContain('extends: [default]')
})

browserTest(
  'a click on an arrow of the picture shows its exchange, and the evidence is saved',
  async () => {
    await using sandbox = await startTestSandbox()
    await loseTwice(sandbox.api)
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox/payments/default-1-1`)
    await page.locator('.sequence', { hasText: 'no lookup' }).waitFor()
    await page.locator('.sequence a', { hasText: 'purchase two' }).click()
    await page.getByRole('heading', { name: 'Step 2: purchase' }).waitFor()
    await page.getByRole('heading', { name: 'which the client never got' }).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save evidence' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('sandgate-payment-default-1-1.html')
    expect(await saved.failure()).toBeNull()
    expect(browser.faults).toEqual([])
  },
)
