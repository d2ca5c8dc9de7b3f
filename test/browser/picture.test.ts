import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

/** For what takes its time to be drawn. */
const slow = { timeout: 20_000 }

const order = { ...cents(4995), 'transaction.reference': 'A-1001' }

/** The messages that draw themselves, with their turns: `0 purchase one`. */
async function drawing(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(
    `[...document.querySelectorAll('.sequence .message')].flatMap((one) => {
      const names = [...one.querySelectorAll('.way')].map((line) => getComputedStyle(line).animationName)
      const turn = one.style.getPropertyValue('--turn')
      return names.includes('draw') ? [turn + ' ' + one.querySelector('.arrow').textContent] : []
    })`,
  )
}

/** Arms the fault on the first page, and sends the payment that it meets. */
async function lose(page: Page, gateway: GatewayClient): Promise<void> {
  await page.getByRole('button', { name: 'Lose the response', exact: true }).click()
  await page.getByRole('heading', { name: 'The next payment' }).waitFor()
  await page.locator('.sequence .party', { hasText: 'bank' }).waitFor()
  expect(await page.locator('.message').count()).toBe(0)
  await page.locator('html.scripted').waitFor()
  await page.evaluate('document.body.isTheSame = true')
  await gateway.purchase(order, { 'x-correlation-id': 'one' }).catch(() => undefined)
  await page.locator('#ring').waitFor()
  expect(await page.evaluate('[document.body.isTheSame, location.pathname]')).toEqual([
    true,
    '/_sandbox/payments/default-1-1',
  ])
}

browserTest(
  'a payment whose response is lost draws itself, and so does the second charge',
  async () => {
    await using sandbox = await startTestSandbox()
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    const gateway = new GatewayClient(sandbox.api)
    await lose(page, gateway)
    expect(await drawing(page)).toEqual([
      '0 purchase one',
      '1 AUD 49.95',
      '2 00 approved',
      '3 lost after it was approved (connection reset)',
    ])
    const paid = page.locator('.sequence .paid')
    await expect.poll(() => paid.allTextContents(), slow).toEqual(['AUD 49.95'])
    const left = () => page.locator('#seconds-left').textContent().then(Number)
    const first = await left()
    await expect.poll(left, slow).toBeLessThan(first)
    await gateway.purchase(order, { 'x-correlation-id': 'two' })
    await page.locator('.ring.bad', { hasText: 'Your client paid again.' }).waitFor()
    expect((await drawing(page)).slice(4)).toEqual([
      '0 purchase two',
      '1 AUD 49.95',
      '2 00 approved',
      '3 200 approved',
    ])
    const second = page.locator('.sequence .message').nth(4)
    expect(await second.locator('.arrow').getAttribute('class')).toBe('arrow bad')
    await expect.poll(() => paid.allTextContents(), slow).toEqual(['AUD 49.95', 'AUD 99.90'])
    expect(browser.faults).toEqual([])
  },
)

browserTest(
  'a search closes the ring in green, and nothing moves for who wants no motion',
  async () => {
    await using sandbox = await startTestSandbox()
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const gateway = new GatewayClient(sandbox.api)
    await lose(page, gateway)
    expect(await drawing(page)).toEqual([])
    await gateway.search('one')
    await page.locator('.ring.good', { hasText: 'Your client looked it up.' }).waitFor()
    const asked = page.locator('.sequence .arrow', { hasText: 'search one' })
    expect(await asked.getAttribute('class')).toBe('arrow good')
    await page.emulateMedia({ reducedMotion: null })
    expect(browser.faults).toEqual([])
  },
)

browserTest(
  'a waiting payment draws itself when it is opened, a judged one is there at once',
  async () => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    const lost = { ...cents(9_800_000), 'transaction.reference': 'A-1' }
    await gateway.purchase(lost).catch(() => undefined)
    await gateway.purchase({ 'transaction.reference': 'A-2' })
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox/payments/default-1-1`)
    await page.locator('html.scripted').waitFor()
    await expect.poll(() => drawing(page), slow).toHaveLength(4)
    await page.goto(`${sandbox.url}/_sandbox/payments/default-1-2`)
    await page.locator('html.scripted').waitFor()
    await page.locator('.sequence .message').nth(3).waitFor()
    expect(await page.locator('.sequence .message').count()).toBe(4)
    expect(await drawing(page)).toEqual([])
  },
)

browserTest('the picture of a report is reached with the keyboard, on a phone too', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  for (const _ of [1, 2]) await gateway.purchase(cents(9_800_000)).catch(() => undefined)
  await using browser = await TestBrowser.open({ viewport: { width: 390, height: 844 } })
  const page = await browser.newPage()
  const saved = await fetch(`${sandbox.url}/_sandbox/save/report.html`)
  await page.setContent(await saved.text())
  const shown = page.locator('#findings .narrow-sequence').first()
  expect(await shown.isVisible()).toBe(true)
  await page.locator('#findings h3').first().click()
  const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')")
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return await focused()
    })
    .toBe('Sequence diagram')
})
