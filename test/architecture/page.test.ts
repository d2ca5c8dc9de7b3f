import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** `http/pipeline/delivery/fault.ts`, or a folder; with `<…>` it stands for many. */
const place =
  /`(?:src\/)?((?:cli|gateways|runtime|client|dashboard|http|store|world|insight|seed|scenario|document|domain)\/[\w./-]+)`/g

test('every file and folder that the page names is there', async () => {
  const page = await readFile(path.join(root, 'docs/architecture.md'), 'utf8')
  const named = [...page.matchAll(place)].map(([, name = '']) => path.join(root, 'src', name))
  expect(named.length).toBeGreaterThan(15)
  const isThere = (name: string) => existsSync(name) || existsSync(`${name}.ts`)
  expect(named.filter((name) => !isThere(name))).toEqual([])
})
