import { expect } from 'vitest'
import { GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

browserTest('a form in use is left alone while the page updates', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/requests`)
  await page.getByLabel('Correlation id').fill('half typed')
  await page.getByLabel('Duration').fill('3d')
  await new GatewayClient(sandbox.api).purchase()
  await page.locator('#request-1').waitFor()
  expect(await page.getByLabel('Correlation id').inputValue()).toBe('half typed')
  expect(await page.getByLabel('Duration').inputValue()).toBe('3d')
})

browserTest('many tabs share one stream, and all are live', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const pages = []
  for (let i = 0; i < 8; i++) pages.push(await browser.page(`${sandbox.url}/_sandbox/requests`))
  await new GatewayClient(sandbox.api).purchase()
  for (const page of pages) await page.locator('#request-1').waitFor()
})

browserTest('rows that were chosen stay chosen while others come', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  for (let i = 0; i < 3; i++) await gateway.purchase()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/requests`)
  await page.locator('html.scripted').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.locator('#request-2.chosen').waitFor()
  await gateway.purchase()
  await page.locator('#request-4').waitFor()
  await page.locator('#request-2.chosen').waitFor()
  await page.keyboard.press('k')
  await page.locator('#request-3.chosen').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  expect(await page.evaluate('document.activeElement.id')).toBe('search-box')
  await page.keyboard.press('Escape')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
  await page.keyboard.press('Enter')
  await page.locator('#request-3 a.row').click()
  await page.goBack()
  await page.locator('#request-3.chosen').waitFor()
  expect(await page.evaluate("document.activeElement.closest('tr')?.id")).toBe('request-3')
  await page.keyboard.press('j')
  await page.locator('#request-2.chosen').waitFor()
})

browserTest('c copies a request as cURL, in both lists', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase()
  await using browser = await TestBrowser.open({
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await browser.page(`${sandbox.url}/_sandbox/requests`)
  for (const path of ['/requests', '']) {
    await page.goto(`${sandbox.url}/_sandbox${path}`)
    await page.locator('html.scripted').waitFor()
    await page.evaluate("navigator.clipboard.writeText('')")
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await page.getByText('Copied').waitFor()
    const text = await page.evaluate('navigator.clipboard.readText()')
    const start = /^curl -sS -X POST 'http:\/\/127\.0\.0\.1:\d+\/v1\/transactions\/purchase'/
    expect(text).toMatch(start)
  }
})

browserTest('a world that is removed while it is open is not made again', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  await fetch(`${sandbox.url}/_sandbox/worlds/blue`, { method: 'PUT' })
  const page = await browser.page(`${sandbox.url}/w/blue/_sandbox`)
  await page.locator('html.scripted').waitFor()
  await fetch(`${sandbox.url}/_sandbox/worlds/blue`, { method: 'DELETE' })
  await page.getByText('The world blue was removed.').waitFor()
  expect(sandbox.running.worlds.list().map(({ name }) => name)).toEqual(['default'])
})

browserTest('nor is one that is removed before its page listens', async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  await fetch(`${sandbox.url}/_sandbox/worlds/blue`, { method: 'PUT' })
  const page = await browser.newPage()
  await page.route('**/dashboard*.js', async (route) => {
    await fetch(`${sandbox.url}/_sandbox/worlds/blue`, { method: 'DELETE' })
    await route.continue()
  })
  await page.goto(`${sandbox.url}/w/blue/_sandbox`)
  await page.getByText('The world blue was removed.').waitFor()
  expect(sandbox.running.worlds.list().map(({ name }) => name)).toEqual(['default'])
})

browserTest('a page says when the sandbox is gone', async () => {
  const sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  await page.locator('html.scripted').waitFor()
  await sandbox.stop()
  await page.getByText('The sandbox does not respond.').waitFor()
  // A form that cannot be sent keeps what was typed.
  await page.getByLabel('Duration').fill('3d')
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.getByText('Nothing was sent').waitFor()
  expect(await page.getByLabel('Duration').inputValue()).toBe('3d')
})
