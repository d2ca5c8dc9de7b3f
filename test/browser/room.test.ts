import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

/** Where something stands, in pixels. */
async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not to be seen`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

browserTest(
  'pictures fit on a tablet, steps are printed, a filter fits in a line, and paths are whole',
  async () => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    const lost = { ...cents(9_800_000), 'transaction.reference': 'order-7' }
    for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
    await using browser = await TestBrowser.open({ viewport: { width: 768, height: 900 } })
    const page = await browser.page(`${sandbox.url}/_sandbox/payments/default-1-1?step=2&with=1`)
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
    const printed = await page.locator('.printed').innerText()
    expect(printed).toContain(
      `${sandbox.url}/_sandbox/payments/default-1-1?step=2&with=1 · world default`,
    )
    expect(printed).toContain('Tue 10 Mar 2026, 12:00:00 in the sandbox')
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${sandbox.url}/_sandbox/clock`)
    expect(await hidden('#line')).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${sandbox.url}/_sandbox/requests`)
    expect((await boxOf(page, '#filter')).height).toBeLessThan(80)
    await page.setViewportSize({ width: 1600, height: 900 })
    await page.goto(`${sandbox.url}/_sandbox/assumptions`)
    const path = page.locator('td.value', { hasText: '/tokens/{token_id}' }).first()
    expect((await path.boundingBox())?.height).toBeLessThan(40)
  },
)

browserTest(
  'in the list of payments, a UUID is whole at every width, and nothing overlaps',
  async () => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    const order = { 'transaction.reference': 'be9044d5-a661-4940-ad52-8845ed064560' }
    const fault = { at: 'after', reset: true }
    await control.post('/reset', { label: 'a checkout that lasts' })
    await control.post('/rules', { when: { operation: 'purchase' }, times: 2, outcome: { fault } })
    const gateway = new GatewayClient(sandbox.api)
    for (const _ of [1, 2, 3])
      await gateway.purchase({ ...order, ...cents(12_500_000) }).catch(() => 0)
    await control.post('/reset', { label: 'another checkout' })
    await gateway.purchase({ 'transaction.reference': 'A-1001' })
    await control.post('/clock/advance', { by: '2d' })
    await using browser = await TestBrowser.open()
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    await page.getByText('Double charge').first().waitFor()
    const cut = `[...document.querySelectorAll('.ends > span, .trouble')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML + one.scrollWidth + ' ' + one.clientWidth)`
    const overlaps = `[...document.querySelectorAll('#payments > li > a')].flatMap((row) => {
      const boxes = [...row.children].map((one) => one.getBoundingClientRect())
      return boxes.flatMap((one, i) => boxes.slice(i + 1).filter((other) => one.width && other.width &&
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 8 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 8))
    }).length`
    for (const width of [1440, 1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const seen = { cut: await page.evaluate(cut), overlaps: await page.evaluate(overlaps) }
      expect({ width, ...seen }).toEqual({ width, cut: [], overlaps: 0 })
    }
  },
)

browserTest('lists keep their references and their money', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const lost = { ...cents(9_800_000), 'transaction.reference': 'order-91' }
  for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
  await gateway.purchase({ 'transaction.reference': 'dd-695989df-1c3b-4a07-9e6e-42b8dc0d18a6' })
  for (let i = 0; i < 20; i++) await gateway.purchase({ 'transaction.reference': `order-${i}` })
  await fetch(`${sandbox.api}/an/unknown/path/that/does/not/end/${'and-goes-on-'.repeat(20)}`)
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  for (const path of ['/requests', '/transactions', '']) {
    await page.goto(`${sandbox.url}/_sandbox${path}`)
    for (const width of [360, 768, 1024, 1201, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const cut = await page.evaluate(
        `[document.documentElement, ...document.querySelectorAll('.scroll, .reference, .money, .number, .trouble')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
          .map((one) => one.className + one.textContent.slice(0, 40))`,
      )
      expect({ width, path, cut }).toEqual({ width, path, cut: [] })
      if (path === '') continue
      // Cards on a phone alone.
      const isTable = (await boxOf(page, 'thead')).height > 10
      expect({ width, path, isTable }).toEqual({ width, path, isTable: width > 700 })
    }
  }
  const tallest = `Math.max(...[...document.querySelectorAll('#payments > li')]
    .map((one) => one.getBoundingClientRect().height))`
  for (const [width, height] of [
    [1440, 44],
    [1280, 44],
    // A UUID takes two lines before it is cut.
    [390, 80],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(tallest)).toBeLessThanOrEqual(height)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const inView = `[...document.querySelectorAll('#payments > li')]
    .filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length`
  expect(await page.evaluate(inView)).toBeGreaterThan(18)
  const tool = page.getByRole('button', { name: 'Lose the response', exact: true })
  expect(await tool.isVisible()).toBe(true)
  await page.setViewportSize({ width: 1024, height: 900 })
  expect(await tool.isVisible()).toBe(false)
  await page.getByText('Break or make a payment').click()
  await tool.waitFor()
})
