import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** `gateway/wire/faults/acts.ts`, or a folder; with `<…>` it stands for many. */
const place =
  /`(?:src\/)?((?:cli|runtime|dashboard|control|gateway|judge|record|scenario|domain|base)\/[\w./-]+)`/g

test('every file and folder that the page names is there', async () => {
  const page = await readFile(path.join(root, 'docs/internals/architecture.md'), 'utf8')
  const named = [...page.matchAll(place)].map(([, name = '']) => path.join(root, 'src', name))
  expect(named.length).toBeGreaterThan(15)
  const isThere = (name: string) => existsSync(name) || existsSync(`${name}.ts`)
  expect(named.filter((name) => !isThere(name))).toEqual([])
})

test('a dashboard page is known to two files: its own and the list of pages', async () => {
  const folder = path.join(root, 'src/dashboard')
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const),
  )
  const routes = texts.flatMap(([own, text]) =>
    [...text.matchAll(/export const (\w+): PageRoute\b/g)].map(([, route = '']) => [own, route]),
  )
  expect(routes.length).toBeGreaterThan(15)
  for (const [own = '', route] of routes) {
    const knowing = texts.filter(([, text]) => new RegExp(`\\b${route}\\b`).test(text))
    expect(knowing.map(([name]) => name).sort()).toEqual([own, 'all-pages.ts'].sort())
  }
})
