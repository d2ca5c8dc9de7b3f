import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sweepPage } from '../../src/dashboard/report/sweep-page.tsx'
import { sweepOf, sweptCell } from '../judge/support/test-sweep.ts'
import { ControlClient } from '../support/control-client.ts'
import { cents, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

const referred = (reference: string) => ({ 'transaction.reference': reference })

/** All that a page says, whatever it is made of. */
const textOf = (page: Page) => page.locator('body').innerText()

browserTest('outcomes over time count the requests of all worlds', async () => {
  await using sandbox = await startTestSandbox()
  const client = new GatewayClient(sandbox.api)
  for (let nth = 1; nth < 49; nth += 1) await client.purchase(referred(`A-${nth}`))
  await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase(referred('B-1'))
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox/report`)
  // So few are read in their list.
  expect(await textOf(page)).not.toContain('Outcomes over time')
  await client.purchase(referred('A-49'))
  await page.reload()
  expect(await textOf(page)).toContain('Outcomes over time')
  expect(await page.locator('#outcomes').textContent()).toContain('50 requests')
})

browserTest('a sweep says how many of its cells are unsafe', async () => {
  await using browser = await TestBrowser.open()
  const page = await browser.newPage()
  const cells = [
    sweptCell('purchase-1/after/http', 'double_charge', { findings: [] }),
    sweptCell('purchase-1/after/reset', 'safe', { fault: 'reset', findings: [] }),
  ]
  await page.setContent(sweepPage(sweepOf(cells)))
  expect(await textOf(page)).toContain('Unsafe: 1 of 2 cells')
})

browserTest('the headline of a page of payments names as many payments as its filter', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const { body } = await gateway.purchase(referred('R-1'))
  await new ControlClient(sandbox.url).post('/rules', {
    when: { operation: 'refund' },
    times: 2,
    outcome: { fault: { at: 'after', http: 502 } },
  })
  for (const amount of [200, 300]) {
    const part = { ...referred('R-1'), ...cents(amount) }
    await gateway.refund((body as { audit: number }).audit, part)
  }
  // A test that has ended is judged at once.
  await new ControlClient(sandbox.url).post('/reset', {})
  await gateway.purchase(referred('P-1'))
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  const text = await textOf(page)
  expect(text).toMatch(/1 unresolved\s+in 1 of 2 payments/)
  await page.getByRole('link', { name: 'Unresolved 1', exact: true }).click()
  await page.getByText('R-1').first().waitFor()
})

browserTest('a payment of another day than the sandbox’s has its date in the list', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase(referred('OLD-1'))
  await new ControlClient(sandbox.url).post('/clock/advance', { by: '1d' })
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  const row = page.locator('li', { hasText: 'OLD-1' }).first()
  expect(await row.innerText()).toContain('10 Mar')
})

browserTest('a row of a sweep names the order that it is about', async () => {
  await using browser = await TestBrowser.open()
  const page = await browser.newPage()
  const calls = [
    {
      name: 'purchase-1',
      operation: 'purchase',
      reference: 'A-1001',
      amount: 4995,
      currency: 'AUD',
    } as const,
  ]
  const cells = [sweptCell('purchase-1/after/http', 'safe', { findings: [] })]
  await page.setContent(sweepPage(sweepOf(cells, { calls })))
  const row = page.locator('tr', { hasText: 'purchase A-1001' }).first()
  expect(await row.innerText()).toContain('AUD 49.95')
  const sum = row.getByText('AUD 49.95', { exact: true })
  for (const width of [1440, 1240, 1100, 960]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await sum.boundingBox())?.height).toBeLessThan(25)
  }
})
