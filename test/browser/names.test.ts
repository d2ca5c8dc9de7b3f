import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { browserTest, TestBrowser } from '../support/outside/browser.ts'
import { startTestSandbox } from '../support/start.ts'

/** Names that other people's tests look for: where, as what, and how they read. */
const fixed = {
  '': {
    link: [
      ...['Payments', 'Requests', 'Clock', 'Scenarios', 'Vault', 'Report', 'Reference'],
      ...['Worlds', 'Assumptions'],
    ],
    heading: ['Break the next payment'],
    button: [
      ...['Decline (51)', 'Lose the response', '503 before', 'Slow (10 s)', 'Pending', 'Disarm'],
      ...['Make a purchase for me', '+1 hour', '+1 day', 'Next banking day', 'To next event'],
    ],
    textbox: ['Duration'],
  },
  '/payments/default-1-1?part=test': { button: ['Copy as test'] },
  '/requests/1': {
    link: ['Make this happen again'],
    button: ['Copy as cURL', 'Copy as cURL for PowerShell'],
  },
  '/scenarios': { button: ['Load', 'Unload', 'Disarm'] },
  '/docs': { button: ['Try it'] },
  '/transactions/1000001': { button: ['Settle approved', 'Settle returned'] },
  '/worlds': { button: ['Create world', 'Remove'] },
} as const

type Role = 'link' | 'heading' | 'button' | 'textbox'

async function missingOn(page: Page, names: Readonly<Partial<Record<Role, readonly string[]>>>) {
  const missing: string[] = []
  for (const [role, all] of Object.entries(names)) {
    for (const name of all) {
      // As people find them: in a menu that is closed, too.
      const found = page.getByRole(role as Role, { name, exact: true, includeHidden: true })
      if ((await found.count()) === 0) missing.push(`${role} ${name}`)
    }
  }
  return missing
}

browserTest('navigation, buttons and fields have their fixed names', async () => {
  await using sandbox = await startTestSandbox()
  await new GatewayClient(sandbox.api).purchase(byDirectDebit())
  await fetch(`${sandbox.url}/_sandbox/worlds/blue`, { method: 'PUT' })
  await using browser = await TestBrowser.open()
  const page = await browser.page(`${sandbox.url}/_sandbox`)
  await page.getByRole('button', { name: 'Pending', exact: true }).click()
  await page.getByRole('button', { name: 'Disarm' }).waitFor()
  const missing: string[] = []
  for (const [place, names] of Object.entries(fixed)) {
    await page.goto(`${sandbox.url}/_sandbox${place}`)
    missing.push(...(await missingOn(page, names)).map((one) => `${place}: ${one}`))
  }
  expect(missing).toEqual([])
})

browserTest('the manual has all of these names', async () => {
  const manual = await readFile(
    path.resolve(import.meta.dirname, '../../docs/guides/dashboard.md'),
    'utf8',
  )
  const names = Object.values(fixed).flatMap((roles) => Object.values(roles).flat())
  expect(names.filter((name) => !manual.includes(name))).toEqual([])
})
