import { expect } from 'vitest'
import { comparisonPage } from '../../src/dashboard/report/comparison-page.tsx'
import { htmlReport } from '../../src/dashboard/report/html-report.tsx'
import { sweepPage } from '../../src/dashboard/report/sweep-page.tsx'
import { compareSweeps } from '../../src/judge/report/comparison.ts'
import { comparedGrid, comparisonBlocks } from '../../src/judge/report/comparison-blocks.ts'
import { usualFaults } from '../../src/judge/sweep/cells/fault.ts'
import { sweepOf, sweptCell } from '../judge/support/test-sweep.ts'
import { Judged } from '../judge/wire/judged.ts'
import { cents } from '../support/gateway-client.ts'
import { violationsOf } from '../support/outside/axe.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'

/** A sweep of one call by four forms. */
function pageOf(call: string): string {
  const forms = ['http', 'reset', 'late', 'unknown'] as const
  const results = ['double_charge', 'safe', 'hung', 'not_run'] as const
  return sweepPage(
    sweepOf(
      forms.map((form, i) =>
        sweptCell(`${call}/after/${form}`, results[i] ?? 'safe', { call, fault: form }),
      ),
    ),
  )
}

async function report(): Promise<string> {
  await using judged = await Judged.start()
  return await htmlReport(await judged.report())
}

browserTest.each([
  ['the report', report],
  ['a sweep', async () => pageOf('purchase-1')],
])(
  '%s of a browser with a dark screen is printed dark on white, within margins',
  async (_n, html) => {
    await using browser = await TestBrowser.open({ colorScheme: 'dark' })
    const page = await browser.newPage()
    await page.setContent(await html())
    const look = () => page.evaluate('getComputedStyle(document.body).color')
    expect(lightness(await look())).toBeGreaterThan(200)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(lightness(await look())).toBeLessThan(80)
    expect(await page.evaluate(hasMargins)).toBe(true)
  },
)

browserTest('a printed report needs less than a page for its coverage', async () => {
  await using browser = await TestBrowser.open({ viewport: { width: 794, height: 1123 } })
  const page = await browser.newPage()
  await page.setContent(await report())
  await page.emulateMedia({ media: 'print' })
  const coverage = await page.locator('#coverage').boundingBox()
  expect(coverage?.height).toBeLessThan(1000)
})

browserTest(
  'on paper, a finding without a picture and a group of cases are on one page',
  async () => {
    await using judged = await Judged.start()
    const lost = { ...cents(9_800_000), 'transaction.reference': 'A-1' }
    for (const id of ['one', 'two']) await judged.pay(id, lost)
    await judged.control.post('/reconcile', { orders: [{ reference: 'Z-1', paid: 1000 }] })
    await using browser = await TestBrowser.open({ viewport: { width: 794, height: 1123 } })
    const page = await browser.newPage()
    await page.setContent(await htmlReport(await judged.report()))
    await page.emulateMedia({ media: 'print' })
    const found = `[...document.querySelectorAll('.finding')].map((one) =>
    [one.querySelector('.sequence') !== null, getComputedStyle(one).breakInside])`
    expect(await page.evaluate(found)).toEqual([
      [true, 'auto'],
      [false, 'avoid'],
    ])
    const groups =
      "[...document.querySelectorAll('.tiles')].map((one) => getComputedStyle(one).breakInside)"
    expect(new Set(await page.evaluate<string[]>(groups))).toEqual(new Set(['avoid']))
  },
)

browserTest('on paper, a grid and what its marks mean are on the first page', async () => {
  const results = ['double_charge', 'double_refund', 'unresolved', 'failed_safe', 'safe'] as const
  const cells = ['purchase-1', 'refund-1'].flatMap((call, row) =>
    (['after', 'before'] as const).flatMap((at) =>
      usualFaults.map((fault, i) =>
        sweptCell(`${call}/${at}/${fault}`, results[(row + i) % results.length] ?? 'safe', {
          ...{ call, at, fault },
        }),
      ),
    ),
  )
  // A4 across, without its margins.
  await using browser = await TestBrowser.open({ viewport: { width: 1032, height: 688 } })
  const page = await browser.newPage()
  await page.setContent(sweepPage(sweepOf(cells)))
  await page.emulateMedia({ media: 'print' })
  const legend = await page.locator('#legend').boundingBox()
  expect((legend?.y ?? 0) + (legend?.height ?? 0)).toBeLessThan(688)
  expect(await page.locator('#legend').innerText()).not.toContain('link')
})

browserTest.each([
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 1600 },
] as const)('a sweep is accessible and fits at $width, $colorScheme', async (look) => {
  const { colorScheme, width } = look
  await using browser = await TestBrowser.open({ colorScheme, viewport: { width, height: 900 } })
  const page = await browser.newPage()
  await page.setContent(pageOf('a-test-with-a-very-long-name-of-its-own/purchase-1'))
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  expect(await page.evaluate(cutTables)).toBe(0)
})

browserTest(
  'a comparison of sweeps is accessible, with what is new and what is still there',
  async () => {
    const [old, later] = (['safe', 'double_charge'] as const).map((result) =>
      sweepOf(
        [
          sweptCell('purchase-1/after/http', 'double_charge'),
          sweptCell('purchase-1/after/reset', result, { fault: 'reset' }),
        ],
        { calls: [{ name: 'purchase-1', operation: 'purchase', label: 'a book is paid' }] },
      ),
    )
    if (old === undefined || later === undefined) throw new Error('Two sweeps are compared')
    const blocks = comparisonBlocks(compareSweeps(old, later), comparedGrid(old, later))
    await using browser = await TestBrowser.open({ colorScheme: 'dark' })
    const page = await browser.newPage()
    await page.setContent(comparisonPage('Compared', blocks))
    const headings = await page.locator('h2').allInnerTexts()
    expect(headings).toEqual(expect.arrayContaining(['New: 1', 'Still there: 1']))
    expect(await violationsOf(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    // A page may end after the first row of a group, so that little of it stays empty.
    const ends = `[...document.querySelectorAll('.heat tbody:first-of-type tr')]
      .map((one) => getComputedStyle(one).breakAfter).slice(0, 2)`
    expect(await page.evaluate(ends)).toEqual(['avoid', 'auto'])
  },
)

/** Tables that show only part of their columns. */
const cutTables =
  "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"

/** Whoever prints it may have set none. */
const hasMargins = `[...document.styleSheets].some((sheet) =>
  [...sheet.cssRules].some((rule) => rule instanceof CSSPageRule && rule.style.marginTop === '14mm'))`

/** The mean of `rgb(24, 32, 43)`. */
function lightness(colour: unknown): number {
  const parts = String(colour).match(/\d+/g)?.slice(0, 3).map(Number) ?? []
  return parts.reduce((sum, part) => sum + part, 0) / parts.length
}
