import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** `a/{b,c-*}.ts` as `a/b.ts` and `a/c-*.ts`. */
function alternativesOf(pattern: string): readonly string[] {
  const [, before = '', words, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
  return words === undefined ? [pattern] : words.split(',').map((word) => before + word + after)
}

test('every file that npm test or the gate leaves out is there, under the name that it has now', async () => {
  const config = await readFile(path.join(root, 'vitest.config.ts'), 'utf8')
  const patterns = [...config.matchAll(/^ {2}'(test\/.*)',$/gm)].map(([, pattern = '']) => pattern)
  const names = patterns.flatMap(alternativesOf)
  expect(names.length).toBeGreaterThan(25)
  const files = (await readdir(path.join(root, 'test'), { recursive: true })).map(
    (name) => `test/${name.replaceAll(path.sep, '/')}`,
  )
  const isThere = (name: string) => {
    const form = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
    return files.some((file) => form.test(file))
  }
  expect(names.filter((name) => !isThere(name))).toEqual([])
})
