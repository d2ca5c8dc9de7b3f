import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Axe judges nothing that is hidden, but walks through all of it. */
const leaveHiddenOut = `for (const one of document.querySelectorAll('details:not([open])'))
  one.replaceChildren(...one.querySelectorAll(':scope > summary'))`

/** What axe leaves out by itself. */
const rules = { 'target-size': { enabled: true } }

/** What is not accessible on a page, each with its first element; `only` some rules of axe. */
export async function violationsOf(page: Page, only?: readonly string[]) {
  await page.evaluate(leaveHiddenOut)
  await page.evaluate(axe)
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly: only, rules })
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}
