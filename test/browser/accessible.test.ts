import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ReportResponse } from '../../src/control/contract/calls/report.ts'
import { comparisonPage } from '../../src/dashboard/report/comparison-page.tsx'
import { htmlReport } from '../../src/dashboard/report/html-report.tsx'
import { sweepPage } from '../../src/dashboard/report/sweep-page.tsx'
import { compareSweeps } from '../../src/judge/report/comparison.ts'
import { comparedGrid, comparisonBlocks } from '../../src/judge/report/comparison-blocks.ts'
import { mergedReport } from '../../src/judge/report/merged-report.ts'
import { sweepOf, sweptCell } from '../judge/support/test-sweep.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { violationsOf } from '../support/outside/axe.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'
import { VaultClient } from '../support/vault-client.ts'

const paths = [
  '',
  '/search?q=rrr',
  '/transactions',
  '/requests?status=lost&lost=false',
  '/requests',
  '/requests/1',
  '/payments/default-1-1',
  '/payments/default-1-3?step=4&with=3',
  '/customers/1',
  '/clock',
  '/scenarios',
  '/scenarios/default',
  '/customers',
  '/report',
  '/docs',
  '/transactions/1000001',
  '/worlds?remove=blue',
  '/assumptions',
  '/findings',
  '/payments/next?after=0',
  '/nowhere',
]

/** Tables that show only part of their columns. */
const cutTables =
  "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"

/** Contrast depends on the scheme, the size of a target on the width, and all other rules on neither. */
const looks = [
  { colorScheme: 'dark', width: 390, only: undefined },
  { colorScheme: 'dark', width: 1024, only: ['color-contrast', 'target-size'] },
  { colorScheme: 'light', width: 1440, only: ['color-contrast', 'target-size'] },
] as const

/** What is saved, written or merged, each as one page in a file. */
async function savedPages(
  url: string,
): Promise<readonly (readonly [name: string, html: string])[]> {
  const saved = async (path: string) => (await fetch(`${url}/_sandbox/save/${path}`)).text()
  const report = await new ControlClient(url).get<ReportResponse>('/report')
  const runs = ['one.json', 'two.json'].map((file) => {
    const { verdict, headline } = report.body
    return { file, verdict, headline, facts: { Date: 'Tue 10 Mar 2026', Commit: 'c'.repeat(40) } }
  })
  const results = ['double_charge', 'books_differ', 'safe', 'hung', 'not_run'] as const
  const [old, later] = [results, results.toReversed()].map((all) =>
    sweepOf(
      (['http', 'reset', 'late', 'unknown', 'busy'] as const).map((fault, i) =>
        sweptCell(`purchase-1/after/${fault}`, all[i] ?? 'safe', { fault }),
      ),
    ),
  )
  if (old === undefined || later === undefined) throw new Error('Two sweeps are compared')
  const compared = comparisonBlocks(compareSweeps(old, later), comparedGrid(old, later))
  return [
    ['the report', await saved('report.html')],
    ['the evidence', await saved('payments/default-1-3')],
    ['a merged report', await htmlReport(mergedReport([report.body, report.body]), { runs })],
    ['a sweep', sweepPage(old)],
    ['a comparison', comparisonPage('Compared', compared)],
  ]
}

browserTest.each(looks)(
  'pages are accessible and fit at $width, $colorScheme',
  async ({ colorScheme, width, only }) => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    await gateway.purchase({ 'transaction.reference': 'r'.repeat(255) })
    await gateway.purchase(byDirectDebit())
    const lost = { ...cents(9_800_000), 'transaction.reference': 'lost' }
    for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
    await new VaultClient(sandbox.api).createCustomer()
    await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase()
    const control = new ControlClient(sandbox.url)
    await control.post('/clock/advance', { by: '1 banking day' })
    await control.post('/reconcile', { orders: [{ reference: 'lost', paid: 1000 }] })
    await using browser = await TestBrowser.open({ colorScheme, viewport: { width, height: 900 } })
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    const faults: unknown[] = []
    const look = async (path: string, page: Page) => {
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (over > 0) faults.push([path, `is ${over} too wide`])
      const cut = await page.evaluate<number>(cutTables)
      if (cut > 0) faults.push([path, `cuts off ${cut} tables`])
      const violations = await violationsOf(page, only)
      faults.push(...violations.map((one) => [path, ...one]))
    }
    for (const path of paths) {
      await page.goto(`${sandbox.url}/_sandbox${path}`)
      await look(path, page)
    }
    await page.goto(`${sandbox.url}/_sandbox/scenarios`)
    await page.getByText('Load a scenario file').click()
    await page.locator('#scenario-text').fill('rules: 5')
    await page.locator('#paste').getByRole('button', { name: 'Load' }).click()
    await page.waitForURL(/#line-1$/)
    await look('a scenario with an error', page)
    const alone = await browser.newPage()
    for (const [name, html] of await savedPages(sandbox.url)) {
      await alone.setContent(html)
      await look(name, alone)
    }
    expect(faults).toEqual([])
  },
)
