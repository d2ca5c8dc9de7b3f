import { expect } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { violationsOf } from '../support/outside/axe.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

const referred = (reference: string) => ({ 'transaction.reference': reference })

browserTest('the report counts what waits no more than the first page does', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  const lose = async (reference: string) => {
    const outcome = { fault: { at: 'after', reset: true } }
    await control.post('/rules', { when: { operation: 'purchase' }, times: 1, outcome })
    await gateway.purchase(referred(reference)).catch(() => undefined)
  }
  await lose('D-1')
  await gateway.purchase(referred('D-1'))
  await lose('W-1')
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  const home = await page.locator('#verdict').innerText()
  expect(home).toContain('customers paid AUD 10.00 too much')
  expect(await violationsOf(page, ['target-size'])).toEqual([])
  await page.goto(`${sandbox.url}/_sandbox/report`)
  const report = await page.locator('#verdict').innerText()
  expect(report).toMatch(/^Unsafe: 1 double charge, AUD 10\.00 overcharged; 1 blind retry$/)
  const waiting = '1 response lost, waiting for your client to look.'
  expect(await page.locator('#caution').innerText()).toBe(waiting)
  const found = await page.locator('#findings').innerText()
  expect(found).toContain('D-1')
  expect(found).not.toContain('W-1')
  // Nobody comes back to a test that has ended.
  await control.post('/reset')
  await page.reload()
  expect(await page.locator('#verdict').innerText()).toBe(`${report}, 1 unresolved`)
  expect(await page.locator('#findings').innerText()).toContain('W-1')
  expect(browser.faults).toEqual([])
})

browserTest('books are two columns, with a line where they disagree', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  for (const reference of ['A-1', 'A-2']) {
    await gateway.purchase({ ...referred(reference), ...cents(4_995) })
  }
  const orders = [
    { reference: 'A-1', paid: 4995 },
    { reference: 'A-2', paid: 0, state: 'cancelled' },
  ]
  await new ControlClient(sandbox.url).post('/reconcile', { orders })
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/report`)
  const books = page.locator('#books')
  await books.getByText('Books: 2 orders, 1 agrees, 1 difference.').waitFor()
  const titles = await books.locator('thead th').allInnerTexts()
  expect(titles.slice(1, 4)).toEqual(['Order', 'Your books', 'Gateway'])
  const row = books.locator('tbody tr')
  const [, ...cells] = await row.locator('td').allInnerTexts()
  expect(cells.slice(0, 3)).toEqual(['A-2', 'nothing (cancelled)', 'AUD 49.95 paid'])
  // The columns of sums have room for them.
  const sum = row.getByText('AUD 49.95 paid').first()
  expect((await sum.boundingBox())?.height).toBeLessThan(40)
  const colours = `((row) => {
      const line = getComputedStyle(row.children[3])
      const red = getComputedStyle(row.querySelector('.bad')).color
      return [line.borderLeftWidth, line.borderLeftColor === red]
    })(document.querySelector('#books tbody tr'))`
  expect(await page.evaluate(colours)).toEqual(['3px', true])
  // On a phone, the line does not touch the words beside it.
  await page.setViewportSize({ width: 390, height: 844 })
  const room = "parseFloat(getComputedStyle(document.querySelector('.unlike')).paddingLeft)"
  expect(await page.evaluate(room)).toBeGreaterThan(5)
  await row.getByRole('link', { name: 'A-2' }).click()
  await page.getByRole('heading', { name: 'A-2' }).waitFor()
  // The address to ask, without the sentence around it.
  const copied = (await page.locator('#instead pre').first().textContent())?.trim()
  expect(copied).toMatch(/^(GET|POST) \/v1\/[\w/?=&-]+\w$/)
})
