import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

/** Clicks what is in sight, and gives what the page then says. */
async function press(page: Page, name: string): Promise<string> {
  const button = page.getByRole('button', { name, exact: true })
  expect(await isInSight(page, name)).toBe(true)
  await page.evaluate("document.getElementById('notice')?.remove()")
  await button.click()
  return (await page.locator('#notice').textContent()) ?? ''
}

/** Nobody scrolls to look for a button that they do not know of. */
async function isInSight(page: Page, name: string): Promise<boolean> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

browserTest(
  'with the mouse alone: pay, decline, lose a response, wait three banking days, find the return',
  async () => {
    await using sandbox = await startTestSandbox()
    await using browser = await TestBrowser.open({ viewport: { width: 1280, height: 800 } })
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    const rows = page.locator('.payments li')
    expect(await press(page, 'Make a purchase for me')).toContain('responded: approved')
    expect(await press(page, 'Decline (51)')).toContain('Armed: Decline (51)')
    expect(await press(page, 'Make a purchase for me')).toContain('responded: declined (51)')
    expect(await press(page, 'Lose the response')).toContain('Armed: Lose the response')
    expect(await press(page, 'Make a purchase for me')).toMatch(
      /closed without a response.*Only a search/,
    )
    // The payment itself is shown, and its client is whoever clicks.
    await page.locator('#ring', { hasText: 'What will you do?' }).waitFor()
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await rows.first().getByText('Not judged').waitFor()
    expect(await press(page, 'Make a debit that is returned')).toContain('Move the clock')
    await page.getByText('1 debit will be returned in').waitFor()
    await press(page, 'Next banking day')
    await press(page, 'Next banking day')
    expect(await press(page, 'Next banking day')).toContain('What happened: 1 debit was returned')
    await rows.first().locator('.last', { hasText: 'the debit was returned' }).waitFor()
    expect(await rows.first().locator('.verdict').getAttribute('title')).toBe(
      'The bank sent the debit back: 6 Refer to customer.',
    )
    await page.getByRole('link', { name: ', returned: ' }).click()
    await page.getByRole('heading', { name: 'Transaction 1000004' }).waitFor()
    await page.getByText('pending to declined as scheduled: the debit was returned').waitFor()
    expect(browser.faults).toEqual([])
  },
)
