import { expect } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

const referred = (reference: string) => ({ 'transaction.reference': reference })

browserTest('the clock of a sandbox that is gone stands still', async () => {
  const sandbox = await startTestSandbox()
  await new ControlClient(sandbox.url).put('/clock', { mode: 'running' })
  await using browser = await TestBrowser.open()
  const page = await browser.newPage()
  await page.clock.install()
  await page.goto(`${sandbox.url}/_sandbox`)
  await page.locator('html.scripted').waitFor()
  const shown = () => page.locator('#now').innerText()
  const green = () =>
    page.evaluate("getComputedStyle(document.querySelector('.dot')).backgroundColor")
  const before = await shown()
  await page.clock.runFor(3000)
  expect(await shown()).not.toBe(before)
  const live = await green()
  await sandbox.stop()
  await page.getByText('The sandbox does not respond.').waitFor()
  const last = await shown()
  await page.clock.runFor(5000)
  expect(await shown()).toBe(last)
  expect(await green()).not.toBe(live)
})

browserTest('a restart does not forget bad news', async () => {
  await using folder = await scratchFolder()
  const data = folder.at('data')
  {
    await using sandbox = await startTestSandbox({ data })
    const lost = { ...referred('L-1'), ...cents(9_800_000) }
    await new GatewayClient(sandbox.api).purchase(lost).catch(() => undefined)
  }
  await using sandbox = await startTestSandbox({ data })
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  const news = 'Before the restart: 1 unresolved.'
  expect(await page.locator('#verdict').innerText()).toBe(news)
  await new GatewayClient(sandbox.api).purchase(referred('P-1'))
  await page.locator('#payments', { hasText: 'P-1' }).waitFor()
  expect(await page.locator('#verdict').innerText()).toContain(news)
  expect(await page.locator('.strip.good').count()).toBe(0)
  await page.goto(`${sandbox.url}/_sandbox/report`)
  await page.locator('#caution', { hasText: news }).waitFor()
})
