import { expect } from 'vitest'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'

const referred = (reference: string) => ({ 'transaction.reference': reference })

/** A test that pays twice after a lost answer, then a reset. */
async function withTwoTests(sandbox: TestSandbox): Promise<void> {
  const gateway = new GatewayClient(sandbox.api)
  await reset(sandbox, { label: 'retries blindly' })
  const lost = { ...referred('LOST-1'), ...cents(9_800_000) }
  for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
  await reset(sandbox, {})
  await gateway.purchase({ ...referred('ORD-1'), ...cents(4995) })
}

async function reset({ url }: TestSandbox, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await fetch(`${url}/_sandbox/reset`, { method: 'POST', headers, body: JSON.stringify(body) })
}

browserTest('the search box finds what was before a reset and in other worlds', async () => {
  await using sandbox = await startTestSandbox()
  await withTwoTests(sandbox)
  await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase(referred('LOST-2'))
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/clock`)
  await page.locator('html.scripted').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('lost-')
  await page.keyboard.press('Enter')
  const payments = page.getByRole('region', { name: 'Payments' })
  await payments.getByText('LOST-2').waitFor()
  await page.getByRole('region', { name: 'Transactions' }).getByText('LOST-2').waitFor()
  await page
    .getByRole('region', { name: 'Requests' })
    .getByRole('link', { name: '1', exact: true })
    .last()
    .click()
  await page.getByRole('heading', { name: 'LOST-1' }).waitFor()
  // A single payment with what belongs to it is opened.
  await page.goto(`${sandbox.url}/_sandbox/search?q=49.95`)
  await page.getByRole('heading', { name: 'ORD-1' }).waitFor()
  expect(browser.faults).toEqual([])
})

browserTest('a filter is seen, removed, and told where it cannot be read', async () => {
  await using sandbox = await startTestSandbox()
  await withTwoTests(sandbox)
  for (let i = 0; i < 10; i++)
    await fetch(`${sandbox.url}/_sandbox/worlds/w-${i}`, { method: 'PUT' })
  await using browser = await TestBrowser.open({ viewport: { width: 1280, height: 800 } })
  const page = await browser.page(`${sandbox.url}/w/w-9/_sandbox/requests?status=lost`)
  await page.getByRole('alert').getByText('Must be an integer').waitFor()
  const worlds = page.locator('#world-menu')
  expect(await worlds.locator('summary').textContent()).toBe('World w-9')
  const other = worlds.getByRole('link', { name: 'w-3', includeHidden: true })
  expect(await other.getAttribute('href')).toBe('/w/w-3/_sandbox/requests')
  expect(await page.title()).toContain('w-9')
  await page.getByRole('link', { name: 'Status lost' }).click()
  await page.getByText('No requests yet.').waitFor()
  await page.goto(`${sandbox.url}/_sandbox/requests?audit=1000001`)
  await page.getByRole('link', { name: 'Transaction 1000001' }).waitFor()
  await page.getByLabel('Response lost').selectOption('true')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText('Nothing matches.').waitFor()
  expect(new URL(page.url()).search).toBe('?audit=1000001&lost=true')
  await page.getByRole('link', { name: 'Response lost' }).click()
  await page.locator('#request-1 a.row').click()
  await page.getByRole('link', { name: 'Its payment' }).click()
  await page.getByRole('heading', { name: 'ORD-1' }).waitFor()
  expect(browser.faults).toEqual([])
})

browserTest('the clock moves to any event, and names the payment', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase(byDirectDebit(referred('DD-1')))
  await gateway.purchase(
    byDirectDebit({
      ...referred('DD-2'),
      'transaction.payment_method.directdebit.bsb': '032-056',
    }),
  )
  await using browser = await TestBrowser.open({ viewport: { width: 1280, height: 800 } })
  const page = await browser.page(`${sandbox.url}/_sandbox/clock`)
  await page.locator('html.scripted').waitFor()
  const bar = await page.locator('.clock-bar').boundingBox()
  expect(bar?.height).toBeLessThan(50)
  expect(await page.locator('.day-line rect.fill-warn').count()).toBe(1)
  expect(await page.locator('.day-line rect.fill-good').count()).toBe(1)
  await page.getByRole('link', { name: 'DD-2, AUD 10.00: debit will be returned' }).waitFor()
  const choices = page.getByLabel('Move the clock to')
  await choices.selectOption({
    label: (await choices.locator('option').allInnerTexts()).at(-1) ?? '',
  })
  await page.getByRole('button', { name: 'Go there' }).click()
  await page.locator('#notice', { hasText: 'DD-1, AUD 10.00, cleared' }).waitFor()
  await page
    .getByRole('link', { name: /^DD-2, AUD 10\.00, returned: \d \w/ })
    .last()
    .click()
  await page.getByRole('heading', { name: 'DD-2' }).waitFor()
  await page.getByLabel('Duration').fill('three days')
  await page.getByRole('button', { name: 'Advance' }).click()
  await page.getByText('Duration: Must be a duration').waitFor()
  expect(await page.getByLabel('Duration').inputValue()).toBe('three days')
  expect(browser.faults).toEqual([])
})

browserTest('removing a world asks, and menus close', async () => {
  await using sandbox = await startTestSandbox()
  await fetch(`${sandbox.url}/_sandbox/worlds/blue`, { method: 'PUT' })
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/worlds`)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('With all its data?').waitFor()
  expect(sandbox.running.worlds.has('blue')).toBe(true)
  const menu = page.locator('#world-menu')
  await menu.locator('summary').click()
  await menu.getByRole('link', { name: 'blue' }).waitFor()
  await page.keyboard.press('Escape')
  await menu.getByRole('link', { name: 'blue' }).waitFor({ state: 'hidden' })
  await menu.locator('summary').click()
  await page.getByRole('heading', { name: 'Worlds' }).click()
  await menu.getByRole('link', { name: 'blue' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The world blue was removed with all its data.').waitFor()
  expect(browser.faults).toEqual([])
})
