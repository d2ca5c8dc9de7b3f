import { expect, test } from 'vitest'
import { exitCode } from '../../src/cli/cli-error.ts'
import { page, pages } from './pages.ts'

/** The rows of all tables of exit codes on a page. */
function rowsOf(name: string): readonly string[] {
  const [, ...tables] = page(name).text.split('| exit code | meaning |\n|---|---|\n')
  return tables.flatMap((text) => text.split('\n\n', 1)[0]?.trim().split('\n') ?? [])
}

test('exit codes are listed on one page, to which the others link', () => {
  const listing = pages.filter(({ text }) => text.includes('| exit code | meaning |'))
  expect(listing.map(({ name }) => name)).toEqual(['docs/reference/cli.md'])
})

test('cli.md lists the exit codes of the program, and no others', () => {
  const codes = rowsOf('docs/reference/cli.md').map((row) => row.split(' | ')[0]?.replace('| ', ''))
  const numbers = codes.filter((code) => /^\d+$/.test(code ?? '')).map(Number)
  expect(new Set(numbers)).toEqual(new Set(Object.values(exitCode)))
})
