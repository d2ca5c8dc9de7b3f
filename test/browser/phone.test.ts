import { expect } from 'vitest'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

browserTest('on a phone, a payment takes two lines', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const lost = { ...cents(9_800_000), 'transaction.reference': 'order-91' }
  for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
  await gateway.purchase({ 'transaction.reference': 'order-92' })
  await using browser = await TestBrowser.open({ viewport: { width: 390, height: 844 } })
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  const lines = `[...document.querySelectorAll('#payments > li > a')].map((row) => {
    const shown = [...row.children].filter((one) => one.getClientRects().length > 0)
    const middle = (one) => { const { top, bottom } = one.getBoundingClientRect(); return (top + bottom) / 2 }
    shown.sort((one, other) => middle(one) - middle(other))
    const names = shown.map((one) => one.className.split(' ')[0])
    return [names.slice(0, 2).sort(), names.slice(2).sort(), middle(shown[1]) - middle(shown[0]) < 6 && middle(shown[3]) - middle(shown[2]) < 6]
  })`
  const two = [['money', 'reference'], ['verdict', 'when'], true]
  expect(await page.evaluate(lines)).toEqual([two, two])
  // What has no room takes another line, and nothing of it is left out.
  await gateway.purchase({ 'transaction.reference': '7e9044d5-a661-4940-ad52-8845ed064561' })
  await page.getByText('064561').waitFor()
  const cut = `[...document.querySelectorAll('.payments .reference')].filter((one) =>
    one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).length`
  expect(await page.evaluate(cut)).toBe(0)
})

browserTest('on a phone, filters are in one line above the list', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const lost = { ...cents(9_800_000), 'transaction.reference': 'order-91' }
  for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
  await gateway.preauthorise()
  await gateway.purchase(cents(1_000_051))
  await gateway.purchase(byDirectDebit())
  await gateway.purchase()
  await using browser = await TestBrowser.open({ viewport: { width: 390, height: 844 } })
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  const filter = page.locator('.filter')
  expect(await filter.getByRole('link').count()).toBeGreaterThan(5)
  expect((await filter.boundingBox())?.height).toBeLessThan(50)
  await filter.getByRole('link', { name: 'Paid 1' }).click()
  await page.locator('#payments > li').first().waitFor()
  expect(await page.locator('#payments > li').count()).toBe(1)
})

browserTest('worlds are in natural order with their verdicts, bad ones first', async () => {
  await using sandbox = await startTestSandbox()
  const put = { method: 'PUT' }
  for (const name of ['shop-10', 'shop-9', 'shop-11']) {
    await fetch(`${sandbox.url}/_sandbox/worlds/${name}`, put)
  }
  const gateway = new GatewayClient(`${sandbox.url}/w/shop-11/v1`)
  for (const _ of [1, 2]) await gateway.purchase(cents(9_800_000)).catch(() => undefined)
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  await page.locator('#world-menu summary').click()
  const names = await page.locator('#world-menu li').allInnerTexts()
  expect(names.map((name) => name.trim())).toEqual([
    ...['shop-11', 'shop-9', 'shop-10'],
    'Manage worlds',
  ])
  await page.locator('#world-menu li').first().getByLabel('unsafe').waitFor()
  // A shadow at its foot, which what is above covers once the last line is in view.
  await page.setViewportSize({ width: 1280, height: 200 })
  const menu = `(({ scrollHeight, clientHeight }, { backgroundAttachment }) =>
      [scrollHeight > clientHeight, backgroundAttachment])(
      document.querySelector('#world-menu ul'),
      getComputedStyle(document.querySelector('#world-menu ul')))`
  expect(await page.evaluate(menu)).toEqual([true, 'local, scroll, scroll'])
})
