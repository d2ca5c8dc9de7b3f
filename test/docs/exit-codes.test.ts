import { expect, test } from 'vitest'
import { exitCode } from '../../src/cli/cli-error.ts'
import { page } from './pages.ts'

/** The rows of all tables of exit codes on a page. */
function rowsOf(name: string): readonly string[] {
  const [, ...tables] = page(name).text.split('| exit code | meaning |\n|---|---|\n')
  return tables.flatMap((text) => text.split('\n\n', 1)[0]?.trim().split('\n') ?? [])
}

test('what ci.md says of an exit code, cli.md says in the same words', () => {
  const rows = rowsOf('docs/guides/ci.md')
  expect(rows.length).toBeGreaterThan(3)
  expect(rows.filter((row) => !rowsOf('docs/reference/cli.md').includes(row))).toEqual([])
})

test('cli.md lists the exit codes of the program, and no others', () => {
  const codes = rowsOf('docs/reference/cli.md').map((row) => row.split(' | ')[0]?.replace('| ', ''))
  const numbers = codes.filter((code) => /^\d+$/.test(code ?? '')).map(Number)
  expect(new Set(numbers)).toEqual(new Set(Object.values(exitCode)))
})
