import path from 'node:path'
import { expect } from 'vitest'
import { page, root } from '../pages.ts'

/** Compares a file with what the program would write there; `npm run docs` writes it. */
export async function expectWritten(file: string, text: string): Promise<void> {
  await expect(text).toMatchFileSnapshot(path.join(root, file), 'npm run docs writes it again')
}

/** The same for the parts of a page that are between `<!-- name -->` and `<!-- /name -->`. */
export async function expectParts(
  file: string,
  parts: Readonly<Record<string, string>>,
): Promise<void> {
  let { text } = page(file)
  for (const [name, part] of Object.entries(parts)) {
    const place = new RegExp(`<!-- ${name} -->\\n[^]*<!-- /${name} -->`)
    expect(text).toMatch(place)
    text = text.replace(place, () => `<!-- ${name} -->\n${part}\n<!-- /${name} -->`)
  }
  await expectWritten(file, text)
}

export function tableOf(head: string, rows: readonly string[]): string {
  const columns = head.split(' | ').length
  return [`| ${head} |`, `|${'---|'.repeat(columns)}`, ...rows].join('\n')
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
