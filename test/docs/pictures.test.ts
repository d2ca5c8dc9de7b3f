import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Page, pages, root } from './pages.ts'

const folder = 'docs/images'

/** The pictures of a page, by their paths from the root. */
function picturesOf({ name, text }: Page): readonly string[] {
  const found = text.matchAll(/!\[[^\]]*\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)
  return [...found]
    .map(([, image, source = '']) => image ?? source)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(name), target))
}

test('every picture is shown by a page, is there, and has at most 150 KB', async () => {
  const shown = pages.flatMap(picturesOf)
  const files = (await readdir(path.join(root, folder))).map((name) => `${folder}/${name}`)
  expect([...new Set(shown)].sort()).toEqual(files.sort())
  const sizes = await Promise.all(files.map((name) => stat(path.join(root, name))))
  expect(files.filter((_, index) => (sizes[index]?.size ?? 0) > 150 * 1024)).toEqual([])
})

test('every picture in light has one in dark, and words for those who see neither', () => {
  const faults = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/<picture>(.*?)<\/picture>/gs)]
      .filter(([, inside = '']) => {
        const [, light] = /<img src="([^"]+)\.webp" alt="[^"]{20,}">/.exec(inside) ?? []
        return light === undefined || !inside.includes(`srcset="${light}-dark.webp"`)
      })
      .map(([picture]) => `${name}: ${picture}`),
  )
  expect(faults).toEqual([])
})

test('the picture of a lost response plays once, and stands still for whoever wants no motion', async () => {
  const text = await readFile(path.join(root, folder, 'lost-response.svg'), 'utf8')
  const [moving = ''] =
    /@media \(prefers-reduced-motion: no-preference\) \{.*?\n {4}\}/s.exec(text) ?? []
  expect(moving.match(/animation:/g)).toHaveLength(3)
  expect(text.replace(moving, '')).not.toContain('animation')
  expect(text).not.toMatch(/infinite|<animate|<script/)
})
