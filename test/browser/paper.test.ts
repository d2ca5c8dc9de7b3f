import { expect } from 'vitest'
import { htmlReport } from '../../src/dashboard/report/html-report.tsx'
import { sweepPage } from '../../src/dashboard/report/sweep-page.tsx'
import { Judged } from '../insight/wire/judged.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'

const call = { name: 'purchase-1', operation: 'purchase' } as const
const cell = { name: 'purchase-1/after/reset', call, at: 'after', form: 'reset' } as const
const sweep = sweepPage({
  ...{ version: '0', command: 'npm test', isStrict: false, cleanMs: 1, calls: [call] },
  outcomes: [{ cell, result: 'DOUBLE CHARGE', findings: [] }],
})

async function report(): Promise<string> {
  await using judged = await Judged.start()
  return htmlReport(await judged.report())
}

browserTest.each([
  ['the report', report],
  ['a sweep', async () => sweep],
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

/** Whoever prints it may have set none. */
const hasMargins = `[...document.styleSheets].some((sheet) =>
  [...sheet.cssRules].some((rule) => rule instanceof CSSPageRule && rule.style.marginTop === '14mm'))`

/** The mean of `rgb(24, 32, 43)`. */
function lightness(colour: unknown): number {
  const parts = String(colour).match(/\d+/g)?.slice(0, 3).map(Number) ?? []
  return parts.reduce((sum, part) => sum + part, 0) / parts.length
}
