import { expect } from 'vitest'
import { sweepPage } from '../../src/dashboard/report/sweep-page.tsx'
import type { CellOutcome } from '../../src/judge/sweep/document/sweep-schema.ts'
import { shownFinding, sweepOf, sweptCell } from '../judge/support/test-sweep.ts'
import { Judged } from '../judge/wire/judged.ts'
import { cents } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'

const calls = [
  {
    name: 'purchase-1',
    operation: 'purchase',
    reference: 'A-1001',
    amount: 4995,
    currency: 'AUD',
  } as const,
]

/** The finding of a payment that was charged twice, with its requests. */
async function doubleCharge() {
  await using judged = await Judged.start()
  const lost = { ...cents(9_800_000), 'transaction.reference': 'A-1001' }
  await judged.pay('one', lost)
  await judged.pay('two', { ...lost, ...cents(9_800_000) })
  const found = (await judged.findings()).find(({ code }) => code === 'double-charge')
  const { steps = [], evidence = [] } = found ?? {}
  return shownFinding('double-charge', 'error', { steps, evidence })
}

const isGridInView = `(({ top }) => top >= -1 && top < innerHeight)(
  document.getElementById('grid').getBoundingClientRect())`

const recovered = (fault: 'http' | 'reset'): CellOutcome =>
  sweptCell(`purchase-1/after/http+search-1/${fault}`, 'safe', {
    recovery: { call: 'search-1', at: 'after', fault },
    findings: [],
  })

browserTest(
  'a cell leads to its payment, drawn as in a report, and from there back to the grid',
  async () => {
    const drawn = await doubleCharge()
    const { evidence: _evidence, ...bare } = drawn
    const cells = [
      sweptCell('purchase-1/after/hang', 'double_charge', {
        fault: 'hang',
        findings: [bare],
      }),
      sweptCell('purchase-1/after/http', 'double_charge', { findings: [drawn] }),
      sweptCell('purchase-1/after/reset', 'safe', { fault: 'reset', findings: [] }),
      ...[recovered('http'), recovered('reset')],
    ]
    await using browser = await TestBrowser.open({ viewport: { width: 1280, height: 600 } })
    const page = await browser.newPage()
    await page.setContent(sweepPage(sweepOf(cells, { calls })))
    expect(await page.locator('#verdict').innerText()).toContain('Unsafe: 2 of 5 cells')
    // Of two cells with one cause, the example is the one that has a picture.
    const told = page.locator('.story.told')
    expect(await told.locator('h3').first().innerText()).toContain('purchase-1/after/http')
    expect(await told.count()).toBe(1)
    const grid = page.locator('#grid')
    await grid.getByText('A-1001').first().waitFor()
    // Where all is safe, the recovery is folded.
    const recovery = page.locator('details', { hasText: 'recovery' })
    expect(await recovery.getByText('search-1').first().isVisible()).toBe(false)
    await grid.locator('a[title^=http]').first().click()
    const payment = page.locator('.story.open')
    await payment.locator('svg.narrow-sequence').waitFor()
    // Beside the grid, and without moving the page.
    expect(await page.evaluate('scrollY')).toBe(0)
    const gridBox = await grid.boundingBox()
    expect((await payment.boundingBox())?.x).toBeGreaterThan(
      (gridBox?.x ?? 0) + (gridBox?.width ?? 0),
    )
    expect((await payment.boundingBox())?.y).toBe(gridBox?.y)
    // Arrows move to the next cell, and its story replaces the other.
    await page.keyboard.press('ArrowRight')
    await page.locator('.story.open', { hasText: 'A picture of the same' }).waitFor()
    expect(await page.locator('.story:visible').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.locator('.story.open').waitFor({ state: 'detached' })
    // On a narrow page it is below the grid, with a way back.
    await page.setViewportSize({ width: 390, height: 600 })
    await grid.locator('a[title^=http]').first().click()
    const gridInView = () => page.evaluate(isGridInView)
    await expect.poll(gridInView).toBe(false)
    await payment.getByRole('link', { name: 'Back to the grid' }).click()
    await expect.poll(gridInView).toBe(true)
  },
)

browserTest('the name of a row is broken between its parts', async () => {
  await using browser = await TestBrowser.open({ viewport: { width: 1024, height: 900 } })
  const page = await browser.newPage()
  await page.setContent(sweepPage(sweepOf([recovered('http'), recovered('reset')], { calls })))
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
  const broken = `[...document.querySelectorAll('.heat tbody th')].flatMap((name) => {
    const words = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
    const all = []
    while (words.nextNode()) {
      const part = document.createRange()
      part.selectNodeContents(words.currentNode)
      all.push(part.getClientRects().length)
    }
    return all
  }).filter((lines) => lines > 1).length`
  expect(await page.locator('.heat tbody th').count()).toBeGreaterThan(0)
  // Of two orders in one row, neither reference nor sum is broken.
  const others = { reference: 'A-1002', currency: 'AUD', amount: 12_000 }
  const both = [...calls, { name: 'purchase-2', operation: 'purchase', ...others } as const]
  const cells = ['purchase-1', 'purchase-2'].map((call) =>
    sweptCell(`${call}/after/http`, 'safe', { call, findings: [] }),
  )
  await page.setContent(sweepPage(sweepOf(cells, { calls: both })))
  const orders = `[...document.querySelectorAll('.heat tbody :is(th, td.sum) .tight')]
    .map((one) => [one.textContent.trim(), one.getClientRects().length])`
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(orders)).toEqual([
      ['purchase', 1],
      ['A-1001,', 1],
      ['purchase', 1],
      ['A-1002', 1],
      ['AUD 49.95,', 1],
      ['AUD 120.00', 1],
    ])
  }
  await page.setContent(sweepPage(sweepOf([recovered('http'), recovered('reset')], { calls })))
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
  expect(await page.evaluate(broken)).toBe(0)
})

browserTest('red means what it means in this grid', async () => {
  await using browser = await TestBrowser.open()
  const page = await browser.newPage()
  const textOf = async (result: CellOutcome['result']) => {
    await page.setContent(
      sweepPage(sweepOf([sweptCell('purchase-1/after/http', result)], { calls })),
    )
    return await page.locator('main, body').first().innerText()
  }
  expect(await textOf('double_charge')).toContain('Red means that money moved twice')
  const books = await textOf('books_differ')
  expect(books).toContain('Red means that')
  expect(books).not.toContain('money moved twice')
})
