import { expect } from 'vitest'
import { byDirectDebit, cents, GatewayClient } from '../support/gateway-client.ts'
import { violationsOf } from '../support/outside/axe.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'
import { VaultClient } from '../support/vault-client.ts'

const LONG = 180_000

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
  { colorScheme: 'light', width: 1024, only: ['target-size'] },
  { colorScheme: 'light', width: 1440, only: ['color-contrast', 'target-size'] },
] as const

browserTest.each(looks)(
  'pages are accessible and fit at $width, $colorScheme',
  { timeout: LONG },
  async ({ colorScheme, width, only }) => {
    await using sandbox = await startTestSandbox()
    const gateway = new GatewayClient(sandbox.api)
    await gateway.purchase({ 'transaction.reference': 'r'.repeat(255) })
    await gateway.purchase(byDirectDebit())
    const lost = { ...cents(9_800_000), 'transaction.reference': 'lost' }
    for (const _ of [1, 2]) await gateway.purchase(lost).catch(() => undefined)
    await new VaultClient(sandbox.api).createCustomer()
    await new GatewayClient(`${sandbox.url}/w/blue/v1`).purchase()
    await using browser = await TestBrowser.open({ colorScheme, viewport: { width, height: 900 } })
    const page = await browser.page(`${sandbox.url}/_sandbox`)
    const faults: unknown[] = []
    for (const path of paths) {
      await page.goto(`${sandbox.url}/_sandbox${path}`)
      const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      if (over > 0) faults.push([path, `is ${over} too wide`])
      const cut = await page.evaluate<number>(cutTables)
      if (cut > 0) faults.push([path, `cuts off ${cut} tables`])
      const violations = await violationsOf(page, only)
      faults.push(...violations.map((one) => [path, ...one]))
    }
    expect(faults).toEqual([])
  },
)
