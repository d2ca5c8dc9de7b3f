import { expect } from 'vitest'
import { htmlReport } from '../../src/dashboard/report/html-report.tsx'
import { sweepPage } from '../../src/dashboard/report/sweep-page.tsx'
import type { SweptCall } from '../../src/insight/sweep/cell.ts'
import { Judged } from '../insight/wire/judged.ts'
import { violationsOf } from '../support/outside/axe.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'

const call = { name: 'purchase-1', operation: 'purchase' } as const
const results = ['DOUBLE CHARGE', 'safe', 'hung', undefined] as const

/** A sweep of one call by four forms. */
function sweepOf(swept: SweptCall): string {
  const forms = ['http', 'reset', 'late', 'unknown'] as const
  return sweepPage({
    ...{ version: '0', command: 'npm test', isStrict: false, cleanMs: 1, calls: [swept] },
    outcomes: forms.map((form, i) => ({
      cell: { name: `${swept.name}/after/${form}`, call: swept, at: 'after', form },
      result: results[i],
      findings: [{ code: 'double-charge', severity: 'error', text: 'THE STORY' }],
      requests: [{ operation: 'purchase', about: 'A-1', answer: '503', took_ms: 3 }],
    })),
  })
}

async function report(): Promise<string> {
  await using judged = await Judged.start()
  return await htmlReport(await judged.report())
}

browserTest.each([
  ['the report', report],
  ['a sweep', async () => sweepOf(call)],
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

browserTest.each([
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 1600 },
] as const)('a sweep is accessible and fits at $width, $colorScheme', async (look) => {
  const { colorScheme, width } = look
  await using browser = await TestBrowser.open({ colorScheme, viewport: { width, height: 900 } })
  const page = await browser.newPage()
  await page.setContent(
    sweepOf({ ...call, name: 'a-test-with-a-very-long-name-of-its-own/purchase-1' }),
  )
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  expect(await page.evaluate(cutTables)).toBe(0)
})

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
