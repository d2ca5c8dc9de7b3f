import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** A page of the manual, by its path from the root. */
export interface Page {
  readonly name: string
  readonly text: string
}

/** What stands between two fences. */
export interface Block {
  readonly line: number
  /** Empty where the fence names none. */
  readonly language: string
  readonly code: string
}

const names = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'SKILL.md',
  ...(await markdownIn('docs')),
  ...(await markdownIn('examples')),
]

/** Everything that a reader of the manual may come upon. */
export const pages: readonly Page[] = await Promise.all(
  names.map(async (name) => ({ name, text: await readFile(path.join(root, name), 'utf8') })),
)

/** The careful payment in each language. */
export const recipes = {
  mjs: 'examples/recipes/pay.mjs',
  python: 'examples/recipes/pay.py',
  php: 'examples/recipes/pay.php',
  java: 'examples/recipes/Pay.java',
  go: 'examples/recipes/pay.go',
} as const

/** The page of each of these languages. */
export const languagePages = ['node', 'python', 'php', 'java', 'go'].map(
  (name) => `docs/start/${name}.md`,
)

export function page(name: string): Page {
  const found = pages.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no page ${name}`)
  return found
}

export function blocksOf({ text }: Page, language?: string): readonly Block[] {
  const all = [...text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)]
  const blocks = all.map(({ index, 1: name = '', 2: code = '' }) => {
    const line = text.slice(0, index).split('\n').length
    return { line, language: name, code }
  })
  return blocks.filter((block) => language === undefined || block.language === language)
}

async function markdownIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(path.join(root, folder), { recursive: true })
  const pages = found.filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
  return pages.map((name) => path.posix.join(folder, name)).sort()
}
