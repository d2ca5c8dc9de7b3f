import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Page, page, pages, root } from './pages.ts'

/** The tests that a text names in code, with whatever stands before their names. */
function testsIn(text: string): readonly string[] {
  const words = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(' '))
  return words.filter((word) => /^test\/[\w/-]+(?:\.test\.ts)?$|\.test\.ts$/.test(word))
}

/** The pages of examples name tests of their own. */
function named({ name, text }: Page) {
  const files = name.startsWith('examples/') ? [] : testsIn(text)
  return files.map((file) => ({ name, file }))
}

test('every test that a page names is there', () => {
  const all = pages.flatMap(named)
  expect(all.length).toBeGreaterThan(60)
  expect(all.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([])
})

/** The items of a list below a heading, or the rows of its table. */
function itemsBelow(name: string, heading: string): readonly string[] {
  const part = page(name).text.split(`${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const list = part.split(/^- /m).slice(1)
  return list.length > 0
    ? list
    : part.split('\n').filter((line) => /^\| (?!promise|what happens)\w/.test(line))
}

test.each([
  ['SECURITY.md', '## What Sandgate promises', 10],
  ['docs/internals/store.md', '## Promises', 10],
  ['docs/internals/reliability.md', '# Reliability', 13],
])('in %s, each promise names the test that holds it', (name, heading, least) => {
  const items = itemsBelow(name, heading)
  expect(items.length).toBeGreaterThanOrEqual(least)
  const without = items.filter((item) => testsIn(item).length === 0)
  expect(without).toEqual([])
})
