import { expect, test } from 'vitest'
import { page } from './pages.ts'

test('a payments lead reads the totals of the trials that the page of the trials has', () => {
  const [, table = ''] = page('docs/internals/verdict-trials.md').text.split('<!-- confusion -->')
  const rows = (table.split('<!-- /confusion -->')[0] ?? '').trim().split('\n').slice(2)
  const all = rows.pop() ?? ''
  const inRow = (row: string, column: number) => Number(row.split('|')[column + 1])
  const total = (column: number) => rows.reduce((sum, row) => sum + inRow(row, column), 0)
  const columns = [1, 2, 3, 4, 5]
  expect(all).toMatch(/^\| all \|/)
  expect(columns.map(total)).toEqual(columns.map((column) => inRow(all, column)))
  const { text } = page('docs/guides/adopting.md')
  const plain = (count: number, none: string) => (count === 0 ? none : count.toLocaleString('en'))
  expect(text).toContain(
    `In ${plain(total(1), '')} runs (${rows.length} rows of the table), ${plain(total(2), '')} went wrong. ` +
      `The verdict detected ${plain(total(3), 'none')} of them, missed ${plain(total(4), 'none')}, ` +
      `and raised ${plain(total(5), 'no')} false alarms.`,
  )
})
