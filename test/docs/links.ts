import { blocksOf, type Page } from './pages.ts'

/** Where the links of a page lead, without those in code. */
export function linksOf(page: Page): readonly string[] {
  const code = blocksOf(page).map((block) => block.code)
  const prose = code.reduce((text, block) => text.replace(block, ''), page.text)
  return linksIn(prose.replaceAll(/`[^`\n]*`/g, 'code'))
}

export function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
}
