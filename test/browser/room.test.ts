import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

const LONG = 120_000

/** Where something stands, in pixels. */
async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not to be seen`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

browserTest(
  'pictures fit on a tablet, steps are printed, a filter fits in a line, and paths are whole',
  { timeout: LONG },
  async () => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    const lost = { ...cents(9_800_000), 'transaction.reference': 'order-7' }
    for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
    await using browser = await TestBrowser.open({ viewport: { width: 768, height: 900 } })
    const page = await browser.page(`${sandbox.url}/_sandbox/stories/default-1-1?step=2&with=1`)
    const hidden = (selector: string) =>
      page.evaluate<number>(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`,
      )
    expect(await hidden('.sequence-room')).toBe(0)
    const differing = await page.locator('.differs').allInnerTexts()
    expect(differing).toEqual(expect.arrayContaining(['1000001', '1000002']))
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { name: 'What happened' }).isVisible()).toBe(true)
    expect(await page.locator('#compare').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${sandbox.url}/_sandbox/clock`)
    expect(await hidden('.sideways')).toBe(0)
    await page.setViewportSize({ width: 1600, height: 900 })
    await page.goto(`${sandbox.url}/_sandbox/requests`)
    expect((await boxOf(page, '#filter')).height).toBeLessThan(80)
    await page.goto(`${sandbox.url}/_sandbox/assumptions`)
    const path = page.locator('td.value', { hasText: '/tokens/{token_id}' }).first()
    expect((await path.boundingBox())?.height).toBeLessThan(40)
  },
)

browserTest('a reference is not cut where there is room', { timeout: LONG }, async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const lost = { ...cents(9_800_000), 'transaction.reference': 'order-91' }
  for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
  await gateway.purchase({ 'transaction.reference': 'dd-clearing-0001' })
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  for (const width of [360, 1000, 1101, 1300, 1560]) {
    await page.setViewportSize({ width, height: 800 })
    const cut = await page.evaluate(
      `[...document.querySelectorAll('.stories .reference')]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.textContent)`,
    )
    expect({ width, cut }).toEqual({ width, cut: [] })
  }
})
