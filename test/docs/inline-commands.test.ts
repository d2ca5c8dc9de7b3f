import { expect, test } from 'vitest'
import { faultOf } from '../support/command-words.ts'
import { blocksOf, type Page, pages } from './pages.ts'

/** The commands that a page mentions in its sentences and tables, such as `sandgate settle --all`. */
function mentionsOf(page: Page): readonly string[] {
  const code = blocksOf(page).map((block) => block.code)
  const prose = code.reduce((text, block) => text.replace(block, ''), page.text)
  const found = prose.matchAll(/`(?:npx )?sandgate ([^<`\n][^`\n]*)`/g)
  return [...found].map(([, words = '']) => words)
}

test('every command that the manual mentions is one of the program, with its options', async () => {
  const mentions = pages.flatMap((page) => mentionsOf(page).map((words) => ({ page, words })))
  const faults: string[] = []
  for (const { page, words } of mentions) {
    const fault = await faultOf(words)
    if (fault !== undefined) faults.push(`${page.name}: sandgate ${words}: ${fault}`)
  }
  expect(faults).toEqual([])
  expect(mentions.length).toBeGreaterThan(10)
})
