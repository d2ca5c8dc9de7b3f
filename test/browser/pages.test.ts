import { expect } from 'vitest'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

browserTest('every page is one click away, without an error and without another host', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  for (const name of [
    'Requests',
    'Clock',
    'Scenarios',
    'Vault',
    'Report',
    'Reference',
    'Payments',
  ]) {
    await page.getByRole('link', { name, exact: true }).click()
    const current = page.locator('nav.sections [aria-current=page]')
    await expect.poll(() => current.textContent()).toBe(name)
  }
  for (const name of ['Worlds', 'Assumptions']) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  expect(browser.faults).toEqual([])
})

browserTest(
  'the first purchase is made with one click, and seen without a reload elsewhere',
  async () => {
    await using sandbox = await startTestSandbox()
    await using browser = await TestBrowser.open()
    const watching = await browser.page(`${sandbox.url}/_sandbox`)
    const acting = await browser.page(`${sandbox.url}/_sandbox`)
    await watching.evaluate("document.documentElement.setAttribute('data-unloaded', 'no')")
    await acting.getByRole('button', { name: 'Make a purchase for me' }).click()
    await acting.getByRole('status').getByText('was sent and responded').waitFor()
    await watching.getByRole('link', { name: '1 payment', exact: true }).waitFor()
    await watching.locator('.payments .verdict', { hasText: 'Paid' }).waitFor()
    expect(await watching.locator('html').getAttribute('data-unloaded')).toBe('no')
    expect(browser.faults).toEqual([])
  },
)

browserTest('the clock is advanced and a debit clears', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase(byDirectDebit())
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  await page.locator('.payments .verdict', { hasText: 'Pending' }).waitFor()
  await page.getByText('1 debit clears in').waitFor()
  await page.getByRole('button', { name: 'To next event' }).click()
  await page.getByRole('link', { name: ', AUD 10.00, cleared' }).waitFor()
  await page.locator('.payments .verdict', { hasText: 'Paid' }).waitFor()
  await page.getByLabel('Duration').fill('2 banking days')
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.getByText('It is Tue 17 Mar 2026, 09:00:00 in Sydney.').waitFor()
})

browserTest("a broken scenario's fault is at its line", async () => {
  await using sandbox = await startTestSandbox()
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/scenarios`)
  const text = 'name: mine\nrules:\n  - name: a\n    when: { opration: purchase }\n'
  await page.getByText('Load a scenario file').click()
  await page.getByLabel('Scenario (YAML or JSON)').fill(text)
  await page.locator('#paste').getByRole('button', { name: 'Load' }).click()
  await page.locator('#line-4').getByText("Did you mean 'operation'?").waitFor()
  expect(await page.getByLabel('Scenario (YAML or JSON)').inputValue()).toBe(text)
})

browserTest('with a control token, a browser signs in once', async () => {
  await using sandbox = await startTestSandbox({ controlToken: 'open sesame' })
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/clock`)
  await page.getByLabel('Control token').fill('open sesame')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Clock', level: 1 }).waitFor()
  const [cookie] = await browser.context.cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  const script = await page.evaluate('document.cookie')
  expect(script).toBe('')
})
